package record

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"xqlab/engine/notation"
)

// tokenKind is what a piece of PGN movetext is.
type tokenKind uint8

const (
	tokMove    tokenKind = iota // text: the move with any marks after it
	tokComment                  // text: the comment, trimmed
	tokGlyph                    // value: the number
	tokOpen                     // a variation begins
	tokClose
	tokResult // value: the Result
)

// token is one piece of movetext; texts live in the lexer's buffer.
type token struct {
	kind       tokenKind
	value      uint8
	line       int
	start, end int
}

// Limits that keep memory bounded whatever the input.
const (
	maxGameText = 16 << 20 // bytes of tags, moves and comments of one game
	maxComment  = 1 << 20
	maxTag      = 64 << 10
	maxWord     = 256
)

// lexer cuts a PGN stream into games of tags and tokens. It reads exactly one
// game at a time and always gets to the game's end: what is malformed on the
// way is kept in fault (the first one counts) and skipped.
type lexer struct {
	r    *bufio.Reader
	line int  // of the next character, from 1
	bol  bool // only blanks since the line began
	done bool // end of input seen
	err  error

	// The current game.
	first      int // line of its first character
	tags       []rawTag
	tokens     []token
	text       []byte // storage of token texts
	faultLine  int
	fault      string
	atNext     bool // the next game's first tag ended it
	hasMoves   bool // a move has been read
	blackFirst bool // an ellipsis stands before the first move
	word       []byte
}

type rawTag struct {
	name, value string
	line        int
}

func newLexer(r io.Reader) *lexer {
	return &lexer{r: bufio.NewReaderSize(r, 64<<10), line: 1, bol: true}
}

// peek returns the next byte, 0 at the end; CR and CRLF are one LF.
func (x *lexer) peek() byte {
	if x.done {
		return 0
	}
	b, err := x.r.ReadByte()
	if err != nil {
		x.end(err)
		return 0
	}
	if b == 0 || b == 0x1A { // NUL and Ctrl-Z end old text files
		x.end(io.EOF)
		return 0
	}
	x.r.UnreadByte()
	if b == '\r' {
		return '\n'
	}
	return b
}

func (x *lexer) end(err error) {
	x.done = true
	if err != io.EOF && x.err == nil {
		x.err = err
	}
}

// skip consumes the byte that peek returned.
func (x *lexer) skip() {
	if x.done {
		return
	}
	b, _ := x.r.ReadByte()
	if b == '\r' {
		if next, err := x.r.ReadByte(); err == nil && next != '\n' {
			x.r.UnreadByte()
		}
		b = '\n'
	}
	if b == '\n' {
		x.line++
		x.bol = true
	} else if b != ' ' && b != '\t' {
		x.bol = false
	}
}

// ahead returns up to n coming bytes without consuming them.
func (x *lexer) ahead(n int) []byte {
	if x.done {
		return nil
	}
	b, _ := x.r.Peek(n)
	return b
}

func (x *lexer) skipLine() {
	for {
		c := x.peek()
		if x.done {
			return
		}
		x.skip()
		if c == '\n' {
			return
		}
	}
}

// wideBlank returns the length of a blank that is not ASCII at the start of b:
// ideographic space, no-break space, byte order mark.
func wideBlank(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("\u3000")), bytes.HasPrefix(b, []byte("\uFEFF")):
		return 3
	case bytes.HasPrefix(b, []byte("\u00A0")):
		return 2
	}
	return 0
}

func (x *lexer) skipBlanks() {
	for {
		switch c := x.peek(); {
		case c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f':
			x.skip()
		case c >= utf8.RuneSelf:
			n := wideBlank(x.ahead(3))
			if n == 0 {
				return
			}
			for bol := x.bol; n > 0; n-- {
				x.skip()
				x.bol = bol
			}
		default:
			return
		}
	}
}

func (x *lexer) fail(line int, format string, args ...any) {
	if x.fault == "" {
		x.faultLine, x.fault = line, fmt.Sprintf(format, args...)
	}
}

// next reads one game; false at the end of the input.
func (x *lexer) next(isFirst bool) bool {
	x.tags, x.tokens, x.text = x.tags[:0], x.tokens[:0], x.text[:0]
	x.fault, x.faultLine, x.blackFirst = "", 0, false
	x.hasMoves = false
	if !x.findGame(isFirst) {
		return false
	}
	x.first = x.line
	x.readTags()
	if !x.atNext {
		x.readMoves()
	}
	return true
}

// findGame skips to where a game begins: the next tag, or for the first game
// of a file anything that is not a comment line.
func (x *lexer) findGame(isFirst bool) bool {
	if x.atNext {
		x.atNext = false
		return true
	}
	for {
		x.skipBlanks()
		c := x.peek()
		switch {
		case x.done:
			return false
		case c == '[' && x.bol && (isFirst || x.atTag()):
			return true
		case c == ';' || c == '%':
			x.skipLine()
		case isFirst:
			return true
		default:
			x.skipLine() // advertising after a terminator
		}
	}
}

// atTag reports whether the coming text looks like a tag: bracket, name, quote.
func (x *lexer) atTag() bool {
	b := x.ahead(80)
	if len(b) == 0 || b[0] != '[' {
		return false
	}
	b = bytes.TrimLeft(b[1:], " \t")
	n := tagNameLength(b)
	if n == 0 {
		return false
	}
	rest := bytes.TrimLeft(b[n:], " \t")
	return len(rest) == 0 || rest[0] == '"'
}

func tagNameLength(b []byte) int {
	n := 0
	for n < len(b) && (b[n]|0x20 >= 'a' && b[n]|0x20 <= 'z' || n > 0 && (b[n] >= '0' && b[n] <= '9' || b[n] == '_')) {
		n++
	}
	return n
}

// readTags reads the tag section. A repeated first tag after a blank line
// begins the next game: games may have no moves and no terminator.
func (x *lexer) readTags() {
	for {
		before := x.line
		x.skipBlanks()
		if x.peek() != '[' || x.done {
			return
		}
		if len(x.tags) > 0 && x.line > before+1 && x.sameFirstTag() {
			x.atNext = true
			return
		}
		x.readTag()
	}
}

// sameFirstTag reports whether the coming tag has the name of the game's first.
func (x *lexer) sameFirstTag() bool {
	b := bytes.TrimLeft(x.ahead(80)[1:], " \t")
	return strings.EqualFold(string(b[:tagNameLength(b)]), x.tags[0].name)
}

// readTag reads `[Name "value"]`. Blanks are let pass anywhere, \" and \\ are
// escapes, and a quote not followed by the bracket belongs to the value.
func (x *lexer) readTag() {
	line := x.line
	raw := x.word[:0]
	for x.peek() != '\n' && !x.done {
		raw = append(raw, x.peek())
		x.skip()
		if len(raw) > maxTag {
			x.fail(line, "tag longer than %d bytes", maxTag)
			x.skipLine()
			return
		}
		if raw[len(raw)-1] == ']' && tagCloses(raw) {
			break
		}
	}
	x.word = raw
	b := bytes.TrimLeft(raw[1:], " \t")
	n := tagNameLength(b)
	name := string(b[:n])
	rest := bytes.TrimLeft(b[n:], " \t")
	switch {
	case n == 0:
		x.fail(line, "tag without a name: %.40q", raw)
		return
	case len(rest) == 0 || rest[0] != '"':
		x.fail(line, "tag %s: the value does not begin with a quote", name)
		return
	}
	value, after, ok := cutValue(rest[1:])
	switch {
	case !ok:
		x.fail(line, "tag %s: value is not closed (quote missing)", name)
	case len(after) == 0:
		x.fail(line, "tag %s is not closed (bracket missing)", name)
	case len(x.text)+len(value) > maxGameText || len(x.tags) > 1000:
		x.fail(line, "more tags than a game can have")
	default:
		x.tags = append(x.tags, rawTag{name, value, line})
	}
}

// tagCloses reports whether the bracket that ends raw follows a quote.
func tagCloses(raw []byte) bool {
	before := bytes.TrimRight(raw[:len(raw)-1], " \t")
	n := len(before)
	if n == 0 || before[n-1] != '"' || bytes.IndexByte(before, '"') == n-1 {
		return false
	}
	slashes := 0
	for slashes < n-1 && before[n-2-slashes] == '\\' {
		slashes++
	}
	return slashes%2 == 0
}

// cutValue reads a tag value after its opening quote: the value, what follows
// its closing quote, and whether there is one.
func cutValue(b []byte) (value string, after []byte, ok bool) {
	var v []byte
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == '\\' && i+1 < len(b) && (b[i+1] == '"' || b[i+1] == '\\'):
			i++
			v = append(v, b[i])
		case b[i] == '"':
			rest := bytes.TrimLeft(b[i+1:], " \t")
			if len(rest) == 0 || rest[0] == ']' {
				return string(v), rest, true
			}
			v = append(v, '"')
		default:
			v = append(v, b[i])
		}
	}
	return "", nil, false
}

// readMoves reads tokens to the end of the game: a result outside variations,
// the next game's tags or the end of the input.
func (x *lexer) readMoves() {
	depth := 0
	for {
		x.skipBlanks()
		c := x.peek()
		if x.done {
			return
		}
		line := x.line
		if len(x.text) > maxGameText || len(x.tokens) > maxGameText/16 {
			x.fail(line, "game longer than %d MiB", maxGameText>>20)
			x.tokens, x.text = x.tokens[:0], x.text[:0]
		}
		open, closing := c == '(', c == ')'
		if c == 0xEF { // full-width brackets
			b := x.ahead(3)
			open, closing = bytes.Equal(b, []byte("（")), bytes.Equal(b, []byte("）"))
		}
		switch {
		case c == '[':
			if x.atTag() {
				x.atNext = true
				return
			}
			x.fail(line, "square bracket outside of tags")
			x.skip()
		case c == '%' && x.bol:
			x.skipLine()
		case c == ';':
			x.skip()
			x.readComment(line, '\n', 0)
		case c == '{':
			x.skip()
			if !x.readComment(line, '}', 0) {
				return
			}
		case c == '}':
			x.fail(line, "closing brace without an open comment")
			x.skip()
		case open:
			isLine := x.opensVariation()
			x.skipRune(c)
			if isLine {
				depth++
				x.tokens = append(x.tokens, token{kind: tokOpen, line: line})
			} else if !x.readComment(line, ')', '(') {
				return
			}
		case closing:
			x.skipRune(c)
			depth = max(0, depth-1)
			x.tokens = append(x.tokens, token{kind: tokClose, line: line})
		case c == '$':
			x.readGlyph()
		case c == ',':
			x.skip()
		default:
			if x.readWord(depth) {
				return
			}
		}
	}
}

// skipRune consumes the character that begins with c: one byte, or three for
// the full-width forms met here.
func (x *lexer) skipRune(c byte) {
	n := 1
	if c >= utf8.RuneSelf {
		n = 3
	}
	for range n {
		x.peek()
		x.skip()
	}
}

// opensVariation reports whether a bracket opens a variation: its first word
// is a move number or a move. Otherwise it holds a comment.
func (x *lexer) opensVariation() bool {
	b := x.ahead(maxWord)
	_, size := utf8.DecodeRune(b)
	b = b[min(size, len(b)):]
	for {
		trimmed := bytes.TrimLeft(b, " \t\r\n")
		trimmed = trimmed[wideBlank(trimmed):]
		if len(trimmed) == len(b) {
			break
		}
		b = trimmed
	}
	if len(b) == 0 {
		return false
	}
	if b[0] == '{' || b[0] == '$' {
		return true
	}
	n := wordLength(b)
	word := string(b[:n])
	number, rest := cutMoveNumber(word)
	if rest == "" {
		// A lone number is a comment, "(1)"; with more behind it, a move number.
		b = bytes.TrimLeft(b[n:], " \t\r\n")
		return number && len(b) > 0 && b[0] != ')'
	}
	return notation.LooksLikeMove(rest)
}

// readComment reads to the closing character (consumed), counting opening ones
// in between if opening is not 0. It reports false when the input or the game
// ended before.
func (x *lexer) readComment(line int, closing, opening byte) bool {
	start := len(x.text)
	depth := 1
	for {
		c := x.peek()
		switch {
		case x.done:
			if closing == '\n' {
				x.addComment(start, line)
				return true
			}
			x.text = x.text[:start]
			x.fail(line, "comment is not closed at end of input")
			return false
		case c == closing:
			x.skip()
			depth--
			if depth == 0 {
				x.addComment(start, line)
				return true
			}
		case opening != 0 && c == opening:
			x.skip()
			depth++
		case c == '[' && x.bol && closing != '\n' && x.atGame():
			x.text = x.text[:start]
			x.fail(line, "comment is not closed before the next game")
			return false
		case c >= utf8.RuneSelf && closing == ')' && bytes.Equal(x.ahead(3), []byte("）")):
			x.skipRune(c)
			depth--
			if depth == 0 {
				x.addComment(start, line)
				return true
			}
			continue
		default:
			x.skip()
		}
		if len(x.text)-start > maxComment {
			x.fail(line, "comment longer than %d MiB", maxComment>>20)
			x.text = x.text[:start]
		}
		x.text = append(x.text, c)
	}
}

// atGame reports whether the coming line is a tag that begins a game.
func (x *lexer) atGame() bool {
	b := x.ahead(32)
	return bytes.HasPrefix(b, []byte(`[Game "`)) || bytes.HasPrefix(b, []byte(`[Event "`))
}

// addComment makes a token of the text since start.
func (x *lexer) addComment(start, line int) {
	if trimmed := bytes.TrimSpace(x.text[start:]); len(trimmed) > 0 {
		n := copy(x.text[start:], trimmed)
		x.text = x.text[:start+n]
		x.tokens = append(x.tokens, token{kind: tokComment, line: line, start: start, end: start + n})
	}
}

// readGlyph reads "$12".
func (x *lexer) readGlyph() {
	line := x.line
	x.skip()
	n, digits := 0, 0
	for c := x.peek(); c >= '0' && c <= '9' && digits < 4; c = x.peek() {
		n = n*10 + int(c-'0')
		digits++
		x.skip()
	}
	if digits == 0 || n > 255 {
		x.fail(line, "glyph $%d: want a number from 0 to 255", n)
		return
	}
	x.tokens = append(x.tokens, token{kind: tokGlyph, value: uint8(n), line: line})
}

// wordLength returns how many bytes at the start of b belong to one word.
func wordLength(b []byte) int {
	n := 0
	for n < len(b) {
		switch c := b[n]; {
		case c <= ' ' || c == '(' || c == ')' || c == '{' || c == '}' || c == '[' || c == ']' || c == ';' || c == '$' || c == ',' || c == 0x1A:
			return n
		case c >= utf8.RuneSelf:
			if !utf8.FullRune(b[n:]) {
				return n
			}
			r, size := utf8.DecodeRune(b[n:])
			switch r {
			case '\u3000', '\u00A0', '\uFEFF', '（', '）', '，', '；':
				return n
			}
			n += size
		default:
			n++
		}
	}
	return n
}

// readWord reads a word and makes tokens of it: a move number is dropped, a
// move, glyphs or a result kept. It reports true if a result ended the game.
func (x *lexer) readWord(depth int) bool {
	line := x.line
	b := x.ahead(maxWord)
	n := wordLength(b)
	if n == 0 { // a separator such as a full-width comma
		_, size := utf8.DecodeRune(b)
		for range size {
			x.peek()
			x.skip()
		}
		return false
	}
	x.word = append(x.word[:0], b[:n]...)
	for range n {
		x.skip()
	}
	if n > maxWord-utf8.UTFMax {
		x.fail(line, "word longer than %d bytes: %.40q", maxWord, x.word)
		return false
	}
	word := string(x.word)
	if r, ok := ParseResult(word); ok && word != "-" && word != "?" {
		if depth > 0 {
			x.skipBlanks()
			if c := x.peek(); c == ')' { // the verdict on a variation
				return false
			}
		}
		x.tokens = append(x.tokens, token{kind: tokResult, value: uint8(r), line: line})
		return true
	}
	_, rest := cutMoveNumber(word)
	if strings.Contains(narrow(word), "...") || strings.Contains(word, "…") {
		x.blackFirst = x.blackFirst || !x.hasMoves
	}
	if strings.Trim(rest, "-–—") == "" { // nothing, or dashes for a move left out
		return false
	}
	if glyph, ok := markGlyph(rest); ok {
		if glyph != 0 {
			x.tokens = append(x.tokens, token{kind: tokGlyph, value: glyph, line: line})
		}
		return false
	}
	x.hasMoves = true
	start := len(x.text)
	x.text = append(x.text, rest...)
	x.tokens = append(x.tokens, token{kind: tokMove, line: line, start: start, end: len(x.text)})
	return false
}

// markGlyph returns the glyph of a word of marks only: 0 for check signs,
// false for any other word.
func markGlyph(word string) (uint8, bool) {
	marks := strings.Trim(narrow(word), "+#")
	if marks == "" {
		return 0, true
	}
	g, ok := glyphMarks[marks]
	return g, ok
}

// glyphMarks are the marks with a numeric glyph.
var glyphMarks = map[string]uint8{"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

// cutMoveNumber removes a move number and the dots after it, "12." or "1...",
// full-width forms included. A WXF move of a pawn such as "25.4" is not one.
func cutMoveNumber(word string) (number bool, rest string) {
	rest = word
	for {
		r, size := utf8.DecodeRuneInString(rest)
		if !(r >= '0' && r <= '9' || r >= '０' && r <= '９') {
			break
		}
		number = true
		rest = rest[size:]
	}
	digits := len(word) - len(rest)
	dots := 0
	for {
		r, size := utf8.DecodeRuneInString(rest)
		if r != '.' && r != '．' && r != '、' && r != '。' && r != '…' {
			break
		}
		dots++
		rest = rest[size:]
	}
	switch {
	case number && dots == 0 && rest != "": // "25=4", "３卒平４"
		return false, word
	case digits == 2 && dots == 1 && len(rest) == 1 && rest[0] >= '1' && rest[0] <= '9':
		if _, err := strconv.Atoi(word[:2]); err == nil { // "25.4"
			return false, word
		}
	}
	return number, rest
}

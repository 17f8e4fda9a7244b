package record

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"
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
// game at a time and always reaches the game's end: malformed text is skipped, and
// the first occurrence is reported in fault.
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

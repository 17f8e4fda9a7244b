package record

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

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

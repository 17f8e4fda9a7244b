package record

import (
	"bytes"
	"unicode/utf8"

	"xqlab/engine/notation"
)

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

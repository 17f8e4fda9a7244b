package record

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

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

// tagNameLength returns the length of the tag name at the start of b: letters
// of any script, then also digits and underscores.
func tagNameLength(b []byte) int {
	n := 0
	for n < len(b) {
		c := b[n]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf && wideBlank(b[n:]) == 0
		if !letter && (n == 0 || c != '_' && (c < '0' || c > '9')) {
			break
		}
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

// readTag reads `[Name "value"]`. Blanks are accepted anywhere, \" and \\ are
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

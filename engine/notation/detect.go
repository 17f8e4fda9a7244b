package notation

import (
	"strings"
	"unicode/utf8"
)

// Detect guesses the notation of a move text from its form: Chinese if any of
// its characters is Chinese, coordinates if it begins with a square and
// another follows, else WXF.
func Detect(text string) Style {
	for i := 0; i < len(text); i++ {
		if text[i] < utf8.RuneSelf {
			continue
		}
		for _, r := range text {
			switch h := hanTable[r]; h.class {
			case hanPiece, hanPosition:
				return Chinese
			}
		}
		break
	}
	if len(text) < 3 || !isLetter(text[0]) || !isDigit(text[1]) {
		return WXF
	}
	rest := text[2:]
	tens := text[1] == '1' && rest[0] == '0'
	if tens {
		rest = rest[1:]
	}
	rest = strings.TrimPrefix(rest, "-")
	if rest == "" || !isLetter(rest[0]) {
		return WXF
	}
	if tens || strings.HasSuffix(TrimMarks(rest), "10") {
		return UCI10
	}
	return ICCS
}

// LooksLikeMove reports whether a text has the shape of a move in any
// notation, marks such as "!" after it included. No position is consulted.
func LooksLikeMove(text string) bool {
	switch Detect(text) {
	case Chinese:
		return looksChinese(text)
	case WXF:
		c, wrong := splitWXF(text)
		if wrong != "" || !isDigit(c[3]) || c[3] == '0' {
			return false
		}
		op := isSign(c[2]) || c[2] == '=' || c[2] == '.'
		named := func(b byte) bool { return isSign(b) || isDigit(b) || b == '.' || isLetter(b) }
		return op && named(c[0]) && named(c[1]) && c[0] != '.'
	}
	_, wrong := splitCoordinates(text)
	return wrong == ""
}

func looksChinese(text string) bool {
	var c [5]han
	n := 0
	for i, r := range text {
		h := hanTable[r]
		if h.class == hanNone || n == len(c) {
			if TrimMarks(text[i:]) != "" {
				return false
			}
			break
		}
		c[n] = h
		n++
	}
	return n >= 4 && c[n-2].class == hanDirection && c[n-1].class == hanNumber
}

// TrimMarks removes what may follow a move: check and comment marks.
func TrimMarks(text string) string {
	return strings.TrimRight(text, "+#!?！？")
}

// quoteRune quotes the first character of a text.
func quoteRune(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return "'" + strings.ToValidUTF8(text[:size], "\uFFFD") + "'"
}

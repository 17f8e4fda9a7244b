package player

import (
	"fmt"
	"strings"
)

// splitArgs cuts command-line arguments at blanks and tabs outside quotes.
// Quotes of both kinds may stand anywhere in an argument; what is inside is
// taken as it is, and there are no escapes.
func splitArgs(text string) ([]string, error) {
	var args []string
	var b strings.Builder
	var quote byte
	open := false // an argument has begun
	for i := range len(text) {
		switch ch := text[i]; {
		case quote != 0:
			if ch == quote {
				quote = 0
			} else {
				b.WriteByte(ch)
			}
		case ch == '"' || ch == '\'':
			quote, open = ch, true
		case ch == ' ' || ch == '\t':
			if open {
				args = append(args, b.String())
				b.Reset()
				open = false
			}
		default:
			b.WriteByte(ch)
			open = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("args: the quote %c is not closed", quote)
	}
	if open {
		args = append(args, b.String())
	}
	return args, nil
}

// joinArgs writes arguments as one text that splitArgs cuts into the same
// arguments.
func joinArgs(args []string) string {
	list := make([]string, len(args))
	for i, arg := range args {
		list[i] = quoteArg(arg)
	}
	return strings.Join(list, " ")
}

// quoteArg quotes one argument if it needs that. As there are no escapes, a
// quote is written inside quotes of the other kind: it's "so" becomes
// "it's "'"so"'.
func quoteArg(arg string) string {
	if arg != "" && !strings.ContainsAny(arg, " \t\"'") {
		return arg
	}
	var b strings.Builder
	for {
		quote := byte('\'')
		if i := strings.IndexAny(arg, `"'`); i >= 0 && arg[i] == quote {
			quote = '"'
		}
		end := strings.IndexByte(arg, quote)
		if end < 0 {
			end = len(arg)
		}
		b.WriteByte(quote)
		b.WriteString(arg[:end])
		b.WriteByte(quote)
		if arg = arg[end:]; arg == "" {
			return b.String()
		}
	}
}

package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// EPD is a position with operations: a line of a test suite.
//
//	board side - - [counters] {opcode operand ...;}
//
// Known opcodes are checked when read: bm and am (best, avoided moves), sm and
// pm (supplied, predicted move) hold legal moves; pv holds a line of moves; ce
// (centipawns, side to move's view), dm (mate in moves), acd, acn, acs, hmvc,
// fmvn are integers; id is one text. Others are kept as they are. Moves may be
// in any notation and are written in ICCS.
type EPD struct {
	Position *board.Position
	Ops      []Op
}

// Op is one operation of an EPD line.
type Op struct {
	Code     string
	Operands []string     // as text, quotes taken off; moves in ICCS
	Moves    []board.Move // the operands of a move operation
}

// opKind is how an opcode's operands are checked.
type opKind uint8

const (
	opText    opKind = iota
	opMoves          // legal moves of the position
	opLine           // moves played one after the other
	opInteger        // exactly one integer
	opString         // exactly one text, written in quotes
)

var opKinds = map[string]opKind{
	"bm": opMoves, "am": opMoves, "sm": opMoves, "pm": opMoves, "pv": opLine,
	"ce": opInteger, "dm": opInteger, "acd": opInteger, "acn": opInteger, "acs": opInteger,
	"hmvc": opInteger, "fmvn": opInteger, "id": opString,
	"c0": opString, "c1": opString, "c2": opString, "c3": opString, "c4": opString,
	"c5": opString, "c6": opString, "c7": opString, "c8": opString, "c9": opString,
}

// EPDError reports what is wrong with an EPD line, and where.
type EPDError struct {
	Column int    // byte of the line, from 1
	Op     string // the operation concerned, "" for the position
	Reason string
	Err    error // the cause, if another package found it
}

func (e *EPDError) Error() string {
	if e.Op != "" {
		return fmt.Sprintf("column %d: %s: %s", e.Column, e.Op, e.Reason)
	}
	return fmt.Sprintf("column %d: %s", e.Column, e.Reason)
}

// Unwrap returns the cause.
func (e *EPDError) Unwrap() error { return e.Err }

// Op returns the first operation with the code, nil if there is none.
func (e *EPD) Op(code string) *Op {
	for i := range e.Ops {
		if e.Ops[i].Code == code {
			return &e.Ops[i]
		}
	}
	return nil
}

// Moves returns the moves of an operation such as bm, nil if it is missing.
func (e *EPD) Moves(code string) []board.Move {
	if op := e.Op(code); op != nil {
		return op.Moves
	}
	return nil
}

// Text returns the first operand of an operation, "" if it is missing.
func (e *EPD) Text(code string) string {
	if op := e.Op(code); op != nil && len(op.Operands) > 0 {
		return op.Operands[0]
	}
	return ""
}

// Int returns the operand of an operation such as ce.
func (e *EPD) Int(code string) (int, bool) {
	n, err := strconv.Atoi(e.Text(code))
	return n, err == nil
}

// ID returns the position's name, "" if it has none.
func (e *EPD) ID() string { return e.Text("id") }

// String writes the line: four fields, then the operations. Counters that
// differ from 0 and 1 are written as hmvc and fmvn.
func (e *EPD) String() string {
	var b strings.Builder
	b.WriteString(e.Position.EPD())
	ops := e.Ops
	if n := e.Position.HalfmoveClock(); n != 0 && e.Op("hmvc") == nil {
		ops = append(slices.Clip(ops), Op{Code: "hmvc", Operands: []string{strconv.Itoa(n)}})
	}
	if n := e.Position.FullmoveNumber(); n != 1 && e.Op("fmvn") == nil {
		ops = append(slices.Clip(ops), Op{Code: "fmvn", Operands: []string{strconv.Itoa(n)}})
	}
	for _, op := range ops {
		b.WriteString(" " + op.Code)
		for _, operand := range op.Operands {
			b.WriteByte(' ')
			if opKinds[op.Code] == opString || needsQuotes(operand) {
				operand = quoteOperand(operand)
			}
			b.WriteString(operand)
		}
		b.WriteByte(';')
	}
	return b.String()
}

func needsQuotes(operand string) bool {
	return operand == "" || strings.ContainsAny(operand, " \t;\"\\")
}

func quoteOperand(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// ParseEPD reads one line: a FEN of any of the forms board.ParseFEN reads, then
// operations. The error is an *EPDError.
func ParseEPD(line string) (*EPD, error) {
	fields, at := cutFields(line)
	ops := line[at:]
	if len(fields) == 0 {
		return nil, &EPDError{Column: 1, Reason: "empty line: no position"}
	}
	if len(fields) > 1 && fields[1] == "-" {
		return nil, &EPDError{Column: 1 + strings.Index(line, " -"), Reason: "side to move is missing (want w or b after the board)"}
	}
	p, err := board.ParseFEN(strings.Join(fields, " "))
	if err != nil {
		return nil, &EPDError{Column: 1, Reason: err.Error(), Err: err}
	}
	e := &EPD{Position: p}
	for {
		trimmed := strings.TrimLeft(ops, " \t")
		at += len(ops) - len(trimmed)
		if ops = trimmed; ops == "" {
			break
		}
		op, size, err := parseOp(ops, at)
		if err != nil {
			return nil, err
		}
		if op.Code != "" { // a lone semicolon is ignored
			if err := e.check(&op, at); err != nil {
				return nil, err
			}
			e.Ops = append(e.Ops, op)
		}
		ops, at = ops[size:], at+size
	}
	return e, e.applyCounters()
}

// cutFields splits the position's fields off a line: board, side, the two
// unused fields and the counters, as far as they are present. It returns where
// the operations begin.
func cutFields(line string) (fields []string, at int) {
	rest := line
	for {
		trimmed := strings.TrimLeft(rest, " \t")
		at += len(rest) - len(trimmed)
		rest = trimmed
		size := strings.IndexAny(rest, " \t")
		if size < 0 {
			size = len(rest)
		}
		word := rest[:size]
		if word == "" || !isPositionField(fields, word) {
			return fields, at
		}
		fields = append(fields, word)
		rest = rest[size:]
		at += size
	}
}

// isPositionField reports whether a word continues the fields so far.
func isPositionField(fields []string, word string) bool {
	switch n := len(fields); {
	case n == 0:
		return true
	case strings.HasSuffix(word, ";"):
		return false
	case n == 1:
		return len(word) == 1 || !strings.ContainsAny(word, "abcdefghijklmnopqrstuvwxyz")
	case n >= 6:
		return false
	default:
		_, err := strconv.Atoi(word)
		return err == nil || n < 4 && word == "-"
	}
}

// parseOp cuts one operation off a text: opcode, operands, semicolon.
func parseOp(text string, at int) (Op, int, error) {
	var op Op
	i := 0
	for i < len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == ';':
			return op, i + 1, nil
		case c == '"':
			value, size, ok := cutQuoted(text[i:])
			if !ok {
				return op, 0, &EPDError{Column: at + i + 1, Op: op.Code, Reason: "quoted operand is not closed"}
			}
			if op.Code == "" {
				return op, 0, &EPDError{Column: at + i + 1, Reason: "quoted text where an opcode is expected"}
			}
			op.Operands = append(op.Operands, value)
			i += size
		default:
			size := strings.IndexAny(text[i:], " \t;")
			if size < 0 {
				size = len(text) - i
			}
			if word := text[i : i+size]; op.Code == "" {
				op.Code = word
			} else {
				op.Operands = append(op.Operands, word)
			}
			i += size
		}
	}
	return op, 0, &EPDError{Column: at + len(text), Op: op.Code, Reason: "operation is not closed by a semicolon"}
}

// cutQuoted reads a quoted operand and returns its length with the quotes.
func cutQuoted(text string) (value string, size int, ok bool) {
	var v []byte
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			v = append(v, text[i])
		case text[i] == '"':
			return string(v), i + 1, true
		default:
			v = append(v, text[i])
		}
	}
	return "", 0, false
}

// check validates an operation and converts its moves to ICCS.
func (e *EPD) check(op *Op, at int) error {
	fail := func(err error, format string, args ...any) error {
		return &EPDError{Column: at + 1, Op: op.Code, Reason: fmt.Sprintf(format, args...), Err: err}
	}
	switch opKinds[op.Code] {
	case opMoves, opLine:
		if len(op.Operands) == 0 {
			return fail(nil, "no move given")
		}
		p := e.Position
		if opKinds[op.Code] == opLine {
			p = p.Clone()
		}
		for i, text := range op.Operands {
			m, _, err := notation.ParseAny(p, text)
			if err != nil {
				return fail(err, "move is not legal in the position: %v", err)
			}
			op.Operands[i] = m.String()
			op.Moves = append(op.Moves, m)
			if p != e.Position {
				p.Make(m)
			}
		}
	case opInteger:
		if len(op.Operands) != 1 {
			return fail(nil, "%d operands, want one integer", len(op.Operands))
		}
		if _, err := strconv.Atoi(op.Operands[0]); err != nil {
			return fail(nil, "operand %q is not an integer", op.Operands[0])
		}
	case opString:
		// Unquoted words are accepted as one text.
		op.Operands = []string{strings.Join(op.Operands, " ")}
	}
	return nil
}

// applyCounters gives the position the counters of hmvc and fmvn.
func (e *EPD) applyCounters() error {
	half, ok1 := e.Int("hmvc")
	full, ok2 := e.Int("fmvn")
	if !ok1 && !ok2 {
		return nil
	}
	if !ok1 {
		half = e.Position.HalfmoveClock()
	}
	if !ok2 {
		full = e.Position.FullmoveNumber()
	}
	p, err := board.ParseFEN(fmt.Sprintf("%s %d %d", e.Position.EPD(), half, full))
	if err != nil {
		return &EPDError{Column: 1, Op: "hmvc, fmvn", Reason: err.Error(), Err: err}
	}
	e.Position = p
	return nil
}

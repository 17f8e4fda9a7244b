package protocol

import (
	"fmt"

	"xqlab/engine/board"
	"xqlab/engine/search"
)

// Dialect is one of the two protocols.
type Dialect uint8

const (
	UCI Dialect = iota
	UCCI
)

// String returns the protocol's name in lower case.
func (d Dialect) String() string {
	if d == UCCI {
		return "ucci"
	}
	return "uci"
}

func (d Dialect) vocabulary() vocabulary {
	if d == UCCI {
		return ucci{}
	}
	return uci{}
}

// vocabulary is the wording of a dialect: the answers that differ between the
// two.
type vocabulary interface {
	// greeting answers "uci" or "ucci".
	greeting(c Config, options []option) []string
	// info reports one line of a search that shows the given number of them.
	info(i search.Info, lines int) []string
	// noMove is the answer to a "go" that has no move.
	noMove() string
	// idleStop answers a "stop" when nothing runs.
	idleStop() []string
	// bye ends the conversation.
	bye() []string
}

type uci struct{}

func (uci) greeting(c Config, options []option) []string {
	lines := []string{"id name " + joinWords(c.Name, c.Version), "id author " + c.Author}
	for _, o := range options {
		if o.uci == "" || o.hidden {
			continue
		}
		text := fmt.Sprintf("option name %s type %s", o.uci, o.kind)
		switch o.kind {
		case spin:
			text += fmt.Sprintf(" default %s min %d max %d", o.value, o.min, o.max)
		case check, str:
			text += " default " + o.value
		case combo:
			text += " default " + o.value
			for _, v := range o.choices {
				text += " var " + v
			}
		}
		lines = append(lines, text)
	}
	return append(lines, "uciok")
}

func (uci) info(i search.Info, lines int) []string {
	text := fmt.Sprintf("info depth %d seldepth %d multipv %d score %v", i.Depth, i.SelDepth, i.MultiPV, i.Score)
	if b := i.Bound.String(); b != "" {
		text += " " + b
	}
	text += fmt.Sprintf(" %s nps %d hashfull %d", nodeCount(i), i.NPS(), i.HashFull)
	if len(i.PV) > 0 {
		text += " pv " + board.FormatMoves(i.PV)
	}
	return []string{text}
}

func (uci) noMove() string     { return "bestmove (none)" }
func (uci) idleStop() []string { return nil }
func (uci) bye() []string      { return nil }

type ucci struct{}

func (ucci) greeting(c Config, options []option) []string {
	lines := []string{"id name " + c.Name}
	if c.Version != "" {
		lines = append(lines, "id version "+c.Version)
	}
	lines = append(lines, "id author "+c.Author)
	for _, o := range options {
		if o.ucci == "" || o.hidden {
			continue
		}
		text := fmt.Sprintf("option %s type %s", o.ucci, o.kind)
		if o.kind == spin {
			text += fmt.Sprintf(" min %d max %d", o.min, o.max)
		}
		for _, v := range o.choices {
			text += " var " + v
		}
		if o.kind != button {
			text += " default " + o.value
		}
		lines = append(lines, text)
	}
	return append(lines, "ucciok")
}

// info gives time and nodes in a line of their own, as the grammar of UCCI
// demands. A score is a bare number; mate in n plies is 30000 - n. UCCI has no
// form for bounds, so a line with one is left out.
func (ucci) info(i search.Info, lines int) []string {
	if i.Bound == search.BoundLower || i.Bound == search.BoundUpper {
		return nil
	}
	text := fmt.Sprintf("info depth %d", i.Depth)
	if lines > 1 {
		text += fmt.Sprintf(" multipv %d", i.MultiPV)
	}
	text += fmt.Sprintf(" score %d", int(i.Score))
	if len(i.PV) > 0 {
		text += " pv " + board.FormatMoves(i.PV)
	}
	return []string{"info " + nodeCount(i), text}
}

func (ucci) noMove() string     { return "nobestmove" }
func (ucci) idleStop() []string { return []string{"nobestmove"} }
func (ucci) bye() []string      { return []string{"bye"} }

func joinWords(a, b string) string {
	if b == "" {
		return a
	}
	return a + " " + b
}

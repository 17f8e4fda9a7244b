package protocol

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/notation"
	"xqlab/engine/search"
)

// request is what a "go" asks for.
type request struct {
	limits search.Limits
	draw   bool // the opponent offers a draw
	none   bool // UCCI "go depth 0": no search
}

// goReader reads the words after "go". Both protocols share one grammar.
type goReader struct {
	words []string
	pos   *board.Position
	unit  time.Duration // of the client's times

	request
	limited  bool // a depth, node, mate or move time limit was given
	clocked  bool // a clock was given, of either side
	restrict bool // searchmoves was given
	notes    []string
}

// goWords are the words that end the list after searchmoves.
var goWords = []string{
	"ponder", "draw", "infinite", "searchmoves", "depth", "nodes", "mate", "movetime", "movestogo",
	"wtime", "btime", "winc", "binc", "time", "increment", "opptime", "oppincrement", "oppmovestogo",
}

// parseGo reads a "go", with times in the given unit. Words it does not know are
// skipped with a note; numbers it cannot read are errors.
func parseGo(words []string, pos *board.Position, unit time.Duration) (request, []string, error) {
	g := goReader{words: words, pos: pos, unit: unit}
	for len(g.words) > 0 {
		if err := g.next(); err != nil {
			return request{}, g.notes, err
		}
	}
	l := &g.limits
	us := pos.SideToMove()
	if g.restrict && len(l.SearchMoves) == 0 {
		return request{}, g.notes, fmt.Errorf("none of the searchmoves is legal")
	}
	if g.clocked && l.Time[us] == 0 && l.Inc[us] == 0 && !g.limited && !l.Infinite {
		g.note("no clock for %v, who is to move: searching until stop", us)
	}
	if !g.limited && l.Time[us] == 0 && l.Inc[us] == 0 {
		l.Infinite = true
	}
	return g.request, g.notes, nil
}

func (g *goReader) note(format string, args ...any) {
	g.notes = append(g.notes, fmt.Sprintf(format, args...))
}

// next reads one word with its arguments.
func (g *goReader) next() (err error) {
	word := strings.ToLower(g.words[0])
	g.words = g.words[1:]
	l := &g.limits
	us := g.pos.SideToMove()
	switch word {
	case "ponder":
		l.Ponder = true
	case "draw":
		g.draw = true
	case "infinite":
		l.Infinite = true
	case "searchmoves":
		g.searchMoves()
	case "depth":
		if len(g.words) > 0 && g.words[0] == "infinite" { // UCCI
			return nil // read next
		}
		var n uint64
		n, err = g.count(word)
		g.none = n == 0
		l.Depth = int(max(1, min(n, search.MaxPly)))
		g.limited = true
	case "nodes":
		l.Nodes, err = g.count(word)
		l.Nodes = max(1, l.Nodes)
		g.limited = true
	case "mate":
		var n uint64
		n, err = g.count(word)
		l.Mate = int(max(1, min(n, search.MaxPly)))
		g.limited = true
	case "movetime":
		l.MoveTime, err = g.time(word)
		l.MoveTime = max(time.Millisecond, l.MoveTime)
		g.limited = true
	case "movestogo":
		var n uint64
		n, err = g.count(word)
		l.MovesToGo = int(min(n, math.MaxInt32))
	case "oppmovestogo":
		_, err = g.count(word)
	case "wtime":
		err = g.clock(word, board.Red)
	case "btime":
		err = g.clock(word, board.Black)
	case "time":
		err = g.clock(word, us)
	case "opptime":
		err = g.clock(word, us.Other())
	case "winc":
		err = g.increment(word, board.Red)
	case "binc":
		err = g.increment(word, board.Black)
	case "increment":
		err = g.increment(word, us)
	case "oppincrement":
		err = g.increment(word, us.Other())
	default:
		g.note("unknown word %s skipped", quote(word))
	}
	return err
}

// searchMoves reads moves up to the next word of goWords. Those that are not
// legal are skipped with a note.
func (g *goReader) searchMoves() {
	g.restrict = true
	for len(g.words) > 0 && !slices.Contains(goWords, strings.ToLower(g.words[0])) {
		text := g.words[0]
		g.words = g.words[1:]
		m, err := notation.Parse(g.pos, text, notation.ICCS)
		if err != nil {
			g.note("searchmoves: %s; skipped", refusal(text, err))
			continue
		}
		g.limits.SearchMoves = append(g.limits.SearchMoves, m)
	}
}

// clock reads the time a side has left. A clock that has run out is read as the
// shortest time: the client may still accept the move.
func (g *goReader) clock(word string, c board.Color) error {
	t, err := g.time(word)
	g.limits.Time[c] = max(time.Millisecond, t)
	g.clocked = true
	return err
}

func (g *goReader) increment(word string, c board.Color) error {
	t, err := g.time(word)
	g.limits.Inc[c] = max(0, t)
	return err
}

func (g *goReader) value(word string) (string, error) {
	if len(g.words) == 0 {
		return "", fmt.Errorf("no number after %s", word)
	}
	v := g.words[0]
	g.words = g.words[1:]
	return v, nil
}

// count reads a whole number from 0. One that does not fit is read as the
// largest that does.
func (g *goReader) count(word string) (uint64, error) {
	v, err := g.value(word)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(v, 10, 64)
	if err != nil && n != math.MaxUint64 {
		return 0, fmt.Errorf("%s %s is not a whole number from 0", word, quote(v))
	}
	return n, nil
}

// maxTime is the longest time that is read as it is: longer ones, up to
// infinity, are cut to it. It exceeds every game, and sums and multiples of it
// still fit in a time.Duration.
const maxTime = 10_000 * time.Hour

// time reads a time in the client's unit. It may be a fraction or negative.
func (g *goReader) time(word string) (time.Duration, error) {
	v, err := g.value(word)
	if err != nil {
		return 0, err
	}
	x, err := strconv.ParseFloat(v, 64)
	if math.IsNaN(x) || err != nil && !math.IsInf(x, 0) {
		return 0, fmt.Errorf("%s %s is not a number", word, quote(v))
	}
	x *= float64(g.unit)
	return time.Duration(max(-float64(maxTime), min(float64(maxTime), x))), nil
}

package player

import (
	"bytes"
	"strconv"
	"time"

	"xqlab/engine"
	"xqlab/engine/board"
	"xqlab/engine/notation"
	"xqlab/engine/search"
)

// Iteration is the state of a search after one iteration, as the engine
// reported it: the principal variation with an exact score.
type Iteration struct {
	Info
	Time time.Duration // since the search began
	PV   []board.Move  // as far as its moves are legal; never empty
}

// maxPV is how many moves of a variation are kept.
const maxPV = 64

// iterationOf converts a report of the built-in engine; ok is false for what
// is no exact first line.
func iterationOf(in engine.Info) (it Iteration, ok bool) {
	if in.MultiPV > 1 || in.Bound != search.BoundExact || len(in.PV) == 0 {
		return it, false
	}
	it.Info = Info{Score: int(in.Score), HasScore: true, Depth: in.Depth, Nodes: in.Nodes}
	if n, mate := in.Score.MateDistance(); mate {
		it.Mate = n
	}
	it.Time, it.PV = in.Time, append([]board.Move(nil), in.PV...)
	return it, true
}

// parseIteration reads an info line that has a depth, an exact score and a
// variation in the position of a search.
func parseIteration(pos *board.Position, line string, style notation.Style) (it Iteration, ok bool) {
	if !it.read([]byte(line)) || !it.HasScore || it.Depth == 0 {
		return it, false
	}
	p := pos.Clone()
	rest := []byte(line)
	inPV := false
	for len(it.PV) < maxPV {
		var word []byte
		if word, rest = nextWord(rest); len(word) == 0 {
			break
		}
		switch {
		case inPV:
			m, err := readMove(p, string(word), style)
			if err != nil {
				return it, len(it.PV) > 0
			}
			p.Make(m)
			it.PV = append(it.PV, m)
		case bytes.Equal(word, []byte("pv")):
			inPV = true
		case bytes.Equal(word, []byte("lowerbound")), bytes.Equal(word, []byte("upperbound")), bytes.Equal(word, []byte("string")):
			return it, false
		case bytes.Equal(word, []byte("multipv")):
			if word, rest = nextWord(rest); string(word) != "1" {
				return it, false
			}
		case bytes.Equal(word, []byte("time")):
			word, rest = nextWord(rest)
			if ms, err := strconv.ParseInt(string(word), 10, 40); err == nil && ms > 0 {
				it.Time = time.Duration(ms) * time.Millisecond
			}
		}
	}
	return it, len(it.PV) > 0
}

// report hands an info line of a running search to the one who asked, and asks
// the engine to stop if that one has seen enough.
func (s *pendingSearch) report(ev lineEvent) {
	if !s.synced || s.late || s.r.OnIteration == nil {
		return
	}
	it, ok := parseIteration(s.r.Pos, ev.text, s.x.profile.language().ranks())
	if !ok {
		return
	}
	if it.Time == 0 {
		it.Time = ev.at.Sub(s.started)
	}
	if !s.r.OnIteration(it) && !s.enough {
		s.enough = true
		s.x.stop()
	}
}

package protocol

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/search"
)

// activeSearch is a running search.
type activeSearch struct {
	limits    search.Limits
	pondering bool // the ponder hit has not come yet
	draw      bool // the opponent offers a draw
	cancel    context.CancelFunc
	begun     atomic.Bool  // the search has reported something
	done      chan outcome // receives the one result
}

// outcome is how a search ended.
type outcome struct {
	result search.Result
	err    error
}

// endless reports whether the search ends only on a command.
func (a *activeSearch) endless() bool { return a.limits.Infinite || a.pondering }

// goCommand starts a search. A "go" that cannot be understood is answered at
// once, without a move.
func (s *server) goCommand(ctx context.Context, text string) {
	r, notes, err := parseGo(strings.Fields(text), s.pos, s.unit())
	for _, n := range notes {
		s.infoString("go: %s", n)
	}
	if err != nil {
		s.infoString("go: %v; no search", err)
		s.out.send(s.vocabulary.noMove())
		return
	}
	if r.none && s.cfg.Dialect == UCCI {
		s.out.send(s.vocabulary.noMove())
		return
	}
	if len(s.banned) > 0 {
		if r.limits.SearchMoves = s.allowed(r.limits.SearchMoves); len(r.limits.SearchMoves) == 0 {
			s.infoString("go: every legal move is banned")
			s.out.send(s.vocabulary.noMove())
			return
		}
	}
	if m, ok := s.book.move(s.pos, r); ok {
		s.out.send("info string book move", "bestmove "+m.String())
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	a := &activeSearch{
		limits: r.limits, pondering: r.limits.Ponder, draw: r.draw,
		cancel: cancel, done: make(chan outcome, 1),
	}
	s.active = a
	s.engine.SetGame(s.pos)
	words, lines := s.vocabulary, s.opts.MultiPV
	go func() {
		result, err := s.engine.Search(ctx, r.limits, func(i search.Info) {
			a.begun.Store(true)
			s.out.send(words.info(i, lines)...)
		})
		a.done <- outcome{result, err}
	}()
}

// unit is the unit of the client's times.
func (s *server) unit() time.Duration {
	if s.cfg.Dialect == UCCI && !s.millis {
		return time.Second
	}
	return time.Millisecond
}

// allowed lists the wanted moves (nil: all legal ones) that are not banned.
func (s *server) allowed(wanted []board.Move) []board.Move {
	if wanted == nil {
		var l board.MoveList
		s.pos.LegalMoves(&l)
		wanted = slices.Clone(l.Slice())
	}
	return slices.DeleteFunc(wanted, func(m board.Move) bool { return slices.Contains(s.banned, m) })
}

// ponderHitCommand is "ponderhit [draw]".
func (s *server) ponderHitCommand(rest string) {
	a := s.active
	if a == nil {
		return // it crossed the answer
	}
	if word, _ := cutWord(rest); word == "draw" {
		a.draw = true
	}
	if a.pondering {
		a.pondering = false
		s.ponderHit()
	}
}

// ponderHit tells the search that its time runs now. A search that has only
// just been started may not be listening yet, so it is told again until it has
// reported something.
func (s *server) ponderHit() {
	begun := s.active.begun.Load()
	s.engine.PonderHit()
	s.retry = nil
	if !begun {
		s.retry = time.After(time.Millisecond)
	}
}

// answer sends the answer of the search that has just ended.
func (s *server) answer(o outcome) {
	a := s.active
	a.cancel()
	s.active, s.retry = nil, nil
	r := o.result
	switch {
	case o.err != nil:
		s.infoString("go: %v", o.err)
		s.out.send(s.vocabulary.noMove())
	case r.Best == board.NoMove:
		s.out.send(s.vocabulary.info(search.Info{MultiPV: 1, Score: r.Score, Time: r.Time}, 1)...)
		s.out.send(s.vocabulary.noMove())
	default:
		text := "bestmove " + r.Best.String()
		if r.Ponder != board.NoMove {
			text += " ponder " + r.Ponder.String()
		}
		if a.draw && r.Depth > 0 && r.Score <= acceptDraw {
			text += " draw"
		}
		s.out.send(text)
	}
}

// acceptDraw is the highest score in centipawns with which an offered draw is
// accepted. The engine never offers one and never resigns.
const acceptDraw search.Score = -30

// nodeCount is the part of a line that both dialects share.
func nodeCount(i search.Info) string {
	return fmt.Sprintf("time %d nodes %d", i.Time.Milliseconds(), i.Nodes)
}

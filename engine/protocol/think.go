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

// thought is a running search.
type thought struct {
	limits    search.Limits
	pondering bool // the ponder hit has not come yet
	draw      bool // the opponent offers a draw
	cancel    context.CancelFunc
	begun     atomic.Bool  // the search has reported something
	done      chan outcome // gets the one result
}

// outcome is how a search ended.
type outcome struct {
	result search.Result
	err    error
}

// endless reports whether the search ends only if it is told to.
func (t *thought) endless() bool { return t.limits.Infinite || t.pondering }

// goCommand starts a search. A "go" that cannot be understood is answered at
// once, by no move.
func (s *server) goCommand(ctx context.Context, text string) {
	r, notes, err := parseGo(strings.Fields(text), s.pos, s.unit())
	for _, n := range notes {
		s.complain("go: %s", n)
	}
	if err != nil {
		s.complain("go: %v; no search", err)
		s.out.say(s.speech.noMove())
		return
	}
	if r.none && s.cfg.Dialect == UCCI {
		s.out.say(s.speech.noMove())
		return
	}
	if len(s.banned) > 0 {
		if r.limits.SearchMoves = s.allowed(r.limits.SearchMoves); len(r.limits.SearchMoves) == 0 {
			s.complain("go: every legal move is banned")
			s.out.say(s.speech.noMove())
			return
		}
	}
	if m, ok := s.library.move(s.pos, r); ok {
		s.out.say("info string book move", "bestmove "+m.String())
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	t := &thought{
		limits: r.limits, pondering: r.limits.Ponder, draw: r.draw,
		cancel: cancel, done: make(chan outcome, 1),
	}
	s.thought = t
	s.engine.SetGame(s.pos)
	speech, lines := s.speech, s.opts.MultiPV
	go func() {
		result, err := s.engine.Search(ctx, r.limits, func(i search.Info) {
			t.begun.Store(true)
			s.out.say(speech.info(i, lines)...)
		})
		t.done <- outcome{result, err}
	}()
}

// unit is what the client's times count.
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
	t := s.thought
	if t == nil {
		return // it crossed the answer
	}
	if word, _ := cutWord(rest); word == "draw" {
		t.draw = true
	}
	if t.pondering {
		t.pondering = false
		s.ponderHit()
	}
}

// ponderHit tells the search that its time runs now. One that has only just
// been started may not be listening yet, so until it has been heard of it is
// told again.
func (s *server) ponderHit() {
	begun := s.thought.begun.Load()
	s.engine.PonderHit()
	s.retry = nil
	if !begun {
		s.retry = time.After(time.Millisecond)
	}
}

// answer gives the answer of the search that has just ended.
func (s *server) answer(o outcome) {
	t := s.thought
	t.cancel()
	s.thought, s.retry = nil, nil
	r := o.result
	switch {
	case o.err != nil:
		s.complain("go: %v", o.err)
		s.out.say(s.speech.noMove())
	case r.Best == board.NoMove:
		s.out.say(s.speech.info(search.Info{MultiPV: 1, Score: r.Score, Time: r.Time}, 1)...)
		s.out.say(s.speech.noMove())
	default:
		text := "bestmove " + r.Best.String()
		if r.Ponder != board.NoMove {
			text += " ponder " + r.Ponder.String()
		}
		if t.draw && r.Depth > 0 && r.Score <= acceptDraw {
			text += " draw"
		}
		s.out.say(text)
	}
}

// acceptDraw is the score in centipawns from which down an offered draw is
// taken. The engine never offers one and never resigns.
const acceptDraw search.Score = -30

// nodeCount is the part of a line that both dialects share.
func nodeCount(i search.Info) string {
	return fmt.Sprintf("time %d nodes %d", i.Time.Milliseconds(), i.Nodes)
}

package engine

import (
	"context"
	"fmt"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/engine/rules"
	"xqlab/engine/search"
)

// The types of a search, by the names an embedding program uses.
type (
	Limits = search.Limits
	Info   = search.Info
	Result = search.Result
	Score  = search.Score
)

// Options configure an Engine. The zero value is ready to play.
type Options struct {
	Hash    int           // transposition table in MiB, 0 means 16
	Threads int           // search goroutines, 0 means 1
	MultiPV int           // lines to report, 0 means 1
	Weights *eval.Weights // evaluation, nil means eval.Default()
	Rules   rules.Options // how games end
	// Overhead is the time lost between finding a move and stopping the clock;
	// 0 means search.DefaultOverhead.
	Overhead time.Duration
	Search   *search.Params // constants of the search, nil means the default
}

// Engine plays from one position at a time. Except for PonderHit it is not safe
// for concurrent use; any number of engines may run in one process.
type Engine struct {
	opts     Options
	weights  *eval.Weights // the source of eval
	eval     *eval.Evaluator
	searcher *search.Searcher
	pos      *board.Position
}

// New returns an engine at the start position.
func New(o Options) (*Engine, error) {
	e := &Engine{pos: board.NewPosition()}
	if err := e.SetOptions(o); err != nil {
		return nil, err
	}
	return e, nil
}

// SetOptions changes the options between searches. What was learnt is kept
// unless the hash size changes; call NewGame after a change of weights.
func (e *Engine) SetOptions(o Options) error {
	if o.Weights == nil {
		o.Weights = eval.Default()
	}
	evaluator := e.eval
	if o.Weights != e.weights || evaluator == nil {
		evaluator = eval.New(o.Weights)
	}
	params := search.DefaultParams()
	if o.Search != nil {
		params = *o.Search
	}
	so := search.Options{
		Hash: o.Hash, Threads: o.Threads, MultiPV: o.MultiPV,
		Overhead: o.Overhead, Eval: evaluator, Rules: o.Rules, Params: params,
	}
	if n := max(o.Hash, 0); n != 0 && (e.searcher == nil || n != e.searcher.Options().Hash) && n <= search.MaxHash {
		if err := reservable(n); err != nil {
			return fmt.Errorf("hash %d MiB: %w", n, err)
		}
	}
	if e.searcher == nil {
		s, err := search.New(so)
		if err != nil {
			return err
		}
		e.searcher = s
	} else if err := e.searcher.SetOptions(so); err != nil {
		return err
	}
	e.opts, e.weights, e.eval = o, o.Weights, evaluator
	e.eval.Attach(e.pos)
	return nil
}

// Options returns the options as set.
func (e *Engine) Options() Options { return e.opts }

// NewGame clears what was learnt in earlier searches. The position stays.
func (e *Engine) NewGame() { e.searcher.NewGame() }

// SetPosition sets up a FEN and plays moves in ICCS ("h2e2") from it. An error
// names the ply and leaves the engine's position as it was.
func (e *Engine) SetPosition(fen string, moves ...string) error {
	pos, err := board.ParseFEN(fen)
	if err != nil {
		return err
	}
	for i, text := range moves {
		if err := play(pos, text); err != nil {
			return fmt.Errorf("ply %d, %w", i+1, err)
		}
	}
	e.setPos(pos)
	return nil
}

// SetGame sets the position to a copy of pos, history included: repetitions
// with earlier positions count.
func (e *Engine) SetGame(pos *board.Position) {
	e.pos.CopyFrom(pos)
	e.eval.Attach(e.pos)
}

func (e *Engine) setPos(pos *board.Position) {
	e.pos = pos
	e.eval.Attach(pos)
}

func play(pos *board.Position, text string) error {
	m, err := board.ParseMove(text)
	if err != nil {
		return err
	}
	if !pos.IsLegal(m) {
		return fmt.Errorf("%s: illegal move in %s", text, pos.FEN())
	}
	pos.Make(m)
	return nil
}

// Move plays a move in ICCS.
func (e *Engine) Move(text string) error { return play(e.pos, text) }

// Undo takes back the last move.
func (e *Engine) Undo() error {
	if e.pos.Plies() == 0 {
		return fmt.Errorf("no move to take back")
	}
	e.pos.Unmake()
	return nil
}

// FEN returns the present position.
func (e *Engine) FEN() string { return e.pos.FEN() }

// Position returns a copy of the present position with its history.
func (e *Engine) Position() *board.Position { return e.pos.Clone() }

// Evaluate returns the static evaluation in centipawns from the view of the
// side to move.
func (e *Engine) Evaluate() int { return e.eval.Evaluate(e.pos) }

// Search looks for the best move until a limit is reached or ctx is cancelled,
// and returns the best found by then. onInfo, if not nil, receives every
// finished iteration and line. The position does not change.
func (e *Engine) Search(ctx context.Context, l Limits, onInfo func(Info)) (Result, error) {
	return e.searcher.Search(ctx, e.pos, l, onInfo)
}

// PonderHit tells a search running with Limits.Ponder that the expected move
// was played. It may be called from another goroutine.
func (e *Engine) PonderHit() { e.searcher.PonderHit() }

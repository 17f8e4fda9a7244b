package search

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/engine/rules"
)

// Options configure a Searcher.
type Options struct {
	Hash     int             // table size in MiB, MinHash..MaxHash; 0 means 16
	Threads  int             // workers, 1..MaxThreads; 0 means 1
	MultiPV  int             // lines to report; 0 means 1
	Overhead time.Duration   // lost between finding a move and stopping the clock; 0 means DefaultOverhead
	Eval     *eval.Evaluator // required
	Rules    rules.Options   // how games end
	Params   Params          // required: DefaultParams()
}

const (
	// DefaultHash is the table's size in MiB if none is asked for.
	DefaultHash = 16
	// MaxThreads bounds the number of workers.
	MaxThreads = 512
	// DefaultOverhead is the reserve for delays outside the search.
	DefaultOverhead = 20 * time.Millisecond
)

// Searcher searches one position at a time with a table and workers that it
// keeps between searches. Search must not be called concurrently; PonderHit may
// be called during a search.
type Searcher struct {
	opts         Options
	eval         *eval.Evaluator
	table        *Table
	workers      []*worker
	judgeOptions rules.Options
	mates        mateSearch

	stop *atomic.Bool    // of the running search: a late timer of an earlier one must not reach it
	ctx  context.Context // of the running search, read by its main worker

	mu        sync.Mutex
	pondering bool
	start     time.Time // of the search, or of the ponder hit
	budget    budget
	timer     *time.Timer
	hit       chan struct{} // closed at the ponder hit
}

// New returns a Searcher.
func New(o Options) (*Searcher, error) {
	s := &Searcher{}
	if err := s.SetOptions(o); err != nil {
		return nil, err
	}
	return s, nil
}

// SetOptions changes the options between searches. A new hash size clears the
// table.
func (s *Searcher) SetOptions(o Options) error {
	if o.Hash == 0 {
		o.Hash = DefaultHash
	}
	if o.Threads == 0 {
		o.Threads = 1
	}
	if o.MultiPV == 0 {
		o.MultiPV = 1
	}
	if o.Overhead == 0 {
		o.Overhead = DefaultOverhead
	}
	switch {
	case o.Hash < MinHash || o.Hash > MaxHash:
		return fmt.Errorf("hash %d MiB: want %d to %d", o.Hash, MinHash, MaxHash)
	case o.Threads < 1 || o.Threads > MaxThreads:
		return fmt.Errorf("threads %d: want 1 to %d", o.Threads, MaxThreads)
	case o.MultiPV < 1 || o.MultiPV > board.MaxMoves:
		return fmt.Errorf("multipv %d: want 1 to %d", o.MultiPV, board.MaxMoves)
	case o.Eval == nil:
		return fmt.Errorf("no evaluator")
	}
	if err := o.Rules.Validate(); err != nil {
		return err
	}
	if err := o.Params.Validate(); err != nil {
		return err
	}
	if s.table == nil || o.Hash != s.opts.Hash {
		s.table = NewTable(o.Hash)
	}
	for len(s.workers) < o.Threads {
		s.workers = append(s.workers, newWorker(len(s.workers)))
	}
	s.workers = s.workers[:o.Threads]
	s.table.configure(&o.Params)
	s.opts, s.eval = o, o.Eval
	s.judgeOptions = rules.NewJudge(o.Rules).Options()
	return nil
}

// Options returns the options in force, defaults filled in.
func (s *Searcher) Options() Options { return s.opts }

// NewGame clears everything learnt in earlier searches.
func (s *Searcher) NewGame() {
	s.table.Clear(s.opts.Threads)
	for _, w := range s.workers {
		w.newGame()
	}
}

// PonderHit tells a pondering search that the expected move was played: from
// now on its time counts.
func (s *Searcher) PonderHit() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.pondering {
		return
	}
	s.pondering = false
	s.start = time.Now()
	s.armTimer()
	close(s.hit)
}

// armTimer starts the hard limit. The caller holds mu.
func (s *Searcher) armTimer() {
	if s.budget.maximum > 0 {
		stop := s.stop
		s.timer = time.AfterFunc(s.budget.maximum, func() { stop.Store(true) })
	}
}

// checkClock is called by the main worker every clockNodes nodes. The timer and
// the context's own goroutine would stop the search as well, but when every
// processor is searching they may have to wait long for one.
func (s *Searcher) checkClock() {
	if s.ctx.Err() != nil {
		s.stop.Store(true)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.pondering && s.budget.maximum > 0 && time.Since(s.start) >= s.budget.maximum {
		s.stop.Store(true)
	}
}

// thinking returns the time used on the clock, and whether it is running.
func (s *Searcher) thinking() (time.Duration, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(s.start), !s.pondering
}

// Search finds the best move for the side to move of pos, which it copies. It
// returns when a limit is reached or ctx is cancelled, with what it has found
// by then. onInfo, if not nil, is called in the calling goroutine for every
// finished iteration and line. A side without a legal move gets
// Best == NoMove and the score of being mated.
func (s *Searcher) Search(ctx context.Context, pos *board.Position, l Limits, onInfo func(Info)) (Result, error) {
	if err := l.Validate(); err != nil {
		return Result{}, err
	}
	began := time.Now()
	var list board.MoveList
	if err := listRoots(&list, pos, l.SearchMoves); err != nil {
		return Result{}, err
	}
	roots := list.Slice()
	stop := new(atomic.Bool)
	s.mu.Lock()
	s.stop = stop
	s.start = began
	s.budget = s.opts.Params.plan(l, pos.SideToMove(), s.opts.Overhead)
	s.pondering = l.Ponder
	s.hit = make(chan struct{})
	if !l.Ponder {
		s.armTimer()
	}
	s.mu.Unlock()
	unhook := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer func() {
		unhook()
		s.mu.Lock()
		s.pondering = false
		if s.timer != nil {
			s.timer.Stop()
			s.timer = nil
		}
		s.mu.Unlock()
	}()

	if len(roots) == 0 {
		s.wait(ctx, l)
		r := Result{Time: time.Since(began)}
		if len(l.SearchMoves) == 0 || !pos.HasLegalMove() {
			r.Score = MatedIn(0)
		}
		return r, nil
	}
	s.table.newSearch()
	for _, w := range s.workers {
		w.prepare(pos, roots, s)
	}
	main := s.workers[0]
	s.ctx = ctx
	main.clock = s.checkClock
	if l.Nodes > 0 {
		if len(s.workers) == 1 {
			main.nodeLimit = l.Nodes
		} else {
			main.nodeLimit = max(1, l.Nodes/uint64(len(s.workers)))
		}
	}
	var helpers sync.WaitGroup
	for _, w := range s.workers[1:] {
		helpers.Go(func() { w.help() })
	}
	d := driver{s: s, w: main, mates: &s.mates, limits: l, began: began, onInfo: onInfo}
	d.run()
	if !s.stop.Load() {
		s.wait(ctx, l)
	}
	s.stop.Store(true)
	helpers.Wait()
	return s.result(began), nil
}

// wait blocks while an infinite or pondering search may not answer yet.
func (s *Searcher) wait(ctx context.Context, l Limits) {
	switch {
	case l.Infinite:
		<-ctx.Done()
	case l.Ponder:
		select {
		case <-ctx.Done():
		case <-s.hit:
		}
	}
}

// listRoots lists the legal moves in generation order, only those wanted if any
// are named.
func listRoots(list *board.MoveList, pos *board.Position, wanted []board.Move) error {
	pos.LegalMoves(list)
	if wanted == nil {
		return nil
	}
	for _, m := range wanted {
		if !slices.Contains(list.Slice(), m) {
			return fmt.Errorf("search move %v is not legal in %s", m, pos.FEN())
		}
	}
	list.Keep(func(m board.Move) bool { return slices.Contains(wanted, m) })
	return nil
}

// nodeCount sums the nodes of all workers, as far as they have published them.
func (s *Searcher) nodeCount() uint64 {
	n := s.workers[0].nodes
	for _, w := range s.workers[1:] {
		n += w.published.Load()
	}
	return n
}

// result picks the answer: the main worker's, unless another has completed a
// deeper iteration with a better score.
func (s *Searcher) result(began time.Time) Result {
	best := s.workers[0]
	var nodes uint64
	for _, w := range s.workers {
		nodes += w.nodes
		top, lead := &w.rootMoves[0], &best.rootMoves[0]
		if s.opts.MultiPV > 1 || w == best || top.score == -Infinity {
			continue
		}
		if w.completed > best.completed && top.score >= lead.score ||
			top.score > lead.score && top.score.IsDecisive() {
			best = w
		}
	}
	top := &best.rootMoves[0]
	if top.known() == -Infinity { // stopped before a single move was searched
		top.score = best.correct(Score(best.eval.Evaluate(best.pos)+best.params.TempoBonus), 0)
	}
	r := Result{
		Best:  top.move,
		Score: top.known(),
		Depth: best.completed,
		Nodes: nodes,
		Time:  time.Since(began),
		PV:    slices.Clone(top.pv),
	}
	if len(r.PV) > 1 {
		r.Ponder = r.PV[1]
	}
	for i := range min(s.opts.MultiPV, len(best.rootMoves)) {
		rm := &best.rootMoves[i]
		r.Lines = append(r.Lines, Info{
			Depth: best.completed, SelDepth: rm.selDepth, MultiPV: i + 1, Score: rm.known(), Bound: rm.bound,
			Nodes: nodes, Time: r.Time, PV: slices.Clone(rm.pv),
		})
	}
	return r
}

// known is the last score found for the move.
func (r *rootMove) known() Score {
	if r.score != -Infinity {
		return r.score
	}
	return r.previous
}

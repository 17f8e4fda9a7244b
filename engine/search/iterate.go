package search

import (
	"slices"
	"time"

	"xqlab/engine/board"
)

// driver runs the main worker's iterations and decides when to stop.
type driver struct {
	s      *Searcher
	w      *worker
	limits Limits
	began  time.Time
	onInfo func(Info)

	mates     *mateSearch
	lastScore Score
	lastBest  board.Move
	progress  progress
}

// run deepens until a limit is reached. The worker's root moves are left
// sorted, best first, as far as the search has got.
func (d *driver) run() {
	w := d.w

	// 1. Iterations, each one ply deeper than the last: what one finds in table
	// and histories puts the moves of the next in order, which saves more than
	// the shallow ones cost.
	d.mates.newRoot(w)
	maxDepth := MaxPly - 1
	if d.limits.Depth > 0 {
		maxDepth = min(maxDepth, d.limits.Depth)
	}
	for depth := 1; depth <= maxDepth; depth++ {
		w.rootDepth = depth

		// 2. The search of mates, which sees farther along fewer moves, goes
		// first: a mate it finds need not be searched for.
		d.lookForMate(depth)

		// 3. Each line asked for is searched with the moves of better lines left
		// out. A later line may turn out better than an earlier one.
		w.nextIteration()
		lines := min(d.s.opts.MultiPV, len(w.rootMoves))
		for w.multiIndex = 0; w.multiIndex < lines && !w.stopped; w.multiIndex++ {
			w.selDepth = 0
			w.aspirate(depth, d.report)
			d.preferMate()
			sortRoots(w.rootMoves[:w.multiIndex+1])
		}

		// 4. The lines are reported in their final order; of an iteration that
		// was stopped, those it has finished.
		for i := range lines {
			if r := &w.rootMoves[i]; !w.stopped || r.score != -Infinity {
				d.report(r, i, depth)
			}
		}
		w.multiIndex = 0
		if w.stopped {
			return
		}
		w.completed = depth

		// 5. A further iteration is begun only if there is a point and time for
		// it.
		if d.enough(depth) {
			return
		}
	}
}

// lookForMate gives the search of mates its share of the nodes, and more, step
// by step, as long as it promises a mate.
func (d *driver) lookForMate(depth int) {
	prm := &d.w.params
	if !prm.MateSearch || depth == 1 {
		return
	}
	nodes := d.mateNodes(depth)
	d.mates.run(nodes)
	// Mates are seldom proved beyond MateMost that the search of all moves has
	// not found by then.
	most := min(nodes*uint64(percent+prm.MateMore)/percent, uint64(prm.MateMost))
	for step := nodes*uint64(prm.MateStep)/percent + 1; nodes < most && d.mates.promising(); {
		nodes = min(nodes+step, most)
		d.mates.run(nodes)
	}
}

// mateNodes is how many nodes the search of mates may have used in all when the
// iteration of depth plies begins: a share of those of the whole search, as far
// as they are known. Where only depth limits the search they are not; then it is
// a share of those used so far, with an advance that grows with every ply about
// as the work of the iterations does.
func (d *driver) mateNodes(depth int) uint64 {
	prm := &d.w.params
	whole := d.w.nodes
	advance := uint64(0)
	switch optimum := d.s.budget.optimum; {
	case d.limits.Nodes > 0:
		whole = d.limits.Nodes
	case optimum > 0:
		const nanoseconds = uint64(time.Microsecond)
		whole = max(whole, uint64(optimum.Microseconds())*nanoseconds/uint64(prm.MateNodeTime))
	case d.limits.Depth > 0:
		advance = uint64(prm.MateBase)
		for range min(depth, maxAdvance) {
			advance += advance * uint64(prm.MateGrowth) / percent
		}
	}
	return whole*uint64(prm.MateShare)/percent + advance
}

// maxAdvance is the depth in plies up to which the advance grows; beyond it, it
// might overflow.
const maxAdvance = 30

// preferMate puts the move of the mate found by the search of mates first,
// unless the search has found a shorter one.
func (d *driver) preferMate() {
	w := d.w
	if d.mates.score == 0 || w.multiIndex > 0 || w.rootMoves[0].score >= d.mates.score {
		return
	}
	for i := range w.rootMoves {
		r := &w.rootMoves[i]
		if r.move == d.mates.line[0] {
			r.score, r.bound = d.mates.score, BoundExact
			r.pv = append(r.pv[:0], d.mates.line...)
			sortRoots(w.rootMoves)
			return
		}
	}
}

// nextIteration clears the scores of the root moves but keeps their order: a
// move that the coming iteration does not reach keeps its last known score.
func (w *worker) nextIteration() {
	for i := range w.rootMoves {
		r := &w.rootMoves[i]
		if i == 0 || r.score != -Infinity {
			r.previous = r.known()
		} else {
			r.previous = -Infinity
		}
		r.score = -Infinity
	}
}

// enough decides between iterations whether to stop.
func (d *driver) enough(depth int) bool {
	prm := &d.w.params
	top := &d.w.rootMoves[0]
	d.note(top, depth)
	distance, isMate := top.score.MateDistance()
	if isMate && distance > 0 && distance <= d.limits.Mate {
		return true
	}
	if d.limits.Infinite {
		return false
	}
	used, running := d.s.thinking()
	if !running || d.s.budget.maximum == 0 || d.limits.MoveTime > 0 {
		return false
	}
	if len(d.w.rootMoves) == 1 {
		return true // nothing to choose
	}
	// a mate seen through is not improved by thinking on
	if isMate && depth > 2*max(distance, -distance)+prm.TimeMatePlies {
		return true
	}
	return float64(used) > prm.timeShare(d.progress)*float64(d.s.budget.optimum)
}

// note compares the best move of an iteration with that of the one before.
func (d *driver) note(top *rootMove, depth int) {
	p := &d.progress
	p.changes *= float64(d.w.params.TimeChangeDecay) / percent
	if top.move == d.lastBest {
		p.stable++
	} else {
		p.stable = 0
		if depth > 1 {
			p.changes++
		}
	}
	p.fall = 0
	if depth > 1 {
		p.fall = d.lastScore - top.score
	}
	d.lastBest, d.lastScore = top.move, top.score
}

// report passes one line to the caller, if it asked for reports; otherwise it
// does not allocate.
func (d *driver) report(r *rootMove, index, depth int) {
	if d.onInfo == nil {
		return
	}
	d.onInfo(Info{
		Depth: depth, SelDepth: r.selDepth, MultiPV: index + 1,
		Score: r.known(), Bound: r.bound,
		Nodes: d.s.nodeCount(), Time: time.Since(d.began), HashFull: d.s.table.hashFull(),
		PV: slices.Clone(r.pv),
	})
	// A caller that cancels the search on this report stops it right here: the
	// context's own goroutine would stop it a random number of nodes later.
	if d.s.ctx.Err() != nil {
		d.s.stop.Store(true)
	}
}

// aspirate searches one iteration of one line with a window around the last
// score and widens it until the score lies inside. onFail, if not nil, is
// called for each failure in long searches.
func (w *worker) aspirate(depth int, onFail func(*rootMove, int, int)) {
	alpha, beta := -Infinity, Infinity
	prm := &w.params
	delta := Score(prm.AspirationWindow)
	top := &w.rootMoves[w.multiIndex]
	if prm.Aspiration && depth >= prm.AspirationDepth && top.previous != -Infinity && !top.previous.IsDecisive() {
		alpha = max(top.previous-delta, -Infinity)
		beta = min(top.previous+delta, Infinity)
	}
	reduction := 0
	for {
		s := w.search(alpha, beta, max(1, depth-reduction), 0, false)
		sortRoots(w.rootMoves[w.multiIndex:])
		if w.stopped {
			return
		}
		top = &w.rootMoves[w.multiIndex]
		switch {
		case s <= alpha && alpha > -Infinity:
			beta = (alpha + beta) / 2
			alpha = max(s-delta, -Infinity)
			reduction = 0
		case s >= beta && beta < Infinity:
			beta = min(s+delta, Infinity)
			if reduction < prm.AspirationReduction && !s.IsDecisive() {
				reduction++
			}
		default:
			return
		}
		if onFail != nil && w.nodes > uint64(prm.FailInfoNodes) {
			onFail(top, w.multiIndex, depth)
		}
		delta += delta * Score(prm.AspirationGrowth) / percent
		if delta > Score(prm.AspirationMax) || s.IsDecisive() {
			alpha, beta = -Infinity, Infinity
		}
	}
}

// sortRoots puts the best moves first and keeps the order of equals.
func sortRoots(moves []rootMove) {
	slices.SortStableFunc(moves, func(a, b rootMove) int {
		if a.score != b.score {
			return int(b.score - a.score)
		}
		return int(b.previous - a.previous)
	})
}

// noteRoot records the outcome of a root move.
func (w *worker) noteRoot(m board.Move, s, alpha, beta Score, moveCount int) {
	for i := w.multiIndex; i < len(w.rootMoves); i++ {
		r := &w.rootMoves[i]
		if r.move != m {
			continue
		}
		if moveCount > 1 && s <= alpha {
			// not better: only the first move's score is known
			r.score = -Infinity
			return
		}
		r.score = s
		r.selDepth = w.selDepth
		r.bound = BoundExact
		switch {
		case s >= beta:
			r.bound = BoundLower
		case s <= alpha:
			r.bound = BoundUpper
		}
		r.pv = append(append(r.pv[:0], m), w.pv[1][:w.pvLen[1]]...)
		return
	}
}

// help deepens a second and further worker (Lazy SMP): it fills the table for
// the main worker and may see further itself.
func (w *worker) help() {
	for depth := 1; depth < MaxPly; depth++ {
		// Odd workers run one ply ahead, so that the table is not filled twice
		// with the same depths.
		d := min(depth+w.id&1, MaxPly-1)
		w.rootDepth = d
		w.nextIteration()
		w.multiIndex = 0
		w.selDepth = 0
		w.aspirate(d, nil)
		if w.stopped {
			return
		}
		w.completed = d
	}
}

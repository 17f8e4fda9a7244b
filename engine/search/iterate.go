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

	bestMoveChanges float64 // decaying count
	mates           *mateSearch
	lastScore       Score
	lastBest        board.Move
	stableFor       int // iterations the best move has not changed
}

// run deepens until a limit says stop. The worker's root moves are left
// sorted, best first, as far as the search has got.
func (d *driver) run() {
	w := d.w
	d.mates.newRoot(w)
	maxDepth := MaxPly - 1
	if d.limits.Depth > 0 {
		maxDepth = min(maxDepth, d.limits.Depth)
	}
	for depth := 1; depth <= maxDepth; depth++ {
		w.rootDepth = depth
		d.lookForMate(depth)
		w.nextIteration()
		lines := min(d.s.opts.MultiPV, len(w.rootMoves))
		for w.multiIndex = 0; w.multiIndex < lines && !w.stopped; w.multiIndex++ {
			w.selDepth = 0
			w.aspirate(depth, d.report)
			d.preferMate()
			// a later line may turn out better than an earlier one
			sortRoots(w.rootMoves[:w.multiIndex+1])
		}
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
		if d.enough(depth) {
			return
		}
	}
}

// lookForMate gives the search of mates its share of the nodes, and more, step
// by step, as long as it promises a mate.
func (d *driver) lookForMate(depth int) {
	if !d.w.params.MateSearch || depth == 1 {
		return
	}
	nodes := d.mateNodes(depth)
	d.mates.run(nodes)
	most := min(nodes*uint64(100+d.w.params.MateMore)/100, mateMost)
	for step := nodes/2 + 1; nodes < most && d.mates.promising(); {
		nodes = min(nodes+step, most)
		d.mates.run(nodes)
	}
}

// mateMost bounds the nodes that promise alone gives: hardly a mate is proved
// later that the search of all moves has not found by then.
const mateMost = 200_000

// mateNodes is how many nodes the search of mates may have used in all when the
// iteration of depth plies begins: a share of those of the whole search, as far
// as they are known. Where only depth limits the search they are not; what is
// used so far counts then, with an advance that grows with every ply about as
// the work of the iterations does.
func (d *driver) mateNodes(depth int) uint64 {
	prm := &d.w.params
	whole := d.w.nodes
	advance := uint64(0)
	switch optimum := d.s.budget.optimum; {
	case d.limits.Nodes > 0:
		whole = d.limits.Nodes
	case optimum > 0:
		whole = max(whole, uint64(optimum.Microseconds())*2/3) // a node takes 1 to 1.5 microseconds
	case d.limits.Depth > 0:
		advance = uint64(prm.MateBase)
		for range min(depth, maxAdvance) {
			advance += advance / 2
		}
	}
	return whole*uint64(prm.MateShare)/100 + advance
}

// maxAdvance bounds the depth that raises the advance.
const maxAdvance = 30

// preferMate puts the mate by checks first unless the search knows better.
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

// nextIteration forgets the scores of the root moves but for their order: a
// move that the coming iteration does not reach keeps the last known one.
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
	w := d.w
	top := &w.rootMoves[0]
	if top.move == d.lastBest {
		d.stableFor++
	} else {
		d.stableFor = 0
	}
	d.bestMoveChanges /= 2
	if top.move != d.lastBest && depth > 1 {
		d.bestMoveChanges++
	}
	falling := float64(d.lastScore - top.score)
	if depth == 1 {
		falling = 0
	}
	d.lastBest, d.lastScore = top.move, top.score

	if n, ok := top.score.MateDistance(); ok && d.limits.Mate > 0 && n > 0 && n <= d.limits.Mate {
		return true
	}
	if d.limits.Infinite {
		return false
	}
	used, running := d.s.thinking()
	if !running || d.s.budget.maximum == 0 || d.limits.MoveTime > 0 {
		return false
	}
	if len(w.rootMoves) == 1 {
		return true // nothing to choose
	}
	// a mate seen through is not improved by thinking on
	if n, ok := top.score.MateDistance(); ok && depth > 2*max(n, -n)+4 {
		return true
	}
	scale := min(max(1+falling/120, 0.6), 1.6)
	scale *= 0.75 + 0.85*d.bestMoveChanges
	scale *= max(0.65, 1.25-0.07*float64(d.stableFor))
	return float64(used) > 0.62*scale*float64(d.s.budget.optimum)
}

// report hands one line to the caller. It does not allocate unless somebody
// listens.
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
	// whoever cancels the search on what it was told here stops it here: the
	// context's own goroutine would stop it a random number of nodes later
	if d.s.ctx.Err() != nil {
		d.s.stop.Store(true)
	}
}

// aspirate searches one iteration of one line with a window around the last
// score, widened as it fails. onFail, if not nil, is told of failures in long
// searches.
func (w *worker) aspirate(depth int, onFail func(*rootMove, int, int)) {
	alpha, beta := -Infinity, Infinity
	delta := Score(w.params.AspirationWindow)
	top := &w.rootMoves[w.multiIndex]
	if w.params.Aspiration && depth >= 5 && top.previous != -Infinity && !top.previous.IsDecisive() {
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
			if reduction < 3 && !s.IsDecisive() {
				reduction++
			}
		default:
			return
		}
		if onFail != nil && w.nodes > 2_000_000 {
			onFail(top, w.multiIndex, depth)
		}
		delta += delta / 2
		if delta > 600 || s.IsDecisive() {
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
func (w *worker) noteRoot(m board.Move, s, alpha, beta Score, moveCount int, nodes uint64) {
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
		// odd workers run one ply ahead, so that the table is not filled twice
		// with the same depths
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

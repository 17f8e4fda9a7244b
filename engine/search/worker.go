package search

import (
	"math"
	"sync/atomic"

	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/engine/rules"
)

// frame is the state of a node while its subtree is searched.
type frame struct {
	static   Score // corrected static evaluation, noStatic in check
	move     board.Move
	followed int // pieceTo of move: index of its continuation history
	killers  [2]board.Move
	excluded board.Move // move left out by a singular search
	tablePV  bool
	doubles  int // double extensions on the way here
}

// stackOffset leaves room for looking back from the root.
const stackOffset = farPly

// rootMove is a move of the root with the line found for it.
type rootMove struct {
	move     board.Move
	score    Score // -Infinity if it failed low in the last iteration
	previous Score // score in the iteration before
	bound    Bound
	selDepth int
	pv       []board.Move
}

// worker searches one tree. Apart from the table, it shares no memory.
type worker struct {
	id     int
	pos    *board.Position
	eval   *eval.Evaluator
	table  *Table
	judge  *rules.Judge
	params Params
	hist   histories

	stack   [MaxPly + 2*stackOffset]frame
	pickers [MaxPly + 1][2]picker
	pv      [MaxPly + 1][MaxPly + 1]board.Move
	pvLen   [MaxPly + 1]int

	// Tables made from params.
	lmr   reductions
	order captureOrder

	rootPlies  int // pos.Plies() at the root
	rootDepth  int
	rootMoves  []rootMove
	multiIndex int // rank of the line being searched
	selDepth   int
	nullMinPly int // no null move at earlier plies, during a verification

	nodes     uint64
	nodeLimit uint64 // 0 = none
	published atomic.Uint64
	stop      *atomic.Bool
	clock     func() // looks at the clock; nil except in the main worker
	stopped   bool
	noCutFrom int // halfmove clock, in plies, from which table cutoffs are not trusted

	completed int // last completed iteration
}

func newWorker(id int) *worker {
	w := &worker{id: id}
	adviseHugePages(w.hist.follow[:])
	return w
}

// prepare readies the worker for a search of the moves in roots from pos.
func (w *worker) prepare(pos *board.Position, roots []board.Move, s *Searcher) {
	if w.pos == nil {
		w.pos = pos.Clone()
	} else {
		w.pos.CopyFrom(pos)
	}
	w.eval = s.eval
	w.eval.Attach(w.pos)
	w.table = s.table
	if w.judge == nil || w.judge.Options() != s.judgeOptions {
		w.judge = rules.NewJudge(s.opts.Rules)
	}
	if w.params != s.opts.Params {
		w.params = s.opts.Params
		w.lmr = newReductions(&w.params)
		w.order = newCaptureOrder(&w.params)
	}
	w.stop = s.stop
	w.stopped = false
	w.nodes, w.nodeLimit = 0, 0
	w.published.Store(0)
	w.rootPlies = w.pos.Plies()
	w.stack = [len(w.stack)]frame{}
	w.startRoots(roots)
	w.completed = 0
	w.nullMinPly = 0
	w.noCutFrom = max(w.params.RuleClock, w.judge.Options().Limit-w.params.RulePlies)
	if w.judge.Options().Limit < 0 {
		w.noCutFrom = math.MaxInt
	}
}

// startRoots lists the root moves without scores. It reuses the memory of
// earlier lines.
func (w *worker) startRoots(moves []board.Move) {
	if w.rootMoves == nil {
		w.rootMoves = make([]rootMove, board.MaxMoves)
	}
	w.rootMoves = w.rootMoves[:len(moves)]
	for i, m := range moves {
		r := &w.rootMoves[i]
		*r = rootMove{move: m, score: -Infinity, previous: -Infinity, pv: append(r.pv[:0], m)}
	}
}

// newGame clears what was learnt in earlier games.
func (w *worker) newGame() { w.hist.clear() }

// frame returns the frame of a ply; earlier plies down to -stackOffset exist.
func (w *worker) frame(ply int) *frame { return &w.stack[ply+stackOffset] }

// follow returns the continuation history of the move made n plies before the
// node at ply.
func (w *worker) follow(ply, n int) *continuation {
	return &w.hist.follow[w.stack[ply-n+stackOffset].followed]
}

// make plays a move, notes it in the frame of ply and prefetches the table's
// bucket for the new position.
func (w *worker) make(m board.Move, ply int) {
	f := w.frame(ply)
	f.move = m
	f.followed = pieceTo(w.pos.At(m.From()), m.To())
	prefetch(w.table.bucket(w.pos.KeyAfter(m))) // hides most of the way to memory
	w.pos.Make(m)
}

// clockNodes is how many nodes, a power of two, pass between two looks at the
// clock.
const clockNodes = 1024

// visit counts a node and reports whether the search must stop.
func (w *worker) visit(ply int) bool {
	if w.nodeLimit != 0 && w.nodes >= w.nodeLimit || w.stop.Load() {
		w.stopped = true
		return true
	}
	w.nodes++
	if w.nodes%clockNodes == 0 {
		w.published.Store(w.nodes)
		if w.clock != nil {
			w.clock()
		}
	}
	if ply > w.selDepth {
		w.selDepth = ply
	}
	return false
}

// ruleScore asks the rules whether the game has ended on the way to this node
// and gives the score of that end.
func (w *worker) ruleScore(ply int) (Score, bool) {
	switch w.judge.Probe(w.pos, w.rootPlies) {
	case rules.Draw:
		// mate and stalemate take precedence over every draw
		if !w.pos.HasLegalMove() {
			return MatedIn(ply), true
		}
		return 0, true
	case rules.Win:
		return -ruleLoss(ply), true
	case rules.Loss:
		return ruleLoss(ply), true
	}
	return 0, false
}

// updatePV puts m in front of the line found below ply.
func (w *worker) updatePV(m board.Move, ply int) {
	n := 0
	if ply+1 <= MaxPly {
		n = copy(w.pv[ply][1:], w.pv[ply+1][:w.pvLen[ply+1]])
	}
	w.pv[ply][0] = m
	w.pvLen[ply] = n + 1
}

// probe returns what the table knows of the present position, which stands at
// ply of the tree. Its move, if there is one, is legal.
func (w *worker) probe(key uint64, ply int) entry {
	e := w.table.probe(key)
	if m := e.move(); m != board.NoMove && !w.pos.IsLegal(m) {
		e = e.withoutMove()
	}
	return e.forPly(ply)
}

// correct adds to a raw evaluation by how much similar positions turned out
// better than theirs.
func (w *worker) correct(raw Score, ply int) Score {
	if !w.params.Correction {
		return raw
	}
	us := w.pos.SideToMove()
	c := int(w.hist.correction[us][pawnIndex(w.pos)]) + int(w.hist.lastMove[us][w.frame(ply-1).followed])
	s := raw + Score(c/(2*correctionGrain))
	return max(-Decisive+1, min(Decisive-1, s))
}

// learn moves the corrections towards the error seen at a node, in centipawns:
// the value found less the raw evaluation. correct takes half of either table,
// so each moves towards twice the error, as if it had to make it up alone.
func (w *worker) learn(err Score, depth, ply int) {
	prm := &w.params
	us := w.pos.SideToMove()
	weight := min(depth+1, prm.CorrectionDepth) * prm.CorrectionRate
	target := max(-prm.CorrectionError, min(prm.CorrectionError, int(err))) * correctionGrain * 2
	limit := prm.CorrectionLimit * correctionGrain
	for _, v := range [2]*int16{
		&w.hist.correction[us][pawnIndex(w.pos)],
		&w.hist.lastMove[us][w.frame(ply-1).followed],
	} {
		x := int(*v)
		x += (target - x) * weight / correctionRates
		*v = int16(max(-limit, min(limit, x)))
	}
}

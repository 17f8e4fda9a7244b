package search

import "xqlab/engine/board"

// maxQuiets and maxCaptures are how many moves of a node take part in history
// updates.
const (
	maxQuiets   = 64
	maxCaptures = 32
)

// search returns the value of the position for the side to move within the
// window (alpha, beta), looking depth plies ahead; the value may lie outside
// the window (fail-soft). cutNode says that a value of at least beta is
// expected.
func (w *worker) search(alpha, beta Score, depth, ply int, cutNode bool) Score {
	// 1. At the horizon, play out captures and checks.
	if depth <= 0 {
		return w.quiesce(alpha, beta, 0, ply)
	}
	p := w.pos
	f := w.frame(ply)
	pvNode := beta-alpha > 1
	root := ply == 0
	excluded := f.excluded
	prm := &w.params
	w.pvLen[ply] = 0
	if w.visit(ply) {
		return 0
	}
	inCheck := p.InCheck()
	// The first iterations cost little, and what they find stands in front for
	// the later ones: they cut off no position by its static evaluation where a
	// check is at hand.
	shallow := w.rootDepth <= prm.ShallowDepth

	if !root {
		// 2. The rules may have ended the game on the way here; the stack ends at
		// MaxPly.
		if s, over := w.ruleScore(ply); over {
			return s
		}
		if ply >= MaxPly-1 {
			return w.evaluate(ply, inCheck)
		}
		// 3. No line from here can beat a mate already found.
		alpha = max(alpha, MatedIn(ply))
		beta = min(beta, MateIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}

	// 4. Transposition table: what an earlier visit found may settle the node,
	// and says which move to try first. A score is not trusted shortly before
	// the move limit, which the table knows nothing of.
	key := p.Key()
	known := noEntry
	if excluded == board.NoMove {
		known = w.probe(key, ply)
		f.tablePV = pvNode || known.pv()
		if !pvNode && known.depth() >= depth && p.HalfmoveClock() < w.noCutFrom && known.cuts(alpha, beta) {
			if m := known.move(); known.score() >= beta && m != board.NoMove && p.At(m.To()) == board.NoPiece {
				add(&w.hist.quiet[p.SideToMove()][m&moveMask], w.bonus(depth)*prm.HistoryTableCut/percent)
			}
			return known.score()
		}
	}
	tableMove, raw := known.move(), known.static()
	if root && w.multiIndex < len(w.rootMoves) {
		tableMove = w.rootMoves[w.multiIndex].move
	}

	// 5. Static evaluation: what the position looks worth without a search
	// decides how much of one it deserves.
	static := noStatic // better than f.static if the table knows more
	improving := false
	switch {
	case inCheck:
		f.static = noStatic
	case excluded != board.NoMove:
		static = f.static
	default:
		if raw == noStatic {
			raw = Score(w.eval.Evaluate(p) + prm.TempoBonus)
			if known.bound() == BoundNone {
				w.table.store(key, board.NoMove, 0, raw, 0, BoundNone, f.tablePV)
			}
		}
		f.static = w.correct(raw, ply)
		static = f.static
		if known.better(static) {
			static = known.score()
		}
	}
	if !inCheck {
		if s := w.frame(ply - 2).static; ply >= 2 && s != noStatic {
			improving = f.static > s
		} else if s := w.frame(ply - farPly).static; ply >= farPly && s != noStatic {
			improving = f.static > s
		} else {
			improving = true
		}
	}
	w.frame(ply + 1).killers = [2]board.Move{}
	if root {
		f.doubles = 0
	} else {
		f.doubles = w.frame(ply - 1).doubles
	}

	if !pvNode && !inCheck && excluded == board.NoMove {
		// 6. Razoring: at the leaves, a position far below alpha is left to
		// quiescence. Farther from them this would cut off the sacrifices that
		// xiangqi mates are made of. The margin is larger if a check is at hand.
		if prm.Razoring && depth <= prm.RazorDepth {
			if v := static + Score(prm.RazorBase+prm.RazorSlope*depth*depth); v < alpha &&
				(!shallow && v+Score(prm.ThreatRazor) < alpha || !w.threatens(p.SideToMove())) {
				if s := w.quiesce(alpha, alpha+1, 0, ply); s <= alpha {
					return s
				}
			}
		}

		// 7. Reverse futility: the position is so far above beta that a search
		// will not bring it below. The margin is larger if the opponent, who may
		// have sacrificed for it, can give check.
		if prm.ReverseFut && depth <= prm.ReverseFutDepth && !beta.IsDecisive() && !static.IsDecisive() {
			margin := prm.ReverseFutMargin * depth
			if improving {
				margin -= prm.ReverseFutImprove
			}
			if v := static - Score(margin); v >= beta &&
				(!shallow && v-Score(prm.ThreatMargin) >= beta || !w.threatens(p.SideToMove().Other())) {
				blend := Score(prm.ReverseFutBlend)
				return (blend*static + (twelfths-blend)*beta) / twelfths
			}
		}

		// 8. Null move: if passing the turn still beats beta, some move will, too.
		// That fails in zugzwang, of which positions without a rook, horse or
		// cannon are full, since a side that cannot move has lost.
		if prm.NullMove && static >= beta && f.static >= beta+Score(prm.NullStaticBase-prm.NullStaticSlope*depth) && !beta.IsDecisive() &&
			w.frame(ply-1).move != board.NoMove && ply >= w.nullMinPly && w.hasAttackers() {
			r := prm.NullBase + depth/prm.NullDivisor + min(int(static-beta)/prm.NullEvalDivisor, prm.NullEvalMax)
			f.move, f.followed = board.NoMove, 0
			p.MakeNull()
			s := -w.search(-beta, -beta+1, depth-r-1, ply+1, !cutNode)
			p.UnmakeNull()
			if w.stopped {
				return 0
			}
			if s >= beta {
				if s.IsDecisive() {
					s = beta
				}
				if w.nullMinPly > 0 || depth < prm.NullVerifyDepth && !w.thin() {
					return s
				}
				// Verify with a search of the same depth that makes no null
				// moves in its first plies.
				w.nullMinPly = ply + prm.NullVerifyShare*(depth-r)/percent + 1
				v := w.search(beta-1, beta, depth-r, ply, false)
				w.nullMinPly = 0
				if v >= beta {
					return s
				}
			}
		}

		// 9. ProbCut: a good capture that beats beta by a margin in a shallower
		// search is unlikely to fall below beta in a deeper one. The table may
		// know already that there is none.
		limit := beta + Score(prm.ProbCutMargin)
		if prm.ProbCut && depth >= prm.ProbCutDepth && !beta.IsDecisive() &&
			!(known.bound() != BoundNone && known.depth() > depth-prm.ProbCutReduction && known.score() < limit) {
			if s, ok := w.probCut(limit, static, depth, ply, cutNode, tableMove, raw); ok {
				return s
			}
			if w.stopped {
				return 0
			}
		}
	}

	// 10. Internal iterative reduction: without a table move the order of moves
	// is poor. A shallower search finds one for the next iteration at less cost.
	if prm.IIR && depth >= prm.IIRDepth && tableMove == board.NoMove && excluded == board.NoMove && (pvNode || cutNode) {
		depth--
	}

	// 11. All moves, the most promising first. A forced reply will be searched
	// one ply deeper, and late quiet moves are left out near the leaves: how
	// many are searched is decided here.
	var quiets [maxQuiets]board.Move
	var captures [maxCaptures]board.Move
	quietN, captureN := 0, 0
	best, bestMove := -Infinity, board.NoMove
	alpha0 := alpha
	moveCount := 0
	pick := 0
	if excluded != board.NoMove {
		pick = 1
	}
	pk := &w.pickers[ply][pick]
	if root {
		pk.startRoot(w.rootMoves[w.multiIndex:])
	} else {
		counter := w.hist.counter[w.frame(ply-1).followed]
		pk.start(tableMove, f.killers[0], f.killers[1], counter, inCheck)
	}
	forced := prm.OneReply && inCheck && !root && w.listEvasions(pk) == 1
	late := prm.lateMoves(depth, improving)
	if depth <= prm.ThreatDepth && !inCheck && w.threatens(p.SideToMove()) {
		late = late * prm.ThreatLate / percent // a quiet move may build up a mate
	}
	reduceCapture, reduceQuiet := prm.nodeReduction(nodeKind{
		cutNode: cutNode, improving: improving, pv: pvNode, tablePV: f.tablePV, inCheck: inCheck,
		failsHigh: tableMove != board.NoMove && known.bound() == BoundLower,
	})
	for {
		m := w.nextMove(pk, ply)
		if m == board.NoMove {
			break
		}
		if m == excluded {
			continue
		}
		moveCount++
		capture := p.At(m.To()) != board.NoPiece
		givesCheck := p.GivesCheck(m)
		history := 0
		if !capture {
			history = w.quietHistory(m, ply)
		}

		// 12. Shallow pruning: near the leaves, moves that are unlikely to matter
		// are not searched at all, once another keeps the side from being mated.
		if !root && !inCheck && best > -Decisive {
			reduced := max(0, depth-1-w.lmr.at(depth, moveCount)/perPly)
			if !capture && !givesCheck {
				if prm.LMP && moveCount >= late {
					pk.skipQuiets = true
				}
				if prm.HistoryPruning && depth <= prm.HistoryPruneDepth && history < -prm.HistoryPrune*depth {
					continue
				}
				if prm.Futility && reduced < prm.FutilityDepth && !alpha.IsDecisive() {
					if v := f.static + Score(prm.FutilityBase+prm.FutilitySlope*reduced); v <= alpha {
						best = max(best, v)
						pk.skipQuiets = true
						continue
					}
				}
				if prm.SEEPruning && !p.SEEAtLeast(m, -prm.SEEQuiet*reduced*reduced) {
					continue
				}
			} else if prm.SEEPruning && !givesCheck && depth <= prm.SEECaptureDepth && pk.stage != stageGoodCaptures && !p.SEEAtLeast(m, -prm.SEECapture*depth) {
				continue
			}
		}

		// 13. Extensions: the only good move, a check and a forced reply are
		// searched deeper. The table move is the only good one, singular, if a
		// shallower search without it stays well below its score.
		extension := 0
		if !root && ply < w.rootDepth*prm.ExtensionLimit/percent {
			if prm.Singular && m == tableMove && excluded == board.NoMove && depth >= prm.SingularDepth &&
				known.depth() >= depth-prm.SingularTable && known.bound()&BoundLower != 0 && !known.score().IsDecisive() {
				target := known.score() - Score(prm.SingularMargin*depth)
				f.excluded = m
				v := w.search(target-1, target, (depth-1)*prm.SingularShare/percent, ply, cutNode)
				f.excluded = board.NoMove
				if w.stopped {
					return 0
				}
				switch {
				case v < target:
					extension = 1
					if !pvNode && v < target-Score(prm.DoubleExtMargin) && f.doubles < prm.DoubleExtMax {
						extension = 2
					}
				case target >= beta: // several moves beat beta
					return target
				case known.score() >= beta:
					extension = -prm.SingularBeta
				case cutNode:
					extension = -prm.SingularCut
				}
				// The nested search has used this node's line.
				w.pvLen[ply] = 0
			} else if prm.CheckExtension && givesCheck || forced {
				extension = 1
			}
		}
		newDepth := depth - 1 + extension
		if extension == 2 {
			f.doubles++
		}

		moved := p.At(m.From())
		w.make(m, ply)

		// 14. Late-move reductions: the later a move stands in the order, the
		// less deeply it is searched at first.
		var s Score
		if prm.LMR && depth >= prm.LMRDepth && moveCount > prm.LMRMoves+b2i(root) && !givesCheck &&
			(!capture || cutNode || moveCount > prm.LMRCaptures) {
			base, killer := w.lmr.at(depth, moveCount), false
			if capture {
				base += reduceCapture
				history = int(w.hist.capture[moved&pieceMask][m.To()][p.CapturedAt(p.Plies()-1).Type()])
			} else {
				base += reduceQuiet
				killer = m == f.killers[0] || m == f.killers[1]
			}
			d := min(max(newDepth-prm.reduction(base, killer, history), 1), newDepth)
			s = -w.search(-alpha-1, -alpha, d, ply+1, true)
			if s > alpha && d < newDepth {
				s = -w.search(-alpha-1, -alpha, newDepth, ply+1, !cutNode)
			}
		} else if !pvNode || moveCount > 1 {
			s = -w.search(-alpha-1, -alpha, newDepth, ply+1, !cutNode)
		}
		if pvNode && (moveCount == 1 || s > alpha) {
			s = -w.search(-beta, -alpha, newDepth, ply+1, false)
		}
		p.Unmake()
		if extension == 2 {
			f.doubles--
		}
		if w.stopped {
			return 0
		}

		if root {
			w.noteRoot(m, s, alpha, beta, moveCount)
		}

		// 15. A new best move raises alpha, or ends the node by reaching beta.
		if s > best {
			best = s
			if s > alpha {
				bestMove = m
				if pvNode {
					w.updatePV(m, ply)
				}
				if s >= beta {
					break
				}
				alpha = s
			}
		}
		if m != bestMove {
			if capture {
				if captureN < len(captures) {
					captures[captureN] = m
					captureN++
				}
			} else if quietN < maxQuiets {
				quiets[quietN] = m
				quietN++
			}
		}
	}

	// 16. No legal move is a loss, in check or not.
	if moveCount == 0 {
		if excluded != board.NoMove {
			return alpha
		}
		return MatedIn(ply)
	}
	if best == -Infinity { // every move was pruned
		best = alpha
	}

	// 17. Histories: what cut this node off is likely to cut off others.
	if bestMove != board.NoMove && best >= beta {
		w.reward(bestMove, quiets[:quietN], captures[:captureN], depth, ply)
	}

	// 18. The table keeps the result, and the correction of the static
	// evaluation learns from it where a quiet position proved it wrong.
	if excluded == board.NoMove && !(root && w.multiIndex > 0) {
		bound := BoundUpper
		switch {
		case best >= beta:
			bound = BoundLower
		case pvNode && best > alpha0:
			bound = BoundExact
		}
		if !best.byRule() {
			w.table.store(key, bestMove, toTable(best, ply), raw, depth, bound, f.tablePV)
		}
		if prm.Correction && !inCheck && !best.IsDecisive() &&
			(bestMove == board.NoMove || p.At(bestMove.To()) == board.NoPiece) &&
			!(bound == BoundLower && best <= f.static) && !(bound == BoundUpper && best >= f.static) {
			w.learn(best-raw, depth, ply)
		}
	}
	return best
}

// threatens reports whether c has a check at hand.
func (w *worker) threatens(c board.Color) bool { return w.params.Threats && w.pos.CanCheck(c) }

// lateMoves returns the number of moves after which quiet ones are skipped.
func (prm *Params) lateMoves(depth int, improving bool) int {
	n := prm.LMPBase + prm.LMPSlope*depth*depth/perMove
	if !improving {
		n = n * prm.LMPWorse / percent
	}
	return max(n, 1)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hasAttackers reports whether the side to move has a rook, horse or cannon.
func (w *worker) hasAttackers() bool { return !w.attackers().IsEmpty() }

// thin reports whether the side to move has at most one rook, horse or cannon.
func (w *worker) thin() bool { return !w.attackers().Many() }

// attackers returns the rooks, horses and cannons of the side to move.
func (w *worker) attackers() board.Bitboard {
	p := w.pos
	return p.ByType(board.Rook).Or(p.ByType(board.Horse)).Or(p.ByType(board.Cannon)).And(p.ByColor(p.SideToMove()))
}

// evaluate returns the static value at the end of a line that has reached
// MaxPly.
func (w *worker) evaluate(ply int, inCheck bool) Score {
	if inCheck {
		return 0
	}
	return w.correct(Score(w.eval.Evaluate(w.pos)+w.params.TempoBonus), ply)
}

// probCut looks for a capture that beats limit in a quiescence search and then
// in a search less deep by ProbCutReduction, and returns its score. The search
// begins one ply after the node, so that its result is worth one ply more.
func (w *worker) probCut(limit, static Score, depth, ply int, cutNode bool, tableMove board.Move, raw Score) (Score, bool) {
	p := w.pos
	f := w.frame(ply)
	if tableMove != board.NoMove && p.At(tableMove.To()) == board.NoPiece {
		tableMove = board.NoMove
	}
	reduced := depth - w.params.ProbCutReduction
	pk := &w.pickers[ply][0]
	pk.startCaptures(tableMove)
	for {
		m := w.nextMove(pk, ply)
		if m == board.NoMove {
			return 0, false
		}
		if !p.SEEAtLeast(m, max(0, int(limit-static))) {
			continue
		}
		w.make(m, ply)
		s := -w.quiesce(-limit, -limit+1, 0, ply+1)
		if s >= limit && reduced > 0 {
			s = -w.search(-limit, -limit+1, reduced, ply+1, !cutNode)
		}
		p.Unmake()
		if w.stopped {
			return 0, false
		}
		if s >= limit {
			if !s.byRule() {
				w.table.store(p.Key(), m, toTable(s, ply), raw, max(reduced+1, 0), BoundLower, f.tablePV)
			}
			return s, true
		}
	}
}

// bonus returns the history points for a cutoff at depth.
func (w *worker) bonus(depth int) int {
	return min(w.params.HistoryBonus*depth, w.params.HistoryMax)
}

// reward raises the history of the move that cut the node off and lowers that
// of the moves tried before it.
func (w *worker) reward(m board.Move, quiets, captures []board.Move, depth, ply int) {
	p := w.pos
	us := p.SideToMove()
	bonus := w.bonus(depth)
	if victim := p.At(m.To()); victim == board.NoPiece {
		f := w.frame(ply)
		if f.killers[0] != m {
			f.killers[1], f.killers[0] = f.killers[0], m
		}
		w.hist.counter[w.frame(ply-1).followed] = m
		w.addQuiet(us, m, bonus, ply)
		for _, q := range quiets {
			w.addQuiet(us, q, -bonus, ply)
		}
	} else {
		add(&w.hist.capture[p.At(m.From())&pieceMask][m.To()][victim.Type()], bonus)
	}
	for _, c := range captures {
		add(&w.hist.capture[p.At(c.From())&pieceMask][c.To()][p.At(c.To()).Type()], -bonus)
	}
}

// addQuiet adds a bonus to every history of a quiet move.
func (w *worker) addQuiet(us board.Color, m board.Move, bonus, ply int) {
	add(&w.hist.quiet[us][m&moveMask], bonus)
	pt := pieceTo(w.pos.At(m.From()), m.To())
	for _, n := range [...]int{1, 2, farPly} {
		if row := w.frame(ply - n).followed; row != 0 {
			add(&w.hist.follow[row][pt], bonus)
			w.hist.followed[row] = true
		}
	}
}

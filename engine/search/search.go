package search

import "xqlab/engine/board"

// maxQuiets is how many quiet moves of a node take part in history updates.
const maxQuiets = 64

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
	// The first iterations cost little: no position with a check at hand is cut
	// off by its static evaluation there, and the later ones have the right moves
	// in front.
	shallow := w.rootDepth <= prm.ShallowDepth

	if !root {
		// 2. The rules may have ended the game on the way here.
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

	// 4. Transposition table.
	var tableMove board.Move
	tableScore, tableDepth, tableBound := noStatic, 0, BoundNone
	raw := noStatic
	key := p.Key()
	if excluded == board.NoMove {
		f.tablePV = pvNode
		if e, ok := w.table.probe(key); ok {
			tableMove, tableDepth, tableBound = e.move(), e.depth(), e.bound()
			raw = e.static()
			tableScore = fromTable(e.score(), ply)
			f.tablePV = f.tablePV || e.pv()
			if tableMove != board.NoMove && !p.IsLegal(tableMove) {
				tableMove = board.NoMove // another position with the same key
				tableBound = BoundNone
			}
		}
		if !pvNode && tableDepth >= depth && p.HalfmoveClock() < w.noCutFrom {
			if tableBound == BoundExact ||
				tableBound == BoundLower && tableScore >= beta ||
				tableBound == BoundUpper && tableScore <= alpha {
				if tableScore >= beta && tableMove != board.NoMove && p.At(tableMove.To()) == board.NoPiece {
					add(&w.hist.quiet[p.SideToMove()][tableMove&0x3fff], w.bonus(depth)/2)
				}
				return tableScore
			}
		}
	}
	if root && w.multiIndex < len(w.rootMoves) {
		tableMove = w.rootMoves[w.multiIndex].move
	}

	// 5. Static evaluation.
	static := noStatic // what the position looks worth; better than f.static if the table knows
	improving := false
	switch {
	case inCheck:
		f.static = noStatic
	case excluded != board.NoMove:
		static = f.static
	default:
		if raw == noStatic {
			raw = Score(w.eval.Evaluate(p) + prm.TempoBonus)
			if tableBound == BoundNone {
				w.table.store(key, board.NoMove, 0, raw, 0, BoundNone, f.tablePV)
			}
		}
		f.static = w.correct(raw, ply)
		static = f.static
		if tableBound == BoundExact ||
			tableBound == BoundLower && tableScore > static ||
			tableBound == BoundUpper && tableScore < static {
			if !tableScore.IsDecisive() {
				static = tableScore
			}
		}
	}
	if !inCheck {
		if s := w.frame(ply - 2).static; ply >= 2 && s != noStatic {
			improving = f.static > s
		} else if s := w.frame(ply - 4).static; ply >= 4 && s != noStatic {
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
		// 6. Razoring: hopeless positions at the leaves. Deeper it would cut off
		// the sacrifices that xiangqi mates are made of; where a check is at hand,
		// it must be more hopeless still.
		if prm.Razoring && depth <= prm.RazorDepth {
			if v := static + Score(prm.RazorBase+prm.RazorSlope*depth*depth); v < alpha &&
				(!shallow && v+Score(prm.ThreatRazor) < alpha || !w.threatens(p.SideToMove())) {
				if s := w.quiesce(alpha, alpha+1, 0, ply); s <= alpha {
					return s
				}
			}
		}

		// 7. Reverse futility: far above beta already; farther if the opponent,
		// who may have sacrificed for it, can give check.
		if prm.ReverseFut && depth <= prm.ReverseFutDepth && !beta.IsDecisive() && !static.IsDecisive() {
			margin := prm.ReverseFutMargin * depth
			if improving {
				margin -= prm.ReverseFutImprove
			}
			if v := static - Score(margin); v >= beta &&
				(!shallow && v-Score(prm.ThreatMargin) >= beta || !w.threatens(p.SideToMove().Other())) {
				return (2*static + beta) / 3
			}
		}

		// 8. Null move: if passing the turn still beats beta, so does a move.
		// Positions without a rook, horse or cannon are full of zugzwang,
		// since a side that cannot move has lost.
		if prm.NullMove && static >= beta && f.static >= beta-Score(20*depth)+150 && !beta.IsDecisive() &&
			w.frame(ply-1).move != board.NoMove && ply >= w.nullMinPly && w.hasAttackers() {
			r := prm.NullBase + depth/prm.NullDivisor + min(int(static-beta)/prm.NullEvalDivisor, 3)
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
				// verify: the same depth without null moves near the root of the check
				w.nullMinPly = ply + 3*(depth-r)/4 + 1
				v := w.search(beta-1, beta, depth-r, ply, false)
				w.nullMinPly = 0
				if v >= beta {
					return s
				}
			}
		}

		// 9. ProbCut: a good capture that beats beta by a margin in a
		// shallower search.
		limit := beta + Score(prm.ProbCutMargin)
		if prm.ProbCut && depth >= prm.ProbCutDepth && !beta.IsDecisive() &&
			!(tableBound != BoundNone && tableDepth >= depth-3 && tableScore < limit) {
			if s, ok := w.probCut(limit, static, depth, ply, cutNode, tableMove, raw); ok {
				return s
			}
			if w.stopped {
				return 0
			}
		}
	}

	// 10. Without a table move the order is poor: look less deeply now, and
	// let the next iteration profit.
	if prm.IIR && depth >= prm.IIRDepth && tableMove == board.NoMove && excluded == board.NoMove && (pvNode || cutNode) {
		depth--
	}

	// 11. All moves.
	var quiets [maxQuiets]board.Move
	var captures [32]board.Move
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
	forced := prm.OneReply && inCheck && !root && w.listEvasions(pk) == 1 // a forced reply costs no depth
	late := lateMoves(prm.LMPBase, depth, improving)
	if depth <= prm.ThreatDepth && !inCheck && w.threatens(p.SideToMove()) {
		late = late * prm.ThreatLate / 100 // a quiet move may build up a mate
	}
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

		// 12. Shallow pruning of moves that hardly can matter.
		if !root && !inCheck && best > -Decisive {
			reduced := max(0, depth-1-int(w.lmr[min(depth, 63)][min(moveCount, 63)])/100)
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
			} else if prm.SEEPruning && !givesCheck && depth <= 8 && pk.stage != stageGoodCaptures && !p.SEEAtLeast(m, -prm.SEECapture*depth) {
				continue
			}
		}

		// 13. Extensions.
		extension := 0
		if !root && ply < 2*w.rootDepth {
			if prm.Singular && m == tableMove && excluded == board.NoMove && depth >= prm.SingularDepth &&
				tableDepth >= depth-3 && tableBound&BoundLower != 0 && !tableScore.IsDecisive() {
				target := tableScore - Score(prm.SingularMargin*depth)
				f.excluded = m
				v := w.search(target-1, target, (depth-1)/2, ply, cutNode)
				f.excluded = board.NoMove
				if w.stopped {
					return 0
				}
				switch {
				case v < target:
					extension = 1
					if !pvNode && v < target-Score(prm.DoubleExtMargin) && f.doubles < 6 {
						extension = 2
					}
				case target >= beta: // several moves beat beta
					return target
				case tableScore >= beta:
					extension = -2
				case cutNode:
					extension = -1
				}
				// the nested search has used this node's line and killers
				w.pvLen[ply] = 0
			} else if prm.CheckExtension && givesCheck || forced {
				extension = 1
			}
		}
		newDepth := depth - 1 + extension
		if extension == 2 {
			f.doubles++
		}

		nodesBefore := w.nodes
		moved := p.At(m.From())
		w.make(m, ply)

		// 14. Late-move reductions: the later a move stands in the order, the
		// less deeply it is searched at first.
		var s Score
		if prm.LMR && depth >= 2 && moveCount > 1+b2i(root) && !givesCheck && (!capture || cutNode || moveCount > 4) {
			r := int(w.lmr[min(depth, 63)][min(moveCount, 63)])
			if cutNode {
				r += 120
			}
			if !improving {
				r += 60
			}
			if pvNode {
				r -= 80
			}
			if f.tablePV {
				r -= 70
			}
			if inCheck {
				r -= 60
			}
			if capture {
				r -= 60 + 100*int(w.hist.capture[moved&15][m.To()][p.CapturedAt(p.Plies()-1).Type()])/prm.LMRHistory
			} else {
				if m == f.killers[0] || m == f.killers[1] {
					r -= 90
				}
				r -= 100 * history / prm.LMRHistory
				if tableMove != board.NoMove && p.CapturedAt(p.Plies()-1) == board.NoPiece && tableBound == BoundLower && !pvNode {
					r += 20
				}
			}
			d := min(max(newDepth-max(r, 0)/100, 1), newDepth)
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
			w.noteRoot(m, s, alpha, beta, moveCount, w.nodes-nodesBefore)
		}

		// 15. A new best move?
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

	// 17. Histories.
	if bestMove != board.NoMove && best >= beta {
		w.reward(bestMove, quiets[:quietN], captures[:captureN], depth, ply)
	}

	// 18. Table and correction of the static evaluation.
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

// lateMoves is the number of moves after which quiet ones are skipped.
func lateMoves(base, depth int, improving bool) int {
	n := base + depth*depth
	if !improving {
		n /= 2
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
func (w *worker) hasAttackers() bool {
	p := w.pos
	heavy := p.ByType(board.Rook).Or(p.ByType(board.Horse)).Or(p.ByType(board.Cannon))
	return heavy.Intersects(p.ByColor(p.SideToMove()))
}

// thin reports whether the side to move has at most one rook, horse or cannon.
func (w *worker) thin() bool {
	p := w.pos
	heavy := p.ByType(board.Rook).Or(p.ByType(board.Horse)).Or(p.ByType(board.Cannon))
	return !heavy.And(p.ByColor(p.SideToMove())).Many()
}

// evaluate returns the static value at the end of a line that may go no
// further.
func (w *worker) evaluate(ply int, inCheck bool) Score {
	if inCheck {
		return 0
	}
	return w.correct(Score(w.eval.Evaluate(w.pos)+w.params.TempoBonus), ply)
}

// probCut looks for a capture that beats limit in a shallower search.
func (w *worker) probCut(limit, static Score, depth, ply int, cutNode bool, tableMove board.Move, raw Score) (Score, bool) {
	p := w.pos
	f := w.frame(ply)
	if tableMove != board.NoMove && p.At(tableMove.To()) == board.NoPiece {
		tableMove = board.NoMove
	}
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
		if s >= limit && depth > 4 {
			s = -w.search(-limit, -limit+1, depth-4, ply+1, !cutNode)
		}
		p.Unmake()
		if w.stopped {
			return 0, false
		}
		if s >= limit {
			if !s.byRule() {
				w.table.store(p.Key(), m, toTable(s, ply), raw, depth-3, BoundLower, f.tablePV)
			}
			return s, true
		}
	}
}

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
		add(&w.hist.capture[p.At(m.From())&15][m.To()][victim.Type()], bonus)
	}
	for _, c := range captures {
		add(&w.hist.capture[p.At(c.From())&15][c.To()][p.At(c.To()).Type()], -bonus)
	}
}

func (w *worker) addQuiet(us board.Color, m board.Move, bonus, ply int) {
	add(&w.hist.quiet[us][m&0x3fff], bonus)
	pt := pieceTo(w.pos.At(m.From()), m.To())
	for _, n := range [...]int{1, 2, 4} {
		if row := w.frame(ply - n).followed; row != 0 {
			add(&w.hist.follow[row][pt], bonus)
			w.hist.followed[row] = true
		}
	}
}

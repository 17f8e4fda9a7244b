package search

import "xqlab/engine/board"

// quiesce returns the value of the position for the side to move within the
// window (alpha, beta), as search does. It plays out captures that do not lose
// material, evasions of check and, at the first plies, quiet checks, until the
// static evaluation can be trusted. qply counts plies since the horizon.
func (w *worker) quiesce(alpha, beta Score, qply, ply int) Score {
	p := w.pos
	f := w.frame(ply)
	prm := &w.params
	pvNode := beta-alpha > 1
	w.pvLen[ply] = 0
	if w.visit(ply) {
		return 0
	}
	inCheck := p.InCheck()

	// 1. The rules may have ended the game on the way here; the stack ends at
	// MaxPly.
	if s, over := w.ruleScore(ply); over {
		return s
	}
	if ply >= MaxPly-1 {
		return w.evaluate(ply, inCheck)
	}

	// 2. Transposition table: every entry is deep enough here.
	key := p.Key()
	known := w.probe(key, ply)
	tablePV := pvNode || known.pv()
	if !pvNode && p.HalfmoveClock() < w.noCutFrom && known.cuts(alpha, beta) {
		return known.score()
	}
	tableMove, raw := known.move(), known.static()

	// 3. Stand pat: the side to move need not capture, so that the static
	// evaluation is a lower bound, unless it is in check.
	best := -Infinity
	futility := -Infinity // with the victim's value, the most a capture is taken to reach
	if inCheck {
		f.static = noStatic
	} else {
		if raw == noStatic {
			raw = Score(w.eval.Evaluate(p) + prm.TempoBonus)
		}
		f.static = w.correct(raw, ply)
		best = f.static
		if known.better(best) {
			best = known.score()
		}
		if best >= beta {
			if known.bound() == BoundNone {
				w.table.store(key, board.NoMove, toTable(best, ply), raw, 0, BoundLower, tablePV)
			}
			return best
		}
		alpha = max(alpha, best)
		futility = f.static + Score(prm.QFutility)
	}

	// 4. The moves: all evasions of a check, otherwise captures and then, near
	// the horizon, quiet checks, which mates are made of. Early iterations do
	// with fewer plies of checks than later ones.
	quietChecks := prm.QuietChecks && !inCheck && qply < min(prm.QCheckPlies, w.rootDepth)
	pk := &w.pickers[ply][0]
	if inCheck {
		pk.start(tableMove, board.NoMove, board.NoMove, board.NoMove, true)
	} else {
		if tableMove != board.NoMove && p.At(tableMove.To()) == board.NoPiece && !(quietChecks && p.GivesCheck(tableMove)) {
			tableMove = board.NoMove
		}
		pk.startCaptures(tableMove)
	}
	bestMove := board.NoMove
	moveCount := 0
	checks := false // in the second phase, quiet checks
	for {
		m := w.nextMove(pk, ply)
		if m == board.NoMove {
			if quietChecks && !checks {
				checks = true
				w.startChecks(pk, ply)
				continue
			}
			break
		}
		moveCount++
		capture := p.At(m.To()) != board.NoPiece
		if !inCheck {
			// 5. Moves that lose material are skipped. Below alpha by more than
			// QFutility, so are captures that win nothing, and those whose victim
			// would not be enough even if it came for free.
			gain := 0
			if capture && futility <= alpha && best > -Decisive && !p.GivesCheck(m) {
				if v := futility + Score(board.ExchangeValue(p.At(m.To()).Type())); v <= alpha {
					best = max(best, v)
					continue
				}
				gain = 1
			}
			if (gain > 0 || !capture || m != tableMove) && !p.SEEAtLeast(m, gain) {
				if gain > 0 {
					best = max(best, futility)
				}
				continue
			}
		} else if best > -Decisive && !capture && moveCount > prm.QEvasions && !p.SEEAtLeast(m, 0) {
			// 6. So are late evasions that lose material, once another keeps the
			// side from being mated.
			continue
		}

		// 7. A new best move raises alpha, or ends the node by reaching beta.
		w.make(m, ply)
		s := -w.quiesce(-beta, -alpha, qply+1, ply+1)
		p.Unmake()
		if w.stopped {
			return 0
		}
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
	}

	// 8. Only in check were all moves looked at: without one it is mate.
	if inCheck && moveCount == 0 {
		return MatedIn(ply)
	}

	// 9. The table keeps the result, at depth 0.
	bound := BoundUpper
	if best >= beta {
		bound = BoundLower
	}
	if !best.byRule() {
		w.table.store(key, bestMove, toTable(best, ply), raw, 0, bound, tablePV)
	}
	return best
}

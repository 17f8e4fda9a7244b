package search

import "xqlab/engine/board"

// quiesce plays out captures that do not lose material, evasions of check and,
// at the first plies, quiet checks, until the static evaluation can be
// trusted. qply counts plies since the horizon.
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
	if s, over := w.ruleScore(ply); over {
		return s
	}
	if ply >= MaxPly-1 {
		return w.evaluate(ply, inCheck)
	}

	// Table.
	key := p.Key()
	var tableMove board.Move
	tableBound, tableScore := BoundNone, noStatic
	raw := noStatic
	tablePV := pvNode
	if e, ok := w.table.probe(key); ok {
		tableMove, tableBound = e.move(), e.bound()
		raw = e.static()
		tableScore = fromTable(e.score(), ply)
		tablePV = tablePV || e.pv()
		if tableMove != board.NoMove && !p.IsLegal(tableMove) {
			tableMove, tableBound = board.NoMove, BoundNone
		}
		if !pvNode && p.HalfmoveClock() < w.noCutFrom &&
			(tableBound == BoundExact ||
				tableBound == BoundLower && tableScore >= beta ||
				tableBound == BoundUpper && tableScore <= alpha) {
			return tableScore
		}
	}

	// Stand pat: the side to move need not capture.
	best := -Infinity
	futility := -Infinity
	if inCheck {
		f.static = noStatic
	} else {
		if raw == noStatic {
			raw = Score(w.eval.Evaluate(p) + prm.TempoBonus)
		}
		f.static = w.correct(raw, ply)
		best = f.static
		if (tableBound == BoundExact ||
			tableBound == BoundLower && tableScore > best ||
			tableBound == BoundUpper && tableScore < best) && !tableScore.IsDecisive() {
			best = tableScore
		}
		if best >= beta {
			if tableBound == BoundNone {
				w.table.store(key, board.NoMove, toTable(best, ply), raw, 0, BoundLower, tablePV)
			}
			return best
		}
		alpha = max(alpha, best)
		futility = f.static + Score(prm.QFutility)
	}

	// Early iterations do with fewer plies of checks than the later ones.
	quietChecks := prm.QuietChecks && !inCheck && qply < min(prm.QCheckPlies, w.rootDepth)
	pk := &w.pickers[ply][0]
	switch {
	case inCheck:
		pk.start(tableMove, board.NoMove, board.NoMove, board.NoMove, true)
	default:
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
			gain := 0
			if capture && futility <= alpha && best > -Decisive && !p.GivesCheck(m) {
				// a capture that cannot reach alpha even for free, or does not
				// come for free
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
		} else if best > -Decisive && !capture && moveCount > 3 && !p.SEEAtLeast(m, 0) {
			continue
		}
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
	if inCheck && moveCount == 0 {
		return MatedIn(ply)
	}
	bound := BoundUpper
	if best >= beta {
		bound = BoundLower
	}
	if !best.byRule() {
		w.table.store(key, bestMove, toTable(best, ply), raw, 0, bound, tablePV)
	}
	return best
}

package search

import "xqlab/engine/board"

// stage is where a picker stands.
type stage uint8

const (
	stageTable stage = iota
	stageCapturesInit
	stageGoodCaptures
	stageKiller1
	stageKiller2
	stageCounter
	stageQuietsInit
	stageQuiets
	stageBadCaptures
	stageEvasionsInit
	stageEvasions
	stageRoot
	stageDone
)

// picker hands out the legal moves of a node, best first, generating as late
// as it can.
type picker struct {
	// What every node sets stands first, in one cache line.
	stage        stage
	skipQuiets   bool // hand out no more quiet moves but checks
	onlyCaptures bool // hand out captures alone, good or bad
	listed       bool // the evasions of check are in the list
	table        board.Move
	killers      [2]board.Move
	counter      board.Move
	next         int
	badN         int
	badNext      int

	list  board.MoveList
	ranks [board.MaxMoves]int        // scores with places, see setScore
	bad   [board.MaxMoves]board.Move // captures that lose material
}

// start prepares the picker for a node of the main search.
func (pk *picker) start(table, killer1, killer2, counter board.Move, inCheck bool) {
	pk.table = table
	pk.killers = [2]board.Move{killer1, killer2}
	pk.counter = counter
	pk.badN, pk.badNext = 0, 0
	pk.skipQuiets, pk.onlyCaptures, pk.listed = false, false, false
	switch {
	case table != board.NoMove:
		pk.stage = stageTable
	case inCheck:
		pk.stage = stageEvasionsInit
	default:
		pk.stage = stageCapturesInit
	}
	if inCheck {
		pk.killers = [2]board.Move{}
		pk.counter = board.NoMove
	}
}

// startRoot prepares the picker to walk over given moves in their order.
func (pk *picker) startRoot(moves []rootMove) {
	pk.stage = stageRoot
	pk.list.N = 0
	pk.next = 0
	pk.skipQuiets = false
	for i := range moves {
		pk.list.Moves[i] = moves[i].move
		pk.list.N++
	}
}

// startCaptures prepares the picker for captures alone. The caller sorts out
// those that lose material.
func (pk *picker) startCaptures(table board.Move) {
	pk.start(table, board.NoMove, board.NoMove, board.NoMove, false)
	pk.onlyCaptures = true
}

// startChecks prepares the picker for the quiet moves that give check, the
// table move left out.
func (w *worker) startChecks(pk *picker, ply int) {
	w.pos.LegalQuietChecks(&pk.list)
	pk.next = 0
	w.scoreQuiets(pk, ply)
	pk.stage = stageEvasions
}

// listEvasions lists the moves of a node in check and returns how many there
// are.
func (w *worker) listEvasions(pk *picker) int {
	if !pk.listed {
		w.pos.LegalMoves(&pk.list)
		pk.listed = true
	}
	return pk.list.N
}

// setScore ranks the i-th move of the list.
func (pk *picker) setScore(i, score int) { pk.ranks[i&127] = score<<rankShift | (127 - i) }

// rankShift leaves room for a place in the list below a score.
const rankShift = 7

// higher is max for numbers whose difference does not overflow, without a
// branch.
func higher(a, b int) int {
	d := a - b
	return a - d&(d>>63)
}

// pickBest moves the best remaining move to the front and takes it; of equally
// good ones the first.
func (pk *picker) pickBest() board.Move {
	// Ranks carry their place, so that the highest can be found without a
	// branch, which the processor would often guess wrong; two at a time, as
	// neither then waits for the other.
	rest := pk.ranks[pk.next&127 : pk.list.N&255]
	first := rest[0]
	best, second := first, first
	for ; len(rest) >= 2; rest = rest[2:] {
		best = higher(best, rest[0])
		second = higher(second, rest[1])
	}
	if len(rest) > 0 {
		best = higher(best, rest[0])
	}
	best = higher(best, second)
	at := 127 - best&127
	m := pk.list.Moves[at&127]
	pk.list.Moves[at&127] = pk.list.Moves[pk.next&127]
	pk.ranks[at&127] = first&^127 | best&127
	pk.next++
	return m
}

// nextMove returns the next legal move of the node, NoMove when there is none
// left.
func (w *worker) nextMove(pk *picker, ply int) board.Move {
	p := w.pos
	for {
		switch pk.stage {
		case stageTable:
			pk.stage = stageCapturesInit
			if p.InCheck() {
				pk.stage = stageEvasionsInit
			}
			return pk.table

		case stageCapturesInit:
			p.LegalCaptures(&pk.list)
			pk.next = 0
			w.scoreCaptures(pk)
			pk.stage = stageGoodCaptures

		case stageGoodCaptures:
			for pk.next < pk.list.N {
				m := pk.pickBest()
				if m == pk.table {
					continue
				}
				if !pk.onlyCaptures && !p.SEEAtLeast(m, 0) {
					pk.bad[pk.badN&127] = m
					pk.badN++
					continue
				}
				return m
			}
			if pk.onlyCaptures {
				pk.stage = stageDone
			} else {
				pk.stage = stageKiller1
			}

		case stageKiller1, stageKiller2:
			m := pk.killers[pk.stage-stageKiller1]
			pk.stage++
			if !pk.skipQuiets && m != board.NoMove && m != pk.table && p.At(m.To()) == board.NoPiece && p.IsLegal(m) {
				return m
			}

		case stageCounter:
			m := pk.counter
			pk.stage = stageQuietsInit
			if !pk.skipQuiets && m != board.NoMove && m != pk.table && m != pk.killers[0] && m != pk.killers[1] &&
				p.At(m.To()) == board.NoPiece && p.IsLegal(m) {
				return m
			}

		case stageQuietsInit:
			pk.stage = stageQuiets
			pk.next = 0
			if pk.skipQuiets {
				p.LegalQuietChecks(&pk.list)
			} else {
				p.LegalQuiets(&pk.list)
				w.scoreQuiets(pk, ply)
			}

		case stageQuiets:
			for pk.next < pk.list.N {
				var m board.Move
				if pk.skipQuiets { // but for checks, in any order
					m = pk.list.Moves[pk.next&127]
					pk.next++
					if !p.GivesCheck(m) {
						continue
					}
				} else {
					m = pk.pickBest()
				}
				if m == pk.table || m == pk.killers[0] || m == pk.killers[1] || m == pk.counter {
					continue
				}
				return m
			}
			pk.stage = stageBadCaptures

		case stageBadCaptures:
			if pk.badNext < pk.badN {
				m := pk.bad[pk.badNext&127]
				pk.badNext++
				return m
			}
			pk.stage = stageDone

		case stageEvasionsInit:
			w.listEvasions(pk)
			pk.next = 0
			w.scoreEvasions(pk, ply)
			pk.stage = stageEvasions

		case stageEvasions:
			for pk.next < pk.list.N {
				m := pk.pickBest()
				if m == pk.table {
					continue
				}
				return m
			}
			pk.stage = stageDone

		case stageRoot:
			if pk.next < pk.list.N {
				m := pk.list.Moves[pk.next&127]
				pk.next++
				return m
			}
			pk.stage = stageDone

		default:
			return board.NoMove
		}
	}
}

// captureOrder ranks victims for move ordering.
var captureOrder = [board.NumPieceTypes]int32{
	board.King: 20000, board.Rook: 10000, board.Cannon: 4800, board.Horse: 4300,
	board.Elephant: 1400, board.Advisor: 1400, board.Pawn: 1000,
}

// scoreCaptures orders captures by victim, then by history, then by the
// cheaper attacker.
func (w *worker) scoreCaptures(pk *picker) {
	p := w.pos
	for i := range pk.list.N {
		m := pk.list.Moves[i&127]
		pc, victim := p.At(m.From()), p.At(m.To()).Type()
		pk.setScore(i, int(captureOrder[victim]*4-captureOrder[pc.Type()]/16+
			int32(w.hist.capture[pc&15][m.To()][victim])/2))
	}
}

// quietHistory is the sum of histories that rank a quiet move.
func (w *worker) quietHistory(m board.Move, ply int) int {
	pt := pieceTo(w.pos.At(m.From()), m.To())
	h := int(w.hist.quiet[w.pos.SideToMove()][m&0x3fff])
	h += int(w.follow(ply, 1)[pt]) + int(w.follow(ply, 2)[pt]) + int(w.follow(ply, 4)[pt])/2
	return h
}

func (w *worker) scoreQuiets(pk *picker, ply int) {
	p := w.pos
	f1, f2, f4 := w.follow(ply, 1), w.follow(ply, 2), w.follow(ply, 4)
	quiet := &w.hist.quiet[p.SideToMove()]
	for i := range pk.list.N {
		m := pk.list.Moves[i&127]
		pt := pieceTo(p.At(m.From()), m.To())
		pk.setScore(i, int(quiet[m&0x3fff])+int(f1[pt])+int(f2[pt])+int(f4[pt])/2)
	}
}

func (w *worker) scoreEvasions(pk *picker, ply int) {
	p := w.pos
	for i := range pk.list.N {
		m := pk.list.Moves[i&127]
		if victim := p.At(m.To()); victim != board.NoPiece {
			pk.setScore(i, int(1<<20+captureOrder[victim.Type()]-captureOrder[p.At(m.From()).Type()]/16))
		} else {
			pk.setScore(i, w.quietHistory(m, ply))
		}
	}
}

package search

import (
	"math/bits"

	"xqlab/engine/board"
)

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

// picker hands out the legal moves of a node, best first, and generates each
// kind of move only when the kinds before it are used up.
type picker struct {
	// The fields that every node sets come first, in one cache line.
	stage        stage
	skipQuiets   bool // hand out no more quiet moves except checks
	onlyCaptures bool // hand out captures only, good or bad
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

// startCaptures prepares the picker for captures only. The caller leaves out
// those that lose material.
func (pk *picker) startCaptures(table board.Move) {
	pk.start(table, board.NoMove, board.NoMove, board.NoMove, false)
	pk.onlyCaptures = true
}

// startChecks prepares the picker for the quiet moves that give check, without
// the table move.
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

// placeBits leaves room for a place in the list below a score; placeMask cuts
// the place out, and as a mask of an index saves a bounds check.
const (
	placeBits = 7
	placeMask = 1<<placeBits - 1

	_ = uint(placeMask + 1 - board.MaxMoves) // does not compile if a list has more places
)

// setScore ranks the i-th move of the list.
func (pk *picker) setScore(i, score int) {
	pk.ranks[i&placeMask] = score<<placeBits | (placeMask - i)
}

// signShift makes 0 or -1 of an int by its sign.
const signShift = bits.UintSize - 1

// higher is max for numbers whose difference does not overflow, without a
// branch.
func higher(a, b int) int {
	d := a - b
	return a - d&(d>>signShift)
}

// pickBest moves the best remaining move to the front and takes it; of equally
// good ones the first.
func (pk *picker) pickBest() board.Move {
	// Ranks carry their place, so that the highest can be found without a
	// branch, which the processor would often guess wrong; two at a time, as
	// neither then waits for the other.
	rest := pk.ranks[pk.next&placeMask : pk.list.N&(2*placeMask+1)]
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
	at := placeMask - best&placeMask
	m := pk.list.Moves[at&placeMask]
	pk.list.Moves[at&placeMask] = pk.list.Moves[pk.next&placeMask]
	pk.ranks[at&placeMask] = first&^placeMask | best&placeMask
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
					pk.bad[pk.badN&placeMask] = m
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
				if pk.skipQuiets { // except checks, in any order
					m = pk.list.Moves[pk.next&placeMask]
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
				m := pk.bad[pk.badNext&placeMask]
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
				m := pk.list.Moves[pk.next&placeMask]
				pk.next++
				return m
			}
			pk.stage = stageDone

		default:
			return board.NoMove
		}
	}
}

// captureOrder ranks captures: the most valuable victim first, among equal
// ones by history, then by the least valuable attacker. Both tables are in
// history points by piece type.
type captureOrder struct{ victim, attacker [board.NumPieceTypes]int32 }

func newCaptureOrder(prm *Params) (o captureOrder) {
	values := [board.NumPieceTypes]int{
		board.King: prm.OrderKing, board.Rook: prm.OrderRook, board.Cannon: prm.OrderCannon, board.Horse: prm.OrderHorse,
		board.Elephant: prm.OrderElephant, board.Advisor: prm.OrderAdvisor, board.Pawn: prm.OrderPawn,
	}
	for pt, value := range values {
		o.victim[pt] = int32(value)
		o.attacker[pt] = int32(value / prm.OrderAttacker)
	}
	return o
}

// scoreCaptures orders the captures of the list.
func (w *worker) scoreCaptures(pk *picker) {
	p := w.pos
	share := w.params.OrderHistory
	for i := range pk.list.N {
		m := pk.list.Moves[i&placeMask]
		pc, victim := p.At(m.From()), p.At(m.To()).Type()
		history := int(w.hist.capture[pc&pieceMask][m.To()][victim]) * share / historyShares
		pk.setScore(i, int(w.order.victim[victim]-w.order.attacker[pc.Type()])+history)
	}
}

// quietHistory is the sum of histories that rank a quiet move.
func (w *worker) quietHistory(m board.Move, ply int) int {
	pt := pieceTo(w.pos.At(m.From()), m.To())
	h := int(w.hist.quiet[w.pos.SideToMove()][m&moveMask])
	return h + int(w.follow(ply, 1)[pt]) + int(w.follow(ply, 2)[pt]) + int(w.follow(ply, farPly)[pt])*w.params.HistoryFollow/historyShares
}

// scoreQuiets orders the quiet moves of the list by their histories.
func (w *worker) scoreQuiets(pk *picker, ply int) {
	p := w.pos
	f1, f2, f4 := w.follow(ply, 1), w.follow(ply, 2), w.follow(ply, farPly)
	quiet := &w.hist.quiet[p.SideToMove()]
	share := w.params.HistoryFollow
	for i := range pk.list.N {
		m := pk.list.Moves[i&placeMask]
		pt := pieceTo(p.At(m.From()), m.To())
		pk.setScore(i, int(quiet[m&moveMask])+int(f1[pt])+int(f2[pt])+int(f4[pt])*share/historyShares)
	}
}

// evasionCapture puts captures in front of every quiet evasion, whatever their
// histories.
const evasionCapture = 1 << 20

// scoreEvasions orders the evasions of the list: captures first.
func (w *worker) scoreEvasions(pk *picker, ply int) {
	p := w.pos
	share := w.params.OrderEvasion
	for i := range pk.list.N {
		m := pk.list.Moves[i&placeMask]
		if victim := p.At(m.To()); victim != board.NoPiece {
			pk.setScore(i, evasionCapture+int(w.order.victim[victim.Type()])*share/percent-int(w.order.attacker[p.At(m.From()).Type()]))
		} else {
			pk.setScore(i, w.quietHistory(m, ply))
		}
	}
}

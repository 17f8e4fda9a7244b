package search

import "xqlab/engine/board"

// entry is what the transposition table knows of a position, packed into a
// word: move 14 bits, score 16, static evaluation 16, depth 8, bound 2,
// principal variation 1, generation 7.
type entry uint64

// The places of the fields in the word.
const (
	moveMask    = 1<<14 - 1
	scoreShift  = 14
	scoreMask   = 1<<16 - 1
	staticShift = 30
	depthShift  = 46
	boundShift  = 54
	boundMask   = 1<<2 - 1
	pvShift     = 56
	genShift    = 57
	genMask     = 1<<7 - 1
)

// noStatic marks an entry without a static evaluation.
const noStatic Score = -1 << 15

// noEntry is what is known of a position that is not in the table: nothing.
const noEntry entry = 1 << 15 << staticShift

func packEntry(m board.Move, score, static Score, depth int, b Bound, pv bool, gen uint8) entry {
	e := entry(m&moveMask) | entry(uint16(int16(score)))<<scoreShift | entry(uint16(int16(static)))<<staticShift |
		entry(uint8(depth))<<depthShift | entry(b&boundMask)<<boundShift | entry(gen&genMask)<<genShift
	if pv {
		e |= 1 << pvShift
	}
	return e
}

func (e entry) move() board.Move { return board.Move(e & moveMask) }
func (e entry) score() Score     { return Score(int16(e >> scoreShift)) }
func (e entry) static() Score    { return Score(int16(e >> staticShift)) }
func (e entry) depth() int       { return int(uint8(e >> depthShift)) }
func (e entry) bound() Bound     { return Bound(e >> boundShift & boundMask) }
func (e entry) pv() bool         { return e>>pvShift&1 != 0 }
func (e entry) gen() uint8       { return uint8(e >> genShift) }

// forPly makes a mate score of the entry, which is stored relative to its
// node, one of the tree in which the node stands at ply.
func (e entry) forPly(ply int) entry {
	s := e.score()
	if s < longestMate && s > -longestMate {
		return e
	}
	return e&^(scoreMask<<scoreShift) | entry(uint16(int16(fromTable(s, ply))))<<scoreShift
}

// withoutMove forgets the move, and with it the score, of an entry that turns
// out to be that of another position with the same key. What only steers the
// search is kept: being wrong there does no harm.
func (e entry) withoutMove() entry { return e &^ (moveMask | boundMask<<boundShift) }

// cuts reports whether the score settles a node with the window (alpha, beta):
// it is exact or lies outside on the side that its bound vouches for. Whether
// it is deep enough the caller has to see.
func (e entry) cuts(alpha, beta Score) bool {
	switch e.bound() {
	case BoundExact:
		return true
	case BoundLower:
		return e.score() >= beta
	case BoundUpper:
		return e.score() <= alpha
	}
	return false
}

// better reports whether the score, the result of a search, says more of the
// position than its static evaluation: it is exact or bounds the value to the
// other side of it. A decided game says nothing of the material on the board.
func (e entry) better(static Score) bool {
	s := e.score()
	switch e.bound() {
	case BoundExact:
	case BoundLower:
		if s <= static {
			return false
		}
	case BoundUpper:
		if s >= static {
			return false
		}
	default:
		return false
	}
	return !s.IsDecisive()
}

// toTable makes a mate score relative to the node at ply; fromTable undoes it.
func toTable(s Score, ply int) Score {
	switch {
	case s >= longestMate:
		return s + Score(ply)
	case s <= -longestMate:
		return s - Score(ply)
	}
	return s
}

func fromTable(s Score, ply int) Score {
	switch {
	case s >= longestMate:
		return s - Score(ply)
	case s <= -longestMate:
		return s + Score(ply)
	}
	return s
}

package rules

import "xqlab/engine/board"

// # What a threat is
//
// Side S is taken to be on the move. Its piece a threatens the enemy
// piece v when
//
//  1. a is a rook, horse, cannon, advisor or elephant,
//  2. v is no king, and no pawn on its own half,
//  3. a can capture v as it moves,
//  4. the capture puts S's king under no new attack,
//  5. v is stronger than a (a rook for horses and cannons; a rook, horse or
//     cannon for advisors and elephants), or nothing can recapture without
//     putting the enemy king under a new attack, and
//  6. a and v are not of one kind with v able to capture a just as well.
//
// "New" attacks are those by pieces that did not attack that king in the
// position under examination, before a's capture: a standing check neither
// creates nor hides a threat, but a check uncovered by the capture itself does
// take the roots away. Facing kings attack each other. A king recaptures only
// on a square that nothing attacks.

// stronger holds, by type of the attacker, the types of victims whose
// protection does not matter (rule 5), bit per board.PieceType.
var stronger = [8]uint8{
	board.Horse:    1 << board.Rook,
	board.Cannon:   1 << board.Rook,
	board.Advisor:  1<<board.Rook | 1<<board.Horse | 1<<board.Cannon,
	board.Elephant: 1<<board.Rook | 1<<board.Horse | 1<<board.Cannon,
}

// attackers returns c's pieces that can threaten at all (rule 1): neither its
// king nor its pawns.
func (pl *placement) attackers(c board.Color) pieceSet {
	return pl.ofColor[c&1] &^ (pl.ofType[board.King] | pl.ofType[board.Pawn])
}

// victims returns c's pieces that can be threatened (rule 2).
func (pl *placement) victims(c board.Color) pieceSet {
	v := pl.ofColor[c&1] &^ pl.ofType[board.King]
	for m := v & pl.ofType[board.Pawn]; m != 0; {
		id := m.pop()
		if !pl.squareOf[id].Crossed(c) {
			v &^= 1 << id
		}
	}
	return v
}

// kingsAttackers are the pieces attacking either king in the position under
// examination, by the colour of the king.
type kingsAttackers [2]pieceSet

func (pl *placement) kingsAttackers() kingsAttackers {
	return kingsAttackers{pl.attackersOfKing(board.Red), pl.attackersOfKing(board.Black)}
}

// threatens applies rules 4 to 6 to a capture that reaches its victim, rules 1
// to 3 being known to hold. before are the kings' attackers in the placement,
// which is the position under examination and unchanged on return.
func (pl *placement) threatens(from, to board.Square, before *kingsAttackers) bool {
	a, v := pl.pieceOn[from&127], pl.pieceOn[to&127]
	us, them := a.Color(), v.Color()
	if !pl.safe(from, to, before[us]) {
		return false
	}
	if stronger[a.Type()]>>v.Type()&1 != 0 {
		return true
	}
	if pl.rooted(from, to, before[them]) {
		return false
	}
	exchange := a.Type() == v.Type() && pl.reaches(to, from) && pl.safe(to, from, before[them])
	return !exchange
}

// safe reports whether the piece on from, not a king, may capture on to
// without a new attack on its own king, which attackersBefore attacked already.
func (pl *placement) safe(from, to board.Square, attackersBefore pieceSet) bool {
	c := pl.pieceOn[from&127].Color()
	if !pl.mayOpenLine(from, c) {
		return true // the square of the victim stays occupied
	}
	v := pl.capture(from, to)
	after := pl.attackersOfKing(c)
	pl.takeBack(from, to, v)
	return after&^attackersBefore == 0
}

// rooted reports whether the piece on to has a real root (真根) against the
// piece on from: whether after the capture a piece of its side can recapture
// without a new attack on its king. attackersBefore attacked that king before
// the capture.
func (pl *placement) rooted(from, to board.Square, attackersBefore pieceSet) bool {
	them := pl.pieceOn[to&127].Color()
	king := pl.king[them]
	captureOpens := pl.mayOpenLine(from, them)
	victim := pl.capture(from, to)
	found := false
	for m := pl.ofColor[them]; m != 0 && !found; {
		id := m.pop()
		sq := pl.squareOf[id]
		if !pl.reaches(sq, to) {
			continue
		}
		switch {
		case id == king:
			attacker := pl.capture(sq, to)
			found = !pl.kingAttackedOn(to, them.Other())
			pl.takeBack(sq, to, attacker)
		case !captureOpens && !pl.mayOpenLine(sq, them):
			found = true
		default:
			attacker := pl.capture(sq, to)
			found = pl.attackersOfKing(them)&^attackersBefore == 0
			pl.takeBack(sq, to, attacker)
		}
	}
	pl.takeBack(from, to, victim)
	return found
}

// pair is an attacker and its victim.
type pair struct{ attacker, victim uint8 }

// maxPairs bounds the capturing pairs of one side: ten attackers, none of which
// reaches more than eight pieces.
const maxPairs = 80

// newThreats appends to buf the threats that side c's move from-to makes to
// pieces among the given ones and that were not there before. The placement is
// the position before the move on entry and the one after it on return.
func (pl *placement) newThreats(c board.Color, from, to board.Square, among pieceSet, buf []pair) []pair {
	pl.shift(from, to)
	targets := pl.victims(c.Other()) & among
	before := pl.kingsAttackers()
	found := len(buf)
	for m := pl.attackers(c); m != 0; {
		a := m.pop()
		at := pl.squareOf[a]
		row, kind := &relation[at&127], relationOf[pl.pieceOf[a]&15]
		for v := targets; v != 0; {
			id := v.pop()
			on := pl.squareOf[id]
			if row[on&127]&kind != 0 && pl.reaches(at, on) && pl.threatens(at, on, &before) {
				buf = append(buf, pair{a, id})
			}
		}
	}
	if len(buf) == found {
		return buf
	}
	pl.shift(to, from)
	before = pl.kingsAttackers()
	kept := buf[:found]
	for _, t := range buf[found:] {
		if !pl.reaches(pl.squareOf[t.attacker], pl.squareOf[t.victim]) || !pl.threatens(pl.squareOf[t.attacker], pl.squareOf[t.victim], &before) {
			kept = append(kept, t)
		}
	}
	pl.shift(from, to)
	return kept
}

package rules

import "xqlab/engine/board"

// # What a threat is
//
// Side S is looked at as if it were to move. Its piece a threatens the enemy
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

var (
	// canThreaten holds the types of rule 1, bit per board.PieceType.
	canThreaten = 1<<board.Rook | 1<<board.Horse | 1<<board.Cannon | 1<<board.Advisor | 1<<board.Elephant

	// stronger holds, by attacker, the victims whose protection does not
	// matter, bit per board.PieceType.
	stronger = [8]uint8{
		board.Horse:    1 << board.Rook,
		board.Cannon:   1 << board.Rook,
		board.Advisor:  1<<board.Rook | 1<<board.Horse | 1<<board.Cannon,
		board.Elephant: 1<<board.Rook | 1<<board.Horse | 1<<board.Cannon,
	}
)

// attackers returns c's pieces that can threaten at all.
func (s *scene) attackers(c board.Color) men {
	return s.side[c&1] &^ (s.kind[board.King] | s.kind[board.Pawn])
}

// victims returns c's pieces that can be threatened: no king, no pawn on its
// own half.
func (s *scene) victims(c board.Color) men {
	v := s.side[c&1] &^ s.kind[board.King]
	for m := v & s.kind[board.Pawn]; m != 0; {
		id := m.pop()
		if !s.at[id].Crossed(c) {
			v &^= 1 << id
		}
	}
	return v
}

// kingsAttackers are the pieces attacking either king in the position under
// examination, by the colour of the king.
type kingsAttackers [2]men

func (s *scene) kingsAttackers() kingsAttackers {
	return kingsAttackers{s.attackersOfKing(board.Red), s.attackersOfKing(board.Black)}
}

// threatens applies rules 4 to 6 to a capture that reaches its victim, rules 1
// to 3 being known to hold. The scene is the position under examination and
// unchanged on return.
func (s *scene) threatens(from, to board.Square, standing *kingsAttackers) bool {
	a, v := s.man[from&127], s.man[to&127]
	us, them := a.Color(), v.Color()
	if !s.safe(from, to, standing[us]) {
		return false
	}
	if stronger[a.Type()]>>v.Type()&1 != 0 {
		return true
	}
	if s.rooted(from, to, standing[them]) {
		return false
	}
	exchange := a.Type() == v.Type() && s.reaches(to, from) && s.safe(to, from, standing[them])
	return !exchange
}

// safe reports whether the piece on from, not a king, may capture on to
// without a new attack on its own king.
func (s *scene) safe(from, to board.Square, standing men) bool {
	c := s.man[from&127].Color()
	// Only leaving a square opens anything, and only near the king.
	if relation[from&127][s.at[s.king[c]&31]&127]&nearKing == 0 {
		return true
	}
	v := s.capture(from, to)
	after := s.attackersOfKing(c)
	s.takeBack(from, to, v)
	return after&^standing == 0
}

// rooted reports whether the piece on to has a real root against the piece on
// from: after the capture some comrade can recapture without a new attack on
// its king. standing are the attackers of that king before the capture.
func (s *scene) rooted(from, to board.Square, standing men) bool {
	them := s.man[to&127].Color()
	king := s.king[them]
	// With both squares off the king's lines recapturing opens nothing.
	calm := relation[from&127][s.at[king&31]&127]&nearKing == 0
	victim := s.capture(from, to)
	found := false
	for m := s.side[them]; m != 0 && !found; {
		id := m.pop()
		sq := s.at[id]
		if !s.reaches(sq, to) {
			continue
		}
		switch {
		case id == king:
			attacker := s.capture(sq, to)
			found = !s.attackedKingSquare(to, them.Other())
			s.takeBack(sq, to, attacker)
		case calm && relation[sq&127][s.at[king&31]&127]&nearKing == 0:
			found = true
		default:
			attacker := s.capture(sq, to)
			found = s.attackersOfKing(them)&^standing == 0
			s.takeBack(sq, to, attacker)
		}
	}
	s.takeBack(from, to, victim)
	return found
}

// pair is an attacker and its victim.
type pair struct{ attacker, victim uint8 }

// maxPairs bounds the capturing pairs of one side: ten attackers, none of which
// reaches more than eight pieces.
const maxPairs = 80

// newThreats appends to buf the threats that side c's move from-to makes to
// pieces among the given ones and that were not there before. The scene is the
// position before the move on entry and the one after it on return.
func (s *scene) newThreats(c board.Color, from, to board.Square, among men, buf []pair) []pair {
	s.shift(from, to)
	targets := s.victims(c.Other()) & among
	standing := s.kingsAttackers()
	found := len(buf)
	for m := s.attackers(c); m != 0; {
		a := m.pop()
		at := s.at[a]
		row, kind := &relation[at&127], relationOf[s.who[a]&15]
		for v := targets; v != 0; {
			id := v.pop()
			on := s.at[id]
			if row[on&127]&kind != 0 && s.reaches(at, on) && s.threatens(at, on, &standing) {
				buf = append(buf, pair{a, id})
			}
		}
	}
	if len(buf) == found {
		return buf
	}
	s.shift(to, from)
	standing = s.kingsAttackers()
	kept := buf[:found]
	for _, t := range buf[found:] {
		if !s.reaches(s.at[t.attacker], s.at[t.victim]) || !s.threatens(s.at[t.attacker], s.at[t.victim], &standing) {
			kept = append(kept, t)
		}
	}
	s.shift(from, to)
	return kept
}

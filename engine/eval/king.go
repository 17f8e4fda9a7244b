package eval

import (
	"math/bits"

	"xqlab/engine/board"
)

// palaces are Red's and Black's palace, each within its half of the board.
var palaces = [2]uint64{home(board.Palace(board.Red), board.Red), home(board.Palace(board.Black), board.Black)}

// kingSafety counts the danger to own's king, except for what stands on its rank
// and file (see kingLines) and the distance of pieces (see pieces.go).
func (p *pass[T]) kingSafety(own, enemy *side) Score {
	us, them := own.color, enemy.color
	palace := palaces[us&1]
	king := own.king
	var sum Score

	// 1. Attackers: what they hit in the palace.
	units := enemy.units + countHome(own.kingAttack.And(enemy.all), us)
	for b := enemy.crossed; !b.IsEmpty(); {
		var sq board.Square
		sq, b = b.Next()
		sum += p.term(us, kingPawnDistance+distance(sq, king)-1)
		if home(board.PawnAttacks(them, sq), us)&palace != 0 {
			units += pawnUnits
		}
	}
	sum += p.term(us, kingDanger+min(units, kingDangerMax))
	if hits := home(enemy.all, us) & palace; hits != 0 {
		sum += p.times(us, kingPalaceRook, bits.OnesCount64(home(enemy.rookAttack, us)&palace))
		sum += p.times(us, kingPalaceCannon, bits.OnesCount64(home(enemy.cannonAttack, us)&palace))
		sum += p.times(us, kingPalaceHorse, bits.OnesCount64(home(enemy.horseAttack, us)&palace))
		sum += p.times(us, kingPalacePawn, bits.OnesCount64(home(enemy.pawnAttack, us)&palace))
		weak := bits.OnesCount64(hits &^ home(own.guarded, us))
		sum += p.term(us, kingWeakSquares+min(weak, kingWeakSquaresMax))
	}

	// 2. Where the king can still go. No king may step where the other looks.
	file := king.File()
	gaze := home(enemy.lines.And(board.FileBB(enemy.king.File())), us) & palace
	free := home(own.kingAttack.AndNot(own.own).AndNot(enemy.all), us) &^ gaze
	sum += p.term(us, kingEscapes+bits.OnesCount64(free))
	if gaze != 0 {
		switch enemy.king.File() - file {
		case -1, 1:
			sum += p.term(us, kingFacedNear)
		case -2, 2:
			sum += p.term(us, kingFacedFar)
		}
	}

	// 3. Checks that are, or can be, given.
	if enemy.all.Has(king) {
		sum += p.term(us, kingInCheck)
	}
	safe := enemy.own.Or(own.all).Not()
	if from := own.lines.And(enemy.rookAttack).And(safe); !from.IsEmpty() {
		sum += p.checks(us, from, kingRookCheck)
	}
	if from := p.pos.CannonShadow(king).And(enemy.cannonMoves).And(safe); !from.IsEmpty() {
		sum += p.checks(us, from, kingCannonCheck)
	}
	if from := p.pos.HorseAttackersOf(king).And(enemy.horseAttack).And(safe); !from.IsEmpty() {
		sum += p.checks(us, from, kingHorseCheck)
	}
	if board.PawnAttackersOf(them, king).And(enemy.pawnAttack).Intersects(safe) {
		sum += p.term(us, kingPawnCheck)
	}

	// 4. The king's file.
	heavy := enemy.rooks.Or(enemy.cannons)
	if heavy.IsEmpty() {
		return sum
	}
	column := board.FileBB(file)
	cover := countFile(own.own.And(column)) - 1
	sum += p.term(us, kingFileCover+min(cover, kingFileCoverMax))
	if file == 4 && !own.pawns.Intersects(column) {
		sum += p.term(us, kingNoCenterPawn)
	}
	if heavy.Intersects(column) {
		sum += p.times(us, kingFileRook, countFile(enemy.rooks.And(column)))
		sum += p.times(us, kingFileCannon, countFile(enemy.cannons.And(column)))
	}
	return sum
}

// checks counts term first if there is one point to give check from, the next
// term if there are more.
func (p *pass[T]) checks(us board.Color, from board.Bitboard, first int) Score {
	if from.Many() {
		first++
	}
	return p.term(us, first)
}

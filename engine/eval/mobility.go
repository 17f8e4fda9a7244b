package eval

// mobility counts us's pawn moves and how its force is spread. The moves of
// other pieces are counted in pieces.go, where their attacks are found.
func (p *pass[T]) mobility(own *side) Score {
	us := own.color
	var sum Score
	if !own.pawns.IsEmpty() {
		sum += p.times(us, mobPawnForward, forward(own.pawns, us).AndNot(own.own).Count())
	}
	if !own.crossed.IsEmpty() {
		them := us.Other() // crossed pawns are on their side of the river
		left, right := neighbours(own.crossed)
		sum += p.times(us, mobPawnSide, countHome(left.AndNot(own.own), them)+countHome(right.AndNot(own.own), them))
		sum += p.times(us, mobLinkedPawns, countHome(left.And(own.crossed), them))
	}
	wing := tilt(own.rooks.Or(own.cannons).Or(own.horses).Or(own.crossed))
	return sum + p.term(us, mobWing+min(max(wing, -wing), mobWingMax))
}

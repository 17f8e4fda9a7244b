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
		left, right := neighbours(own.crossed)
		sum += p.times(us, mobPawnSide, left.AndNot(own.own).Count()+right.AndNot(own.own).Count())
		sum += p.times(us, mobPawnsLinked, left.And(own.crossed).Count())
	}
	force := own.rooks.Or(own.cannons).Or(own.horses).Or(own.crossed)
	tilt := force.And(leftWing).Count() - force.And(rightWing).Count()
	return sum + p.term(us, mobWing+min(max(tilt, -tilt), maxWing))
}

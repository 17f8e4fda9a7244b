package eval

// mobility counts us's pawn moves and how its force is spread. The moves of
// other pieces are counted in pieces.go, where their attacks are found.
func (e *Evaluator) mobility(own *side, t *Trace) Score {
	us := own.color
	var sum Score
	if !own.pawns.IsEmpty() {
		sum += e.times(t, us, mobPawnForward, forward(own.pawns, us).AndNot(own.own).Count())
	}
	if !own.crossed.IsEmpty() {
		left, right := neighbours(own.crossed)
		sum += e.times(t, us, mobPawnSide, left.AndNot(own.own).Count()+right.AndNot(own.own).Count())
		sum += e.times(t, us, mobPawnsLinked, left.And(own.crossed).Count())
	}
	force := own.rooks.Or(own.cannons).Or(own.horses).Or(own.crossed)
	tilt := force.And(leftWing).Count() - force.And(rightWing).Count()
	return sum + e.term(t, us, mobWing+min(max(tilt, -tilt), maxWing))
}

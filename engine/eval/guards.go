package eval

import "xqlab/engine/board"

// Points of Red's guards.
const (
	advisorHomeLeft  board.Square = 3
	advisorHomeRight board.Square = 5
)

// guards counts the state of us's advisors and elephants.
func (e *Evaluator) guards(s *scene, us board.Color, t *Trace) Score {
	own, enemy := &s.sides[us&1], &s.sides[us&1^1]
	advisorSet := s.pos.ByType(board.Advisor).And(own.own)
	elephantSet := s.pos.ByType(board.Elephant).And(own.own)
	advisors, elephants := min(own.count[board.Advisor], 2), min(own.count[board.Elephant], 2)

	// 1. Which are left, and what the enemy has to make use of the gaps.
	sum := e.term(t, us, guardSet+3*advisors+elephants)
	if missing := 2 - advisors; missing > 0 {
		if n := enemy.count[board.Rook]; n > 0 {
			sum += e.term(t, us, guardRookAdvisor+2*(missing-1)+min(n, 2)-1)
		}
		if n := enemy.count[board.Horse]; n > 0 {
			sum += e.term(t, us, guardHorseAdvisor+2*(missing-1)+min(n, 2)-1)
		}
	}
	if missing := 2 - elephants; missing > 0 {
		if n := enemy.count[board.Cannon]; n > 0 {
			sum += e.term(t, us, guardCannonElephant+2*(missing-1)+min(n, 2)-1)
		}
	}
	if n := enemy.crossed.Count(); n > 0 {
		sum += e.term(t, us, guardPawnAdvisor+3*(min(n, 3)-1)+advisors)
	}

	// 2. How they stand.
	if elephants == 2 && own.attack[board.Elephant].Intersects(elephantSet) {
		sum += e.term(t, us, guardElephantLink)
	}
	if advisors == 2 {
		if own.attack[board.Advisor].Intersects(advisorSet) {
			sum += e.term(t, us, guardAdvisorLink)
		} else if advisorSet.Has(relative(advisorHomeLeft, us)) && advisorSet.Has(relative(advisorHomeRight, us)) {
			sum += e.term(t, us, guardAdvisorsHome)
		}
	}
	if own.horses.Has(relative(palaceMiddle, us)) {
		sum += e.term(t, us, guardCenterHorse)
	}

	// 3. What attacks them.
	if hit := advisorSet.And(enemy.all); !hit.IsEmpty() {
		sum += e.times(t, us, guardAdvisorHit, hit.Count())
		sum += e.times(t, us, guardAdvisorLoose, hit.AndNot(own.all).Count())
	}
	if hit := elephantSet.And(enemy.all); !hit.IsEmpty() {
		sum += e.times(t, us, guardElephantHit, hit.Count())
		sum += e.times(t, us, guardElephantLoose, hit.AndNot(own.all).Count())
	}
	return sum
}

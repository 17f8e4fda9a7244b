package eval

import "xqlab/engine/board"

// advisorHomes are Red's and Black's advisors' points on the back rank.
var advisorHomes = [2]board.Bitboard{
	rectangle(3, 5, 0, 0).AndNot(centerFile),
	rectangle(3, 5, 9, 9).AndNot(centerFile),
}

// guards counts the state of own's advisors and elephants.
func (e *Evaluator) guards(s *scene, own, enemy *side, t *Trace) Score {
	us := own.color
	advisorSet := s.pos.ByType(board.Advisor).And(own.guards)
	elephantSet := own.guards.AndNot(advisorSet)
	advisors, elephants := min(advisorSet.Count(), 2), min(elephantSet.Count(), 2)

	// 1. Which are left, and what the enemy has to make use of the gaps.
	sum := e.term(t, us, guardSet+3*advisors+elephants)
	if missing := 2 - advisors; missing > 0 {
		if n := enemy.numRooks; n > 0 {
			sum += e.term(t, us, guardRookAdvisor+2*(missing-1)+min(n, 2)-1)
		}
		if n := enemy.numHorse; n > 0 {
			sum += e.term(t, us, guardHorseAdvisor+2*(missing-1)+min(n, 2)-1)
		}
	}
	if missing := 2 - elephants; missing > 0 && enemy.numGuns > 0 {
		sum += e.term(t, us, guardCannonElephant+2*(missing-1)+min(enemy.numGuns, 2)-1)
	}
	if !enemy.crossed.IsEmpty() {
		sum += e.term(t, us, guardPawnAdvisor+3*(min(enemy.crossed.Count(), 3)-1)+advisors)
	}

	// 2. How they stand.
	if own.elephantAttack.Intersects(elephantSet) {
		sum += e.term(t, us, guardElephantLink)
	}
	if own.advisorAttack.Intersects(advisorSet) {
		sum += e.term(t, us, guardAdvisorLink)
	} else if advisorSet == advisorHomes[us&1] {
		sum += e.term(t, us, guardAdvisorsHome)
	}
	if own.horses.Has(relative(palaceMiddle, us)) {
		sum += e.term(t, us, guardCenterHorse)
	}

	// 3. What attacks them.
	if hit := own.guards.And(enemy.all); !hit.IsEmpty() {
		loose := hit.AndNot(own.all)
		sum += e.times(t, us, guardAdvisorHit, hit.And(advisorSet).Count())
		sum += e.times(t, us, guardElephantHit, hit.And(elephantSet).Count())
		sum += e.times(t, us, guardAdvisorLoose, loose.And(advisorSet).Count())
		sum += e.times(t, us, guardElephantLoose, loose.And(elephantSet).Count())
	}
	return sum
}

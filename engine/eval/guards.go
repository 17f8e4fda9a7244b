package eval

import "xqlab/engine/board"

// advisorHomes are Red's and Black's advisors' points on the back rank.
var advisorHomes = [2]board.Bitboard{
	rectangle(3, 5, 0, 0).AndNot(centerFile),
	rectangle(3, 5, 9, 9).AndNot(centerFile),
}

// guards counts the state of own's advisors and elephants.
func (p *pass[T]) guards(own, enemy *side) Score {
	us := own.color
	advisorSet := p.pos.ByType(board.Advisor).And(own.guards)
	elephantSet := own.guards.AndNot(advisorSet)
	advisors, elephants := min(countHome(advisorSet, us), 2), min(countHome(elephantSet, us), 2)

	// 1. Which are left, and what the enemy has to make use of the gaps.
	sum := p.term(us, guardSet+guardSetCols*advisors+elephants)
	if missing := 2 - advisors; missing > 0 {
		if n := enemy.numRooks; n > 0 {
			sum += p.term(us, guardRookAdvisor+guardRookAdvisorCols*(missing-1)+min(n, 2)-1)
		}
		if n := enemy.numHorses; n > 0 {
			sum += p.term(us, guardHorseAdvisor+guardHorseAdvisorCols*(missing-1)+min(n, 2)-1)
		}
	}
	if missing := 2 - elephants; missing > 0 && enemy.numCannons > 0 {
		sum += p.term(us, guardCannonElephant+guardCannonElephantCols*(missing-1)+min(enemy.numCannons, 2)-1)
	}
	if !enemy.crossed.IsEmpty() {
		sum += p.term(us, guardPawnAdvisor+guardPawnAdvisorCols*(min(countHome(enemy.crossed, us), 3)-1)+advisors)
	}

	// 2. How they stand.
	if own.elephantAttack.Intersects(elephantSet) {
		sum += p.term(us, guardLinkedElephants)
	}
	if own.advisorAttack.Intersects(advisorSet) {
		sum += p.term(us, guardLinkedAdvisors)
	} else if advisorSet == advisorHomes[us&1] {
		sum += p.term(us, guardHomeAdvisors)
	}
	if own.horses.Has(relative(palaceMiddle, us)) {
		sum += p.term(us, guardCenterHorse)
	}

	// 3. What attacks them.
	if hit := own.guards.And(enemy.all); !hit.IsEmpty() {
		loose := hit.AndNot(own.all)
		sum += p.times(us, guardAdvisorAttacked, countHome(hit.And(advisorSet), us))
		sum += p.times(us, guardElephantAttacked, countHome(hit.And(elephantSet), us))
		sum += p.times(us, guardAdvisorLoose, countHome(loose.And(advisorSet), us))
		sum += p.times(us, guardElephantLoose, countHome(loose.And(elephantSet), us))
	}
	return sum
}

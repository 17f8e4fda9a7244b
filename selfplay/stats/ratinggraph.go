package stats

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// setAsideExtremes checks that the results tie the players together, and sets aside the
// players who won or lost everything. It repeats this after each removal, since another
// player may have scored only against those removed. At least one player always stays:
// the anchor, or else the one with the most games.
func (p *pool) setAsideExtremes() error {
	n := len(p.players)
	var links [][2]int
	played := make([]bool, n)
	for _, m := range p.meetings {
		links = append(links, [2]int{m.red, m.black}, [2]int{m.black, m.red})
		played[m.red], played[m.black] = true, true
	}
	groups := components(n, append(links, p.groundLinks()...))
	groups = slices.DeleteFunc(groups, func(g []int) bool { return !played[g[0]] })
	if len(groups) > 1 {
		return p.disconnected(groups, false)
	}
	for i := range p.players {
		if !played[i] {
			p.players[i].layer = -1
		}
	}
	for layer := 1; ; layer++ {
		core := p.core()
		scored, lost := make([]bool, n), make([]bool, n)
		for _, m := range p.meetings {
			if p.players[m.red].layer != 0 || p.players[m.black].layer != 0 {
				continue
			}
			red, black := m.win+m.draw > 0, m.loss+m.draw > 0
			scored[m.red], lost[m.black] = scored[m.red] || red, lost[m.black] || red
			scored[m.black], lost[m.red] = scored[m.black] || black, lost[m.red] || black
		}
		extreme := slices.DeleteFunc(core, func(i int) bool {
			return scored[i] == lost[i] || p.grounded >= 2 && p.players[i].grounded()
		})
		if len(extreme) == 0 {
			break
		}
		if len(extreme) == len(p.core()) {
			keep := slices.MinFunc(extreme, func(a, b int) int {
				pa, pb := &p.players[a], &p.players[b]
				return cmp.Or(compareBool(pb.grounded(), pa.grounded()), cmp.Compare(pb.counts.Games(), pa.counts.Games()), cmp.Compare(a, b))
			})
			extreme = slices.DeleteFunc(extreme, func(i int) bool { return i == keep })
			if len(extreme) == 0 {
				break
			}
		}
		for _, i := range extreme {
			p.players[i].layer, p.players[i].bound = layer, AllLost
			if scored[i] {
				p.players[i].bound = AllWon
			}
		}
	}
	core := p.core()
	groups = components(len(core), p.scoreLinks(core, p.meetingsOf(core)))
	if len(groups) > 1 {
		for _, g := range groups {
			for i := range g {
				g[i] = core[g[i]]
			}
		}
		return p.disconnected(groups, true)
	}
	return nil
}

// core returns the players not set aside.
func (p *pool) core() (players []int) {
	for i := range p.players {
		if p.players[i].layer == 0 {
			players = append(players, i)
		}
	}
	return players
}

// groundLinks ties the players whose place on the scale is known to each other.
func (p *pool) groundLinks() (links [][2]int) {
	first := -1
	for i := range p.players {
		if !p.players[i].grounded() {
			continue
		}
		if first >= 0 {
			links = append(links, [2]int{first, i}, [2]int{i, first})
		} else {
			first = i
		}
	}
	return links
}

// scoreLinks returns the arcs "i scored against j" between the numbered core players, and
// those of the ground.
func (p *pool) scoreLinks(core []int, ms []meeting) (links [][2]int) {
	for _, m := range ms {
		if m.win+m.draw > 0 {
			links = append(links, [2]int{m.red, m.black})
		}
		if m.loss+m.draw > 0 {
			links = append(links, [2]int{m.black, m.red})
		}
	}
	for _, l := range p.groundLinks() {
		i, ok := slices.BinarySearch(core, l[0])
		j, ok2 := slices.BinarySearch(core, l[1])
		if ok && ok2 {
			links = append(links, [2]int{i, j})
		}
	}
	return links
}

func (p *pool) disconnected(groups [][]int, oneSided bool) error {
	e := &DisconnectedError{OneSided: oneSided}
	for _, g := range groups {
		names := p.names(g)
		slices.Sort(names)
		e.Groups = append(e.Groups, names)
	}
	slices.SortFunc(e.Groups, slices.Compare[[]string])
	return e
}

// components returns the strongly connected components of a graph with the nodes 0 to n-1:
// each sorted, and in order of their first nodes. The graph is a dense matrix, like that of
// the fit.
func components(n int, arcs [][2]int) [][]int {
	g := simple.NewDirectedMatrix(n, 0, 0, 0)
	for _, a := range arcs {
		g.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(a[0]), T: simple.Node(a[1]), W: 1})
	}
	var groups [][]int
	for _, nodes := range topo.TarjanSCC(g) {
		group := make([]int, len(nodes))
		for i, node := range nodes {
			group[i] = int(node.ID())
		}
		slices.Sort(group)
		groups = append(groups, group)
	}
	slices.SortFunc(groups, slices.Compare[[]int])
	return groups
}

// redBounded reports whether the results determine the red advantage: whether no change
// of it, with any change of the ratings, leaves every result at least as likely. A
// change of w by +1 and of the ratings by u does so if u_black-u_red ≤ 1 wherever red
// scored and u_red-u_black ≤ -1 wherever black scored; such differences exist unless the
// constraints have a cycle of negative sum (Bellman-Ford). Likewise for -1. The players
// of the ground cannot move and count as one node.
func redBounded(n int, ground []bool, ms []meeting) bool {
	type arc struct {
		from, to int
		limit    float64 // u_to - u_from ≤ limit
	}
	node := func(i int) int {
		if ground[i] {
			return n
		}
		return i
	}
	redTwice, blackTwice := false, false
	type couple [2]int
	red, black := map[couple]bool{}, map[couple]bool{}
	var arcs []arc
	for _, m := range ms {
		i, j := node(m.red), node(m.black)
		if m.win+m.draw > 0 {
			arcs = append(arcs, arc{i, j, 1})
			red[couple{i, j}] = true
			redTwice = redTwice || red[couple{j, i}]
		}
		if m.loss+m.draw > 0 {
			arcs = append(arcs, arc{j, i, -1})
			black[couple{i, j}] = true
			blackTwice = blackTwice || black[couple{j, i}]
		}
	}
	if redTwice && blackTwice { // two players suffice: the usual case
		return true
	}
	for _, direction := range []float64{1, -1} {
		u := make([]float64, n+1)
		negativeCycle := false
		for round := 0; round <= n+1; round++ {
			changed := false
			for _, a := range arcs {
				if x := u[a.from] + direction*a.limit; x < u[a.to] {
					u[a.to] = x
					changed = true
				}
			}
			if !changed {
				break
			}
			negativeCycle = round == n+1
		}
		if !negativeCycle {
			return false
		}
	}
	return true
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

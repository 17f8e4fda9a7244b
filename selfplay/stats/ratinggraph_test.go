package stats

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// componentsByReach is the definition: nodes belong together if each can be reached from
// the other.
func componentsByReach(n int, arcs [][2]int) [][]int {
	reach := make([][]bool, n)
	for i := range reach {
		reach[i] = make([]bool, n)
		reach[i][i] = true
	}
	for _, a := range arcs {
		reach[a[0]][a[1]] = true
	}
	for k := range n {
		for i := range n {
			for j := range n {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	var groups [][]int
	for i := range n {
		var group []int
		for j := range n {
			if reach[i][j] && reach[j][i] {
				group = append(group, j)
			}
		}
		if group[0] == i {
			groups = append(groups, group)
		}
	}
	return groups
}

// Graphs from no arcs to many, with arcs given more than once.
func TestComponents(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 1))
	several := 0
	for range 2000 {
		n := 1 + r.IntN(12)
		var arcs [][2]int
		for range r.IntN(2*n + 1) {
			if i, j := r.IntN(n), r.IntN(n); i != j {
				arcs = append(arcs, [2]int{i, j})
			}
		}
		got, want := components(n, arcs), componentsByReach(n, arcs)
		if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
			t.Fatalf("%d nodes, arcs %v: got %v, want %v", n, arcs, got, want)
		}
		if 1 < len(got) && len(got) < n {
			several++
		}
	}
	if several < 100 {
		t.Errorf("only %d graphs fell into components of several nodes", several)
	}
}

// The largest pool that is accepted, as a ring and as a chain.
func TestComponentsOfManyNodes(t *testing.T) {
	var chain [][2]int
	for i := range maxPlayers - 1 {
		chain = append(chain, [2]int{i, i + 1})
	}
	if got := components(maxPlayers, chain); len(got) != maxPlayers {
		t.Errorf("chain: %d components, want %d", len(got), maxPlayers)
	}
	if got := components(maxPlayers, append(chain, [2]int{maxPlayers - 1, 0})); len(got) != 1 {
		t.Errorf("ring: %d components, want 1", len(got))
	}
}

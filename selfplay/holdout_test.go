package selfplay

import "testing"

// TestHoldout: every opening is on one side, and a match that starts behind the
// used ones plays the held ones.
func TestHoldout(t *testing.T) {
	set, err := LoadOpenings(t.Context(), "balanced", 0)
	if err != nil {
		t.Fatal(err)
	}
	order := Order{Random: true, Seed: 5}
	use, held := Holdout(set.List, order, 0.5)
	if len(use)+len(held) != len(set.List) || len(held) != len(set.List)/2 {
		t.Fatalf("%d used, %d held of %d", len(use), len(held), len(set.List))
	}
	seen := map[int]bool{}
	for _, op := range append(append([]Opening{}, use...), held...) {
		if seen[op.Index] {
			t.Errorf("opening %d is there twice", op.Index)
		}
		seen[op.Index] = true
	}
	order.Start = len(use)
	sch := Schedule{Pairings: [][2]int{{0, 1}}, PerPair: len(held), Openings: set.List, Order: order}
	for k := range held {
		if got := sch.pair(k).Opening.Index; got != held[k].Index {
			t.Errorf("pair %d: opening %d, want %d", k, got, held[k].Index)
		}
	}
}

package search

import (
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/rules"
)

// TestShareOfMates: the share of the search of mates is one of what limits the
// search of all moves.
func TestShareOfMates(t *testing.T) {
	prm := DefaultParams()
	prm.MateShare, prm.MateBase, prm.MateGrowth, prm.MateNodeTime = 2, 280, 50, 1500
	tests := []struct {
		name   string
		l      Limits
		time   time.Duration
		used   uint64
		depth  int
		change func(*Params)
		want   uint64
	}{
		{"nodes", Limits{Nodes: 10_000}, 0, 77, 5, nil, 200},
		{"time", Limits{}, 3 * time.Second, 77, 5, nil, 40_000},
		{"time, faster than thought", Limits{}, 3 * time.Second, 3_000_000, 5, nil, 60_000},
		{"time of slow nodes", Limits{}, 3 * time.Second, 77, 5, func(p *Params) { p.MateNodeTime = 3000 }, 20_000},
		{"depth", Limits{Depth: 9}, 0, 1000, 2, nil, 20 + 630}, // 280, 420, 630
		{"depth without growth", Limits{Depth: 9}, 0, 1000, 2, func(p *Params) { p.MateGrowth = 0 }, 20 + 280},
		{"no limit", Limits{Infinite: true}, 0, 1000, 9, nil, 20},
	}
	for _, tt := range tests {
		w := &worker{params: prm, nodes: tt.used}
		if tt.change != nil {
			tt.change(&w.params)
		}
		d := driver{s: &Searcher{budget: budget{tt.time, tt.time}}, w: w, limits: tt.l}
		if got := d.mateNodes(tt.depth); got != tt.want {
			t.Errorf("%s: %d nodes, want %d", tt.name, got, tt.want)
		}
	}
}

// TestMateMost bounds the nodes spent on a mate that looks near.
func TestMateMost(t *testing.T) {
	looks := func(most int) uint64 {
		prm := DefaultParams()
		prm.MateMost, prm.MateNear, prm.MateNearQuiets, prm.MateShare = most, 50, 5, 1
		s := newSearcher(t, Options{Params: prm})
		search(t, s, position(t, BenchPositions[12]), Limits{Nodes: 200_000})
		return s.mates.looks / looksPerNode
	}
	if few, more := looks(10_000), looks(20_000); few > 11_000 || more <= few {
		t.Errorf("%d nodes with at most 10,000, %d with at most 20,000", few, more)
	}
}

// TestRuleClock: table scores are distrusted near the move limit, but not in
// the first plies after a capture, however low the limit.
func TestRuleClock(t *testing.T) {
	for _, tt := range []struct{ limit, clock, plies, want int }{
		{120, 8, 20, 100}, {120, 8, 30, 90}, {20, 8, 20, 8}, {20, 12, 20, 12},
	} {
		prm := DefaultParams()
		prm.RuleClock, prm.RulePlies = tt.clock, tt.plies
		s := newSearcher(t, Options{Hash: 1, Params: prm, Rules: rules.Options{Limit: tt.limit}})
		search(t, s, board.NewPosition(), Limits{Depth: 1})
		if got := s.workers[0].noCutFrom; got != tt.want {
			t.Errorf("%+v: table scores are trusted up to a clock of %d", tt, got)
		}
	}
}

package search

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"xqlab/engine/board"
)

// bareCheckMate returns the plies of the shortest mate by checks alone within
// a number of plies, 0 if there is none: the slow reference.
func bareCheckMate(p *board.Position, plies int) int {
	var checks board.MoveList
	p.LegalMoves(&checks)
	shortest := 0
	for _, m := range checks.Slice() {
		if !p.GivesCheck(m) {
			continue
		}
		p.Make(m)
		longest := 1
		var evasions board.MoveList
		p.LegalMoves(&evasions)
		if p.RepetitionPly() > 0 || evasions.N > 0 && plies < 3 {
			longest = 0
		}
		for i := 0; i < evasions.N && longest > 0; i++ {
			p.Make(evasions.Moves[i])
			if n := bareCheckMate(p, plies-2); n == 0 {
				longest = 0
			} else {
				longest = max(longest, n+2)
			}
			p.Unmake()
		}
		p.Unmake()
		if longest > 0 && (shortest == 0 || longest < shortest) {
			shortest = longest
		}
	}
	return shortest
}

// checkMateSearch runs a mate search of its own on a position.
func checkMateSearch(t testing.TB, p *board.Position, nodes uint64) *mateSearch {
	t.Helper()
	s := newSearcher(t, Options{Hash: 1})
	s.stop = new(atomic.Bool)
	s.workers[0].prepare(p, nil, s)
	s.mates.newRoot(s.workers[0])
	s.mates.run(nodes)
	return &s.mates
}

// TestCheckMatesAgainstReference compares with a search of all checks and all
// evasions, five plies deep: what that finds is found, never in fewer plies,
// and what is said to take at most five plies is there.
func TestCheckMatesAgainstReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	found := 0
	for range 400 {
		p := position(t, BenchPositions[rng.IntN(len(BenchPositions))])
		for range rng.IntN(60) {
			var l board.MoveList
			p.LegalMoves(&l)
			if l.N == 0 {
				break
			}
			p.Make(l.Moves[rng.IntN(l.N)])
		}
		if !p.HasLegalMove() {
			continue
		}
		want := bareCheckMate(p, 5)
		m := checkMateSearch(t, p, 200_000)
		got, _ := matePlies(m.score)
		switch {
		case want > 0 && (got < want || !m.over):
			t.Errorf("%s: mate in %d plies, the search says %d (0: none)", p.FEN(), want, got)
		case want == 0 && got > 0 && got <= 5:
			t.Errorf("%s: the search says mate in %d plies, there is none", p.FEN(), got)
		}
		if got > 0 {
			found++
			checkMateLine(t, p, m, got)
		}
	}
	if found < 20 {
		t.Errorf("only %d mates in the positions", found)
	}
}

func matePlies(s Score) (int, bool) {
	if s < Decisive {
		return 0, false
	}
	return int(Mate - s), true
}

// checkMateLine checks that the line is legal, that the attacker gives check
// with every move, and that it ends in mate if it is whole.
func checkMateLine(t *testing.T, p *board.Position, m *mateSearch, plies int) {
	t.Helper()
	q := p.Clone()
	for i, mv := range m.line {
		if !q.IsLegal(mv) || i%2 == 0 && !q.GivesCheck(mv) {
			t.Fatalf("%s: move %d of the line, %v, is illegal or no check", p.FEN(), i+1, mv)
		}
		q.Make(mv)
	}
	if len(m.line) == plies && q.HasLegalMove() {
		t.Errorf("%s: no mate after %v", p.FEN(), m.line)
	}
	if len(m.line) > plies {
		t.Errorf("%s: %d moves to a mate in %d plies", p.FEN(), len(m.line), plies)
	}
}

// TestDeepCheckMates finds mates far beyond the depth of the main search, and
// the main search then answers with them.
func TestDeepCheckMates(t *testing.T) {
	tests := []struct {
		fen   string
		moves int // to the shortest mate
	}{
		{"9/4a4/3k1a3/2R3r2/1N5n1/C7c/1N5n1/2R3r2/3p1p3/4K4 w - - 0 1", 12},
		{"4k1b2/4a3n/1C1ab1R2/1NR6/2r1C4/9/9/4BA3/1n1p1p3/c1rAK1N2 w - - 0 1", 13},
		{"C3ka3/4a2r1/N3b4/3C5/3N5/9/9/5p3/4p4/5K3 w - - 0 1", 14},
	}
	for _, tt := range tests {
		p := position(t, tt.fen)
		m := checkMateSearch(t, p, 2000)
		plies, ok := matePlies(m.score)
		if !ok || plies < 2*tt.moves-1 || plies > 2*tt.moves+20 {
			t.Errorf("%s: %d plies, want at least %d", tt.fen, plies, 2*tt.moves-1)
			continue
		}
		checkMateLine(t, p, m, plies)
		r := search(t, newSearcher(t, Options{}), position(t, tt.fen), Limits{Nodes: 20_000})
		if got, ok := matePlies(r.Score); !ok || got > plies {
			t.Errorf("%s: the search says %v, mate in %d plies is known", tt.fen, r.Score, plies)
		}
	}
}

// TestCheckMatesMayBeOff makes sure that a mate found once does not outlive
// its position or the switch.
func TestCheckMatesMayBeOff(t *testing.T) {
	const fen = "C3ka3/4a2r1/N3b4/3C5/3N5/9/9/5p3/4p4/5K3 w - - 0 1"
	s := newSearcher(t, Options{})
	if r := search(t, s, position(t, fen), Limits{Nodes: 20_000}); !r.Score.IsDecisive() {
		t.Fatalf("no mate found: %v", r.Score)
	}
	for depth := range 3 {
		if r := search(t, s, board.NewPosition(), Limits{Depth: depth + 1}); r.Score.IsDecisive() {
			t.Errorf("depth %d: the start position has score %v", depth+1, r.Score)
		}
	}
	// a position that has the same move, but no mate
	if r := search(t, s, position(t, "C3ka3/4a2r1/N3b4/9/3N5/9/9/5p3/4p4/5K3 w - - 0 1"), Limits{Depth: 1}); r.Score.IsDecisive() {
		t.Errorf("without the cannon: %v", r.Score)
	}
	prm := DefaultParams()
	prm.CheckMates = false
	if r := search(t, newSearcher(t, Options{Params: prm}), position(t, fen), Limits{Depth: 2}); r.Score.IsDecisive() {
		t.Errorf("switched off, a search of two plies sees %v", r.Score)
	}
}

package search

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"xqlab/engine/board"
)

// bareMate returns the plies of the shortest mate within a number of plies, 0 if
// there is none: the slow reference. The attacker gives check or leaves one with
// all but a number of quiet moves; out of check the defender may pass.
func bareMate(p *board.Position, plies, quiets int) int {
	var moves board.MoveList
	p.LegalMoves(&moves)
	shortest := 0
	for _, m := range moves.Slice() {
		left := quiets
		if !p.GivesCheck(m) && !p.InCheck() {
			left--
		}
		if left < 0 {
			continue
		}
		p.Make(m)
		longest := 1
		var replies board.MoveList
		p.LegalMoves(&replies)
		if p.RepetitionPly() > 0 || replies.N > 0 && plies < 3 {
			longest = 0
		}
		if longest > 0 && replies.N > 0 && !p.InCheck() {
			p.MakeNull()
			if bareMate(p, plies-2, max(left-1, 0)) == 0 {
				longest = 0
			}
			p.UnmakeNull()
		}
		for i := 0; i < replies.N && longest > 0; i++ {
			p.Make(replies.Moves[i])
			if n := bareMate(p, plies-2, left); n == 0 {
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

// wander makes the given number of random moves, fewer if the game ends.
func wander(p *board.Position, rng *rand.Rand, moves int) {
	for range moves {
		var l board.MoveList
		if p.LegalMoves(&l); l.N == 0 {
			return
		}
		p.Make(l.Moves[rng.IntN(l.N)])
	}
}

// searchMate runs a mate search of its own on a position.
func searchMate(t testing.TB, p *board.Position, nodes uint64, quiets int) *mateSearch {
	t.Helper()
	prm := DefaultParams()
	prm.MateQuiets = quiets
	s := newSearcher(t, Options{Hash: 1, Params: prm})
	s.stop = new(atomic.Bool)
	s.workers[0].prepare(p, nil, s)
	s.mates.newRoot(s.workers[0])
	s.mates.run(nodes)
	return &s.mates
}

// quietMates are won by a quiet move, three or four moves before the mate.
var quietMates = []string{
	"2ba2P2/4ak2C/7P1/7C1/4n1b2/9/9/3A5/4K4/5A3 w - - 0 1",
	"3aka1c1/4n4/4b4/5R2p/1r7/2B3P2/p7P/4C3B/4A4/3AK4 w - - 0 1",
	"C2P5/4ak3/3cba2b/p8/2r6/4p4/PR6P/4B4/9/3AKAB2 w - - 0 1",
	"4kab2/4a4/4c4/2p1C3p/p2R5/2n6/P7P/4B4/4K4/3A1AB2 w - - 0 1",
	"3akaC2/9/4b4/R7p/9/6P2/4c4/2n1B4/4A4/1rB1KA3 b - - 0 1",
}

// TestMatesAgainstReference compares with a search of all checks or threats and
// all replies: what that finds is found, never in fewer plies, and what is said
// to take at most as many plies is there.
func TestMatesAgainstReference(t *testing.T) {
	for _, tt := range []struct {
		from               []string
		walk               int // random moves from there, at most
		plies, quiets      int
		positions, atLeast int
	}{
		{BenchPositions[:], 60, 5, 0, 400, 20},
		{quietMates, 4, 3, 1, 120, 10},
		{quietMates, 4, 3, 2, 30, 5},
	} {
		rng := rand.New(rand.NewPCG(7, 8))
		found, quiet := 0, 0
		for range tt.positions {
			p := position(t, tt.from[rng.IntN(len(tt.from))])
			wander(p, rng, rng.IntN(tt.walk+1))
			if !p.HasLegalMove() {
				continue
			}
			want := bareMate(p, tt.plies, tt.quiets)
			m := searchMate(t, p, 50_000, tt.quiets)
			got, _ := matePlies(m.score)
			switch {
			case want > 0 && (got < want || !m.over):
				t.Errorf("%s: mate in %d plies, the search says %d (0: none)", p.FEN(), want, got)
			case want == 0 && got > 0 && got <= tt.plies:
				t.Errorf("%s: the search says mate in %d plies, there is none", p.FEN(), got)
			}
			if got > 0 {
				found++
				quiet += checkMateLine(t, p, m, got)
			}
		}
		if found < tt.atLeast || quiet == 0 && tt.quiets > 0 {
			t.Errorf("with %d quiet moves: only %d mates in the positions, %d quiet moves in them", tt.quiets, found, quiet)
		}
	}
}

func matePlies(s Score) (int, bool) {
	if s < Decisive {
		return 0, false
	}
	return int(Mate - s), true
}

// checkMateLine checks that the line is legal, that it ends in mate if it is
// complete, and that it has no more quiet moves, with which the attacker neither
// gives check nor leaves one, than the search allowed. It returns their number.
func checkMateLine(t *testing.T, p *board.Position, m *mateSearch, plies int) (quiets int) {
	t.Helper()
	q := p.Clone()
	for i, mv := range m.line {
		if !q.IsLegal(mv) {
			t.Fatalf("%s: move %d of the line, %v, is illegal", p.FEN(), i+1, mv)
		}
		if i%2 == 0 && !q.InCheck() && !q.GivesCheck(mv) {
			quiets++
		}
		q.Make(mv)
	}
	if quiets > m.quiets {
		t.Errorf("%s: %d quiet moves in %v, want at most %d", p.FEN(), quiets, m.line, m.quiets)
	}
	if len(m.line) == plies && q.HasLegalMove() {
		t.Errorf("%s: no mate after %v", p.FEN(), m.line)
	}
	if len(m.line) > plies {
		t.Errorf("%s: %d moves to a mate in %d plies", p.FEN(), len(m.line), plies)
	}
	return quiets
}

// TestDeepMates finds mates far beyond the depth of the main search, and
// the main search then answers with them.
func TestDeepMates(t *testing.T) {
	tests := []struct {
		fen   string
		moves int // to the shortest mate
	}{
		{"9/4a4/3k1a3/2R3r2/1N5n1/C7c/1N5n1/2R3r2/3p1p3/4K4 w - - 0 1", 12},
		{"4k1b2/4a3n/1C1ab1R2/1NR6/2r1C4/9/9/4BA3/1n1p1p3/c1rAK1N2 w - - 0 1", 13},
		{"C3ka3/4a2r1/N3b4/3C5/3N5/9/9/5p3/4p4/5K3 w - - 0 1", 14},
		// a quiet move at once, and one after a check
		{"3akaC2/9/4b4/R7p/9/6P2/4c4/2n1B4/4A4/1rB1KA3 b - - 0 1", 4},
		{"1Nb1knc1r/4aR3/3ab4/p2C5/4P3p/2P3p2/P5P1c/4C3N/9/2BAKAB2 w - - 0 1", 3},
	}
	for _, tt := range tests {
		p := position(t, tt.fen)
		m := searchMate(t, p, 1500, 3)
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

// TestMatesMayBeOff makes sure that a mate found once does not outlive
// its position or the switch.
func TestMatesMayBeOff(t *testing.T) {
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
	prm.MateSearch = false
	if r := search(t, newSearcher(t, Options{Params: prm}), position(t, fen), Limits{Depth: 2}); r.Score.IsDecisive() {
		t.Errorf("switched off, a search of two plies sees %v", r.Score)
	}
}

// TestThreatens makes sure that no move is thrown out of a mate search that a
// check could follow, a discovered one or one through an empty cannon included.
func TestThreatens(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	m := searchMate(t, board.NewPosition(), 0, 0)
	p := m.w.pos
	hidden := 0
	for range 300 {
		p.CopyFrom(position(t, BenchPositions[rng.IntN(len(BenchPositions))]))
		wander(p, rng, rng.IntN(60))
		if p.InCheck() {
			continue
		}
		var l board.MoveList
		p.MakeNull()
		p.LegalMoves(&l)
		l.Keep(p.GivesCheck)
		p.UnmakeNull()
		switch got := m.threatens(); {
		case got == (l.N > 0):
		case !got:
			t.Errorf("%s: threatens nothing, but %v give check", p.FEN(), l.Slice())
		case !p.CanCheck(p.SideToMove().Other()):
			t.Errorf("%s: no check could follow", p.FEN())
		}
		if l.N > 0 && !p.CanCheck(p.SideToMove().Other()) {
			hidden++
		}
	}
	if hidden == 0 {
		t.Error("no position in which only a hidden check threatens")
	}
}

// TestMateNodes checks the share of the nodes that the mate search gets.
func TestMateNodes(t *testing.T) {
	s := newSearcher(t, Options{})
	prm := s.opts.Params
	w := s.workers[0]
	w.params, w.nodes = prm, 500
	advance := prm.MateBase
	for range 4 {
		advance += advance / 2
	}
	for _, tt := range []struct {
		limits Limits
		want   int
	}{
		{Limits{Nodes: 10_000}, 100 * prm.MateShare},
		{Limits{Infinite: true}, 5 * prm.MateShare},
		{Limits{Depth: 6}, 5*prm.MateShare + advance},
	} {
		d := driver{s: s, w: w, limits: tt.limits}
		if got := d.mateNodes(4); got != uint64(tt.want) {
			t.Errorf("%+v: %d nodes, want %d", tt.limits, got, tt.want)
		}
	}
}

// TestMorePromised makes sure that the mate search continues beyond its share
// where a mate looks near, and not elsewhere.
func TestMorePromised(t *testing.T) {
	prm := DefaultParams()
	const nodes = 50_000
	share := uint64(nodes * prm.MateShare / 100)
	s := newSearcher(t, Options{})
	for _, tt := range []struct {
		fen  string
		more bool
	}{
		{board.StartFEN, false},
		{"3akarr1/1NC2P2C/9/9/R8/9/6p2/4B4/2n1p4/5K3 w - - 0 1", true},
		{"4k4/4a4/4b4/9/4p4/2B6/9/9/4A4/4K4 w - - 0 1", false},
	} {
		r := search(t, s, position(t, tt.fen), Limits{Nodes: nodes})
		used := s.mates.looks / looksPerNode
		if more := used > share+share/10; more != tt.more { // a position is listed to its end
			t.Errorf("%s: %d nodes for mates, the share is %d", tt.fen, used, share)
		}
		if tt.more && !r.Score.IsDecisive() {
			t.Errorf("%s: no mate found: %v", tt.fen, r.Score)
		}
	}
}

package board

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// refSEE plays the exchange on the target out on boards, by the definition in
// SEE's comment.
func refSEE(b *refBoard, m refMove) int {
	return refValue(b.at(m.to)) - refRecapture(b.after(m), m.to)
}

// refRecapture is what the side to move wins by capturing on target, or 0 if
// it does better to leave it.
func refRecapture(b *refBoard, target refPoint) int {
	best, found := refMove{}, false
	for _, from := range b.pieces(b.black) {
		m := refMove{from, target}
		if !b.reaches(from, target) || !b.mayCapture(m) {
			continue
		}
		// pieces come by square: an equally cheap one on a lower square stays
		if !found || refValue(b.at(from)) < refValue(b.at(best.from)) ||
			refValue(b.at(from)) == refValue(b.at(best.from)) && refOrder(b.at(from)) < refOrder(b.at(best.from)) {
			best, found = m, true
		}
	}
	if !found {
		return 0
	}
	if upper(b.at(target)) == 'K' {
		return refValue('K')
	}
	return max(0, refValue(b.at(target))-refRecapture(b.after(best), target))
}

// mayCapture applies the rule for captures inside an exchange: no piece that
// did not attack the mover's king before attacks it afterwards; a king may
// not step where anything attacks it.
func (b *refBoard) mayCapture(m refMove) bool {
	before, after := b.kingAttackers(b.black), b.after(m).kingAttackers(b.black)
	if upper(b.at(m.from)) == 'K' {
		return len(after) == 0
	}
	for _, a := range after {
		if !slices.Contains(before, a) {
			return false
		}
	}
	return true
}

func (b *refBoard) pieces(black bool) []refPoint {
	var list []refPoint
	b.points(black, func(a refPoint) { list = append(list, a) })
	return list
}

// refOrder breaks ties of value: advisors recapture before elephants.
func refOrder(letter byte) int {
	if upper(letter) == 'B' {
		return 1
	}
	return 0
}

func refValue(letter byte) int {
	return map[byte]int{
		0: 0, 'P': 100, 'A': 140, 'B': 140, 'N': 430, 'C': 480, 'R': 1000, 'K': 20000,
	}[upper(letter)]
}

func TestSEEAgainstBruteForce(t *testing.T) {
	n := 5_000
	if testing.Short() {
		n = 1_000
	}
	exchanges := 0
	randomPositions(t, n, 8, func(p *Position, rng *rand.Rand) {
		ref := refOf(p)
		for _, rm := range ref.pseudoMoves() {
			m := rm.move()
			want := refSEE(ref, rm)
			if want != refValue(ref.at(rm.to)) {
				exchanges++
			}
			if got := p.SEE(m); got != want {
				t.Errorf("%s: SEE(%s) %d, want %d", p.FEN(), m, got, want)
			}
			for _, threshold := range []int{-480, -1, 0, 1, 100, want - 1, want, want + 1, rng.IntN(3000) - 1500} {
				if got := p.SEEAtLeast(m, threshold); got != (want >= threshold) {
					t.Errorf("%s: SEEAtLeast(%s, %d) %v, SEE is %d", p.FEN(), m, threshold, got, want)
				}
			}
		}
	})
	if exchanges < n/2 {
		t.Errorf("only %d moves lead to an exchange", exchanges)
	}
}

// TestSEEByHand holds exchanges worked out on paper: what makes xiangqi's
// exchanges different from chess.
func TestSEEByHand(t *testing.T) {
	for _, tc := range []struct {
		name, fen, move string
		want            int
	}{
		{"rook takes a bare pawn", "3k5/9/9/9/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", 100},
		{"rook takes a pawn kept by a horse", "3k5/9/1n7/9/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", 100 - 1000},
		{"the horse's leg is occupied", "3k5/9/1n7/1n7/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", 100},
		{"quiet move into a pawn's reach", "3k5/9/9/p8/9/9/9/9/9/R3K4 w - - 0 1", "a0a5", -1000},
		{"an elephant takes back", "3k5/9/9/9/9/2P6/9/B1r6/9/4K4 b - - 0 1", "c2c4", 100 - 1000},
		{"the front rook takes, the rear rook recaptures", "r2k5/9/9/9/p8/9/9/9/R8/R3K4 w - - 0 1", "a1a5", 100},

		{"a cannon takes over a screen, a horse takes back",
			"3k5/9/9/1n7/9/p8/9/9/N8/C3K4 w - - 0 1", "a0a4", 100 - 480},
		{"a cannon without a screen keeps nothing",
			"3k5/9/9/c8/9/p8/9/9/N8/C3K4 w - - 0 1", "a0a4", 100},
		{"a cannon behind a screen keeps",
			"3k5/9/c8/p8/9/p8/9/9/N8/C3K4 w - - 0 1", "a0a4", 100 - 480},
		{"the capturing rook was the keeping cannon's screen",
			"3k5/9/9/9/pRc6/9/9/9/9/4K4 w - - 0 1", "b5a5", 100},
		{"the capturing rook was one screen too many",
			"2ck5/2n6/9/2R6/2p6/9/9/9/9/4K4 w - - 0 1", "c6c5", 100 - 1000},
		{"the recapturing rook is the screen of the next cannon: it has gone when that would take",
			// R takes the pawn c5, r b5 takes back; the cannon a5 had b5 as its screen
			"3k5/9/9/9/Crp6/9/9/9/2R6/4K4 w - - 0 1", "c1c5", 100 - 1000},

		{"the keeper is pinned by a cannon behind two pieces",
			"4k4/4a4/n3r4/9/9/4C4/9/9/9/R2K5 w - - 0 1", "a0a7", 430},
		{"without the second piece the keeper gives way to the check",
			"4k4/9/n3r4/9/9/4C4/9/9/9/R2K5 b - - 0 1", "e7e4", 480},
		{"the keeper stands between the kings",
			"4k4/9/4n4/2p6/9/9/9/9/2R6/4K4 w - - 0 1", "c1c6", 100},
		{"the keeper stands on a horse's leg",
			// the horse c8 looks at the king e9 over d8, where the rook stands
			"4k4/2Nr5/9/9/9/9/9/3p5/3R5/3K5 w - - 0 1", "d1d2", 100},

		{"a king takes back", "3k5/9/9/9/4r4/9/9/9/4A4/4K4 b - - 0 1", "e5e1", 140 - 1000},
		{"a king may not take what is kept", "3kr4/9/9/9/4r4/9/9/9/4A4/4K4 b - - 0 1", "e5e1", 140},
		{"a king may not step into the other's file", "3k5/9/9/9/3r5/9/9/9/3NK4/9 b - - 0 1", "d5d1", 430},
		{"an advisor's capture frees the leg of a horse",
			// rook takes cannon, d0 takes rook; the second rook would win the advisor
			// but for the horse c0
			"3k5/9/9/4r4/4r4/9/9/9/4C4/2NA1K3 b - - 0 1", "e5e1", 480 - 1000},
		{"without that horse the second rook takes the advisor",
			"3k5/9/9/4r4/4r4/9/9/9/4C4/3A1K3 b - - 0 1", "e5e1", 480 - 1000 + 140},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := mustParse(t, tc.fen)
			m := mustMove(t, tc.move)
			if !p.IsLegal(m) {
				t.Fatalf("%s: %s is not legal", tc.fen, m)
			}
			if got := p.SEE(m); got != tc.want {
				t.Errorf("%s: SEE(%s) %d, want %d", tc.fen, m, got, tc.want)
			}
		})
	}
}

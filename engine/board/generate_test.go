package board

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// checkAgainstReference compares everything that lists, counts or tests moves
// with the reference.
func checkAgainstReference(t testing.TB, p *Position) {
	t.Helper()
	ref := refOf(p)
	var legal, captures, quiets, checks, quietChecks []Move
	for _, m := range ref.legalMoves() {
		legal = append(legal, m.move())
		check := len(ref.after(m).kingAttackers(!ref.black)) > 0
		if check {
			checks = append(checks, m.move())
		}
		if ref.at(m.to) != 0 {
			captures = append(captures, m.move())
			continue
		}
		quiets = append(quiets, m.move())
		if check {
			quietChecks = append(quietChecks, m.move())
		}
	}
	for _, kind := range []struct {
		name string
		list func(*MoveList)
		want []Move
	}{
		{"LegalMoves", p.LegalMoves, legal},
		{"LegalCaptures", p.LegalCaptures, captures},
		{"LegalQuiets", p.LegalQuiets, quiets},
		{"LegalChecks", p.LegalChecks, checks},
		{"LegalQuietChecks", p.LegalQuietChecks, quietChecks},
	} {
		l := MoveList{N: 5} // leftovers must not show
		kind.list(&l)
		if got, want := moveSet(l.Slice()), moveSet(kind.want); !slices.Equal(got, want) {
			t.Errorf("%s: %s\n got %v\nwant %v", p.FEN(), kind.name, got, want)
		}
	}
	if got := p.CountLegalMoves(); got != len(legal) {
		t.Errorf("%s: CountLegalMoves %d, want %d", p.FEN(), got, len(legal))
	}
	if got := p.HasLegalMove(); got != (len(legal) > 0) {
		t.Errorf("%s: HasLegalMove %v with %d moves", p.FEN(), got, len(legal))
	}
	if got, want := p.InCheck(), len(ref.kingAttackers(ref.black)) > 0; got != want {
		t.Errorf("%s: InCheck %v, want %v", p.FEN(), got, want)
	}
	for _, m := range ref.legalMoves() {
		want := len(ref.after(m).kingAttackers(!ref.black)) > 0
		if got := p.GivesCheck(m.move()); got != want {
			t.Errorf("%s: GivesCheck(%s) %v, want %v", p.FEN(), m.move(), got, want)
		}
	}
	for c := Red; c <= Black; c++ {
		if got, want := blockers(p, c), refBlockers(ref, c == Black); got != want {
			t.Errorf("%s: blockers of %s %v, want %v", p.FEN(), c, squareSet(got), squareSet(want))
		}
		if got, want := p.CanCheck(c), refCanCheck(ref, c == Black); got != want {
			t.Errorf("%s: CanCheck(%s) %v, want %v", p.FEN(), c, got, want)
		}
	}
}

// refCanCheck reports whether a rook, cannon, horse or pawn of the side could go
// to a point from which such a piece, put there beside it, attacks the king.
func refCanCheck(ref *refBoard, black bool) bool {
	king, found := ref.king(!black), false
	ref.points(black, func(from refPoint) {
		piece := ref.at(from)
		switch upper(piece) {
		case 'K', 'A', 'B':
			return
		}
		for f := range 9 {
			for r := range 10 {
				to := refPoint{f, r}
				if there := ref.at(to); there != 0 && isBlack(there) == black || !ref.reaches(from, to) {
					continue
				}
				both := *ref
				both.grid[r][f] = piece
				found = found || both.reaches(to, king)
			}
		}
	})
	return found
}

// blockers returns what generation knows of c's pieces that may not move freely.
func blockers(p *Position, c Color) Bitboard {
	if c == p.side {
		return p.dangers().blockers
	}
	var d danger
	p.kingDanger(&d, c)
	return d.blockers.And(p.ByColor(c))
}

// refBlockers returns the side's pieces whose vanishing would let another
// piece attack its king.
func refBlockers(ref *refBoard, black bool) Bitboard {
	var set Bitboard
	now := ref.kingAttackers(black)
	ref.points(black, func(a refPoint) {
		if upper(ref.at(a)) == 'K' {
			return
		}
		without := *ref
		without.grid[a.r][a.f] = 0
		for _, attacker := range without.kingAttackers(black) {
			if !slices.Contains(now, attacker) {
				set = set.Set(a.square())
			}
		}
	})
	return set
}

func TestGenerationAgainstReference(t *testing.T) {
	n := 25_000
	if testing.Short() {
		n = 5_000
	}
	randomPositions(t, n, 1, func(p *Position, _ *rand.Rand) { checkAgainstReference(t, p) })
}

// TestAnyMoveValue puts every 16-bit value to the tests of legality, and asks
// the other questions about moves only for not panicking.
func TestAnyMoveValue(t *testing.T) {
	n := 30
	if testing.Short() {
		n = 6
	}
	count := 0
	randomPositions(t, 60*n, 2, func(p *Position, _ *rand.Rand) {
		if count++; count%60 != 7 {
			return
		}
		ref := refOf(p)
		legal, pseudo := map[Move]bool{}, map[Move]bool{}
		for _, m := range ref.legalMoves() {
			legal[m.move()] = true
		}
		for _, m := range ref.pseudoMoves() {
			pseudo[m.move()] = true
		}
		for v := range 1 << 16 {
			m := Move(v)
			if got := p.IsPseudoLegal(m); got != pseudo[m] {
				t.Fatalf("%s: IsPseudoLegal(%d, %s) %v", p.FEN(), v, m, got)
			}
			if got := p.IsLegal(m); got != legal[m] {
				t.Fatalf("%s: IsLegal(%d, %s) %v", p.FEN(), v, m, got)
			}
			p.GivesCheck(m)
			p.SEE(m)
			p.SEEAtLeast(m, 1)
		}
	})
}

// TestNoMove: the zero move is a0a0 by its bits and never a move, whatever
// stands on a0.
func TestNoMove(t *testing.T) {
	for _, fen := range []string{
		StartFEN,
		"4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
		"4k4/9/9/9/9/9/9/9/9/r2K5 w - - 0 1",
	} {
		p := mustParse(t, fen)
		if p.IsLegal(NoMove) || p.IsPseudoLegal(NoMove) || p.GivesCheck(NoMove) {
			t.Errorf("%s: the zero move counts as a move", fen)
		}
		if got := p.SEE(NoMove); got != 0 {
			t.Errorf("%s: SEE of the zero move is %d", fen, got)
		}
		if p.SEEAtLeast(NoMove, 1) || !p.SEEAtLeast(NoMove, 0) {
			t.Errorf("%s: SEEAtLeast of the zero move", fen)
		}
	}
}

// TestSymmetry: exchanging the sides and reflecting left to right keep the
// number of moves, and reflect the moves themselves.
func TestSymmetry(t *testing.T) {
	randomPositions(t, 3000, 3, func(p *Position, _ *rand.Rand) {
		mirrored, swapped := mustParse(t, mirrorFEN(p)), mustParse(t, swapFEN(p))
		var l, lm, ls MoveList
		p.LegalMoves(&l)
		mirrored.LegalMoves(&lm)
		swapped.LegalMoves(&ls)
		for i, m := range lm.Slice() {
			lm.Moves[i] = m.Mirror()
		}
		for i, m := range ls.Slice() {
			ls.Moves[i] = NewMove(m.From().Flip(), m.To().Flip())
		}
		if want, got := moveSet(l.Slice()), moveSet(lm.Slice()); !slices.Equal(want, got) {
			t.Errorf("%s: mirrored\n got %v\nwant %v", p.FEN(), got, want)
		}
		if want, got := moveSet(l.Slice()), moveSet(ls.Slice()); !slices.Equal(want, got) {
			t.Errorf("%s: sides exchanged\n got %v\nwant %v", p.FEN(), got, want)
		}
	})
}

// mirrorFEN returns the FEN of p reflected left to right.
func mirrorFEN(p *Position) string {
	return transformFEN(p, func(s Square) Square { return s.Mirror() }, false)
}

// swapFEN returns the FEN of p reflected top to bottom with the colours and
// the side to move exchanged.
func swapFEN(p *Position) string {
	return transformFEN(p, func(s Square) Square { return s.Flip() }, true)
}

func transformFEN(p *Position, to func(Square) Square, swap bool) string {
	q := newEmpty()
	for s := Square(0); s < NumSquares; s++ {
		if pc := p.At(s); pc != NoPiece {
			c := pc.Color()
			if swap {
				c = c.Other()
			}
			q.put(MakePiece(c, pc.Type()), to(s))
		}
	}
	q.side = p.side
	if swap {
		q.side = p.side.Other()
	}
	return q.FEN()
}

// TestFieldCases holds positions people have reported other programs to get
// wrong.
func TestFieldCases(t *testing.T) {
	for _, tc := range []struct {
		name, fen string
		moves     int
		check     bool
	}{
		{"elephant and horse letters", "rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RHEAKAEHR b", 41, false},
		{"no dash fields", "4k4/8R/9/9/9/9/9/9/9/rrEA1K3 w 0 1", 21, false},
		{"no move is no check", "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1", 0, false},
		{"horse between the kings", "4k4/9/9/9/9/9/4N4/9/9/4K4 w - - 0 1", 3, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := mustParse(t, tc.fen)
			if got := p.CountLegalMoves(); got != tc.moves {
				t.Errorf("%s: %d moves, want %d", tc.fen, got, tc.moves)
			}
			if got := p.InCheck(); got != tc.check {
				t.Errorf("%s: in check %v, want %v", tc.fen, got, tc.check)
			}
		})
	}
}

package eval

import (
	"testing"

	"xqlab/engine/board"
)

// seenFrom returns the occupied squares of one line as a walk from s meets
// them.
func seenFrom(p *board.Position, s board.Square, df, dr int) []board.Square {
	var seen []board.Square
	for f, r := s.File()+df, s.Rank()+dr; f >= 0 && f <= 8 && r >= 0 && r <= 9; f, r = f+df, r+dr {
		if q := board.SquareAt(f, r); p.At(q) != board.NoPiece {
			seen = append(seen, q)
		}
	}
	return seen
}

// lineReference counts for us, direction by direction, what the evaluation makes
// of the lines of its king and rooks and of the legs beside its king.
type lineReference struct {
	p      *board.Position
	us     board.Color
	counts [NumTerms]int
}

func (l *lineReference) is(s board.Square, c board.Color, t board.PieceType) bool {
	return l.p.At(s) == board.MakePiece(c, t)
}

// attacked reports whether a piece of by attacks or guards the piece on s.
func (l *lineReference) attacked(s board.Square, by board.Color) bool {
	return !l.p.AttackersTo(s, by).IsEmpty()
}

func (l *lineReference) pinned(s board.Square, first int) {
	l.counts[first+pinIndex(l.p.At(s))]++
	if l.attacked(s, l.us.Other()) && !l.attacked(s, l.us) {
		l.counts[pinHanging]++
	}
}

func (l *lineReference) ours(s board.Square) bool { return l.p.At(s).Color() == l.us }

// ofKing looks one way from the king.
func (l *lineReference) ofKing(king board.Square, seen []board.Square, onFile bool) {
	them := l.us.Other()
	gap := func(s board.Square) int {
		d := s.File() - king.File() + s.Rank() - king.Rank()
		return min(max(d, -d), pinRookGapMax) - 1
	}
	if len(seen) > 0 && l.is(seen[0], them, board.Cannon) {
		if onFile {
			d := seen[0].Rank() - king.Rank()
			l.counts[kingHollowCannon+max(d, -d)-1]++
		} else {
			l.counts[kingBottomCannon]++
		}
	}
	if len(seen) > 1 {
		switch {
		case l.is(seen[1], them, board.Rook) && !l.ours(seen[0]):
			l.counts[pinRookBattery]++
		case l.is(seen[1], them, board.Rook):
			l.pinned(seen[0], pinRookPins)
			l.counts[pinRookGap+gap(seen[0])]++
		case l.is(seen[1], them, board.King) && l.ours(seen[0]):
			l.pinned(seen[0], pinKingPins)
		}
	}
	if len(seen) < 3 || !l.is(seen[2], them, board.Cannon) {
		return
	}
	if onFile {
		l.counts[kingDoubleScreen]++
		middle := relative(palaceMiddle, l.us)
		for _, s := range seen[:2] {
			if s == middle && l.is(s, l.us, board.Horse) {
				l.counts[kingSmotheredHorse]++
			}
		}
	} else {
		l.counts[kingBottomCannonTwo]++
	}
	nearest := board.NoSquare
	for _, s := range seen[:2] {
		if !l.ours(s) {
			l.counts[pinCannonBattery]++
			continue
		}
		l.pinned(s, pinCannonPins)
		if nearest == board.NoSquare {
			nearest = s
		}
	}
	if nearest != board.NoSquare {
		l.counts[pinCannonGap+gap(nearest)]++
	}
}

// ofRook looks one way from a rook.
func (l *lineReference) ofRook(rook board.Square, seen []board.Square) {
	them := l.us.Other()
	shield := func(s board.Square) bool { return l.ours(s) && l.p.At(s).Type() != board.King }
	if len(seen) < 2 || !shield(seen[0]) {
		return
	}
	if l.is(seen[1], them, board.Rook) && !l.attacked(rook, l.us) {
		l.counts[pinRookPinsOnRook+pinIndex(l.p.At(seen[0]))]++
	}
	if len(seen) > 2 && l.is(seen[2], them, board.Cannon) {
		l.counts[pinCannonPinsOnRook+pinIndex(l.p.At(seen[0]))]++
		if shield(seen[1]) {
			l.counts[pinCannonPinsOnRook+pinIndex(l.p.At(seen[1]))]++
		}
	}
}

func (l *lineReference) count() {
	king := l.p.KingSquare(l.us)
	for q := board.Square(0); q < board.NumSquares; q++ {
		df, dr := q.File()-king.File(), q.Rank()-king.Rank()
		if df*df+dr*dr != 5 || !l.is(q, l.us.Other(), board.Horse) {
			continue
		}
		// the leg is next to the horse, along its longer step
		if leg := board.SquareAt(q.File()-df/2, q.Rank()-dr/2); l.p.At(leg) != board.NoPiece && l.ours(leg) {
			l.pinned(leg, pinLegPins)
		}
	}
	for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		l.ofKing(king, seenFrom(l.p, king, d[0], d[1]), d[0] == 0)
		for q := board.Square(0); q < board.NumSquares; q++ {
			if l.is(q, l.us, board.Rook) {
				l.ofRook(q, seenFrom(l.p, q, d[0], d[1]))
			}
		}
	}
}

// TestLinesAgainstReference compares pins, batteries and cannons on the king's
// lines with a walk over the board.
func TestLinesAgainstReference(t *testing.T) {
	e := New(Default())
	terms := []int{kingBottomCannon, kingBottomCannonTwo, kingDoubleScreen, kingSmotheredHorse}
	for i := range kingHollowCannonMax {
		terms = append(terms, kingHollowCannon+i)
	}
	for i := pinRookPins; i <= pinCannonBattery; i++ {
		terms = append(terms, i)
	}
	met := map[int]bool{}
	var trace Trace
	randomPlay(t, e, 6000, func(p *board.Position) {
		e.Trace(p, &trace)
		for _, us := range [2]board.Color{board.Red, board.Black} {
			want := lineReference{p: p, us: us}
			want.count()
			for _, i := range terms {
				got := trace.Count(us, i)
				if got != want.counts[i] {
					t.Fatalf("%s: %s counts %d times for %v, want %d", p.FEN(), Name(2*i), got, us, want.counts[i])
				}
				met[i] = met[i] || got != 0
			}
		}
	})
	if len(met) != len(terms) {
		t.Fatalf("%d of %d terms looked at", len(met), len(terms))
	}
	n := 0
	for _, seen := range met {
		if seen {
			n++
		}
	}
	if n < len(terms)*3/4 {
		t.Errorf("only %d of %d terms occurred", n, len(terms))
	}
}

// TestElephantLeaps compares the leaps of all elephants of a side with those of
// each.
func TestElephantLeaps(t *testing.T) {
	randomPlay(t, New(Default()), 4000, func(p *board.Position) {
		for _, us := range [2]board.Color{board.Red, board.Black} {
			own := p.ByType(board.Elephant).And(p.ByColor(us))
			var want board.Bitboard
			for b := own; !b.IsEmpty(); {
				want = want.Or(p.ElephantAttacks(b.Pop()))
			}
			got := ofHome(elephantLeaps(home(own, us), home(p.Occupied(), us)), us)
			if got != want {
				t.Fatalf("%s: elephants of %v leap to %v, want %v", p.FEN(), us, got, want)
			}
		}
	})
}

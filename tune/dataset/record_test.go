package dataset

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"xqlab/engine/board"
)

// randomPositions plays random games and calls f with every position.
func randomPositions(seed uint64, games, plies int, f func(p *board.Position, game, ply int)) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for g := range games {
		p := board.NewPosition()
		for ply := range plies {
			f(p, g, ply)
			var list board.MoveList
			p.LegalMoves(&list)
			if list.N == 0 {
				break
			}
			p.Make(list.Moves[rng.IntN(list.N)])
		}
	}
}

// someRecords returns records of random games with all kinds of labels.
func someRecords(t testing.TB, games int) []Record {
	t.Helper()
	var list []Record
	rng := rand.New(rand.NewPCG(7, 7))
	randomPositions(3, games, 60, func(p *board.Position, game, ply int) {
		r, err := NewRecord(p, float64(rng.IntN(5))/4)
		if err != nil {
			t.Fatal(err)
		}
		if ply%3 == 0 {
			r.SetScore(rng.IntN(2000) - 1000)
		}
		r.Game, r.Ply, r.Count = uint32(game), uint16(ply), uint16(1+ply%2)
		list = append(list, r)
	})
	return list
}

func TestRecordHoldsPosition(t *testing.T) {
	var q board.Position
	randomPositions(1, 30, 150, func(p *board.Position, _, _ int) {
		r, err := NewRecord(p, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.SetUp(&q); err != nil {
			t.Fatalf("%s: %v", p.EPD(), err)
		}
		if q.EPD() != p.EPD() || r.SideToMove() != p.SideToMove() || r.Men() != p.Occupied().Count() {
			t.Fatalf("%s comes back as %s, %d men", p.EPD(), q.EPD(), r.Men())
		}
		var b [RecordSize]byte
		var o Record
		r.Pack(&b)
		if o.unpack(&b); o != r {
			t.Fatalf("%s: unpack(pack) differs", p.EPD())
		}
	})
}

func TestLabelsAndScores(t *testing.T) {
	r, err := NewRecord(board.NewPosition(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, y := range []float64{0, 0.25, 1.0 / 3, 0.5, 0.7, 1} {
		if err := r.SetLabel(y); err != nil || math.Abs(r.Label()-y) > 0.5/labelUnit {
			t.Errorf("label %v comes back as %v, error %v", y, r.Label(), err)
		}
	}
	for _, y := range []float64{-0.001, 1.001, math.NaN(), math.Inf(1)} {
		if err := r.SetLabel(y); err == nil || !strings.Contains(err.Error(), "outside 0..1") {
			t.Errorf("label %v: error %v", y, err)
		}
	}
	if _, ok := r.Score(); ok {
		t.Error("a new record has a score")
	}
	for _, x := range []struct{ set, want int }{{0, 0}, {-32768, -32767}, {40000, 32767}, {-57, -57}} {
		r.SetScore(x.set)
		if got, ok := r.Score(); !ok || got != x.want {
			t.Errorf("score %d comes back as %d, %v", x.set, got, ok)
		}
	}
}

// TestImpossiblePositions breaks the placement of a record in several ways:
// setting it up must say what is wrong.
func TestImpossiblePositions(t *testing.T) {
	tests := []struct {
		name string
		edit func(r *Record)
		want string
	}{
		{"no men", func(r *Record) { r.squares = [12]byte{}; r.kinds = [16]byte{} }, "no red king"},
		{"kind 8", func(r *Record) { r.kinds[0] = r.kinds[0]&0xf0 | 8 }, "unknown piece 8"},
		{"33 men", func(r *Record) { r.squares[2] |= 0xff; r.squares[4] |= 0xff }, "pieces, want at most 32"},
		{"two kings", func(r *Record) { r.kinds[0] = r.kinds[0]&0xf0 | 1 }, "king"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := NewRecord(board.NewPosition(), 0.5)
			if err != nil {
				t.Fatal(err)
			}
			tt.edit(&r)
			var p board.Position
			if err := r.SetUp(&p); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

package board

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// content returns a deep copy of everything a position holds, with the king's
// danger computed, so that two contents are equal whatever was asked before.
func content(p *Position) *Position {
	p.dangers()
	return p.Clone()
}

// checkRestored compares p with an earlier content, field by field.
func checkRestored(t *testing.T, p, want *Position, what string) {
	t.Helper()
	got := content(p)
	if got.table != want.table || got.seen != want.seen || !slices.Equal(states(got), states(want)) {
		t.Errorf("%s: taking back %s leaves another table, line or filter", got.FEN(), what)
	}
	// compared, and slow by reflection
	got.table, got.line, got.seen = nil, nil, [repetitionSlots]uint16{}
	exp := *want
	exp.table, exp.line, exp.seen = nil, nil, got.seen
	v, w := reflect.ValueOf(*got), reflect.ValueOf(exp)
	for i := range v.NumField() {
		if !v.Field(i).Comparable() || !v.Field(i).Equal(w.Field(i)) {
			if got, want := fmt.Sprint(v.Field(i)), fmt.Sprint(w.Field(i)); got != want {
				t.Errorf("%s: taking back %s leaves %s %s, was %s", p.FEN(), what, v.Type().Field(i).Name, got, want)
			}
		}
	}
}

// states returns the states of the line, less what the present position's
// holds of moves taken back.
func states(p *Position) []state {
	line := slices.Clone(p.line[:p.plies+1])
	line[p.plies].move, line[p.plies].captured = NoMove, NoPiece
	return line
}

// TestUnmakeRestoresEverything makes and unmakes every legal move and the null
// move, then a random line of twenty plies.
func TestUnmakeRestoresEverything(t *testing.T) {
	table := randomTable(5)
	randomPositions(t, 600, 4, func(p *Position, rng *rand.Rand) {
		p.SetTable(table)
		want := content(p)
		var l MoveList
		p.LegalMoves(&l)
		for _, m := range l.Slice() {
			after := p.KeyAfter(m)
			p.Make(m)
			if p.Key() != after {
				t.Errorf("%s: key %x after %v, %x was foreseen", want.FEN(), p.Key(), m, after)
			}
			checkConsistent(t, p)
			p.Unmake()
			checkRestored(t, p, want, m.String())
		}
		if !p.InCheck() {
			after := p.KeyAfter(NoMove)
			p.MakeNull()
			if p.Key() != after {
				t.Errorf("%s: key %x after a null move, %x was foreseen", want.FEN(), p.Key(), after)
			}
			checkConsistent(t, p)
			p.UnmakeNull()
			checkRestored(t, p, want, "a null move")
		}
		var nulls []bool
		for range 20 {
			p.LegalMoves(&l)
			if l.N == 0 {
				break
			}
			null := rng.IntN(8) == 0 && !p.InCheck()
			if null {
				p.MakeNull()
			} else {
				p.Make(l.Moves[rng.IntN(l.N)])
			}
			nulls = append(nulls, null)
		}
		for i := len(nulls) - 1; i >= 0; i-- {
			if nulls[i] {
				p.UnmakeNull()
			} else {
				p.Unmake()
			}
		}
		checkRestored(t, p, want, "a line")
	})
}

// checkConsistent compares the forms of the placement with each other, and
// what Make keeps up to date with its recomputation.
func checkConsistent(t *testing.T, p *Position) {
	t.Helper()
	var q Position
	for s := Square(0); s < NumSquares; s++ {
		pc := p.board[s]
		if pc == NoPiece {
			continue
		}
		own := &q.armies[pc.Color()]
		own[all], own[pc.Type()] = own[all].Set(s), own[pc.Type()].Set(s)
		q.rank[s.Rank()] |= 1 << s.File()
		q.file[s.File()] |= 1 << s.Rank()
		if pc.Type() == King {
			q.king[pc.Color()] = s
		}
	}
	if p.armies != q.armies || p.rank != q.rank || p.file != q.file || p.king != q.king {
		t.Errorf("%s: mailbox, bitboards and line words disagree after %s", p.FEN(), p.MoveAt(p.Plies()-1))
	}
	if got, want := p.Key(), recomputedKey(p); got != want {
		t.Errorf("%s: key %x, recomputed %x", p.FEN(), got, want)
	}
	if got, want := p.TableSum(), recomputedSum(p); got != want {
		t.Errorf("%s: table sum %d, recomputed %d", p.FEN(), got, want)
	}
}

func recomputedKey(p *Position) uint64 {
	var key uint64
	for s := Square(0); s < NumSquares; s++ {
		key ^= pieceKeys[p.At(s)][s]
	}
	if p.SideToMove() == Black {
		key ^= sideKey
	}
	return key
}

func recomputedSum(p *Position) int64 {
	var sum int64
	for s := Square(0); s < NumSquares; s++ {
		if pc := p.At(s); pc != NoPiece {
			sum += p.table[pc][s]
		}
	}
	return sum
}

// randomTable has numbers everywhere, the places without meaning included, so
// that a wrong index shows.
func randomTable(seed uint64) *Table {
	rng := rand.New(rand.NewPCG(seed, 0))
	t := new(Table)
	for pc := range t {
		for s := range t[pc] {
			t[pc][s] = rng.Int64N(2_000_001) - 1_000_000
		}
	}
	return t
}

// TestSetTableMidGame: the sums of the positions of the past follow the new
// table too.
func TestSetTableMidGame(t *testing.T) {
	first, second := randomTable(1), randomTable(2)
	count := 0
	randomPositions(t, 6_000, 6, func(p *Position, rng *rand.Rand) {
		if count++; count%30 != 0 {
			return
		}
		p = p.Clone()
		p.SetTable(first)
		var l MoveList
		if p.LegalMoves(&l); l.N > 0 {
			p.Make(l.Moves[rng.IntN(l.N)])
		}
		if !p.InCheck() {
			p.MakeNull()
		}
		p.SetTable(second)
		for {
			if got, want := p.TableSum(), recomputedSum(p); got != want {
				t.Fatalf("%s: table sum %d, recomputed %d", p.FEN(), got, want)
			}
			n := p.Plies()
			if n == 0 {
				break
			}
			if p.MoveAt(n-1) == NoMove {
				p.UnmakeNull()
			} else {
				p.Unmake()
			}
		}
	})
	p := NewPosition()
	p.SetTable(first)
	p.SetTable(nil)
	p.Make(mustMove(t, "h2e2"))
	if p.TableSum() != 0 {
		t.Errorf("the sum without a table is %d", p.TableSum())
	}
}

// TestKeys: a hundred thousand positions, no two with one key, and the keys
// depend on placement and side alone.
func TestKeys(t *testing.T) {
	want := 100_000
	if testing.Short() {
		want = 10_000
	}
	byKey := make(map[uint64]string, want)
	byEPD := make(map[string]bool, want)
	randomPositions(t, 10*want, 7, func(p *Position, _ *rand.Rand) {
		if len(byEPD) >= want {
			return
		}
		epd := p.EPD()
		if other, ok := byKey[p.Key()]; ok && other != epd {
			t.Errorf("key %x: %s and %s", p.Key(), epd, other)
		}
		byKey[p.Key()] = epd
		if !byEPD[epd] && len(byEPD)%100 == 0 {
			if got := mustParse(t, p.FEN()).Key(); got != p.Key() {
				t.Errorf("%s: key %x by moves, %x by FEN", epd, p.Key(), got)
			}
		}
		byEPD[epd] = true
	})
	if len(byEPD) < want {
		t.Fatalf("%d distinct positions, want %d", len(byEPD), want)
	}
	if len(byKey) != len(byEPD) {
		t.Errorf("%d keys of %d positions", len(byKey), len(byEPD))
	}
}

// TestStartKey pins the Zobrist keys: opening books and stored positions
// depend on them.
func TestStartKey(t *testing.T) {
	const want = 0xddf95cb0ceb4bca3
	if got := NewPosition().Key(); got != want {
		t.Errorf("key of the start position %#x, want %#x", got, uint64(want))
	}
}

// TestHistory checks what a position tells about the moves made.
func TestHistory(t *testing.T) {
	const fen = "3k5/9/9/9/p8/9/9/9/9/R3K4 w - - 4 10"
	p := mustParse(t, fen)
	line := []string{"a0a5", "d9d8", "a5a8", "d8d9"}
	keys := []uint64{}
	for _, text := range line {
		keys = append(keys, p.Key())
		p.Make(mustMove(t, text))
	}
	if p.Plies() != 4 {
		t.Fatalf("%d plies, want 4", p.Plies())
	}
	for i, text := range line {
		if p.MoveAt(i).String() != text || p.KeyAt(i) != keys[i] {
			t.Errorf("ply %d: move %s key %x, want %s %x", i, p.MoveAt(i), p.KeyAt(i), text, keys[i])
		}
		if got, want := p.CapturedAt(i), [4]Piece{MakePiece(Black, Pawn)}[i]; got != want {
			t.Errorf("ply %d captured %s, want %s", i, got, want)
		}
		if got, want := p.CheckAt(i), i == 3; got != want {
			t.Errorf("check before ply %d: %v", i, got)
		}
	}
	if got, want := p.FEN(), "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 3 12"; got != want {
		t.Errorf("FEN %s, want %s", got, want)
	}

	q := p.Clone()
	q.Unmake()
	q.Make(mustMove(t, "d8d7"))
	if p.MoveAt(3).String() != "d8d9" || q.MoveAt(3).String() != "d8d7" {
		t.Error("a clone shares its history")
	}
	p.CopyFrom(q)
	for range line {
		p.Unmake()
	}
	if p.FEN() != fen {
		t.Errorf("after taking all back: %s", p.FEN())
	}
}

// TestBlackToStart: the move number rises after Black's moves, whoever began.
func TestBlackToStart(t *testing.T) {
	p := mustParse(t, "3k5/9/9/9/9/9/9/9/9/4K4 b - - 5 7")
	for i, want := range []string{"7", "8", "8", "9"} {
		fields := p.FEN()
		if got := fields[len(fields)-1:]; got != want {
			t.Errorf("move number after %d plies: %s, want %s", i, got, want)
		}
		var l MoveList
		p.LegalMoves(&l)
		p.Make(l.Moves[0])
	}
	if p.HalfmoveClock() != 9 {
		t.Errorf("halfmove clock %d, want 9", p.HalfmoveClock())
	}
}

// TestNoAllocation: nothing on the way of a search allocates.
func TestNoAllocation(t *testing.T) {
	p := mustParse(t, "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1")
	p.SetTable(randomTable(3))
	var l MoveList
	p.LegalMoves(&l)
	other := p.Clone()
	for _, tc := range []struct {
		name string
		run  func()
	}{
		{"LegalMoves", func() { p.LegalMoves(&l) }},
		{"LegalCaptures and LegalQuiets", func() { p.LegalCaptures(&l); p.LegalQuiets(&l); p.LegalMoves(&l) }},
		{"CountLegalMoves", func() { p.CountLegalMoves(); p.HasLegalMove() }},
		{"Make and Unmake", func() {
			for _, m := range l.Slice() {
				p.Make(m)
				p.InCheck()
				p.Unmake()
			}
		}},
		{"MakeNull", func() { p.MakeNull(); p.UnmakeNull() }},
		{"SEE", func() {
			for _, m := range l.Slice() {
				p.SEE(m)
				p.SEEAtLeast(m, 50)
			}
		}},
		{"GivesCheck", func() {
			for _, m := range l.Slice() {
				p.GivesCheck(m)
				p.IsLegal(m)
			}
		}},
		{"KingAttackers", func() { p.KingAttackers(Red); p.KingAttackers(Black) }},
		{"RepetitionPly", func() { p.RepetitionPly() }},
		{"Perft", func() { p.Perft(2) }},
		{"CopyFrom", func() { other.CopyFrom(p) }},
	} {
		if n := testing.AllocsPerRun(20, tc.run); n != 0 {
			t.Errorf("%s: %v allocations", tc.name, n)
		}
	}
}

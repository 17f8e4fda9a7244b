package book

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/engine/board"
)

type game struct {
	moves  []board.Move
	result Outcome
}

// randomGames plays games that share their openings.
func randomGames(n int, seed uint64) []game {
	rng := rand.New(rand.NewPCG(seed, 0))
	games := make([]game, n)
	for i := range games {
		p := board.NewPosition()
		for range 24 {
			var l board.MoveList
			p.LegalMoves(&l)
			if l.N == 0 {
				break
			}
			m := l.Slice()[rng.IntN(min(l.N, 3+p.Plies()/4))]
			games[i].moves = append(games[i].moves, m)
			p.Make(m)
		}
		games[i].result = Outcome(1 + rng.IntN(3))
	}
	return games
}

func build(t testing.TB, o BuildOptions, games []game) ([]byte, Stats) {
	t.Helper()
	if o.TempDir == "" {
		o.TempDir = t.TempDir()
	}
	b, err := NewBuilder(o)
	if err != nil {
		t.Fatal(err)
	}
	p := board.NewPosition()
	for _, g := range games {
		if err := b.Add(p, g.moves, g.result); err != nil {
			t.Fatal(err)
		}
	}
	var buf bytes.Buffer
	n, err := b.WriteTo(&buf)
	if err != nil || n != int64(buf.Len()) {
		t.Fatalf("wrote %d of %d bytes: %v", n, buf.Len(), err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(o.TempDir, "*")); len(left) > 0 {
		t.Errorf("temporary files left: %v", left)
	}
	return buf.Bytes(), b.Stats()
}

func open(t testing.TB, data []byte) *Book {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.xqb")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// TestCounts compares a book with counts kept in a plain map.
func TestCounts(t *testing.T) {
	games := randomGames(500, 1)
	data, stats := build(t, BuildOptions{Plies: 12, KeepDuplicates: true}, games)
	b := open(t, data)
	if stats.Games != 500 || b.Info().Games != 500 || b.Info().Entries != stats.Entries || b.Info().Plies != 12 {
		t.Errorf("stats %+v, info %+v", stats, b.Info())
	}
	type place struct {
		epd  string
		move board.Move
	}
	want := map[place]*[3]uint32{}
	mirrorEPD := func(p *board.Position) string {
		rows, rest, _ := strings.Cut(p.EPD(), " ")
		lines := strings.Split(rows, "/")
		for i, row := range lines {
			r := []byte(row)
			for a, z := 0, len(r)-1; a < z; a, z = a+1, z-1 {
				r[a], r[z] = r[z], r[a]
			}
			lines[i] = string(r)
		}
		return strings.Join(lines, "/") + " " + rest
	}
	for _, g := range games {
		p := board.NewPosition()
		for _, m := range g.moves[:min(12, len(g.moves))] {
			places := map[place]bool{{p.EPD(), m}: true, {mirrorEPD(p), m.Mirror()}: true}
			for pl := range places {
				if want[pl] == nil {
					want[pl] = new([3]uint32)
				}
				want[pl][resultIndex(g.result, p.SideToMove())]++
			}
			p.Make(m)
		}
	}
	checked := 0
	for _, g := range games {
		p := board.NewPosition()
		for _, m := range g.moves[:min(12, len(g.moves))] {
			for i, e := range b.Probe(p) {
				w := want[place{p.EPD(), e.Move}]
				if w == nil || *w != [3]uint32{e.Wins, e.Draws, e.Losses} {
					t.Fatalf("%s %v: entry %+v, want %v", p.FEN(), e.Move, e, w)
				}
				if entries := b.Probe(p); i > 0 && entries[i-1].Games() < e.Games() {
					t.Fatalf("%s: entries not in order: %v", p.FEN(), entries)
				}
				checked++
			}
			p.Make(m)
		}
	}
	if checked < 1000 {
		t.Errorf("only %d entries checked", checked)
	}
}

// TestSameBytes: neither the order of games nor the memory allowed changes the
// file.
func TestSameBytes(t *testing.T) {
	games := randomGames(400, 2)
	want, stats := build(t, BuildOptions{MinGames: 2}, games)
	if stats.Dropped == 0 {
		t.Error("no entry dropped")
	}
	rng := rand.New(rand.NewPCG(3, 0))
	rng.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
	for _, memory := range []int{minMemory, 1000 * countSize, 0} {
		if got, _ := build(t, BuildOptions{MinGames: 2, Memory: memory}, games); !bytes.Equal(got, want) {
			t.Errorf("memory %d: another file", memory)
		}
	}
}

func TestThresholds(t *testing.T) {
	parse := func(text string) (moves []board.Move) {
		for _, w := range strings.Fields(text) {
			m, err := board.ParseMove(w)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, m)
		}
		return moves
	}
	games := []game{
		{parse("h2e2 h9g7"), RedWon}, {parse("b2e2 b9c7"), RedWon}, // mirror images, not copies
		{parse("h2e2 h9g7"), RedWon}, // a copy
		{parse("h2e2 b9c7"), BlackWon},
		{parse("c3c4 g6g5"), Drawn},
		{parse("g0e2"), NoResult},
	}
	list := func(o BuildOptions) string {
		data, stats := build(t, o, games)
		if stats.NoResult != 1 {
			t.Errorf("%+v: %+v", o, stats)
		}
		var s []string
		for _, e := range open(t, data).Probe(board.NewPosition()) {
			s = append(s, fmt.Sprintf("%v +%d=%d-%d", e.Move, e.Wins, e.Draws, e.Losses))
		}
		return strings.Join(s, ", ")
	}
	for _, tt := range []struct {
		o    BuildOptions
		want string
	}{
		{BuildOptions{}, "h2e2 +2=0-1, g3g4 +0=1-0"},
		{BuildOptions{KeepDuplicates: true}, "h2e2 +3=0-1, g3g4 +0=1-0"},
		{BuildOptions{MinGames: 2}, "h2e2 +2=0-1"},
		{BuildOptions{MinScore: 0.6}, "h2e2 +2=0-1"},
		{BuildOptions{MinScore: 1}, ""},
	} {
		if got := list(tt.o); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.o, got, tt.want)
		}
	}
	ending, err := board.ParseFEN("4k4/9/9/9/9/9/9/9/9/3K1R3 w")
	if err != nil {
		t.Fatal(err)
	}
	for _, any := range []bool{false, true} {
		b, err := NewBuilder(BuildOptions{AnyStart: any})
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Add(ending, parse("f0f9"), RedWon); err != nil {
			t.Fatal(err)
		}
		if s := b.Stats(); s.Games != map[bool]int{true: 1}[any] || s.OtherStart != 1-s.Games {
			t.Errorf("any start %v: %+v", any, s)
		}
	}
	b, err := NewBuilder(BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p := board.NewPosition()
	if err := b.Add(p, parse("h2e2 h2e2"), Drawn); err == nil || !strings.Contains(err.Error(), "ply 2: h2e2 is not legal") || p.Plies() != 0 {
		t.Errorf("illegal move: %v, %d plies left on the board", err, p.Plies())
	}
	for _, o := range []BuildOptions{{Plies: -1}, {MinGames: -1}, {MinScore: 2}, {Memory: 1}} {
		if _, err := NewBuilder(o); err == nil {
			t.Errorf("%+v accepted", o)
		}
	}
}

func TestPick(t *testing.T) {
	data, _ := build(t, BuildOptions{}, randomGames(300, 4))
	b := open(t, data)
	p := board.NewPosition()
	want := map[board.Move]float64{}
	total := 0.0
	for _, e := range b.Probe(p) {
		want[e.Move] = float64(e.weight())
		total += want[e.Move]
	}
	rng := rand.New(rand.NewPCG(5, 0))
	got := map[board.Move]float64{}
	const n = 20000
	for range n {
		m, ok := b.Pick(p, rng)
		if !ok {
			t.Fatal("no move")
		}
		got[m]++
	}
	for m, w := range want {
		if share := got[m] / n; share < w/total-0.02 || share > w/total+0.02 {
			t.Errorf("%v picked %.3f of the time, want %.3f", m, share, w/total)
		}
	}
	again := func() (moves []board.Move) {
		rng := rand.New(rand.NewPCG(6, 0))
		for range 20 {
			m, _ := b.Pick(p, rng)
			moves = append(moves, m)
		}
		return moves
	}
	if a, z := fmt.Sprint(again()), fmt.Sprint(again()); a != z {
		t.Errorf("same seed, other moves: %s, %s", a, z)
	}
	ending, err := board.ParseFEN("4k4/9/9/9/9/9/9/9/9/3K1R3 w")
	if err != nil {
		t.Fatal(err)
	}
	if m, ok := b.Pick(ending, rng); ok {
		t.Errorf("picked %v out of book", m)
	}
}

// TestDamage: any changed, missing or added byte is noticed.
func TestDamage(t *testing.T) {
	data, _ := build(t, BuildOptions{Plies: 3}, randomGames(20, 7))
	if _, err := parse(data); err != nil {
		t.Fatal(err)
	}
	for i := range data {
		bad := bytes.Clone(data)
		bad[i] ^= 0x10
		if _, err := parse(bad); err == nil {
			t.Fatalf("byte %d changed and not noticed", i)
		}
	}
	for i := range data {
		if _, err := parse(data[:i]); !errors.Is(err, ErrDamaged) {
			t.Fatalf("cut to %d bytes: %v", i, err)
		}
	}
	if _, err := parse(append(bytes.Clone(data), 0)); !errors.Is(err, ErrDamaged) {
		t.Errorf("byte added: %v", err)
	}
	newer := bytes.Clone(data)
	newer[8] = 2
	if _, err := parse(newer); err == nil || !strings.Contains(err.Error(), "book version 2") {
		t.Errorf("newer version: %v", err)
	}
	dir := t.TempDir()
	for name, content := range map[string][]byte{"empty": nil, "text": []byte("not a book"), "cut": data[:len(data)-1]} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(filepath.Join(dir, "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := Open(dir); err == nil {
		t.Error("a folder was opened")
	}
}

// TestKey: the key is the same for mirror images, and stays the same.
func TestKey(t *testing.T) {
	p := board.NewPosition()
	key, o := keyOf(p)
	if o != symmetric || key != startKey {
		t.Errorf("start position: key %#x, orientation %d; want %#x, %d", key, o, startKey, symmetric)
	}
	left, right := board.NewPosition(), board.NewPosition()
	a, _ := board.ParseMove("b0c2")
	left.Make(a)
	right.Make(a.Mirror())
	k1, o1 := keyOf(left)
	k2, o2 := keyOf(right)
	if k1 != k2 || o1 == o2 || o1 == symmetric || o2 == symmetric {
		t.Errorf("mirror images: %#x %d, %#x %d", k1, o1, k2, o2)
	}
}

// startKey is part of the file format: books of other machines and versions
// hold it.
const startKey = 0x2bfa6202e4436c8f

func BenchmarkProbe(b *testing.B) {
	games := randomGames(5000, 8)
	data, _ := build(b, BuildOptions{}, games)
	bk := open(b, data)
	p := board.NewPosition()
	for _, m := range games[0].moves[:4] {
		p.Make(m)
	}
	b.ReportAllocs()
	for b.Loop() {
		if len(bk.Probe(p)) == 0 {
			b.Fatal("nothing found")
		}
	}
}

// FuzzOpen opens any bytes as a file, and any bytes as the entries of a file
// whose checksum is right.
func FuzzOpen(f *testing.F) {
	data, _ := build(f, BuildOptions{Plies: 2}, randomGames(5, 9))
	f.Add(data)
	f.Add(data[headerSize : len(data)-trailerSize])
	f.Add([]byte(headMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := board.NewPosition()
		if b, err := parse(data); err == nil {
			b.Probe(p)
		}
		var buf bytes.Buffer
		w := newFileWriter(&buf)
		w.header(BuildOptions{})
		n := len(data) / entrySize
		w.write(data[:n*entrySize])
		w.trailer(uint64(n), 0)
		if err := w.flush(); err != nil {
			t.Fatal(err)
		}
		b, err := parse(buf.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range b.Probe(p) {
			if !p.IsLegal(e.Move) {
				t.Fatalf("illegal book move %v", e.Move)
			}
		}
		b.Pick(p, rand.New(rand.NewPCG(1, 1)))
	})
}

package selfplay

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/engine/board"
)

func TestEmbeddedOpenings(t *testing.T) {
	for name, want := range map[string]int{"balanced": 250, "popular": 500, "start": 1} {
		set, err := LoadOpenings(t.Context(), name, 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(set.List) != want || set.Duplicates != 0 || set.Decided != 0 {
			t.Errorf("%s: %d positions, %d duplicates, %d decided; want %d, 0, 0", name, len(set.List), set.Duplicates, set.Decided, want)
		}
		for i, op := range set.List {
			if op.Index != i {
				t.Fatalf("%s: opening %d has index %d", name, i, op.Index)
			}
		}
	}
}

// load writes a file and loads it.
func load(t *testing.T, name, content string, plies int) (*Openings, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return LoadOpenings(context.Background(), path, plies)
}

const threeFENs = `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
r1bakabr1/9/1cn3nc1/p3p1p1p/2p6/6P2/P1P1P3P/1C2C1N2/9/RNBAKABR1 w - -
r1bakabr1/9/1cn3nc1/p1p1p2Rp/6p2/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB2 w - - id "the third";
`

const threePGN = `[Game "Chinese Chess"]
[Result "1-0"]
[Format "ICCS"]

1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0 1-0

[Game "Chinese Chess"]
[Result "*"]
[Format "ICCS"]

1. C3-C4 {a comment} H7-E7 2. B0-C2 *

[Game "Chinese Chess"]
[Result "0-1"]
[Format "ICCS"]

1. B2-E2 B9-C7 0-1
`

// TestLineEnds has the same openings in files that differ only in what does
// not matter.
// TestOtherOpenings: the other set is an embedded one without a common position.
func TestOtherOpenings(t *testing.T) {
	positions := func(name string) map[string]bool {
		set, err := LoadOpenings(t.Context(), name, 0)
		if err != nil {
			t.Fatal(err)
		}
		keys := map[string]bool{}
		for i := range set.List {
			key, err := set.List[i].EPD()
			if err != nil {
				t.Fatal(err)
			}
			keys[key] = true
		}
		if len(keys) != len(set.List) {
			t.Errorf("%s: %d positions in %d openings", name, len(keys), len(set.List))
		}
		return keys
	}
	for _, source := range append(OpeningSets(), "balanced.epd", "") {
		other, ok := OtherOpenings(source)
		if want := source == BalancedOpenings || source == PopularOpenings; ok != want {
			t.Errorf("%q: %q, %v", source, other, ok)
		}
		if !ok {
			continue
		}
		own := positions(source)
		for key := range positions(other) {
			if own[key] {
				t.Errorf("%s is in both %s and %s", key, source, other)
			}
		}
	}
}

func TestOpeningEPD(t *testing.T) {
	moves := func(text string) (list []board.Move) {
		for _, word := range strings.Fields(text) {
			m, err := board.ParseMove(word)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, m)
		}
		return list
	}
	one := Opening{FEN: board.StartFEN, Moves: moves("h2e2 h9g7 b0c2 i9h9")}
	two := Opening{FEN: board.StartFEN, Moves: moves("b0c2 h9g7 h2e2 i9h9")}
	const want = "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1C4/9/R1BAKABNR w - -"
	for _, op := range []Opening{one, two, {FEN: want + " 0 1"}} {
		if got, err := op.EPD(); err != nil || got != want {
			t.Errorf("%+v: %s, %v; want %s", op, got, err, want)
		}
	}
	if got, err := (&Opening{FEN: "x"}).EPD(); err == nil {
		t.Errorf("a broken FEN is %q", got)
	}
}

func TestLineEnds(t *testing.T) {
	for _, src := range []struct{ name, text string }{{"set.epd", threeFENs}, {"set.pgn", threePGN}} {
		want, err := load(t, src.name, src.text, 4)
		if err != nil {
			t.Fatal(err)
		}
		if len(want.List) != 3 {
			t.Fatalf("%s: %d openings", src.name, len(want.List))
		}
		for variant, text := range map[string]string{
			"CRLF":             strings.ReplaceAll(src.text, "\n", "\r\n"),
			"CR":               strings.ReplaceAll(src.text, "\n", "\r"),
			"CR-only tail":     strings.TrimSuffix(src.text, "\n") + "\r",
			"BOM":              "\xef\xbb\xbf" + src.text,
			"no final newline": strings.TrimSuffix(src.text, "\n"),
			"blank lines":      "\n\n" + src.text + "\n\n",
		} {
			got, err := load(t, src.name, text, 4)
			if err != nil {
				t.Errorf("%s, %s: %v", src.name, variant, err)
				continue
			}
			if got.Hash != want.Hash || len(got.List) != 3 {
				t.Errorf("%s, %s: %d openings, hash %s; want 3, %s", src.name, variant, len(got.List), got.Hash, want.Hash)
			}
		}
	}
}

func TestOpeningPlies(t *testing.T) {
	set, err := load(t, "games.pgn", threePGN, 4)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{4, 3, 2} {
		if got := len(set.List[i].Moves); got != want {
			t.Errorf("opening %d has %d moves, want %d", i+1, got, want)
		}
	}
	if set, err = load(t, "games.pgn", threePGN, 0); err != nil || len(set.List[0].Moves) != 5 {
		t.Errorf("uncut: %v, %d moves", err, len(set.List[0].Moves))
	}
	if set, err = load(t, "list.txt", "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7\n", 0); err != nil || len(set.List[0].Moves) != 2 {
		t.Errorf("move list: %v, %+v", err, set)
	}
}

func TestUselessOpenings(t *testing.T) {
	set, err := load(t, "set.epd", threeFENs+threeFENs+
		"3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1\n"+ // stalemate
		"4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1\n", 0) // bare kings
	if err != nil {
		t.Fatal(err)
	}
	if len(set.List) != 3 || set.Duplicates != 3 || set.Decided != 2 {
		t.Errorf("%d openings, %d duplicates, %d decided; want 3, 3, 2", len(set.List), set.Duplicates, set.Decided)
	}
	if set.List[2].Name != "the third" {
		t.Errorf("name %q", set.List[2].Name)
	}
}

func TestBadOpenings(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"set.epd", threeFENs + "4k4/9/9 w\n", "line 4"},
		{"set.epd", "4k4/9/9/9/9/9/9/9/9/4K4 w\n", "line 1"},
		{"set.epd", "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w\n", "no position to play from (1 already decided)"},
		{"set.epd", "", "no position"},
		{"set.pgn", "[Game \"Chess\"]\n\n1. e4 e5 *\n", "not"},
		{"set.bin", "\x00\x01\x02\x03", "known format"},
	} {
		_, err := load(t, tc.name, tc.text, 0)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: got error %v, want one with %q", tc.text, err, tc.want)
		}
	}
	if _, err := LoadOpenings(t.Context(), filepath.Join(t.TempDir(), "nothing.epd"), 0); err == nil || !strings.Contains(err.Error(), "balanced") {
		t.Errorf("missing file: %v", err)
	}
	if _, err := LoadOpenings(t.Context(), t.TempDir(), 0); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("folder: %v", err)
	}
}

// TestRandomOrderIsFair counts how often each of five openings comes first
// over 10,000 seeds: 2000 +- 160 is four standard deviations.
func TestRandomOrderIsFair(t *testing.T) {
	var first, second [5]int
	for seed := range uint64(10000) {
		s := sequence{order: Order{Random: true, Seed: seed}, n: 5}
		first[s.index(0)]++
		second[s.index(1)]++
	}
	for i := range first {
		for _, n := range []int{first[i], second[i]} {
			if n < 1840 || n > 2160 {
				t.Errorf("opening %d: first %d times, second %d times; want 2000 +- 160", i, first[i], second[i])
			}
		}
	}
}

func TestOrder(t *testing.T) {
	// Stored runs rely on this order: it must never change.
	o := &sequence{order: Order{Random: true, Seed: 1}, n: 6}
	var got []int
	for k := range 12 {
		got = append(got, o.index(k))
	}
	want := []int{5, 1, 4, 2, 0, 3, 1, 4, 2, 3, 0, 5}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("order %v, want %v", got, want)
		}
	}
	// Every pass has every opening once, and asking out of order changes nothing.
	for _, k := range []int{11, 3, 7, 0} {
		if o.index(k) != want[k] {
			t.Errorf("opening %d came out differently when asked again", k)
		}
	}
	seq := &sequence{order: Order{Start: 4}, n: 6}
	for k, want := range []int{4, 5, 0, 1} {
		if got := seq.index(k); got != want {
			t.Errorf("sequential from 4: opening %d is %d, want %d", k, got, want)
		}
	}
	skip := &sequence{order: Order{Random: true, Seed: 1, Start: 2}, n: 6}
	if got := skip.index(0); got != want[2] {
		t.Errorf("random from 2: first is %d, want %d", got, want[2])
	}
}

func TestSchedule(t *testing.T) {
	set, err := LoadOpenings(t.Context(), "popular", 0)
	if err != nil {
		t.Fatal(err)
	}
	pairings, err := Pairings(RoundRobin, 4, 0)
	if err != nil || len(pairings) != 6 {
		t.Fatalf("round robin: %v, %v", pairings, err)
	}
	s := &Schedule{Pairings: pairings, PerPair: 3, Openings: set.List, Order: Order{}}
	if s.Len() != 18 || s.Games() != 36 {
		t.Errorf("%d pairs, %d games", s.Len(), s.Games())
	}
	for n := range s.Len() {
		p := s.pair(n)
		if p.Opening.Index != n/6 {
			t.Errorf("pair %d has opening %d, want %d", n, p.Opening.Index, n/6)
		}
	}
	if pairings, err = Pairings(Gauntlet, 4, 1); err != nil || len(pairings) != 3 || pairings[2] != [2]int{0, 3} {
		t.Errorf("gauntlet: %v, %v", pairings, err)
	}
	for _, bad := range []func() ([][2]int, error){
		func() ([][2]int, error) { return Pairings(RoundRobin, 1, 0) },
		func() ([][2]int, error) { return Pairings(Gauntlet, 3, 3) },
		func() ([][2]int, error) { return Pairings("swiss", 3, 0) },
	} {
		if got, err := bad(); err == nil {
			t.Errorf("no error, but %v", got)
		}
	}
	single := &Schedule{Pairings: [][2]int{{0, 1}}, PerPair: 3, Single: true, Openings: set.List, Order: Order{}}
	for n, red := range []int{0, 1, 0} {
		if p := single.pair(n); p.A != red {
			t.Errorf("single game %d: player %d has Red, want %d", n, p.A, red)
		}
	}
}

// TestOpeningsHash pins the hash of openings with moves and without: stored
// runs refuse to be resumed with openings of another hash.
func TestOpeningsHash(t *testing.T) {
	for _, tc := range []struct{ name, content, want string }{
		{"games.pgn", threePGN, "49240d65736fec955f3e277f374abb771c3dd6f9b4dcdad951563900c757d6ad"},
		{"list.fen", threeFENs, "aad8619fff2bcc01e268df88661b6920ee61ca66c4e2c9c48cd63484bae6ffa8"},
	} {
		set, err := load(t, tc.name, tc.content, 0)
		if err != nil {
			t.Fatal(err)
		}
		if set.Hash != tc.want {
			t.Errorf("%s: got %s, want %s", tc.name, set.Hash, tc.want)
		}
	}
}

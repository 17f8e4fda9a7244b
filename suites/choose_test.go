package suites

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestChooseReproduces makes the shipped suite again from the pool and the
// stored searches.
func TestChooseReproduces(t *testing.T) {
	pool, grades := openPool(t)
	chosen, err := Choose(pool, grades, ChooseOptions{Count: 300, Seed: 1, Prefix: "wac"})
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := chosen.Write(&got); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("data/wac_chinese.epd")
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Error("data/wac_chinese.epd is not what the pool and seed 1 give; see xqlab suite choose --help")
	}
	other, err := Choose(pool, grades, ChooseOptions{Count: 300, Seed: 2, Prefix: "wac"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := other.Write(&b); err != nil || b.String() == got.String() {
		t.Errorf("another seed chooses the same (%v)", err)
	}
	if _, err := Choose(pool, grades, ChooseOptions{Count: 600, Seed: 1}); err == nil {
		t.Error("more positions than the pool has were chosen")
	}
	if _, err := Choose(pool, nil, ChooseOptions{Count: 1}); err == nil || !strings.Contains(err.Error(), "no grade") {
		t.Errorf("without grades: %v", err)
	}
}

func openPool(t *testing.T) ([]Candidate, map[string]Grade) {
	t.Helper()
	in, err := os.Open("testdata/pool.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	pool, err := ReadPool(in, "pool.tsv")
	if err != nil {
		t.Fatal(err)
	}
	g, err := os.Open("testdata/grades.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	grades, err := ReadGrades(g, "grades.tsv")
	if err != nil {
		t.Fatal(err)
	}
	return pool, grades
}

// TestGrades searches a few candidates; the table reads back, and concurrency
// changes nothing.
func TestGrades(t *testing.T) {
	pool, _ := openPool(t)
	f := builtinEngine(t)
	var tables [2]bytes.Buffer
	for i, concurrency := range []int{1, 3} {
		grades, err := Grades(t.Context(), pool[:8], GradeOptions{Nodes: 2000, Depth: 3, Concurrency: concurrency, New: f.New})
		if err != nil {
			t.Fatal(err)
		}
		if err := WriteGrades(&tables[i], grades); err != nil {
			t.Fatal(err)
		}
	}
	if tables[0].String() != tables[1].String() {
		t.Errorf("concurrency changes the grades\n%s\n%s", tables[0].String(), tables[1].String())
	}
	read, err := ReadGrades(bytes.NewReader(tables[0].Bytes()), "x")
	if err != nil || len(read) == 0 {
		t.Errorf("%d grades, %v", len(read), err)
	}
}

func TestShareOut(t *testing.T) {
	for _, tc := range []struct {
		count       int
		sizes, want []int
	}{
		{10, []int{100, 100}, []int{5, 5}},
		{10, []int{2, 100, 100}, []int{2, 4, 4}},
		{3, []int{1, 1, 1, 1}, []int{1, 1, 1, 0}},
		{9, []int{1, 2}, []int{1, 2}},
	} {
		got := shareOut(tc.count, tc.sizes)
		for i := range got {
			if got[i] != tc.want[i] {
				t.Errorf("shareOut(%d, %v) = %v, want %v", tc.count, tc.sizes, got, tc.want)
				break
			}
		}
	}
}

func TestPoolErrors(t *testing.T) {
	head := strings.Join(poolColumns, "\t") + "\n"
	row := "a\t" + startBoard + " w - - 0 1\th2e2\tmate\t1\tyes\t1\tonly\tx"
	for _, tc := range []struct{ text, want string }{
		{"id\n", "line 1: header"},
		{head + "a\tb\n", "line 2: 2 columns"},
		{head + strings.Replace(row, "h2e2", "h2e9", 1), "line 2: bm"},
		{head + strings.Replace(row, "mate", "win", 1), `kind "win"`},
		{head + strings.Replace(row, "\t1\tonly", "\tx\tonly", 1), "stable_depth"},
	} {
		if _, err := ReadPool(strings.NewReader(tc.text), "p"); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("error %v, want %q", err, tc.want)
		}
	}
	if _, err := ReadPool(strings.NewReader(head+row), "p"); err != nil {
		t.Error(err)
	}
	// A lone quote is a part of its field and takes no lines with it.
	quoted := strings.Replace(row, "\tx", "\t\"x", 1)
	pool, err := ReadPool(strings.NewReader(head+quoted+"\n"+row), "p")
	if err != nil || len(pool) != 2 || pool[0].Source != `"x` {
		t.Errorf("%d candidates, %v", len(pool), err)
	}
}

func TestGradeErrors(t *testing.T) {
	head := strings.Join(gradeColumns, "\t") + "\n"
	const row = "a\t3\tproved\tmate-rook\t\"why\n"
	for _, tc := range []struct{ text, want string }{
		{"id\n", "grades g: line 1: header"},
		{head + "a\tb\n", "grades g: line 2: 2 columns"},
		{head + row + row, "line 3: a is there twice"},
		{head + strings.Replace(row, "3", "129", 1), `line 2: depth "129"`},
		{head + strings.Replace(row, "proved", "sure", 1), `line 2: standing "sure"`},
	} {
		if _, err := ReadGrades(strings.NewReader(tc.text), "g"); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("error %v, want %q", err, tc.want)
		}
	}
	want := Grade{ID: "a", Depth: 3, Standing: Proved, Theme: "mate-rook", Reason: `"why`}
	if got, err := ReadGrades(strings.NewReader(head+row), "g"); err != nil || got["a"] != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

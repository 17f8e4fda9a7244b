package eval

import (
	"strings"
	"sync"
	"testing"

	"xqlab/engine/board"
)

// red turns a score from the side to move into one from Red.
func red(p *board.Position, score int) int {
	if p.SideToMove() == board.Black {
		return -score
	}
	return score
}

func TestTraceTimesWeightsIsTheEvaluation(t *testing.T) {
	for name, w := range map[string]*Weights{"default": Default(), "seed": Seed(), "random": randomWeights(3)} {
		t.Run(name, func(t *testing.T) {
			e := New(w)
			n, scores := 0, map[int]bool{}
			var trace Trace
			randomPlay(t, e, 12000, func(p *board.Position) {
				n++
				e.Trace(p, &trace)

				// Before the taper: the two packed sums, from the sparse form.
				_, mg, eg := e.sum(p).unpack()
				var wantMG, wantEG int
				for _, c := range trace.Coefs(nil) {
					percent := w.Percent(GroupOf(2 * int(c.Term)))
					wantMG += percent * int(c.N) * w.Get(2*int(c.Term))
					wantEG += percent * int(c.N) * w.Get(2*int(c.Term)+1)
				}
				if mg != wantMG || eg != wantEG {
					t.Fatalf("%s: sums mg %d eg %d, trace gives %d and %d", p.FEN(), mg, eg, wantMG, wantEG)
				}

				// After it.
				got := red(p, e.Evaluate(p))
				if want := trace.Score(w); got != want {
					t.Fatalf("%s: Evaluate gives %d for Red, trace %d", p.FEN(), got, want)
				}
				scores[got] = true
			})
			if n < 10000 || len(scores) < 1000 {
				t.Errorf("looked at %d positions with %d different scores, want 10000 and 1000", n, len(scores))
			}
		})
	}
}

func TestSymmetry(t *testing.T) {
	for name, w := range map[string]*Weights{"default": Default(), "seed": Seed(), "random": randomWeights(4)} {
		e := New(w)
		randomPlay(t, e, 4000, func(p *board.Position) {
			want := e.Evaluate(p)
			f := flipped(t, p)
			e.Attach(f)
			if got := e.Evaluate(f); got != want {
				t.Fatalf("%s: %s: %d from the side to move, but %d with the colours exchanged (%s)", name, p.FEN(), want, got, f.FEN())
			}
			m := mirrored(t, p)
			e.Attach(m)
			if got := e.Evaluate(m); got != want {
				t.Fatalf("%s: %s: %d, but %d reflected left to right (%s)", name, p.FEN(), want, got, m.FEN())
			}
		})
	}
}

// The traces themselves must be symmetric, or random weights could hide a
// difference behind another.
func TestTraceSymmetry(t *testing.T) {
	e := New(new(Weights))
	var a, f, m Trace
	randomPlay(t, e, 4000, func(p *board.Position) {
		e.Trace(p, &a)
		e.Trace(flipped(t, p), &f)
		e.Trace(mirrored(t, p), &m)
		for i := range NumTerms {
			for c := board.Red; c <= board.Black; c++ {
				if a.Count(c, i) != f.Count(c.Other(), i) {
					t.Fatalf("%s: %s counts %d times for %s, %d times for %s with the colours exchanged",
						p.FEN(), Name(2*i), a.Count(c, i), c, f.Count(c.Other(), i), c.Other())
				}
				if a.Count(c, i) != m.Count(c, i) {
					t.Fatalf("%s: %s counts %d times for %s, %d times reflected left to right",
						p.FEN(), Name(2*i), a.Count(c, i), c, m.Count(c, i))
				}
			}
		}
	})
}

// Material and tables are kept by Make and Unmake.
func TestIncrementalEqualsRecomputed(t *testing.T) {
	e := New(Default())
	randomPlay(t, e, 10000, func(p *board.Position) {
		fresh := parse(t, p.FEN())
		e.Attach(fresh)
		if p.TableSum() != fresh.TableSum() {
			t.Fatalf("%s: table sum %d after moves, %d from scratch", p.FEN(), p.TableSum(), fresh.TableSum())
		}
		if a, b := e.Evaluate(p), e.Evaluate(fresh); a != b {
			t.Fatalf("%s: score %d after moves, %d from scratch", p.FEN(), a, b)
		}
	})
	p := board.NewPosition()
	e.Attach(p)
	before := e.Evaluate(p)
	var moves board.MoveList
	p.LegalMoves(&moves)
	for _, m := range moves.Slice() {
		p.Make(m)
		p.Unmake()
		if got := e.Evaluate(p); got != before {
			t.Fatalf("after %s and back: %d, want %d", m, got, before)
		}
	}
}

// A group whose percentage is zero adds nothing, whatever its values are, and
// the seven groups on their own add up to the whole.
func TestGroupsCanBeZeroed(t *testing.T) {
	w := randomWeights(5)
	whole := New(w)
	var alone, without [NumGroups]*Evaluator
	for _, g := range Groups() {
		only, rest := w.Clone(), w.Clone()
		for _, h := range Groups() {
			if h != g {
				set(t, only, h.PercentIndex(), 0)
			}
		}
		set(t, rest, g.PercentIndex(), 0)
		alone[g], without[g] = New(only), New(rest)
	}
	total := func(e *Evaluator, p *board.Position) (mg, eg int) {
		e.Attach(p)
		_, mg, eg = e.sum(p).unpack()
		return mg, eg
	}
	seen := [NumGroups]bool{}
	var trace Trace
	randomPlay(t, whole, 2000, func(p *board.Position) {
		wantMG, wantEG := total(whole, p)
		whole.Trace(p, &trace)
		sums := trace.GroupSums(w)
		mg, eg := 0, 0
		for _, g := range Groups() {
			m, x := total(alone[g], p)
			if m != w.Percent(g)*sums[g].MG || x != w.Percent(g)*sums[g].EG {
				t.Fatalf("%s: %s alone gives %d %d, trace %d %d times %d", p.FEN(), g, m, x, sums[g].MG, sums[g].EG, w.Percent(g))
			}
			rm, rx := total(without[g], p)
			if rm != wantMG-m || rx != wantEG-x {
				t.Fatalf("%s: without %s %d %d, want %d %d", p.FEN(), g, rm, rx, wantMG-m, wantEG-x)
			}
			seen[g] = seen[g] || m != 0
			mg, eg = mg+m, eg+x
		}
		if mg != wantMG || eg != wantEG {
			t.Fatalf("%s: groups add up to %d %d, want %d %d", p.FEN(), mg, eg, wantMG, wantEG)
		}
		whole.Attach(p)
	})
	for _, g := range Groups() {
		if !seen[g] {
			t.Errorf("%s never gave anything", g)
		}
	}
}

func set(t *testing.T, w *Weights, i, v int) {
	t.Helper()
	if err := w.Set(i, v); err != nil {
		t.Fatal(err)
	}
}

// Every term must occur: a term that never counts cannot be tuned, and is
// probably a mistake.
func TestEveryTermOccurs(t *testing.T) {
	e := New(Default())
	var trace Trace
	var seen [NumTerms]int
	randomPlay(t, e, 60000, func(p *board.Position) {
		e.Trace(p, &trace)
		for i := range seen {
			if trace.counts[0][i]|trace.counts[1][i] != 0 {
				seen[i]++
			}
		}
	})
	for i, n := range seen {
		if n == 0 {
			t.Errorf("%s never counts", Name(2*i))
		}
	}
}

// The worst weighted sum must leave the packed parts room: every parameter at
// a bound and of the sign that hurts, every group at its highest percentage.
func TestSumsFitTheirBits(t *testing.T) {
	e := New(Default())
	worst := 0
	var trace Trace
	randomPlay(t, e, 12000, func(p *board.Position) {
		e.Trace(p, &trace)
		sum := 0
		for i := range NumTerms {
			_, bound := Bounds(2 * i)
			sum += (trace.Count(board.Red, i) + trace.Count(board.Black, i)) * bound
		}
		worst = max(worst, sum*MaxPercent)
	})
	if limit := 1 << (mgShift - 1); worst >= limit {
		t.Errorf("worst sum %d, must stay below %d", worst, limit)
	}
	t.Logf("worst sum %d of %d", worst, 1<<(mgShift-1))
}

func TestEvaluatorIsSafeToShare(t *testing.T) {
	e := New(Default())
	want := map[string]int{}
	for _, fen := range fens(t) {
		p := parse(t, fen)
		e.Attach(p)
		want[fen] = e.Evaluate(p)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for fen, score := range want {
				p, err := board.ParseFEN(strings.ReplaceAll(fen, "_", " "))
				if err != nil {
					t.Error(err)
					return
				}
				e.Attach(p)
				if got := e.Evaluate(p); got != score {
					t.Errorf("%s: %d, want %d", fen, got, score)
				}
			}
		}()
	}
	wg.Wait()
}

func TestEvaluateDoesNotAllocate(t *testing.T) {
	e := New(Default())
	p := parse(t, middlegame)
	e.Attach(p)
	if n := testing.AllocsPerRun(100, func() { e.Evaluate(p) }); n != 0 {
		t.Errorf("%v allocations per evaluation", n)
	}
}

const middlegame = "2ba1a3/3kn3n/2c1b4/2r1p1r2/P1p3p2/2B3PCp/2P1P4/3AB1R2/1C1K5/RN1A4c w - - 0 1"

func BenchmarkEvaluate(b *testing.B) {
	e := New(Default())
	for _, row := range []struct{ name, fen string }{
		{"start", board.StartFEN},
		{"middlegame", middlegame},
		{"opening", "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2"},
		{"endgame", "3ak4/4a4/b3n4/9/9/9/4N4/B3C4/4A4/3AK1B2 w - - 0 1"},
	} {
		b.Run(row.name, func(b *testing.B) {
			p := parse(b, row.fen)
			e.Attach(p)
			b.ReportAllocs()
			for b.Loop() {
				e.Evaluate(p)
			}
		})
	}
}

func BenchmarkTrace(b *testing.B) {
	e := New(Default())
	p := parse(b, middlegame)
	var t Trace
	var coefs []Coef
	b.ReportAllocs()
	for b.Loop() {
		e.Trace(p, &t)
		coefs = t.Coefs(coefs[:0])
	}
	b.ReportMetric(float64(len(coefs)), "coefs")
}

// FuzzEvaluate plays moves chosen by the input and checks what must hold in
// every position.
func FuzzEvaluate(f *testing.F) {
	f.Add(board.StartFEN, []byte{1, 200, 33, 4, 90, 17})
	for i, fen := range fens(f) {
		f.Add(strings.ReplaceAll(fen, "_", " "), []byte{byte(i), 7, 130, 4, 61, 250})
	}
	w := randomWeights(6)
	e := New(w)
	f.Fuzz(func(t *testing.T, fen string, choices []byte) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		e.Attach(p)
		var moves board.MoveList
		for _, c := range choices[:min(len(choices), 60)] {
			moves.N = 0
			if p.LegalMoves(&moves); moves.N == 0 {
				break
			}
			p.Make(moves.Slice()[int(c)%moves.N])
		}
		score := e.Evaluate(p)
		var trace Trace
		e.Trace(p, &trace)
		if got := trace.Score(w); got != red(p, score) {
			t.Fatalf("%s: trace %d, evaluation %d for Red", p.FEN(), got, red(p, score))
		}
		for _, q := range []*board.Position{flipped(t, p), mirrored(t, p)} {
			e.Attach(q)
			if got := e.Evaluate(q); got != score {
				t.Fatalf("%s: %d, but %d for %s", p.FEN(), score, got, q.FEN())
			}
		}
	})
}

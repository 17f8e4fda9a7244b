package stats

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// randomPairs returns counts of very different sizes, with empty cells among them.
func randomPairs(r *rand.Rand) Pairs {
	cell := func() int64 {
		if r.IntN(4) == 0 {
			return 0
		}
		return int64(math.Exp(r.Float64() * 16))
	}
	return Pairs{cell(), cell(), cell(), cell(), cell(), cell()}
}

// wantFinite fails if the JSON of v cannot be made or holds a NaN or a bare infinity.
func wantFinite(t *testing.T, v any) {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("no JSON for %+v: %v", v, err)
	}
	if s := strings.ToLower(string(b)); strings.Contains(s, "nan") || strings.Contains(s, ":+inf") {
		t.Fatalf("JSON %s", b)
	}
}

func closeTo(a, b Figure, tol float64) bool {
	x, okA := a.Finite()
	y, okB := b.Finite()
	if okA && okB {
		return math.Abs(x-y) <= tol*(1+math.Abs(x))
	}
	return a == b
}

func negated(f Figure) Figure {
	if x, ok := f.Value(); ok {
		return Known(-x)
	}
	return f
}

func TestPairsAreOrderFree(t *testing.T) {
	want := map[[2]Outcome]Pairs{
		{Loss, Loss}: {LL: 1}, {Loss, Draw}: {LD: 1}, {Draw, Draw}: {DD: 1},
		{Win, Loss}: {WL: 1}, {Win, Draw}: {WD: 1}, {Win, Win}: {WW: 1},
	}
	for k, w := range want {
		var a, b Pairs
		a.Add(k[0], k[1])
		b.Add(k[1], k[0])
		if a != w || b != w {
			t.Errorf("%v: got %+v and %+v, want %+v", k, a, b, w)
		}
		var c Counts
		c.Add(k[0])
		c.Add(k[1])
		if got := a.Counts(); got != c {
			t.Errorf("%v: counts %+v, want %+v", k, got, c)
		}
	}
}

func TestPairsAndCountsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		p := randomPairs(r)
		c := p.Counts()
		if c.Games() != 2*p.Count() || p.Penta().Count() != p.Count() {
			t.Fatalf("%+v: %d games, %d pairs", p, c.Games(), p.Count())
		}
		a, b := c.Estimate(), p.Penta().Estimate()
		if !closeTo(a.Score, b.Score, 1e-12) || !closeTo(a.Elo, b.Elo, 1e-9) {
			t.Fatalf("%+v: score %v by games, %v by pairs", p, a.Score, b.Score)
		}
	}
}

func TestEstimateSwapsSides(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range 500 {
		p := randomPairs(r)
		for _, e := range [][2]Estimate{
			{p.Penta().Estimate(), p.Flip().Penta().Estimate()},
			{p.Counts().Estimate(), p.Flip().Counts().Estimate()},
			{p.Penta().Regularised(), p.Penta().Flip().Regularised()},
		} {
			a, b := e[0], e[1]
			ok := closeTo(a.Elo, negated(b.Elo), 1e-9) && closeTo(a.Lo, negated(b.Hi), 1e-7) &&
				closeTo(a.LimitLo, negated(b.LimitHi), 0) && closeTo(a.Error, b.Error, 1e-7) &&
				closeTo(a.NElo, negated(b.NElo), 1e-9) && closeTo(a.NEloErrorFull, b.NEloErrorFull, 1e-7) &&
				math.Abs(a.LOS+b.LOS-1) < 1e-12
			if !ok {
				t.Fatalf("%+v:\n%+v\n%+v", p, a, b)
			}
			wantFinite(t, a)
		}
	}
}

func TestEstimateIsMonotone(t *testing.T) {
	for _, c := range []Counts{{10, 20, 30}, {1, 1, 1}, {100, 0, 3}, {1e6, 2e6, 1e6}} {
		a, b := c.Estimate(), c.Plus(Counts{Wins: 1 + c.Games()/100}).Estimate()
		if !(b.Elo.value > a.Elo.value) || b.LOS < a.LOS || !(b.NElo.value > a.NElo.value) {
			t.Errorf("%+v: more wins moved\n%+v\nto\n%+v", c, a, b)
		}
	}
}

func TestEstimateEdges(t *testing.T) {
	for _, c := range []struct {
		name string
		e    Estimate
		los  float64
		text string
	}{
		{"no games", Counts{}.Estimate(), 0.5, "Elo n/a (no games)"},
		{"no pairs", Penta{}.Estimate(), 0.5, "Elo n/a (no games)"},
		{"negative", Counts{Wins: 5, Draws: -1}.Estimate(), 0.5, "Elo n/a (no games)"},
		{"overflow", Counts{Wins: math.MaxInt64, Draws: math.MaxInt64}.Estimate(), 0.5, "Elo n/a (no games)"},
		{"one draw", Counts{Draws: 1}.Estimate(), 0.5, "Elo +0.0 +/- n/a"},
		{"all draws", Counts{Draws: 1e7}.Estimate(), 0.5, "Elo +0.0 +/- n/a"},
		{"all level pairs", Penta{2: 100}.Estimate(), 0.5, "Elo +0.0 +/- n/a"},
		{"ten wins", Counts{Wins: 10}.Estimate(), 1, "Elo +inf (95 % limit: at least +140.2)"},
		{"five won pairs", Penta{4: 5}.Estimate(), 1, "Elo +inf (95 % limit: at least +140.2)"},
		{"ten losses", Counts{Losses: 10}.Estimate(), 0, "Elo -inf (95 % limit: at most -140.2)"},
		{"one each", Counts{Wins: 1, Losses: 1}.Estimate(), 0.5, "Elo +0.0 (95 %: -inf to +inf)"},
		{"one lost in 300", Counts{Wins: 299, Losses: 1}.Estimate(), 1, "Elo +990.3 (95 %: +800.8 to +inf)"},
		{"ordinary", Counts{76, 123, 89}.Estimate(), 0.15533, "Elo -15.7 +/- 30.5"},
		{"ten million", Counts{4300000, 3500000, 2200000}.Estimate(), 1, "Elo +74.1 +/- 0.2"},
		{"largest", Counts{1e15, 1e15, 1e15}.Estimate(), 0.5, "Elo +0.0 +/- 0.0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if math.Abs(c.e.LOS-c.los) > 1e-5 {
				t.Errorf("LOS %v, want %v", c.e.LOS, c.los)
			}
			if got := c.e.Text(); got != c.text {
				t.Errorf("got %q, want %q", got, c.text)
			}
			wantFinite(t, c.e)
		})
	}
}

func TestPerfectRecordLimit(t *testing.T) {
	for _, c := range []struct {
		n          int64
		score, elo float64
	}{{10, 0.6915, 140.2}, {20, 0.8316, 277.4}, {100, 0.9638, 570.0}} {
		s := PerfectRecordLimit(c.n)
		if elo := EloOf(s).value; math.Abs(s-c.score) > 5e-5 || math.Abs(elo-c.elo) > 0.06 {
			t.Errorf("%d wins: score %v, Elo %v, want %v, %v", c.n, s, elo, c.score, c.elo)
		}
	}
}

// The figures of fishtest's get_elo for the same counts.
func TestRegularised(t *testing.T) {
	for _, c := range []struct {
		e          Estimate
		elo, error float64
	}{
		{Counts{Draws: 10}.Regularised(), 0, 3.0448},
		{Counts{Draws: 3}.Regularised(), 0, 10.1473},
		{Counts{76, 123, 89}.Regularised(), -15.6935, 30.458},
		{Penta{34, 54, 63, 64, 75}.Regularised(), 55.5798, 27.6534},
	} {
		if math.Abs(c.e.Elo.value-c.elo) > 1e-4 || math.Abs(c.e.Error.value-c.error) > 1e-3 {
			t.Errorf("got %s +/- %v, want %v +/- %v", c.e.Elo.Signed(4), c.e.Error.value, c.elo, c.error)
		}
		if !strings.HasSuffix(c.e.Method, "regularised") {
			t.Errorf("method %q does not say so", c.e.Method)
		}
	}
}

// The full error agrees with the simple one near ½ and with a simulation far from it.
func TestNormalizedEloError(t *testing.T) {
	if e := (Counts{1000, 2000, 1000}).Estimate(); math.Abs(e.NEloError.value-e.NEloErrorFull.value) > 1e-9 {
		t.Errorf("level match: %v and %v", e.NEloError, e.NEloErrorFull)
	}
	const n, runs = 2000, 2000
	src := rand.NewPCG(5, 5)
	sum, square := 0.0, 0.0
	for range runs {
		w := int64(binomial(n, 0.95, src))
		x := Counts{Wins: w, Losses: n - w}.Estimate().NElo.value
		sum += x
		square += x * x
	}
	sd := math.Sqrt(square/runs - sum*sum/runs/runs)
	e := Counts{Wins: 0.95 * n, Losses: 0.05 * n}.Estimate()
	if r := e.NEloErrorFull.value / (z95 * sd); r < 0.9 || r > 1.1 {
		t.Errorf("error %v, simulated %v", e.NEloErrorFull, z95*sd)
	}
	if e.NEloError.value > e.NEloErrorFull.value/2 {
		t.Errorf("the simple error %v should be far too small, full %v", e.NEloError, e.NEloErrorFull)
	}
}

func TestRatios(t *testing.T) {
	p := Pairs{LL: 1, LD: 2, DD: 3, WL: 6, WD: 4, WW: 5}
	s := Summarize(Counts{}, p)
	for _, c := range []struct {
		name string
		got  Figure
		want float64
	}{
		{"draw ratio", s.DrawRatio, 12.0 / 42},
		{"pair draw ratio", s.PairDrawRatio, 9.0 / 21},
		{"pair ratio", s.PairRatio, 3},
		{"WL/DD", s.WLDDRatio, 2},
	} {
		if c.got != Known(c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	if s.Main.Method != "pentanomial" || s.Trinomial.Games != 42 {
		t.Errorf("summary %+v", s)
	}
	for _, c := range []struct {
		name string
		got  Figure
		want Figure
	}{
		{"0/0", Penta{2: 5}.PairRatio(), Figure{}},
		{"n/0", Penta{4: 5}.PairRatio(), Known(math.Inf(1))},
		{"no games", Counts{}.DrawRatio(), Figure{}},
		{"only WL", Pairs{WL: 1}.WLDDRatio(), Known(math.Inf(1))},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	// A game of an unfinished pair counts in the trinomial only.
	s = Summarize(Counts{Wins: 3}, Pairs{WW: 1})
	if s.Trinomial.Games != 3 || s.Pentanomial.Games != 2 {
		t.Errorf("unfinished pair: %d and %d games", s.Trinomial.Games, s.Pentanomial.Games)
	}
	if s = Summarize(Counts{Wins: 1}, Pairs{}); s.Main.Method != "trinomial" {
		t.Errorf("without pairs the main estimate is %s", s.Main.Method)
	}
}

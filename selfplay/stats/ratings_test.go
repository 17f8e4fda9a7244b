package stats

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// league is a round robin of four with all kinds of results.
var league = []Encounter{
	{"A", "B", 11, 15, 4}, {"A", "C", 5, 15, 10}, {"A", "D", 7, 12, 11},
	{"B", "A", 10, 12, 8}, {"B", "C", 5, 7, 18}, {"B", "D", 4, 9, 17},
	{"C", "A", 13, 13, 4}, {"C", "B", 10, 15, 5}, {"C", "D", 7, 9, 14},
	{"D", "A", 18, 8, 4}, {"D", "B", 19, 10, 1}, {"D", "C", 14, 12, 4},
}

func rate(t *testing.T, games []Encounter, opt RatingOptions) *Ratings {
	t.Helper()
	r, err := Rate(context.Background(), games, opt)
	if err != nil {
		t.Fatal(err)
	}
	wantFinite(t, r)
	return r
}

func ratingOf(t *testing.T, r *Ratings, name string) float64 {
	t.Helper()
	p, ok := r.Player(name)
	if !ok {
		t.Fatalf("no player %s", name)
	}
	x, ok := p.Rating.Finite()
	if !ok {
		t.Fatalf("%s has rating %v", name, p.Rating)
	}
	return x
}

// The fit makes expected and actual points equal for everybody and for red.
func TestRateBalances(t *testing.T) {
	r := rate(t, league, RatingOptions{Mean: 1500})
	points, red, mean := map[string]float64{}, 0.0, 0.0
	for _, g := range league {
		n := float64(g.Wins + g.Draws + g.Losses)
		d := float64(g.Wins) + float64(g.Draws)/2 - n*ExpectedScore(ratingOf(t, r, g.Red)+r.RedAdvantage-ratingOf(t, r, g.Black))
		points[g.Red] += d
		points[g.Black] -= d
		red += d
	}
	for name, d := range points {
		mean += ratingOf(t, r, name) / 4
		if math.Abs(d) > 1e-7 {
			t.Errorf("%s made %v points more than expected", name, d)
		}
	}
	if math.Abs(red) > 1e-7 || math.Abs(mean-1500) > 1e-9 {
		t.Errorf("red %v points more than expected, mean %v", red, mean)
	}
	if !slices.IsSortedFunc(r.Players, func(a, b PlayerRating) int { return int(b.Rating.value - a.Rating.value) }) {
		t.Errorf("not best first: %+v", r.Players)
	}
}

func TestRateAnchors(t *testing.T) {
	free := rate(t, league, RatingOptions{})
	diff := ratingOf(t, free, "D") - ratingOf(t, free, "B")
	one := rate(t, league, RatingOptions{Anchors: []Anchor{{"B", 2000}}})
	if b, d := ratingOf(t, one, "B"), ratingOf(t, one, "D"); b != 2000 || math.Abs(d-b-diff) > 1e-6 {
		t.Errorf("one anchor: B %v, D %v, difference should be %v", b, d, diff)
	}
	if p, _ := one.Player("B"); p.Error.Exists() {
		t.Errorf("the anchor has an error: %v", p.Error)
	}
	two := rate(t, league, RatingOptions{Anchors: []Anchor{{"B", 2000}, {"D", 2300}}})
	if b, d := ratingOf(t, two, "B"), ratingOf(t, two, "D"); b != 2000 || d != 2300 {
		t.Errorf("two anchors: B %v, D %v", b, d)
	}
	// A tight prior is an anchor, a loose one next to nothing.
	tight := rate(t, league, RatingOptions{Anchors: []Anchor{{"B", 2000}}, Priors: []Prior{{"D", 2300, 1e-3}}})
	loose := rate(t, league, RatingOptions{Anchors: []Anchor{{"B", 2000}}, Priors: []Prior{{"D", 2300, 1e5}}})
	if a, b := ratingOf(t, tight, "A"), ratingOf(t, two, "A"); math.Abs(a-b) > 1e-2 {
		t.Errorf("tight prior: A %v, as an anchor %v", a, b)
	}
	if a, b := ratingOf(t, loose, "A"), ratingOf(t, one, "A"); math.Abs(a-b) > 1e-2 {
		t.Errorf("loose prior: A %v, without %v", a, b)
	}
	// One prior alone fixes the scale.
	alone := rate(t, league, RatingOptions{Priors: []Prior{{"B", 2000, 50}}})
	if a, b := ratingOf(t, alone, "A"), ratingOf(t, one, "A"); math.Abs(a-b) > 1e-6 {
		t.Errorf("prior alone: A %v, anchored %v", a, b)
	}
	// Another scale stretches everything.
	ordo := rate(t, league, RatingOptions{Scale: ScaleOrdo})
	if x := (ratingOf(t, ordo, "D") - ratingOf(t, ordo, "B")) / diff; math.Abs(x-ScaleOrdo/400) > 1e-9 {
		t.Errorf("scale: ratio %v", x)
	}
}

// The order and splitting of the encounters do not matter; swapping all names mirrors
// nothing but the names, and swapping the results reverses the list.
func TestRateSymmetry(t *testing.T) {
	opt := RatingOptions{Simulations: 50, Seed: 3}
	want := rate(t, league, opt)
	var split []Encounter
	for _, g := range league {
		split = append(split, Encounter{g.Red, g.Black, 1, 0, 0}, Encounter{g.Red, g.Black, g.Wins - 1, g.Draws, g.Losses})
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(split), func(i, j int) { split[i], split[j] = split[j], split[i] })
	if got := rate(t, split, opt); !reflect.DeepEqual(got, want) {
		t.Errorf("shuffled:\n%+v\nwant\n%+v", got, want)
	}
	var mirror []Encounter
	for _, g := range league {
		mirror = append(mirror, Encounter{g.Red, g.Black, g.Losses, g.Draws, g.Wins})
	}
	m := rate(t, mirror, RatingOptions{})
	for _, p := range want.Players {
		if x := ratingOf(t, m, p.Name); math.Abs(x+p.Rating.value) > 1e-6 {
			t.Errorf("%s: %v, mirrored %v", p.Name, p.Rating, x)
		}
	}
	if math.Abs(m.RedAdvantage+want.RedAdvantage) > 1e-6 {
		t.Errorf("red %v, mirrored %v", want.RedAdvantage, m.RedAdvantage)
	}
}

func TestRateErrors(t *testing.T) {
	opt := RatingOptions{Anchors: []Anchor{{"A", 0}}, Simulations: 1000, Seed: 9}
	r := rate(t, league, opt)
	if again := rate(t, league, opt); !reflect.DeepEqual(again, r) {
		t.Error("the same seed gave other errors")
	}
	for _, p := range r.Players {
		if p.Name == "A" {
			continue
		}
		if q := p.Error.value / p.ErrorAnalytic.value; q < 0.9 || q > 1.1 {
			t.Errorf("%s: simulated %v, analytic %v", p.Name, p.Error, p.ErrorAnalytic)
		}
	}
	analytic := rate(t, league, RatingOptions{Anchors: []Anchor{{"A", 0}}})
	if q := r.RedError.value / analytic.RedError.value; q < 0.9 || q > 1.1 {
		t.Errorf("red: simulated %v, analytic %v", r.RedError, analytic.RedError)
	}
	for _, x := range []*Ratings{r, analytic} {
		// D is clearly better than B and somewhat better than C.
		if c := x.Confidence("D", "B"); !(c.value > 0.999) {
			t.Errorf("D above B: %v", c)
		}
		up, down := x.Confidence("C", "A"), x.Confidence("A", "C")
		if math.Abs(up.value+down.value-1) > 1e-12 || !(up.value > 0.9) {
			t.Errorf("C above A: %v and %v", up, down)
		}
		if x.Confidence("A", "A").Exists() || x.Confidence("A", "Z").Exists() {
			t.Error("confidence against oneself or nobody")
		}
	}
	// With the mean as the anchor everybody has an error, smaller than against one player.
	for _, p := range rate(t, league, RatingOptions{Simulations: 300}).Players {
		if !p.Error.Exists() || !(p.ErrorAnalytic.value < 40) {
			t.Errorf("%s: error %v, analytic %v", p.Name, p.Error, p.ErrorAnalytic)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Rate(ctx, league, opt); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestRateExtremes(t *testing.T) {
	base := []Encounter{{"A", "B", 6, 8, 6}, {"B", "A", 7, 8, 5}, {"A", "C", 8, 8, 4}, {"C", "A", 5, 9, 6}}
	with := func(more ...Encounter) []Encounter { return append(slices.Clone(base), more...) }
	plain := rate(t, base, RatingOptions{})

	t.Run("all won", func(t *testing.T) {
		r := rate(t, with(Encounter{"X", "A", 5, 0, 0}, Encounter{"B", "X", 0, 0, 5}), RatingOptions{})
		x, _ := r.Player("X")
		if x.Bound != AllWon || x.Error.Exists() || r.Players[0].Name != "X" {
			t.Errorf("%+v", x)
		}
		if a, b := ratingOf(t, r, "A"), ratingOf(t, plain, "A"); math.Abs(a-b) > 1e-9 {
			t.Errorf("A moved from %v to %v", b, a)
		}
	})
	t.Run("chain", func(t *testing.T) { // Y lost to X and to all, X lost to all others
		r := rate(t, with(Encounter{"A", "X", 4, 0, 0}, Encounter{"X", "Y", 4, 0, 0}), RatingOptions{})
		x, y := ratingOf(t, r, "X"), ratingOf(t, r, "Y")
		if !(y < x && x < ratingOf(t, r, "A")) {
			t.Errorf("X %v, Y %v", x, y)
		}
		if p, _ := r.Player("Y"); p.Bound != AllLost {
			t.Errorf("Y %+v", p)
		}
	})
	t.Run("the anchor", func(t *testing.T) {
		r := rate(t, with(Encounter{"X", "A", 5, 0, 0}), RatingOptions{Anchors: []Anchor{{"X", 3000}}})
		if x := ratingOf(t, r, "X"); x != 3000 || len(r.Notes) == 0 {
			t.Errorf("X %v, notes %v", x, r.Notes)
		}
		if d, want := ratingOf(t, r, "A")-ratingOf(t, r, "B"), ratingOf(t, plain, "A")-ratingOf(t, plain, "B"); math.Abs(d-want) > 1e-6 {
			t.Errorf("A-B %v, want %v", d, want)
		}
	})
	t.Run("two players", func(t *testing.T) {
		r := rate(t, []Encounter{{"A", "B", 5, 0, 0}, {"B", "A", 0, 0, 5}}, RatingOptions{Simulations: 100})
		a, _ := r.Player("A")
		b, _ := r.Player("B")
		if a.Bound == NoBound && b.Bound == NoBound || !(a.Rating.value > b.Rating.value) {
			t.Errorf("A %+v, B %+v", a, b)
		}
	})
	t.Run("only with a prior", func(t *testing.T) {
		r := rate(t, with(Encounter{"X", "A", 5, 0, 0}), RatingOptions{Anchors: []Anchor{{"A", 0}}, Priors: []Prior{{"X", 0, 200}}})
		if x, _ := r.Player("X"); x.Bound != NoBound || !(x.Rating.value > 50 && x.Rating.value < 600) {
			t.Errorf("%+v", x)
		}
	})
	t.Run("limit of one game", func(t *testing.T) {
		// Without draws the limit of n straight wins is where p^n = ½.
		r := rate(t, []Encounter{{"A", "B", 10, 0, 10}, {"X", "A", 7, 0, 0}}, RatingOptions{Anchors: []Anchor{{"A", 0}}, HoldRed: true})
		want := EloOf(math.Pow(0.5, 1.0/7)).value
		if x := ratingOf(t, r, "X"); math.Abs(x-want) > 1e-6 {
			t.Errorf("limit %v, want %v", x, want)
		}
	})
}

func TestRateRefuses(t *testing.T) {
	var d *DisconnectedError
	for _, c := range []struct {
		name     string
		games    []Encounter
		opt      RatingOptions
		groups   [][]string
		oneSided bool
	}{
		{"two groups", []Encounter{{"A", "B", 3, 2, 1}, {"Q", "P", 1, 1, 1}}, RatingOptions{}, [][]string{{"A", "B"}, {"P", "Q"}}, false},
		{"extremes among themselves", []Encounter{{"A", "B", 3, 2, 1}, {"Q", "P", 5, 0, 0}}, RatingOptions{}, [][]string{{"A", "B"}, {"P", "Q"}}, false},
		{"one group beats the other", []Encounter{{"A", "B", 3, 2, 1}, {"Q", "P", 1, 1, 1}, {"Q", "A", 5, 0, 0}, {"B", "P", 0, 0, 3}}, RatingOptions{}, [][]string{{"A", "B"}, {"P", "Q"}}, true},
		{"linked by a loser only", []Encounter{{"A", "B", 3, 2, 1}, {"Q", "P", 1, 1, 1}, {"Q", "X", 5, 0, 0}, {"B", "X", 3, 0, 0}}, RatingOptions{}, [][]string{{"A", "B"}, {"P", "Q"}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Rate(context.Background(), c.games, c.opt)
			if !errors.As(err, &d) {
				t.Fatalf("got %v", err)
			}
			if !reflect.DeepEqual(d.Groups, c.groups) || d.OneSided != c.oneSided {
				t.Errorf("got %+v, want %v, %v", d, c.groups, c.oneSided)
			}
			if !strings.Contains(err.Error(), "{A, B} and {P, Q}") {
				t.Errorf("the groups are not named: %v", err)
			}
		})
	}
	// Anchors in both groups tie them together.
	r := rate(t, []Encounter{{"A", "B", 3, 2, 1}, {"Q", "P", 1, 1, 1}}, RatingOptions{Anchors: []Anchor{{"A", 0}, {"P", 100}}})
	if x := ratingOf(t, r, "Q"); !(x > 50) {
		t.Errorf("Q %v", x)
	}
	for _, c := range []struct {
		name  string
		games []Encounter
		opt   RatingOptions
		want  string
	}{
		{"nothing", nil, RatingOptions{}, "no games"},
		{"empty result", []Encounter{{"A", "B", 0, 0, 0}}, RatingOptions{}, "no games"},
		{"itself", []Encounter{{"A", "A", 1, 0, 0}}, RatingOptions{}, "result 1: A plays itself"},
		{"no name", []Encounter{{"A", "", 1, 0, 0}}, RatingOptions{}, "result 1: a player has no name"},
		{"negative", []Encounter{{"A", "B", 1, -1, 0}}, RatingOptions{}, "result 1 (A - B): count draws is negative"},
		{"too large", []Encounter{{"A", "B", math.MaxInt64, 0, 0}}, RatingOptions{}, "too large"},
		{"unknown anchor", league, RatingOptions{Anchors: []Anchor{{"Z", 0}}}, `anchor "Z" has no games`},
		{"double anchor", league, RatingOptions{Anchors: []Anchor{{"A", 0}, {"A", 1}}}, `anchor "A" is given twice`},
		{"anchor nan", league, RatingOptions{Anchors: []Anchor{{"A", math.NaN()}}}, "out of range"},
		{"prior sd", league, RatingOptions{Priors: []Prior{{"A", 0, 0}}}, "standard deviation 0 must be positive"},
		{"scale", league, RatingOptions{Scale: -1}, "scale -1 must be positive"},
		{"mean", league, RatingOptions{Mean: math.Inf(1)}, "mean +Inf is out of range"},
		{"draw rate", league, RatingOptions{DrawRate: Known(2)}, "draw rate 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Rate(context.Background(), c.games, c.opt)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// Where the colours say nothing of the red advantage it is held, with a note.
func TestRateRedNotDetermined(t *testing.T) {
	for _, c := range []struct {
		name  string
		games []Encounter
		held  bool
	}{
		{"one side always red", []Encounter{{"A", "B", 5, 2, 3}}, true},
		{"red wins every game", []Encounter{{"A", "B", 5, 0, 0}, {"B", "A", 5, 0, 0}}, true},
		{"red scores always, once a draw", []Encounter{{"A", "B", 5, 0, 0}, {"B", "A", 4, 1, 0}}, true},
		{"chain in one direction", []Encounter{{"A", "B", 5, 2, 3}, {"B", "C", 5, 2, 3}}, true},
		{"cycle in one direction", []Encounter{{"A", "B", 5, 2, 3}, {"B", "C", 5, 2, 3}, {"C", "A", 5, 2, 3}}, false},
		{"both colours", []Encounter{{"A", "B", 5, 0, 1}, {"B", "A", 5, 1, 1}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rate(t, c.games, RatingOptions{Red: 7})
			if r.RedHeld != c.held || c.held && (r.RedAdvantage != 7 || len(r.Notes) == 0) {
				t.Errorf("held %v at %v, notes %v", r.RedHeld, r.RedAdvantage, r.Notes)
			}
		})
	}
	// With fixed players one direction is enough.
	r := rate(t, []Encounter{{"A", "B", 5, 2, 3}}, RatingOptions{Anchors: []Anchor{{"A", 0}, {"B", 0}}})
	if want := EloOf(0.6).value; r.RedHeld || math.Abs(r.RedAdvantage-want) > 1e-9 {
		t.Errorf("fixed players: red %v (held %v), want %v", r.RedAdvantage, r.RedHeld, want)
	}
}

func TestDrawModel(t *testing.T) {
	for _, q := range []float64{0, 1e-200, 0.1, 0.5, 0.9, 1} {
		if d := davidson(0.25, q); math.Abs(d-q) > 1e-12 {
			t.Errorf("equal players: %v, want %v", d, q)
		}
		for p := 0.0; p <= 1; p += 0.05 {
			d := davidson(p*(1-p), q)
			win, loss := p-d/2, 1-p-d/2
			if !(d >= 0) || win < -1e-12 || loss < -1e-12 {
				t.Errorf("q %v, p %v: win %v, draw %v, loss %v", q, p, win, d, loss)
			}
			if nu := 2 * q / (1 - q); q < 1 && math.Abs(d*d-nu*nu*win*loss) > 1e-12 {
				t.Errorf("q %v, p %v: D² = %v, want %v", q, p, d*d, nu*nu*win*loss)
			}
		}
	}
	r := rate(t, []Encounter{{"A", "B", 10, 0, 9}, {"B", "A", 9, 0, 10}}, RatingOptions{})
	if r.DrawRate != Known(0) {
		t.Errorf("no draws: %v", r.DrawRate)
	}
	if r = rate(t, []Encounter{{"A", "B", 0, 10, 0}, {"B", "A", 0, 10, 0}}, RatingOptions{Simulations: 20}); r.DrawRate != Known(1) {
		t.Errorf("draws only: %v", r.DrawRate)
	}
}

// Lopsided and huge results still have a fit.
func TestRateHard(t *testing.T) {
	r := rate(t, []Encounter{{"A", "B", 4e14, 0, 1}, {"B", "A", 1, 0, 4e14}, {"B", "C", 1e12, 1, 0}, {"C", "B", 0, 1, 1e12}}, RatingOptions{})
	if d, want := ratingOf(t, r, "A")-ratingOf(t, r, "B"), 400*math.Log10(4e14); math.Abs(d-want) > 1e-3 {
		t.Errorf("A-B %v, want %v", d, want)
	}
	// Many players around a ring, then a full league of 60 in good time.
	rnd := rand.New(rand.NewPCG(2, 2))
	strength := make([]float64, 60)
	for i := range strength {
		strength[i] = 200 * rnd.NormFloat64()
	}
	var games []Encounter
	name := func(i int) string { return string([]byte{'a' + byte(i/26), 'a' + byte(i%26)}) }
	for i := range strength {
		for j := range strength {
			if i == j {
				continue
			}
			p := ExpectedScore(strength[i] + 20 - strength[j])
			w := int64(binomial(20, p, rnd))
			games = append(games, Encounter{name(i), name(j), w, 0, 20 - w})
		}
	}
	start := time.Now()
	r = rate(t, games, RatingOptions{Simulations: 10})
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("league of 60 took %v", d)
	}
	worst := 0.0
	for i := range strength {
		p, _ := r.Player(name(i))
		worst = math.Max(worst, math.Abs(p.Rating.value-ratingOf(t, r, name(0))-strength[i]+strength[0])/p.ErrorAnalytic.value)
	}
	if worst > 4 || math.Abs(r.RedAdvantage-20) > 3*r.RedError.value/2 {
		t.Errorf("worst error %v times the error bar, red %v +/- %v", worst, r.RedAdvantage, r.RedError)
	}
}

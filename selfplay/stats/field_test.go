package stats

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
)

// Public reports by people who run matches, each with the right outcome.

// fastchess #877: an SPRT with far negative normalized bounds never returned.
func TestFieldFarBounds(t *testing.T) {
	for _, c := range []struct {
		name       string
		p          Penta
		elo0, elo1 float64
		want       float64 // NaN: any finite value
	}{
		{"hopeless engine", Penta{10, 0, 0, 0, 0}, -1500, -500, math.NaN()},
		{"hopeless engine, hopeful bounds", Penta{10, 0, 0, 0, 0}, 500, 1500, math.NaN()},
		{"level match, wide bounds", Penta{5, 10, 20, 10, 5}, -240, 240, 0},
		{"wider", Penta{5, 10, 20, 10, 5}, -5000, 5000, 0},
		{"widest", Penta{5, 10, 20, 10, 5}, -SPRTRange, SPRTRange, 0},
		{"pull request 882", Penta{77, 1, 0, 0, 0}, -1000, -500, -2.9524},
		{"sane control", Penta{379, 10170, 21828, 10640, 343}, 0, 2, 2.9455},
	} {
		t.Run(c.name, func(t *testing.T) {
			const limit = time.Second / 2
			var r TestResult
			took := time.Hour
			for try := 0; try < 3 && took > limit; try++ { // the machine may have been busy
				start := time.Now()
				var err error
				if r, err = NewSPRT(c.elo0, c.elo1).TestPenta(c.p); err != nil {
					t.Fatal(err)
				}
				took = time.Since(start)
			}
			if took > limit {
				t.Errorf("took %v", took)
			}
			if math.IsNaN(r.LLR) || math.IsInf(r.LLR, 0) || math.Abs(r.LLR-c.want) > 1e-4 { // a NaN as want accepts any
				t.Errorf("LLR %v, want %v", r.LLR, c.want)
			}
		})
	}
	_, err := NewSPRT(-50000, 0).TestPenta(Penta{10, 0, 0, 0, 0})
	if err == nil || !strings.Contains(err.Error(), "usable range -10000..10000") {
		t.Errorf("bounds out of range: %v", err)
	}
}

// cutechess #681: trinomial error bars are too wide for a one-sided book played in pairs.
func TestFieldOneSidedBook(t *testing.T) {
	s := Summarize(Counts{}, Pairs{WL: 100})
	if got := s.Main.Text(); s.Main.Method != "pentanomial" || got != "Elo +0.0 +/- n/a" {
		t.Errorf("reported: %s %q", s.Main.Method, got)
	}
	if got := s.Trinomial.Text(); got != "Elo +0.0 +/- 48.5" {
		t.Errorf("by games: %q", got)
	}
	for _, m := range []Model{Logistic, Normalized} {
		test := NewSPRT(0, 5)
		test.Model = m
		r, err := test.TestPenta(s.PairCells.Penta())
		if err != nil || !(r.LLR < 0 && r.LLR > -3) {
			t.Errorf("%v: LLR %v, %v", m, r.LLR, err)
		}
	}
}

// ChessTournamentViewer #32: undefined error bars were drawn as ±0.
func TestFieldTenOfTen(t *testing.T) {
	for n, limit := range map[int64]string{10: "+140", 20: "+277", 100: "+570"} {
		e := Counts{Wins: n}.Estimate()
		if got, want := e.LimitLo.Signed(0), limit; got != want {
			t.Errorf("%d of %d: limit %s, want %s", n, n, got, want)
		}
		text := e.Text()
		if strings.Contains(text, "nan") || strings.Contains(text, "+/-") || !strings.Contains(text, "at least "+limit) {
			t.Errorf("%d of %d: %q", n, n, text)
		}
		b, err := json.Marshal(e)
		if err != nil || !strings.Contains(string(b), `"elo":"+inf"`) || !strings.Contains(string(b), `"error":null`) {
			t.Errorf("JSON %s, %v", b, err)
		}
		r, err := Rate(context.Background(), []Encounter{{"A", "B", n / 2, 0, 0}, {"B", "A", 0, 0, n / 2}}, RatingOptions{Anchors: []Anchor{{"B", 0}}})
		if err != nil {
			t.Fatal(err)
		}
		if a, _ := r.Player("A"); a.Bound != AllWon || a.Error.Exists() || !(a.Rating.value > 0) {
			t.Errorf("rating of %d of %d: %+v", n, n, a)
		}
	}
}

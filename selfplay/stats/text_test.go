package stats

import (
	"reflect"
	"strings"
	"testing"
)

func TestEstimateReport(t *testing.T) {
	for _, c := range []struct {
		name string
		e    Estimate
		want string
	}{
		{"pairs", Penta{34, 54, 63, 64, 75}.Estimate(),
			"pentanomial, 580 games in 290 pairs: score 57.93 %, Elo +55.6 +/- 27.7 (95 %: +28.3 to +83.6)\n" +
				"  nElo +57.9 +/- 28.3 (full error 29.2), LOS 100.00 %\n"},
		{"all won", Counts{Wins: 10}.Estimate(),
			"trinomial, 10 games: score 100.00 %, Elo +inf (95 % limit: at least +140.2)\n" +
				"  nElo n/a +/- n/a (full error n/a), LOS 100.00 %\n"},
		{"nothing", Counts{}.Estimate(),
			"trinomial, 0 games: score n/a, Elo n/a (no games)\n" +
				"  nElo n/a +/- n/a (full error n/a), LOS 50.00 %\n"},
	} {
		if got := c.e.Report(); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

func TestRatingsReport(t *testing.T) {
	r := rate(t, []Encounter{{"A", "B", 30, 50, 20}, {"B", "A", 28, 47, 25}, {"A", "C", 5, 0, 0}}, RatingOptions{Anchors: []Anchor{{"A", 2000}}})
	want := `#  player  rating     +/-   games  wins  draws  losses  score   above next
1  A       2000.0     n/a   205    60    97     48      52.9 %  75.6 %
2  B       1987.8     34.6  200    48    97     55      48.2 %  n/a
3  C       <= 1565.6  n/a   5      0     0      5       0.0 %
red advantage 22.6 +/- 34.6, draw rate of equal players 48.8 %
`
	if got := r.Report(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	r = rate(t, []Encounter{{"A", "B", 10, 0, 0}}, RatingOptions{})
	if got := r.Report(); !strings.Contains(got, "(held)") || !strings.Contains(got, "note: ") {
		t.Errorf("got\n%s", got)
	}
}

func TestReadEncounters(t *testing.T) {
	want := []Encounter{{"A", "B", 1, 2, 3}, {"B", "A 2", 0, 0, 7}}
	for _, text := range []string{
		"red\tblack\twins\tdraws\tlosses\nA\tB\t1\t2\t3\nB\tA 2\t0\t0\t7\n",
		"\ufeffred\tblack\twins\tdraws\tlosses\r\nA\tB\t1\t2\t3\r\n\r\nB\tA 2\t0\t0\t7",
		`[{"red": "A", "black": "B", "wins": 1, "draws": 2, "losses": 3}, {"red": "B", "black": "A 2", "losses": 7}]`,
		` {"results": [{"red": "A", "black": "B", "wins": 1, "draws": 2, "losses": 3}, {"red": "B", "black": "A 2", "losses": 7}]}`,
	} {
		got, err := ReadEncounters(strings.NewReader(text))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
	for text, part := range map[string]string{
		"":                                    "EOF",
		"A\tB\t1\t2\t3\n":                     "line 1: the header",
		"[{]":                                 "line 1",
		"[\n1]":                               "cannot unmarshal",
		encounterHeader + "\nA\tB\t1":         "line 2: 3 fields",
		encounterHeader + "\n\nA\tB\t1\tx\t2": `line 3: "1,x,2": "x" is not a count`,
	} {
		if _, err := ReadEncounters(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: got %v, want %q", text, err, part)
		}
	}
	if e, err := ParseEncounter("A,B,1,2,3"); err != nil || e != want[0] {
		t.Errorf("got %v, %v", e, err)
	}
	if _, err := ParseEncounter("A,B,1,2"); err == nil {
		t.Error("four fields accepted")
	}
	for _, bad := range []string{"1,2", "1,2,-3", "1,2,1000000000000001", "1,2,99999999999999999999", "1,2,3.5", "1,2,+inf"} {
		if n, err := ParseCells(bad, 3); err == nil {
			t.Errorf("%q read as %v", bad, n)
		}
	}
}

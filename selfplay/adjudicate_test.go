package selfplay

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
)

// scoreLine feeds scores to an adjudicator, Red first, and returns after which
// of them the game ended, 0 if it did not. "-" is a move without a score, "#n"
// a mate claim, "x" before a score a capture.
func scoreLine(t *testing.T, a adjudicator, scores string) (ended int, result Result, reason EndReason) {
	t.Helper()
	for i, word := range strings.Fields(scores) {
		text, capture := strings.CutPrefix(word, "x")
		var m MoveRecord
		switch {
		case text == "-":
		case text[0] == '#':
			m.HasScore = true
			m.Mate = atoi(t, text[1:])
			m.Score = 30000 - m.Mate
			if m.Mate < 0 {
				m.Score = -30000 - m.Mate
			}
		default:
			m.HasScore, m.Score = true, atoi(t, text)
		}
		if result, reason, over := a.see(board.Color(i%2), &m, capture, 1+i/2); over {
			return i + 1, result, reason
		}
	}
	return 0, NoResult, ""
}

func atoi(t *testing.T, text string) int {
	t.Helper()
	n, sign := 0, 1
	if text[0] == '-' {
		text, sign = text[1:], -1
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			t.Fatalf("%q is no number", text)
		}
		n = 10*n + int(c-'0')
	}
	return sign * n
}

func TestAdjudication(t *testing.T) {
	two := adjudicator{resign: ResignRule{Score: 500, Moves: 2, TwoSided: true}}
	one := adjudicator{resign: ResignRule{Score: 500, Moves: 2}}
	level := adjudicator{draw: DrawRule{Score: 10, Moves: 2, From: 2}}
	for _, tc := range []struct {
		name   string
		a      adjudicator
		scores string
		ended  int
		result Result
		reason EndReason
	}{
		{"both agree", two, "600 -600 700 -500", 4, RedWins, EndResignAdjudicated},
		{"the winner agrees last", two, "0 -600 600 -600 600", 5, RedWins, EndResignAdjudicated},
		{"black wins", two, "-600 600 -700 700", 4, BlackWins, EndResignAdjudicated},
		{"the winner disagrees", two, "600 -600 400 -600 600 -600 400 -600", 0, NoResult, ""},
		{"a gap", two, "600 -600 700 - 700 -600", 0, NoResult, ""},
		{"one-sided", one, "0 -600 0 -600", 4, RedWins, EndResignAdjudicated},
		{"one-sided, no winner's claim", one, "600 0 600 0 600 0", 0, NoResult, ""},
		{"one-sided, a mate claim alone", one, "0 #-3 0 #-2 0 #-1", 0, NoResult, ""},
		{"one-sided, an agreed mate", one, "800 #-3 #2 #-2", 4, RedWins, EndResignAdjudicated},
		{"a winner's mate claim", two, "#3 0 #2 0 #1 0", 0, NoResult, ""},
		{"level", level, "0 0 0 5 -5 10", 6, Draw, EndDrawAdjudicated},
		{"level, a capture", level, "0 0 0 5 x-5 10 0 0", 8, Draw, EndDrawAdjudicated},
		{"level, a score too high", level, "0 0 0 5 -11 10 0 0 0", 9, Draw, EndDrawAdjudicated},
		{"level, no score", level, "0 0 0 - 0 - 0 -", 0, NoResult, ""},
		{"off", adjudicator{}, "0 0 0 0 -9999 9999 -9999 9999", 0, NoResult, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ended, result, reason := scoreLine(t, tc.a, tc.scores)
			if ended != tc.ended || result != tc.result || reason != tc.reason {
				t.Errorf("got ply %d, %s %q; want ply %d, %s %q", ended, result, reason, tc.ended, tc.result, tc.reason)
			}
		})
	}
}

func TestParseRules(t *testing.T) {
	for _, text := range []string{"on", "score=600", "score=600,moves=3,twosided=false", "twosided", "off", ""} {
		r, err := ParseResignRule(text)
		if err != nil {
			t.Errorf("resign %q: %v", text, err)
		}
		if again, err := ParseResignRule(r.String()); err != nil || again != r {
			t.Errorf("resign %q: read again as %+v, %v; want %+v", r, again, err, r)
		}
	}
	for _, text := range []string{"on", "score=5,moves=6,from=50", "off"} {
		r, err := ParseDrawRule(text)
		if err != nil {
			t.Errorf("draw %q: %v", text, err)
		}
		if again, err := ParseDrawRule(r.String()); err != nil || again != r {
			t.Errorf("draw %q: read again as %+v, %v; want %+v", r, again, err, r)
		}
	}
	for _, text := range []string{"score", "score=x", "moves=0", "score=-5", "from=3", "twosided=maybe", "yes", "score=5,,moves=2"} {
		if r, err := ParseResignRule(text); err == nil {
			t.Errorf("resign %q was read as %+v", text, r)
		}
	}
	for _, text := range []string{"moves=0", "twosided=true", "score=-1", "from=x"} {
		if r, err := ParseDrawRule(text); err == nil {
			t.Errorf("draw %q was read as %+v", text, r)
		}
	}
}

// TestExperimentJSON checks that a stored configuration is read back whole.
func TestExperimentJSON(t *testing.T) {
	margin := Milliseconds(20)
	test := stats.NewSPRT(0, 5)
	e := Experiment{
		Players: []player.Config{
			{Name: "a", Protocol: player.Builtin, Weights: "seed", WeightsHash: "x", Hash: 4, Threads: 2, Limits: player.Limits{Nodes: 500, Depth: 7}},
			{
				Name: "b", Protocol: player.UCCI, Cmd: "/e", CmdHash: "y", Args: []string{"-q"}, Dir: "/d", Env: []string{"A=b"}, Ranks: player.FromZero,
				Options: []player.Option{{Name: "Clear Hash"}, {Name: "Hash", Value: "64"}},
				Limits:  player.Limits{TC: player.TimeControl{Moves: 40, Base: time.Minute, Inc: 600 * time.Millisecond}},
			},
		},
		Format: Gauntlet, Seeds: 1, PerPair: 30, Single: true, Openings: "/o.pgn", OpeningPlies: 8, OpeningsHash: "z",
		Order: Order{Random: true, Seed: 1<<64 - 1, Start: 3}, Rules: RulesConfig{Ruleset: "asian", NFold: 4, Limit: -1, LoneCannon: true},
		Resign: ResignRule{Score: 700, Moves: 3}, Draw: DrawRule{Score: 5, Moves: 6, From: 30}, MaxPlies: 300, Margin: &margin,
		Stall: 5000, Startup: 7000, Ban: BanAll, IgnoreOffers: true, SPRT: &test, Concurrency: 3, Pause: 10, Recover: true, Pin: true,
	}
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var got Experiment
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, e) {
		t.Errorf("read back as\n%+v\nwant\n%+v\n%s", got, e, text)
	}
	for _, want := range []string{`"resign":"score=700,moves=3,twosided=false"`, `"limits":"tc=40/60+0.6"`, `"ruleset":"asian"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
}

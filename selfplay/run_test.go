package selfplay

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
)

// TestSameGamesAtAnyConcurrency plays the built-in engine against itself with
// other weights: the same seed and node limits must give the same games.
func TestSameGamesAtAnyConcurrency(t *testing.T) {
	pairs, limits := 8, player.Limits{Nodes: 150}
	if testing.Short() {
		limits.Nodes = 60
	}
	sheet := func(concurrency int) string {
		var rec memory
		_, err := Run(t.Context(), []Entrant{builtin(t, "default", "default", limits), builtin(t, "seed", "seed", limits)},
			match(t, pairs), Settings{Concurrency: concurrency, MaxPlies: 80}, nil, &rec, Hooks{})
		if err != nil {
			t.Fatalf("concurrency %d: %v", concurrency, err)
		}
		if len(rec.pairs) != pairs {
			t.Fatalf("concurrency %d: %d pairs, want %d", concurrency, len(rec.pairs), pairs)
		}
		return scoreSheet(rec.sorted())
	}
	one, four := sheet(1), sheet(4)
	if one != four {
		a, b := strings.Split(one, "\n"), strings.Split(four, "\n")
		for i := range a {
			if a[i] != b[i] {
				t.Fatalf("game %d differs\nconcurrency 1: %s\nconcurrency 4: %s", i+1, a[i], b[i])
			}
		}
	}
}

// TestCancelAndResume stops a match again and again at odd moments; together
// the pieces must be the games of an uninterrupted match.
func TestCancelAndResume(t *testing.T) {
	sch := match(t, 40)
	entrants := []Entrant{entrant("a", anyMove), entrant("b", anyMove)}
	s := Settings{Concurrency: 3, MaxPlies: 100}
	var whole memory
	if _, err := Run(t.Context(), entrants, sch, s, nil, &whole, Hooks{}); err != nil {
		t.Fatal(err)
	}
	var rec memory
	for round := 1; ; round++ {
		if round > 100 {
			t.Fatal("the match does not end")
		}
		ctx, cancel := context.WithCancel(t.Context())
		games := 0
		out, err := Run(ctx, entrants, sch, s, rec.results(), &rec, Hooks{Game: func(*Game) {
			if games++; games == 5 {
				cancel()
			}
		}})
		cancel()
		if err == nil {
			if out.Decided {
				t.Error("nobody decided")
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if got, want := scoreSheet(rec.sorted()), scoreSheet(whole.sorted()); got != want {
		t.Errorf("the resumed match has other games: %d pairs, want %d", len(rec.pairs), len(whole.pairs))
	}
	out, err := Run(t.Context(), entrants, sch, s, rec.results(), &rec, Hooks{})
	if err != nil || out.Played != 0 {
		t.Errorf("a finished match resumed: %d pairs played, %v", out.Played, err)
	}
}

// TestDecideSeesPairsInOrder has pairs that end in a wild order.
func TestDecideSeesPairsInOrder(t *testing.T) {
	var n atomic.Int64
	slow := func(r *player.Request) (player.Answer, error) {
		if n.Add(1)%7 == 0 {
			time.Sleep(2 * time.Millisecond)
		}
		return anyMove(r)
	}
	var order []int
	var rec memory
	out, err := Run(t.Context(), []Entrant{entrant("a", slow), entrant("b", slow)}, match(t, 60), Settings{Concurrency: 8, MaxPlies: 30},
		[]PairResult{{Number: 3, Outcomes: []stats.Outcome{1, 1}}, {Number: 0, Outcomes: []stats.Outcome{1, 1}}}, &rec,
		Hooks{Decide: func(p PairResult) bool {
			order = append(order, p.Number)
			return p.Number == 20
		}})
	if err != nil || !out.Decided {
		t.Fatalf("%+v, %v", out, err)
	}
	for i, number := range order {
		if number != i {
			t.Fatalf("pairs came in the order %v", order)
		}
	}
	if len(order) != 21 {
		t.Errorf("%d pairs were looked at, want 21", len(order))
	}
	for _, p := range rec.pairs {
		if p.Number == 0 || p.Number == 3 {
			t.Errorf("pair %d was played again", p.Number)
		}
	}
}

// TestCrashIsABorder has a player that panics: its game is void, the others
// are not.
func TestCrashIsABorder(t *testing.T) {
	var n atomic.Int64
	wild := func(r *player.Request) (player.Answer, error) {
		if n.Add(1) == 50 {
			panic("no such piece")
		}
		return anyMove(r)
	}
	var rec memory
	counted := 0
	_, err := Run(t.Context(), []Entrant{entrant("a", wild), entrant("b", anyMove)}, match(t, 6), Settings{Concurrency: 2, MaxPlies: 40}, nil, &rec,
		Hooks{Decide: func(PairResult) bool { counted++; return false }})
	if err != nil {
		t.Fatal(err)
	}
	void := 0
	for _, p := range rec.pairs {
		for _, g := range p.Games {
			if g.Result == NoResult {
				void++
				if g.Reason != EndError || !strings.Contains(g.Detail, "no such piece") {
					t.Errorf("void game: %q %q", g.Reason, g.Detail)
				}
			}
		}
	}
	if void != 1 || len(rec.pairs) != 6 || counted != 5 {
		t.Errorf("%d void games, %d pairs, %d counted; want 1, 6, 5", void, len(rec.pairs), counted)
	}
}

func TestRecorderError(t *testing.T) {
	full := errors.New("disk full")
	rec := memory{after: func(n int) error {
		if n == 3 {
			return full
		}
		return nil
	}}
	out, err := Run(t.Context(), []Entrant{entrant("a", anyMove), entrant("b", anyMove)}, match(t, 50), Settings{Concurrency: 2, MaxPlies: 40}, nil, &rec, Hooks{})
	if !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
	if out.Played != 2 {
		t.Errorf("%d pairs recorded, want 2", out.Played)
	}
}

// TestBrokenEngine has an engine that dies in its third search.
func TestBrokenEngine(t *testing.T) {
	limits := player.Limits{Nodes: 1}
	for _, recover := range []bool{false, true} {
		entrants := []Entrant{external(t, "brittle", "exit=3", limits), external(t, "good", "", limits)}
		var rec memory
		_, err := Run(t.Context(), entrants, match(t, 6), Settings{Concurrency: 2, MaxPlies: 30, Recover: recover}, nil, &rec, Hooks{})
		var broken *EngineError
		if recover {
			if err != nil || len(rec.pairs) != 6 {
				t.Errorf("with recovery: %d pairs, %v", len(rec.pairs), err)
			}
		} else if !errors.As(err, &broken) || broken.Name != "brittle" || len(rec.pairs) == 6 || len(rec.pairs) == 0 {
			t.Errorf("without recovery: %d pairs, %v", len(rec.pairs), err)
		}
		for _, p := range rec.pairs {
			for _, g := range p.Games {
				brittle := 0 // index
				if g.Reason != EndDisconnect || g.Fault == nil || g.Fault.Player != brittle {
					t.Errorf("recovery %t: pair %d ended by %q", recover, p.Number, g.Reason)
				}
				if o, _ := g.OutcomeFor(brittle); o != stats.Loss {
					t.Errorf("recovery %t: the dead engine did not lose", recover)
				}
			}
		}
	}
}

// TestEngineThatWillNotStart gives up after a few games even with recovery.
func TestEngineThatWillNotStart(t *testing.T) {
	no := func() error { return &player.Fault{Kind: player.Disconnect, Text: "did not start", Startup: true} }
	bad := Entrant{Name: "bad", New: func(int) (player.Player, error) { return &scripted{name: "bad", start: no}, nil }}
	var rec memory
	_, err := Run(t.Context(), []Entrant{bad, entrant("good", anyMove)}, match(t, 1000), Settings{Concurrency: 1, Recover: true}, nil, &rec, Hooks{})
	var broken *EngineError
	if !errors.As(err, &broken) || len(rec.pairs) > 2 {
		t.Errorf("%d pairs, %v", len(rec.pairs), err)
	}
}

// TestTournament has four players of a gauntlet share workers.
func TestTournament(t *testing.T) {
	pairings, err := Pairings(Gauntlet, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	sch := match(t, 3)
	sch.Pairings = pairings
	entrants := []Entrant{entrant("a", anyMove), entrant("b", anyMove), entrant("c", anyMove), entrant("d", anyMove)}
	var rec memory
	if _, err := Run(t.Context(), entrants, sch, Settings{Concurrency: 3, MaxPlies: 60}, nil, &rec, Hooks{}); err != nil {
		t.Fatal(err)
	}
	games := map[[2]int]int{}
	for _, p := range rec.pairs {
		for _, g := range p.Games {
			games[[2]int{g.Red, g.Black}]++
		}
	}
	for opponent := 1; opponent < 4; opponent++ {
		if games[[2]int{0, opponent}] != 3 || games[[2]int{opponent, 0}] != 3 {
			t.Errorf("games: %v", games)
		}
	}
}

func TestSingleGames(t *testing.T) {
	sch := match(t, 5)
	sch.Single = true
	var rec memory
	if _, err := Run(t.Context(), []Entrant{entrant("a", anyMove), entrant("b", anyMove)}, sch, Settings{Concurrency: 2, MaxPlies: 60}, nil, &rec, Hooks{}); err != nil {
		t.Fatal(err)
	}
	for _, p := range rec.sorted() {
		if p.Games[1] != nil || p.Games[0].Red != p.Number%2 {
			t.Errorf("game %d: second %v, red %d", p.Number, p.Games[1], p.Games[0].Red)
		}
	}
}

// TestManyGamesAtOnce plays 64 games at a time at one second and a hundredth,
// on however few processors there are: instant engines lose none on time.
func TestManyGamesAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("starts 128 processes")
	}
	limits := player.Limits{TC: player.TimeControl{Base: time.Second, Inc: 10 * time.Millisecond}}
	entrants := []Entrant{external(t, "a", "infos=3", limits), external(t, "b", "infos=3", limits)}
	// Where something else stops this process for a second, games are lost that
	// the runner is not to blame for: it has three chances.
	var faults []string
	for range 3 {
		var rec memory
		if _, err := Run(t.Context(), entrants, match(t, 64), Settings{Concurrency: 64, MaxPlies: 60}, nil, &rec, Hooks{}); err != nil {
			t.Fatal(err)
		}
		faults = nil
		for _, p := range rec.pairs {
			for _, g := range p.Games {
				if g.Fault != nil {
					faults = append(faults, fmt.Sprintf("pair %d: %s: %s", p.Number, g.Reason, g.Detail))
				}
			}
		}
		if len(faults) == 0 {
			return
		}
	}
	t.Errorf("%d games lost, such as\n%s", len(faults), faults[0])
}

func TestPinning(t *testing.T) {
	if !player.CanPin {
		t.Skip("processes cannot be tied to processors here")
	}
	limits := player.Limits{Nodes: 1}
	entrants := []Entrant{external(t, "a", "", limits), external(t, "b", "", limits)}
	var rec memory
	if _, err := Run(t.Context(), entrants, match(t, 2), Settings{Concurrency: 2, MaxPlies: 20, Pin: true}, nil, &rec, Hooks{}); err != nil || len(rec.pairs) != 2 {
		t.Fatalf("%d pairs, %v", len(rec.pairs), err)
	}
}

// BenchmarkInstantEngines measures the runner's own cost: two engines that
// answer at once.
func BenchmarkInstantEngines(b *testing.B) {
	limits := player.Limits{Nodes: 1}
	entrants := []Entrant{external(b, "a", "", limits), external(b, "b", "", limits)}
	moves := 0
	b.ResetTimer()
	for range b.N {
		var rec memory
		if _, err := Run(b.Context(), entrants, match(b, 50), Settings{Concurrency: 2, MaxPlies: 100}, nil, &rec, Hooks{}); err != nil {
			b.Fatal(err)
		}
		for _, p := range rec.pairs {
			for _, g := range p.Games {
				moves += len(g.Moves)
			}
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkBuiltinDepth1 measures games per second of the built-in engine at
// depth 1.
func BenchmarkBuiltinDepth1(b *testing.B) {
	limits := player.Limits{Depth: 1}
	entrants := []Entrant{builtin(b, "a", "default", limits), builtin(b, "b", "seed", limits)}
	games := 0
	b.ResetTimer()
	for range b.N {
		var rec memory
		if _, err := Run(b.Context(), entrants, match(b, 100), Settings{Concurrency: 2}, nil, &rec, Hooks{}); err != nil {
			b.Fatal(err)
		}
		games += 2 * len(rec.pairs)
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}

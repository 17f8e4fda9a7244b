package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/selfplay/player/fakeengine"
	"xqlab/suites"
	"xqlab/tune/dataset"
	"xqlab/tune/spsa"
	"xqlab/tune/texel"
)

func TestMain(m *testing.M) {
	fakeengine.RunIfAsked()
	os.Exit(m.Run())
}

// newLab returns a Lab on a new database.
func newLab(t *testing.T, observers ...Observer) *Lab {
	t.Helper()
	st, err := store.Open(filepath.Join(t.TempDir(), "lab.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return New(st, Program{Version: "test"}, observers...)
}

func mustParse(t *testing.T, spec string) player.Config {
	t.Helper()
	c, err := player.ParseSpec(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// jobs returns a small job of every kind.
func jobs(t *testing.T) map[store.Kind]func() Job {
	a, b := mustParse(t, "builtin:nodes=40,hash=1"), mustParse(t, "builtin:weights=seed,nodes=40,hash=1")
	suite := filepath.Join(t.TempDir(), "two.epd")
	text := "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - bm a0a9; id \"one\";\n3k5/9/9/9/9/9/9/9/4A4/1R2K4 w - - bm b0b9; id \"two\"; c1 \"2\";\n"
	if err := os.WriteFile(suite, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	data := littleData(t)
	games := func(players ...player.Config) selfplay.Experiment {
		e := selfplay.NewExperiment(players...)
		e.PerPair, e.MaxPlies, e.Concurrency = 4, 30, 2
		return e
	}
	return map[store.Kind]func() Job{
		store.Match: func() Job { return &Match{Config: games(a, b)} },
		store.Tournament: func() Job {
			c := a
			c.Name = "third"
			return &Match{Tournament: true, Config: games(a, b, c)}
		},
		store.Suite: func() Job {
			list, err := suites.LoadAll([]string{suite, "wac_chinese"}) // more than are stored at once
			if err != nil {
				t.Fatal(err)
			}
			list[1].Positions = list[1].Positions[:40]
			return &Suite{Suites: list, Config: suites.Config{
				Players: []player.Config{a, b}, Limits: []suites.Limit{{Kind: suites.Depth, Value: 1}, {Kind: suites.Depth, Value: 2}},
				Margin: suites.DefaultMargin, Stall: suites.DefaultStall, Concurrency: 2,
			}}
		},
		store.Texel: func() Job {
			c := texel.Config{Data: []string{data}, From: "seed", Groups: []string{"material"}, Split: texel.DefaultSplit, Options: texel.DefaultOptions()}
			c.Options.Epochs = 3
			return &Texel{Config: c}
		},
		store.SPSA: func() Job {
			c := spsa.Experiment{Games: games(a, a), Method: spsa.MethodSPSA}
			c.Games.MaxPlies = 150 // long enough for somebody to win
			v := spsa.DefaultVerify()
			v.Pairs = 2
			c.Verify = &v
			step := 4.0 // large, so that the result is not the start
			return &SPSA{Config: c, Plan: &spsa.Plan{Pairs: 8, Batch: 2, InFlight: 1, Groups: []string{"material", "pins"}, REnd: &step}}
		},
		store.Data: func() Job {
			c := dataset.DefaultSelfPlay()
			c.Games.Games, c.Games.Nodes, c.Games.MaxPlies = 6, 40, 30
			return &Data{Config: c, Concurrency: 2}
		},
		store.Regress: func() Job {
			return &Regress{Config: RegressConfig{
				New: a, Base: b, Profile: "quick", Suites: []string{suite}, Depths: "1", Elo0: -400, Elo1: 400, Pairs: 3,
				Openings: "balanced", Concurrency: 1,
			}}
		},
	}
}

// littleData writes the first positions of the sample as a file of their own.
func littleData(t *testing.T) string {
	t.Helper()
	r, err := dataset.Sample()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "little.xqd")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := dataset.NewWriter(f, dataset.Meta{Source: "test"})
	if err != nil {
		t.Fatal(err)
	}
	for range 3000 {
		rec, err := r.Next()
		if err == nil {
			err = w.Write(rec)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// observerFunc is a function as an Observer.
type observerFunc func(*store.Run, Event)

func (f observerFunc) Observe(run *store.Run, e Event) { f(run, e) }

// unitOf returns a counter that an event raises, "" for events that stand for
// no finished unit.
func unitOf(e Event) string {
	switch e.(type) {
	case PairStored:
		return "pair"
	case GameEnded:
		return "game"
	case PositionSearched:
		return "position"
	case StepTaken:
		return "step"
	}
	return ""
}

// TestEveryKindEndsAndIsResumed stops a run of each kind after every third
// unit that is done, resumes it until it is finished, and
// finds the results of a run that was not stopped.
func TestEveryKindEndsAndIsResumed(t *testing.T) {
	for kind, make := range jobs(t) {
		t.Run(string(kind), func(t *testing.T) {
			whole := newLab(t)
			if err := whole.Start(t.Context(), make(), Options{Name: "whole", Seed: 3}); err != nil {
				t.Fatal(err)
			}
			want := contents(t, whole.Store)
			var stop func()
			left := 0
			lab := newLab(t, observerFunc(func(_ *store.Run, e Event) {
				if unit := unitOf(e); unit != "" && (unit != "game" || kind == store.Data) {
					if left--; left == 0 {
						stop()
					}
				}
			}))
			starts := 0
			for job := make(); ; job = NewJob(kind) {
				ctx, cancel := context.WithCancel(t.Context())
				stop, left = cancel, 3
				if kind == store.SPSA { // a step is some games, and only a whole one is stored
					left = 1
				}
				var err error
				if starts++; starts == 1 {
					err = lab.Start(ctx, job, Options{Name: "whole", Seed: 3})
				} else {
					err = lab.Resume(ctx, job, "whole", Changes{})
				}
				cancel()
				if err == nil {
					break
				}
				var stopped *Interrupted
				if !errors.As(err, &stopped) || stopped.Run == nil || stopped.Run.Kind != kind {
					t.Fatalf("start %d: %v", starts, err)
				}
				run, err := lab.Store.FindRun(t.Context(), "whole")
				if err != nil || run.Status != store.Interrupted || run.Verdict != "interrupted" {
					t.Fatalf("start %d: %+v, %v", starts, run, err)
				}
				if starts > 60 {
					t.Fatal("it does not end")
				}
			}
			if starts < 2 {
				t.Error("it was never stopped")
			}
			if got := contents(t, lab.Store); !reflect.DeepEqual(got, want) {
				t.Errorf("after %d starts:\n%s\nwant:\n%s", starts, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// contents lists what the runs of a database have come to.
func contents(t *testing.T, st *store.Store) (lines []string) {
	t.Helper()
	ctx := t.Context()
	list, err := st.Runs(ctx, store.RunFilter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		lines = append(lines, fmt.Sprintf("%s %q %s: %s", r.Kind, r.Name, r.Status, r.Verdict))
		for g, err := range st.Games(ctx, store.GameFilter{Run: r.ID, Moves: true}) {
			if err != nil {
				t.Fatal(err)
			}
			if g.Counted {
				lines = append(lines, fmt.Sprintf("%s game %d.%d %v %s %d plies", r.Kind, g.Pair, g.InPair, g.Result, g.Reason, len(g.Moves)))
			}
		}
		results, err := st.SuiteResults(ctx, r.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range results {
			lines = append(lines, fmt.Sprintf("player %d position %d %v: %v %v", s.Player, s.Position, s.Limit, s.Move, s.Solved))
		}
		steps, err := st.Steps(ctx, r.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range steps {
			line := fmt.Sprintf("step %d %v", s.Number, s.Theta)
			if s.ValidLoss != nil {
				line += fmt.Sprint(" ", *s.ValidLoss)
			}
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}

// TestEventsFrameEveryRun: of each run RunStarted comes first and RunEnded last,
// parts lie within the whole, and what was done comes to what was planned.
func TestEventsFrameEveryRun(t *testing.T) {
	for kind, make := range jobs(t) {
		t.Run(string(kind), func(t *testing.T) {
			type frame struct {
				run   *store.Run
				start RunStarted
				seen  map[string]int
			}
			var open []*frame
			var closed []string
			lab := newLab(t, observerFunc(func(run *store.Run, e Event) {
				switch e := e.(type) {
				case PositionsRead, Warning:
					return
				case RunStarted:
					open = append(open, &frame{run, e, map[string]int{}})
					return
				}
				if len(open) == 0 {
					t.Fatalf("%T outside a run", e)
				}
				top := open[len(open)-1]
				if run == nil || run.ID != top.run.ID {
					t.Errorf("%T of another run than the innermost, %s", e, top.run.Short)
				}
				if end, ok := e.(RunEnded); ok {
					open = open[:len(open)-1]
					closed = append(closed, string(run.Kind))
					if end.Status != store.Finished || end.Err != nil || end.Verdict == "" {
						t.Errorf("%s ended: %+v", run.Short, end)
					}
					unit := map[Unit]string{Games: "game", Positions: "position", Epochs: "step"}[top.start.Unit]
					done := top.seen[unit]
					if unit == "step" {
						done-- // the start is a step
					}
					if unit != "" && done != top.start.Total && top.start.Test == nil {
						t.Errorf("%s: %d of %d %s", run.Short, done, top.start.Total, top.start.Unit)
					}
					return
				}
				top.seen[fmt.Sprintf("%T", e)]++
				top.seen[unitOf(e)]++
			}))
			if err := lab.Start(t.Context(), make(), Options{Seed: 3}); err != nil {
				t.Fatal(err)
			}
			want := []string{string(kind)}
			switch kind {
			case store.Regress:
				want = []string{"suite", "match", "regress"}
			case store.SPSA:
				want = []string{"match", "spsa"}
			}
			if !slices.Equal(closed, want) || len(open) != 0 {
				t.Errorf("runs ended in the order %v, want %v", closed, want)
			}
		})
	}
}

// moveCounter is a MoveObserver that counts the moves of each game, by run.
type moveCounter struct {
	wanted bool
	moves  map[string]int
	plies  map[string]int // that the games had when they ended, openings left out
}

func (m *moveCounter) ObservesMoves() bool { return m.wanted }

func (m *moveCounter) Observe(run *store.Run, e Event) {
	key := func(pair, game int) string { return fmt.Sprintf("%s %d.%d", run.Short, pair, game) }
	switch e := e.(type) {
	case GameStarted:
		m.moves[key(e.Pair, e.InPair)] = 0
	case MoveMade:
		m.moves[key(e.Pair, e.InPair)]++
	case GameEnded:
		m.plies[key(e.Game.Pair, e.Game.InPair)] = len(e.Game.Moves) - len(e.Game.Opening.Moves)
	}
}

// TestMovesAreForThoseWhoAsk: of every kind of run that plays games.
func TestMovesAreForThoseWhoAsk(t *testing.T) {
	for _, kind := range []store.Kind{store.Match, store.Data, store.SPSA} {
		for _, wanted := range []bool{true, false} {
			m := &moveCounter{wanted, map[string]int{}, map[string]int{}}
			lab := newLab(t, observerFunc(func(*store.Run, Event) {}), m)
			if err := lab.Start(t.Context(), jobs(t)[kind](), Options{Seed: 3}); err != nil {
				t.Fatal(err)
			}
			if len(m.plies) == 0 || len(m.moves) != len(m.plies) {
				t.Fatalf("%s: %d games started, %d ended", kind, len(m.moves), len(m.plies))
			}
			for game, plies := range m.plies {
				if want := map[bool]int{true: plies, false: 0}[wanted]; m.moves[game] != want {
					t.Errorf("%s, wanted %v: game %s: told of %d moves, want %d", kind, wanted, game, m.moves[game], want)
				}
			}
		}
	}
}

// TestNothingIsStoredBeforeTheRun: what cannot work leaves no run behind.
func TestNothingIsStoredBeforeTheRun(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	good := jobs(t)
	for name, c := range map[string]struct {
		ctx  context.Context
		job  Job
		want string
	}{
		"match of an engine that is not there": {t.Context(), &Match{Config: selfplay.NewExperiment(mustParse(t, "cmd=/nowhere/engine,nodes=1"), mustParse(t, "builtin:nodes=1"))}, "/nowhere/engine"},
		"match without limits":                 {t.Context(), &Match{Config: selfplay.NewExperiment(mustParse(t, "builtin"), mustParse(t, "builtin"))}, "limit"},
		"suite without suites":                 {t.Context(), &Suite{Config: good[store.Suite]().(*Suite).Config}, "no suite"},
		"texel without data":                   {t.Context(), &Texel{Config: texel.Config{From: "seed", Options: texel.DefaultOptions(), Split: texel.DefaultSplit}}, "no data"},
		"texel of no file":                     {t.Context(), &Texel{Config: texel.Config{Data: []string{"none.xqd"}, From: "seed", Options: texel.DefaultOptions(), Split: texel.DefaultSplit}}, "none.xqd"},
		"spsa of nothing":                      {t.Context(), &SPSA{}, "one engine"},
		"data of no games":                     {t.Context(), &Data{}, "games 0"},
		"regress without engines":              {t.Context(), &Regress{}, "concurrency 0"},
		"match cancelled":                      {cancelled, good[store.Match](), "before the first game"},
		"suite cancelled":                      {cancelled, &Suite{Config: fakeSuite(t), Suites: good[store.Suite]().(*Suite).Suites}, "before the first position"},
	} {
		t.Run(name, func(t *testing.T) {
			lab := newLab(t)
			err := lab.Start(c.ctx, c.job, Options{})
			var stopped *Interrupted
			if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &stopped) != (c.ctx == cancelled) {
				t.Errorf("%v (%T): want %q", err, err, c.want)
			}
			if stopped != nil && stopped.Run != nil {
				t.Errorf("names run %s", stopped.Run.Short)
			}
			if list, err := lab.Store.Runs(t.Context(), store.RunFilter{}); err != nil || len(list) > 0 {
				t.Errorf("%d runs were left behind, %v", len(list), err)
			}
		})
	}
}

// fakeEngine is this test program as an engine that does as a script says.
func fakeEngine(t *testing.T, name, script string) player.Config {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return player.Config{Name: name, Cmd: self, Protocol: player.UCI, Env: fakeengine.Env(script, "", ""), Limits: player.Limits{Nodes: 10}}
}

// fakeSuite is a suite run of an engine that has to be started as a process.
func fakeSuite(t *testing.T) suites.Config {
	return suites.Config{
		Players: []player.Config{fakeEngine(t, "fake", "")}, Limits: []suites.Limit{{Kind: suites.Depth, Value: 1}},
		Margin: suites.DefaultMargin, Stall: suites.DefaultStall, Concurrency: 1,
	}
}

// TestBroken: an engine that breaks down breaks the run, which keeps what was
// played and is played on with --recover.
func TestBroken(t *testing.T) {
	e := selfplay.NewExperiment(fakeEngine(t, "weak", "exit=12"), fakeEngine(t, "sound", ""))
	e.PerPair, e.MaxPlies, e.Concurrency = 3, 20, 1
	lab := newLab(t)
	m := &Match{Config: e}
	err := lab.Start(t.Context(), m, Options{})
	var broken *Broken
	var engine *selfplay.EngineError
	if !errors.As(err, &broken) || !errors.As(err, &engine) || engine.Name != "weak" || broken.Run.Short != m.Run().Short {
		t.Fatalf("%v (%T)", err, err)
	}
	run, err := lab.Store.FindRun(t.Context(), "last")
	if err != nil || run.Status != store.Interrupted || !strings.Contains(run.Verdict, "weak broke down") {
		t.Errorf("%+v, %v", run, err)
	}
	if m.Result == nil || m.Result.Size.Games == 0 {
		t.Errorf("result %+v", m.Result)
	}
	again := true
	m = &Match{}
	if err := lab.Resume(t.Context(), m, "last", Changes{Recover: &again}); err != nil {
		t.Fatal(err)
	}
	if m.Result.Size.Games != 6 || m.Result.Status != store.Finished {
		t.Errorf("resumed: %+v, %d games", m.Result.Status, m.Result.Size.Games)
	}
}

// TestResumeRefuses: a run of another kind, changes that would make it another
// run, a configuration that cannot be read; the run stays as it was.
func TestResumeRefuses(t *testing.T) {
	lab := newLab(t)
	job := jobs(t)[store.Match]()
	if err := lab.Start(t.Context(), job, Options{Seed: 9}); err != nil {
		t.Fatal(err)
	}
	before, err := lab.Store.FindRun(t.Context(), "m1")
	if err != nil {
		t.Fatal(err)
	}
	two := 2
	var kind *KindError
	if err := lab.Resume(t.Context(), &Suite{}, "m1", Changes{}); !errors.As(err, &kind) || kind.Run.Short != "m1" || kind.Want != store.Suite {
		t.Errorf("as a suite: %v", err)
	}
	for _, c := range []struct {
		name string
		Changes
	}{{"pairs", Changes{Pairs: &two}}, {"epochs", Changes{Epochs: &two}}, {"data", Changes{Data: []string{"x"}}}, {"out", Changes{Out: new(string)}}, {"verify", Changes{Verify: new(bool)}}} {
		if err := lab.Resume(t.Context(), &Match{}, "m1", c.Changes); err == nil || !strings.Contains(err.Error(), c.name+" cannot be changed") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if err := lab.Resume(t.Context(), &Match{}, "m2", Changes{}); !errors.Is(err, store.ErrNoRun) {
		t.Errorf("a run that is not there: %v", err)
	}
	if after, err := lab.Store.FindRun(t.Context(), "m1"); err != nil || after.Status != before.Status || after.Verdict != before.Verdict {
		t.Errorf("run is now %+v, %v", after, err)
	}
	for config, want := range map[string]string{
		`{"version":99}`:              "version 99, newer than this program knows",
		`{"version":2,"players":"x"}`: "cannot be read",
		`[]`:                          "cannot be read",
	} {
		if _, err := lab.Store.CreateRun(t.Context(), store.NewRun{Kind: store.Match, Config: json.RawMessage(config)}); err != nil {
			t.Fatal(err)
		}
		if err := lab.Resume(t.Context(), &Match{}, "last", Changes{}); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", config, err, want)
		}
	}
}

// TestCreatedRunIsResumed: a run that was created only is carried out by whoever
// resumes it.
func TestCreatedRunIsResumed(t *testing.T) {
	for kind, make := range jobs(t) {
		t.Run(string(kind), func(t *testing.T) {
			lab := newLab(t)
			run, err := lab.Create(t.Context(), make(), Options{Name: "later", Seed: 2})
			if err != nil {
				t.Fatal(err)
			}
			if err := lab.Resume(t.Context(), NewJob(kind), run.Short, Changes{}); err != nil {
				t.Fatal(err)
			}
			if r, err := lab.Store.FindRun(t.Context(), "later"); err != nil || r.Status != store.Finished {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

// TestConfigsOfVersion1 reads a configuration of each kind as the program stored
// them before configurations had a version, and those of the time when a Texel
// run had one data file.
func TestConfigsOfVersion1(t *testing.T) {
	text, err := os.ReadFile("testdata/configs-8a3407f.json")
	if err != nil {
		t.Fatal(err)
	}
	var configs map[store.Kind]json.RawMessage
	if err := json.Unmarshal(text, &configs); err != nil {
		t.Fatal(err)
	}
	for _, kind := range store.Kinds() {
		config, ok := configs[kind]
		if !ok {
			t.Errorf("no configuration of a %s run", kind)
			continue
		}
		job := NewJob(kind)
		run := &store.Run{Short: "x1", Kind: kind, Config: config}
		if err := decodeConfig(run, job.config()); err != nil {
			t.Error(err)
			continue
		}
		// Nothing that was stored is lost.
		again, err := encodeConfig(job.config())
		if err != nil {
			t.Fatal(err)
		}
		var was, is map[string]any
		if err := errors.Join(json.Unmarshal(config, &was), json.Unmarshal(again, &is)); err != nil {
			t.Fatal(err)
		}
		if is["version"] != float64(configVersion) {
			t.Errorf("%s: version %v", kind, is["version"])
		}
		delete(is, "version")
		if !reflect.DeepEqual(is, was) {
			t.Errorf("%s: read %v\nstored %v", kind, is, was)
		}
		if command, err := Command(run); err != nil || !strings.Contains(command, "xqlab ") {
			t.Errorf("%s: command %q, %v", kind, command, err)
		}
	}
	var c texel.Config
	if err := json.Unmarshal([]byte(`{"data":"sample","from":"seed"}`), &c); err != nil || !slices.Equal(c.Data, []string{"sample"}) || c.From != "seed" {
		t.Errorf("one data file: %+v, %v", c, err)
	}
}

// TestPGNFollowsTheDatabase: the file of the observer holds the games of the run,
// also when the run is resumed and the file is gone.
func TestPGNFollowsTheDatabase(t *testing.T) {
	lab := newLab(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	path := filepath.Join(t.TempDir(), "games.pgn")
	watch := func() (*os.File, *PGN) {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		return f, NewPGN(lab.Store, f)
	}
	f, pgn := watch()
	stopper := observerFunc(func(_ *store.Run, e Event) {
		if _, ok := e.(PairStored); ok {
			cancel()
		}
	})
	lab.observers = []Observer{pgn, stopper}
	if err := lab.Start(ctx, jobs(t)[store.Match](), Options{}); err == nil {
		t.Fatal("was not stopped")
	}
	f.Close()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	f, pgn = watch()
	lab.observers = []Observer{pgn}
	m := &Match{}
	if err := lab.Resume(t.Context(), m, "last", Changes{}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(pgn.Err(), f.Close()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("[Event ")); n != 8 {
		t.Errorf("%d games in the file, want 8", n)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	pgn = NewPGN(lab.Store, full)
	lab.observers = []Observer{pgn}
	if err := lab.Start(t.Context(), jobs(t)[store.Match](), Options{}); err != nil {
		t.Errorf("a file that cannot be written broke the run: %v", err)
	}
	if pgn.Err() == nil || !strings.Contains(pgn.Err().Error(), "/dev/full") {
		t.Errorf("error %v", pgn.Err())
	}
}

// TestJSONEvents: every line is an object with its kind and time, of every pair
// and game one.
func TestJSONEvents(t *testing.T) {
	var out bytes.Buffer
	lab := newLab(t, NewJSONEvents(&out))
	if err := lab.Start(t.Context(), jobs(t)[store.Match](), Options{}); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for line := range strings.Lines(out.String()) {
		var e struct{ Event, Time string }
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Time == "" {
			t.Errorf("%q: %v", line, err)
		}
		counts[e.Event]++
	}
	if want := map[string]int{"start": 1, "game": 8, "pair": 4}; !reflect.DeepEqual(counts, want) {
		t.Errorf("events %v, want %v", counts, want)
	}
}

// TestWarningsComeOnce: a text is told and stored once, also one from before
// there was a run, and their number is bounded.
func TestWarningsComeOnce(t *testing.T) {
	var told []string
	lab := newLab(t, observerFunc(func(_ *store.Run, e Event) {
		if w, ok := e.(Warning); ok {
			told = append(told, w.Text)
		}
	}))
	s := &session{lab: lab}
	s.warn.start(s)
	s.warn.say("early")
	s.warn.engine("f", "odd")
	var err error
	if s.run, err = lab.Store.CreateRun(t.Context(), store.NewRun{Kind: store.Match, Config: struct{}{}}); err != nil {
		t.Fatal(err)
	}
	s.warn.keep(t.Context())
	s.warn.say("early")
	for i := range 2 * maxWarnings {
		s.warn.say(fmt.Sprint("number ", i))
	}
	if len(told) != maxWarnings || told[0] != "early" || told[1] != "engine f: odd" || !strings.Contains(told[maxWarnings-1], "not shown") {
		t.Errorf("%d warnings, first %q, last %q", len(told), told[:2], told[len(told)-1])
	}
	events, err := lab.Store.Events(t.Context(), s.run.ID)
	if err != nil || len(events) != maxWarnings || events[0].Text != "early" {
		t.Errorf("%d stored, %v", len(events), err)
	}
}

// TestQuote: the shell reads back what was quoted; compared with what a shell
// does in the tests of the command line.
func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"": "''", "plain-1.0_/:@=,+": "plain-1.0_/:@=,+", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "炮": "'炮'", "*": "'*'", "a\nb": "'a\nb'",
	} {
		if got := Quote(word); got != want {
			t.Errorf("Quote(%q) = %s, want %s", word, got, want)
		}
	}
}

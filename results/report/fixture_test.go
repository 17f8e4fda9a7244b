package report

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
	"xqlab/suites"
	"xqlab/tune/spsa"
	"xqlab/tune/texel"
)

var ctx = context.Background()

var fixtureStart = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// hostile is an engine's name that must do no harm on a page.
const hostile = `<img src=x onerror=alert(1)> "炮|*`

// fixture makes a database whose content never changes, with a run of each
// kind; run returns it by name.
type fixture struct {
	t    testing.TB
	st   *store.Store
	runs map[string]*store.Run
}

func newFixture(t testing.TB, dir string) *fixture {
	t.Helper()
	st, err := store.Open(filepath.Join(dir, "lab.db"))
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{t: t, st: st, runs: map[string]*store.Run{}}
	f.match()
	f.tournament()
	f.suite()
	f.texel()
	f.spsa()
	return f
}

var lab struct {
	dir     string
	fixture *fixture
}

// shared returns the fixture of the package; tests only read it.
func shared(t testing.TB) *fixture {
	t.Helper()
	if lab.fixture == nil {
		lab.fixture = newFixture(t, lab.dir)
	}
	f := *lab.fixture
	f.t = t
	return &f
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "xqlab-report-")
	if err != nil {
		panic(err)
	}
	lab.dir = dir
	code := m.Run()
	if lab.fixture != nil {
		lab.fixture.st.Close()
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// build makes the document of the runs with the given names.
func (f *fixture) build(names ...string) *Document {
	f.t.Helper()
	var runs []*store.Run
	for _, n := range names {
		run, err := f.st.Run(ctx, f.runs[n].ID)
		f.must(err)
		runs = append(runs, run)
	}
	d, err := Build(ctx, f.st, runs, Options{Program: "0.1.0", Generated: fixtureStart.Add(24 * time.Hour)})
	f.must(err)
	return d
}

func (f *fixture) run(kind store.Kind, name string, config any, players ...store.Player) *store.Run {
	f.t.Helper()
	return f.create(store.NewRun{Kind: kind, Name: name, Config: config, Players: players})
}

// create fills in what all runs share.
func (f *fixture) create(n store.NewRun) *store.Run {
	f.t.Helper()
	number := len(f.runs) + 1
	n.Seed, n.Version, n.Commit, n.Host = 7, "0.1.0", "abc1234", "lab"
	n.UID = fmt.Sprintf("%08x-0000-4000-8000-000000000000", 0xabc00000+number)
	n.Started = fixtureStart.Add(time.Duration(number) * time.Hour)
	n.OpeningSet = &store.OpeningSet{Hash: "5ca1ab1e5ca1ab1e", Name: "balanced.epd", Size: 500}
	run, err := f.st.CreateRun(ctx, n)
	f.must(err)
	f.runs[n.Name] = run
	return run
}

func (f *fixture) finish(run *store.Run, verdict string) {
	f.t.Helper()
	f.must(f.st.FinishRun(ctx, run.ID, store.Finish{Status: store.Finished, Verdict: verdict, Ended: run.Started.Add(20 * time.Minute)}))
}

func fixturePlayers() []store.Player {
	return []store.Player{
		{Name: "new", Spec: "builtin:weights=new.toml", Limits: "nodes=3000", Weights: &store.Weights{Hash: "aa11", Name: "new.toml", TOML: "# new\n"}},
		{Name: hostile, Spec: "cmd=./old engine", Limits: "nodes=3000"},
	}
}

func (f *fixture) match() {
	sprt := stats.NewSPRT(0, 10)
	config := selfplay.NewExperiment(
		player.Config{Name: "new", Protocol: player.Builtin, Weights: "new.toml", Limits: player.Limits{Nodes: 3000}},
		player.Config{Name: hostile, Cmd: "./old engine", Protocol: player.UCCI, Limits: player.Limits{Nodes: 3000}},
	)
	config.PerPair, config.Order.Seed, config.SPRT, config.Concurrency = 40, 7, &sprt, 2
	run := f.run(store.Match, "winrate", config, fixturePlayers()...)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 40 {
		f.pair(run, r, i, 0, 1, 0.45, 0.2)
	}
	f.finish(run, "LLR as it is")
}

// pair plays two games of random moves; the first player wins and draws with
// the given chances.
func (f *fixture) pair(run *store.Run, r *rand.Rand, number, a, b int, win, draw float64) {
	o := selfplay.Opening{Index: number % 10, FEN: board.StartFEN, Name: fmt.Sprintf("line %d", number%10)}
	p := &selfplay.Pair{Number: number, A: a, B: b, Opening: o}
	at := run.Started.Add(time.Duration(number) * time.Minute)
	for i := range p.Games {
		g := &selfplay.Game{Pair: number, InPair: i, Red: a, Black: b, Opening: o, Start: at, End: at.Add(20 * time.Second)}
		if i == 1 {
			g.Red, g.Black = b, a
		}
		pos := board.NewPosition()
		for range 20 + r.IntN(60) {
			var l board.MoveList
			pos.LegalMoves(&l)
			if l.N == 0 {
				break
			}
			m := l.Moves[r.IntN(l.N)]
			pos.Make(m)
			g.Moves = append(g.Moves, selfplay.MoveRecord{Move: m, HasScore: true, Score: r.IntN(400) - 200, Depth: 3 + r.IntN(5),
				Nodes: uint64(2000 + r.IntN(1000)), Time: time.Duration(10000+r.IntN(9000)) * time.Microsecond})
		}
		first := board.Red
		if i == 1 {
			first = board.Black
		}
		switch x := r.Float64(); {
		case x < win:
			g.Result, g.Reason = selfplay.WinFor(first), selfplay.EndMate
		case x < win+draw:
			g.Result, g.Reason, g.Detail = selfplay.Draw, selfplay.EndRepetition, "neither side <b>checks</b>"
		default:
			g.Result, g.Reason = selfplay.WinFor(first.Other()), selfplay.EndPerpetualCheck
		}
		p.Games[i] = g
	}
	f.must(f.st.Recorder(run.ID).RecordPair(p))
}

func (f *fixture) tournament() {
	var players []store.Player
	names := []string{"alpha", "beta", "gamma", "delta"}
	var cup []player.Config
	for _, n := range names {
		cup = append(cup, player.Config{Name: n, Protocol: player.Builtin, Limits: player.Limits{Depth: 4}})
		players = append(players, store.Player{Name: n, Spec: "builtin", Limits: "depth=4"})
	}
	config := selfplay.NewExperiment(cup...)
	config.PerPair, config.Concurrency = 4, 2
	run := f.run(store.Tournament, "cup", config, players...)
	r := rand.New(rand.NewPCG(2, 2))
	number := 0
	for range 4 {
		for a := range names {
			for b := a + 1; b < len(names); b++ {
				f.pair(run, r, number, a, b, 0.3+0.1*float64(b-a), 0.2)
				number++
			}
		}
	}
	f.finish(run, "all games played")
}

// Positions of the suite: a rook that mates on the back rank, other files.
var fixtureSuite = []string{
	`3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - bm a0a9; id "one"; c1 "1";`,
	`3k5/9/9/9/9/9/9/9/4A4/1R2K4 w - - bm b0b9; id "two"; c1 "2";`,
	`3k5/9/9/9/9/9/9/9/4A4/2R1K4 w - - bm c0c9; id "three"; c1 "3";`,
	`5k3/9/9/9/9/9/9/9/4A4/R3K4 w - - bm a0a9; id "four <i>"; c1 "4";`,
	`5k3/9/9/9/9/9/9/9/4A4/1R2K4 w - - am b0b1; id "five"; c1 "5";`,
}

func (f *fixture) suite() {
	file := store.SuiteFile{Name: "wac"}
	for i, line := range fixtureSuite {
		ident := strings.SplitN(line, `"`, 3)[1]
		file.Positions = append(file.Positions, store.SuitePosition{Ident: ident, EPD: line, Difficulty: i + 1})
	}
	id, err := f.st.PutSuite(ctx, file)
	f.must(err)
	config := suites.Config{
		Suites: []suites.Ref{{Name: "wac", Hash: "x", Source: "/lab/wac.epd"}}, Players: []player.Config{{Name: "new", Protocol: player.Builtin}},
		Margin: suites.DefaultMargin, Stall: suites.DefaultStall, Concurrency: 1,
	}
	for depth := range int64(4) {
		config.Limits = append(config.Limits, suites.Limit{Kind: suites.Depth, Value: 3 + depth})
	}
	run := f.run(store.Suite, "scaling", config, fixturePlayers()...)
	for pl := range 2 {
		for depth := int64(3); depth <= 6; depth++ {
			for pos := range file.Positions {
				solved := int64(pos+pl) < depth-1 && !(pos == 1 && depth == 5 && pl == 1)
				res := store.SuiteResult{
					SuiteKey: store.SuiteKey{Player: pl, Suite: id, Position: pos, Limit: store.SuiteLimit{Kind: store.LimitDepth, Value: depth}},
					Move:     board.NewMove(0, 81), Solved: solved, Depth: int(depth), Nodes: uint64(100 * math.Pow(3, float64(depth))),
					Time: time.Duration(depth*depth) * time.Millisecond,
				}
				if solved {
					res.Points = 1
					res.Stable = &store.Stable{Depth: int(depth) - 1, Nodes: 90, Time: time.Duration(depth) * time.Millisecond}
				}
				f.must(f.st.RecordSuite(ctx, run.ID, res))
			}
		}
	}
	f.finish(run, "all positions searched")
}

func value[T any](x T) *T { return &x }

func (f *fixture) texel() {
	config := texel.Config{Data: []string{"sample"}, From: "seed", Split: texel.DefaultSplit, Options: texel.DefaultOptions()}
	before, after := eval.Seed(), eval.Seed()
	var params []store.Param
	for i, name := range eval.Names() {
		if !strings.HasPrefix(name, "position.rook[") && !strings.HasPrefix(name, "position.pawn[") {
			continue
		}
		start := before.Get(i)
		final := start + i%31 - 15
		f.must(after.Set(i, final))
		params = append(params, store.Param{Name: name, Start: float64(start), Final: value(float64(final))})
	}
	weights := map[string]store.Weights{}
	for role, w := range map[string]*eval.Weights{store.RoleBefore: before, store.RoleAfter: after} {
		var text strings.Builder
		f.must(w.WriteTOML(&text))
		weights[role] = store.Weights{Hash: w.Hash(), Name: role, TOML: text.String()}
	}
	run := f.create(store.NewRun{Kind: store.Texel, Name: "fit", Config: config, Params: params, Weights: weights})
	for epoch := range 60 {
		x := math.Exp(-float64(epoch) / 15)
		step := store.Step{Number: epoch, Time: run.Started.Add(time.Duration(epoch) * time.Second), TrainLoss: value(0.55 + 0.1*x),
			ValidLoss: value(0.56 + 0.09*x + 0.0002*float64(epoch))}
		f.must(f.st.RecordStep(ctx, run.ID, step))
	}
	f.finish(run, "validation loss 0.650000 -> 0.568")
}

func (f *fixture) spsa() {
	start := player.Config{Name: "start", Protocol: player.Builtin, Limits: player.Limits{Nodes: 1000}}
	config := spsa.Experiment{Games: selfplay.NewExperiment(start, start), Method: spsa.MethodSPSA}
	config.Games.PerPair, config.Games.Concurrency = 800, 2
	config.Tuning = spsa.Options{
		Params:   []spsa.Param{{Name: "material.weight", Start: 100, Min: 0, Max: 400, CEnd: 5, REnd: 0.002, Integer: true}},
		Schedule: spsa.DefaultSchedule(), Batch: 4, InFlight: 1, Clip: spsa.Shift,
	}
	config.Tuning.Schedule.Pairs = 800
	groups := []string{"material.weight", "position.weight", "king_safety.weight"}
	var params []store.Param
	for i, name := range groups {
		params = append(params, store.Param{Name: name, Start: 100, Low: value(0.0), High: value(400.0), CEnd: value(5.0), REnd: value(0.002),
			Final: value(float64(100 + 20*i))})
	}
	run := f.create(store.NewRun{Kind: store.SPSA, Name: "walk", Config: config, Params: params})
	r := rand.New(rand.NewPCG(3, 3))
	for k := range 200 {
		theta := make([]float64, len(params))
		for i := range theta {
			theta[i] = 100 + 20*float64(i)*float64(k)/200 + 3*r.Float64()
		}
		w := int64(r.IntN(5))
		f.must(f.st.RecordStep(ctx, run.ID, store.Step{Number: k, Time: run.Started.Add(time.Duration(k) * time.Second), Pairs: value(int64(4)),
			Wins: value(w), Draws: value(int64(2)), Losses: value(6 - w), Theta: theta}))
	}
	f.finish(run, "budget used up")
}

package store

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay"
)

func TestRunRoundTrip(t *testing.T) {
	st := newStore(t)
	created := newRun(t, st)
	want := &Run{
		ID: 1, Short: "m1", UID: created.UID, Kind: Match, Name: "test", Status: Running,
		Config: json.RawMessage(`{"pairs":10}`), Seed: 1<<63 + 5, Version: "0.1.0", Commit: "abc", Host: "lab",
		Started: testStart, Updated: testStart,
		OpeningSet: &OpeningSet{Hash: "set", Name: "book.epd", Size: 500},
		Players: []Player{
			{Index: 0, Name: "new", Spec: "builtin", Limits: "nodes=3000", Options: map[string]string{"Hash": "16"},
				Weights: &Weights{Hash: "aa11", Name: "default"}},
			{Index: 1, Name: "old", Spec: "cmd=./old engine,proto=ucci", Limits: "tc=10+0.1", Options: map[string]string{}},
		},
	}
	want.Owner = created.Owner // TestClaim looks at it
	if !reflect.DeepEqual(created, want) {
		t.Errorf("created %+v\nwant    %+v", created, want)
	}
	ended := testStart.Add(time.Hour)
	if err := st.FinishRun(ctx, 1, Finish{Status: Interrupted, Verdict: "stopped", Summary: []int{1}, Ended: ended}); err != nil {
		t.Fatal(err)
	}
	want.Status, want.Owner, want.Verdict, want.Summary, want.Ended = Interrupted, nil, "stopped", json.RawMessage("[1]"), &ended
	if got, err := st.Run(ctx, 1); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("finished %+v, %v\nwant     %+v", got, err, want)
	}
	if err := st.ResumeRun(ctx, 1); err != nil {
		t.Fatal(err)
	}
	want.Status, want.Owner, want.Verdict, want.Summary, want.Ended = Running, created.Owner, "", nil, nil
	if got, err := st.Run(ctx, 1); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("resumed %+v, %v\nwant    %+v", got, err, want)
	}
	w, err := st.Weights(ctx, "aa")
	if err != nil || *w != (Weights{Hash: "aa11", Name: "default", TOML: "rook = 1000\n"}) {
		t.Errorf("weights %+v, %v", w, err)
	}
}

// storedPair is the pair as Games reads it back.
func storedPair(t *testing.T, st *Store, f GameFilter) (games []*Game) {
	t.Helper()
	f.Moves = true
	for g, err := range st.Games(ctx, f) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

func TestGameRoundTrip(t *testing.T) {
	st := newStore(t)
	run := newRun(t, st)
	p := testPair(4)
	black := "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 3 2"
	o := selfplay.Opening{Index: 4, FEN: black, Name: `a "quoted" 开局`}
	p.Opening = o
	for _, g := range p.Games {
		g.Opening = o
		g.Moves = g.Moves[:9]
	}
	g := p.Games[0]
	g.Result, g.Reason = selfplay.BlackWins, selfplay.EndTime
	g.Detail, g.CyclePly = "long check by R h0", 3
	g.Offenders = []board.Square{board.SquareAt(7, 0), board.SquareAt(0, 9)}
	g.Fault = &selfplay.Fault{Player: 0, Text: "bestmove \x00 late", FEN: black, Ply: 9, Overrun: 1500 * time.Millisecond,
		Stderr: []string{"line 1", "", "line 3"}, Dead: true, Startup: true}
	p.Games[1].Start, p.Games[1].End = time.Time{}, time.Time{}
	if err := st.Recorder(run.ID).RecordPair(p); err != nil {
		t.Fatal(err)
	}
	got := storedPair(t, st, GameFilter{Run: run.ID})
	if len(got) != 2 {
		t.Fatalf("%d games", len(got))
	}
	for i := range got {
		if !reflect.DeepEqual(&got[i].Game, p.Games[i]) {
			t.Errorf("game %d: got %+v\nwant %+v", i, got[i].Game, *p.Games[i])
		}
		// Black begins: the sums must go to the right colour.
		want := thinking(p.Games[i], board.Black)
		if got[i].Thinking != want || got[i].Plies != 9 || !got[i].Counted || got[i].ID != int64(i+1) {
			t.Errorf("game %d: %+v, want thinking %+v", i, got[i], want)
		}
	}
	use, err := st.Usages(ctx, run.ID)
	if err != nil || len(use) != 2 {
		t.Fatalf("usages %+v, %v", use, err)
	}
	var want Usage
	for i, g := range p.Games {
		u := thinking(g, board.Black)[map[bool]board.Color{true: board.Red, false: board.Black}[g.Red == 0]]
		want.Games++
		want.Moves += u.Moves
		want.Time += u.Time
		want.Nodes += u.Nodes
		want.Depth += u.Depth
		_ = i
	}
	if use[0] != want {
		t.Errorf("player 0 used %+v, want %+v", use[0], want)
	}
}

func TestSingleGames(t *testing.T) {
	st := newStore(t)
	run := newRun(t, st)
	for n := range 4 {
		p := testPair(n)
		p.Games[1] = nil
		if n%2 == 1 { // the other player has Red
			p.A, p.B = 1, 0
			p.Games[0].Red, p.Games[0].Black = 1, 0
		}
		p.Games[0].Result = selfplay.RedWins
		if err := st.Recorder(run.ID).RecordPair(p); err != nil {
			t.Fatal(err)
		}
	}
	tally, err := st.Tally(ctx, run.ID)
	if err != nil || len(tally) != 1 {
		t.Fatalf("%+v, %v", tally, err)
	}
	got := tally[0]
	if got.Pairs.Count() != 0 || got.Games.Wins != 2 || got.Games.Losses != 2 || got.AsRed.Wins != 2 || got.AsBlack.Losses != 2 {
		t.Errorf("tally %+v", got)
	}
	mustBeSound(t, st)
}

func TestRecordPairRefuses(t *testing.T) {
	tests := []struct {
		name   string
		change func(*selfplay.Pair)
		want   string
	}{
		{"no games", func(p *selfplay.Pair) { p.Games = [2]*selfplay.Game{} }, "pair 1: the first game is missing"},
		{"no FEN", func(p *selfplay.Pair) { p.Opening.FEN, p.Games[0].Opening.FEN = "", "" }, "the opening has no FEN"},
		{"colours not swapped", func(p *selfplay.Pair) { p.Games[1].Red, p.Games[1].Black = 0, 1 }, "game 2 is red 0 against black 1, want 1 against 0"},
		{"other opening", func(p *selfplay.Pair) { p.Games[1].Opening.Moves = nil }, "game 2 starts from another opening"},
	}
	st := newStore(t)
	rec := st.Recorder(newRun(t, st).ID)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := testPair(0)
			tt.change(p)
			wantError(t, rec.RecordPair(p), tt.want)
		})
	}
	wantError(t, st.Recorder(77).RecordPair(testPair(0)), "no such run")
}

func TestSuiteRoundTrip(t *testing.T) {
	st := newStore(t)
	run := newRun(t, st)
	file := SuiteFile{Name: "kill.epd", Positions: []SuitePosition{
		{Ident: "k1", EPD: "4k4/9/9/9/9/9/9/9/9/3K1R3 w - - bm f0f9; id \"k1\";", Difficulty: 2},
		{Ident: "k2", EPD: "3k5/9/9/9/9/9/9/9/9/3K1R3 w - - bm f0f9; id \"k2\";"},
	}}
	id, err := st.PutSuite(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := st.PutSuite(ctx, file); err != nil || again != id {
		t.Errorf("stored again: %d, %v, want %d", again, err, id)
	}
	if got, err := st.Suite(ctx, id); err != nil || !reflect.DeepEqual(*got, file) {
		t.Errorf("suite %+v, %v", got, err)
	}
	mv, err := board.ParseMove("f0f9")
	if err != nil {
		t.Fatal(err)
	}
	limit := SuiteLimit{LimitDepth, 4}
	results := []SuiteResult{
		{SuiteKey: SuiteKey{0, id, 0, limit}, Move: mv, Solved: true, Points: 1, HasScore: true, Score: 29990, Mate: 3, Depth: 4,
			Nodes: 1234, Time: 2500 * time.Microsecond, Stable: &Stable{2, 100, time.Millisecond}, PV: []board.Move{mv, mv}},
		{SuiteKey: SuiteKey{0, id, 1, limit}, Fault: "crashed"},
	}
	if err := st.RecordSuite(ctx, run.ID, results...); err != nil {
		t.Fatal(err)
	}
	if got, err := st.SuiteResults(ctx, run.ID); err != nil || !reflect.DeepEqual(got, results) {
		t.Errorf("results %+v, %v\nwant %+v", got, err, results)
	}
	if done, err := st.DoneSuite(ctx, run.ID); err != nil || len(done) != 1 || !done[results[0].SuiteKey] {
		t.Errorf("done %v, %v: a result with a fault has to be repeated", done, err)
	}
	want := []SuiteScore{{Player: 0, Suite: id, Name: "kill.epd", Limit: limit, Solved: 1, Total: 2, Points: 1, Nodes: 1234,
		Time: 2500 * time.Microsecond, Faults: 1}}
	if got, err := st.SuiteScores(ctx, run.ID); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("scores %+v, %v\nwant %+v", got, err, want)
	}
	wantError(t, st.RecordSuite(ctx, 77, results[0]), "FOREIGN KEY")
}

// TestCreateRunWhole: what cannot be stored in full is not stored at all.
func TestCreateRunWhole(t *testing.T) {
	st := newStore(t)
	good := NewRun{Kind: SPSA, Started: testStart, Players: testPlayers(), Params: []Param{{Name: "a", Start: 1}}, Origin: []float64{1},
		Weights: map[string]Weights{RoleBefore: {Hash: "aa11", Name: "given", TOML: "x = 0\n"}}}
	for name, spoil := range map[string]func(*NewRun){
		"parameter": func(n *NewRun) { n.Params = []Param{{Name: "a"}, {Name: "b", Start: math.NaN()}} },
		"parent":    func(n *NewRun) { n.Parent = 99 },
	} {
		bad := good
		spoil(&bad)
		if run, err := st.CreateRun(ctx, bad); err == nil {
			t.Errorf("%s: run %+v was created", name, run)
		}
		if runs, err := st.Runs(ctx, RunFilter{}); err != nil || len(runs) != 0 {
			t.Errorf("%s: %d runs are left, %v", name, len(runs), err)
		}
	}
	if _, err := st.CreateRun(ctx, good); err != nil {
		t.Error(err)
	}
	mustBeSound(t, st)
}

func TestTuningRoundTrip(t *testing.T) {
	st := newStore(t)
	f := func(x float64) *float64 { return &x }
	n := func(x int64) *int64 { return &x }
	params := []Param{
		{Name: "mobility.horse[5].mg", Start: 12, Low: f(-50), High: f(50), CEnd: f(2), REnd: f(0.002)},
		{Name: "material.rook.mg", Start: 1000},
	}
	given := Weights{Hash: "aa11", Name: "given", TOML: "x = 0\n"}
	run, err := st.CreateRun(ctx, NewRun{Kind: SPSA, Config: json.RawMessage(`{}`), Started: testStart, Params: params,
		Origin: []float64{12, 1000}, Weights: map[string]Weights{RoleGiven: given}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := st.Steps(ctx, run.ID, 0); err != nil || !reflect.DeepEqual(got, []Step{{Time: testStart, Theta: []float64{12, 1000}}}) {
		t.Errorf("the origin is %+v, %v", got, err)
	}
	steps := []Step{
		{Number: 0, Time: testStart, TrainLoss: f(0.125), ValidLoss: f(0.13), Theta: []float64{12, 1000}},
		{Number: 1, Time: testStart.Add(time.Minute), Pairs: n(8), Wins: n(7), Draws: n(5), Losses: n(4), Extra: json.RawMessage(`{"c":2.5}`)},
	}
	for i, step := range steps {
		if err := st.RecordStep(ctx, run.ID, step, Checkpoint{"state", []byte{byte(i)}}); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := st.Steps(ctx, run.ID, 0); err != nil || !reflect.DeepEqual(got, steps) {
		t.Errorf("steps %+v, %v\nwant %+v", got, err, steps)
	}
	if got, err := st.Steps(ctx, run.ID, 1); err != nil || len(got) != 1 {
		t.Errorf("steps from 1: %+v, %v", got, err)
	}
	if got, err := st.Checkpoint(ctx, run.ID, "state"); err != nil || !reflect.DeepEqual(got, []byte{1}) {
		t.Errorf("checkpoint %v, %v", got, err)
	}
	if got, err := st.Checkpoint(ctx, run.ID, "other"); err != nil || got != nil {
		t.Errorf("no checkpoint: %v, %v", got, err)
	}
	if err := st.SetFinal(ctx, run.ID, []float64{13.5, 990}); err != nil {
		t.Fatal(err)
	}
	params[0].Final, params[1].Final = f(13.5), f(990)
	if got, err := st.Params(ctx, run.ID); err != nil || !reflect.DeepEqual(got, params) {
		t.Errorf("params %+v, %v", got, err)
	}
	w := Weights{Hash: "bb22", Name: "tuned", TOML: "x = 1\n"}
	if err := st.LinkWeights(ctx, run.ID, RoleAfter, w); err != nil {
		t.Fatal(err)
	}
	if got, err := st.RunWeights(ctx, run.ID); err != nil || !reflect.DeepEqual(got, map[string]Weights{RoleAfter: {Hash: "bb22", Name: "tuned"}, RoleGiven: {Hash: "aa11", Name: "given"}}) {
		t.Errorf("weights %+v, %v", got, err)
	}
	e := Event{Time: testStart, Level: Warning, Text: "parameter 1 has no signal"}
	if err := st.AddEvent(ctx, run.ID, e); err != nil {
		t.Fatal(err)
	}
	if got, err := st.Events(ctx, run.ID); err != nil || !reflect.DeepEqual(got, []Event{e}) {
		t.Errorf("events %+v, %v", got, err)
	}
	mustBeSound(t, st)
}

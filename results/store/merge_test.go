package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay"
)

// exported is everything a run holds, as text that does not depend on numbers
// within the database.
func exported(t *testing.T, st *Store, uid string) string {
	t.Helper()
	run, err := st.FindRun(ctx, uid)
	if err != nil {
		t.Fatal(err)
	}
	run.Short = "run"
	var buf bytes.Buffer
	out := NewJSONL(&buf)
	for _, g := range storedPair(t, st, GameFilter{Run: run.ID, Void: true}) {
		g.ID = 0
		if err := out.Write(run, g); err != nil {
			t.Fatal(err)
		}
	}
	suites, err := st.SuiteScores(ctx, run.ID)
	if err != nil {
		t.Fatal(err)
	}
	results, err := st.SuiteResults(ctx, run.ID)
	if err != nil {
		t.Fatal(err)
	}
	for i := range suites {
		suites[i].Suite = 0
	}
	for i := range results {
		results[i].Suite = 0
	}
	params, err := st.Params(ctx, run.ID)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := st.Steps(ctx, run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	weights, err := st.RunWeights(ctx, run.ID)
	if err != nil {
		t.Fatal(err)
	}
	events, err := st.Events(ctx, run.ID)
	if err != nil {
		t.Fatal(err)
	}
	tally, err := st.Tally(ctx, run.ID)
	if err != nil {
		t.Fatal(err)
	}
	id, parent := run.ID, run.Parent
	run.ID, run.Parent, run.PartOf = 0, 0, ""
	if run.Owner = nil; run.Status == Running { // who plays it is not copied
		run.Status = Interrupted
	}
	for _, v := range []any{run, suites, results, params, steps, weights, events, tally, parent != 0 && parent < id} {
		if err := out.enc.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	return buf.String()
}

// fullDatabase holds a match, a regression run with a match and a suite below
// it, and a tuning run. It returns the UIDs.
func fullDatabase(t *testing.T) (*Store, []string) {
	t.Helper()
	st := newStore(t)
	match := newRun(t, st)
	for n := range 5 {
		p := testPair(n)
		if n == 3 {
			p.Games[0].Result, p.Games[0].Reason = selfplay.NoResult, selfplay.EndDisconnect
			p.Games[0].Fault = &selfplay.Fault{Player: 1, Text: "exit 139", FEN: board.StartFEN, Ply: 1}
		}
		if err := st.Recorder(match.ID).RecordPair(p); err != nil {
			t.Fatal(err)
		}
	}
	regress, err := st.CreateRun(ctx, NewRun{Kind: Regress, Started: testStart})
	if err != nil {
		t.Fatal(err)
	}
	suite, err := st.CreateRun(ctx, NewRun{Kind: Suite, Parent: regress.ID, Players: testPlayers(), Started: testStart})
	if err != nil {
		t.Fatal(err)
	}
	id, err := st.PutSuite(ctx, SuiteFile{"kill.epd", []SuitePosition{{Ident: "k1", EPD: "epd 1"}, {Ident: "k2", EPD: "epd 2"}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.RecordSuite(ctx, suite.ID, SuiteResult{SuiteKey: SuiteKey{1, id, 1, SuiteLimit{LimitNodes, 10000}}, Solved: true, Points: 1}); err != nil {
		t.Fatal(err)
	}
	tuning, err := st.CreateRun(ctx, NewRun{Kind: Texel, Started: testStart, Params: []Param{{Name: "a", Start: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.RecordStep(ctx, tuning.ID, Step{Number: 0, Time: testStart, Theta: []float64{1}}, Checkpoint{"state", []byte("adam")}); err != nil {
		t.Fatal(err)
	}
	if err := st.LinkWeights(ctx, tuning.ID, RoleAfter, Weights{"cc33", "tuned", "x = 2\n"}); err != nil {
		t.Fatal(err)
	}
	if err := st.AddEvent(ctx, tuning.ID, Event{Time: testStart, Level: Info, Text: "K = 2.3"}); err != nil {
		t.Fatal(err)
	}
	return st, []string{match.UID, regress.UID, suite.UID, tuning.UID}
}

func TestImport(t *testing.T) {
	src, uids := fullDatabase(t)
	dst := newStore(t)
	newRun(t, dst) // so that numbers differ
	if _, err := dst.PutSuite(ctx, SuiteFile{"other.epd", []SuitePosition{{Ident: "o", EPD: "epd o"}}}); err != nil {
		t.Fatal(err)
	}
	report, err := dst.Import(ctx, src.Path())
	if err != nil {
		t.Fatal(err)
	}
	if len(report) != len(uids) || report[0].Short != "m2" || !report[0].New || report[0].Pairs != 5 || report[0].Games != 10 ||
		report[2].SuiteResults != 1 || report[3].Steps != 1 {
		t.Errorf("report %+v", report)
	}
	for _, uid := range uids {
		if got, want := exported(t, dst, uid), exported(t, src, uid); got != want {
			t.Errorf("%s imported:\n%s\nin the source:\n%s", uid, got, want)
		}
	}
	if data, err := dst.Checkpoint(ctx, 5, "state"); err != nil || string(data) != "adam" {
		t.Errorf("checkpoint %q, %v", data, err)
	}
	again, err := dst.Import(ctx, src.Path())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range again {
		if r.New || r.Pairs+r.Games+r.SuiteResults+r.Steps+r.Conflicts != 0 {
			t.Errorf("imported again: %+v", r)
		}
	}
	events, err := dst.Events(ctx, 5)
	if err != nil || len(events) != 1 {
		t.Errorf("events after importing twice: %v, %v", events, err)
	}
	findings, err := dst.Doctor(ctx, true)
	if err != nil || len(findings) != 1 || !findings[0].Note { // the suite nothing refers to
		t.Errorf("doctor: %+v, %v", findings, err)
	}
}

// copyOf copies a database as a user does: the closed file.
func copyOf(t *testing.T, st *Store) *Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copy.db")
	if _, err := st.read.Exec("VACUUM INTO ?", path); err != nil {
		t.Fatal(err)
	}
	c, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// One run goes on in two copies of its database; merging brings them together.
func TestImportBranches(t *testing.T) {
	here := newStore(t)
	run := newRun(t, here)
	record := func(st *Store, p *selfplay.Pair) {
		t.Helper()
		if err := st.Recorder(run.ID).RecordPair(p); err != nil {
			t.Fatal(err)
		}
	}
	record(here, testPair(0))
	void := testPair(3)
	void.Games[1].Result = selfplay.NoResult
	record(here, void)
	there := copyOf(t, here)
	record(here, testPair(1))
	record(there, testPair(2))
	record(there, testPair(3)) // complete over there
	other := testPair(1)       // played again with another outcome
	other.Games[0].Moves = other.Games[0].Moves[:5]
	record(there, other)
	if err := there.FinishRun(ctx, run.ID, Finish{Status: Finished, Verdict: "H1", Ended: testStart.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	report, err := here.Import(ctx, there.Path())
	if err != nil {
		t.Fatal(err)
	}
	if r := report[0]; r.New || r.Pairs != 2 || r.Games != 4 || r.Conflicts != 1 {
		t.Errorf("report %+v, want 2 pairs, 4 games, 1 conflict", r)
	}
	done, err := here.DonePairs(ctx, run.ID)
	if err != nil || len(done) != 4 {
		t.Errorf("pairs %v, %v", done, err)
	}
	for _, g := range storedPair(t, here, GameFilter{Run: run.ID}) {
		want := testPair(g.Pair).Games[g.InPair]
		if len(g.Moves) != len(want.Moves) {
			t.Errorf("pair %d game %d has %d moves, want those of this database, %d", g.Pair, g.InPair, len(g.Moves), len(want.Moves))
		}
	}
	if r, err := here.Run(ctx, run.ID); err != nil || r.Status != Finished || r.Verdict != "H1" {
		t.Errorf("run %+v, %v", r, err)
	}
	mustBeSound(t, here)
}

func TestImportOlderSchema(t *testing.T) {
	old := schema1(t)
	before, err := os.ReadFile(old)
	if err != nil {
		t.Fatal(err)
	}
	st := newStore(t)
	report, err := st.Import(ctx, old)
	if err != nil || len(report) != 1 || report[0].Games != 6 {
		t.Fatalf("%+v, %v", report, err)
	}
	if after, err := os.ReadFile(old); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the older database was changed (%v)", err)
	}
	mustBeSound(t, st)
}

// A run that another process plays is left alone; the others are imported.
func TestImportLeavesPlayedRun(t *testing.T) {
	src := newStore(t)
	run := newRun(t, src)
	other := newRun(t, src)
	for _, r := range []*Run{run, other} {
		if err := src.Recorder(r.ID).RecordPair(testPair(0)); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "played.db")
	player, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := player.CreateRun(ctx, NewRun{Kind: Match, UID: run.UID, Players: testPlayers()}); err != nil {
		t.Fatal(err)
	}
	st := openStore(t, path)
	for _, played := range []bool{true, false} {
		report, err := st.Import(ctx, src.Path())
		if err != nil || len(report) != 2 {
			t.Fatalf("%+v, %v", report, err)
		}
		first := ImportedRun{Short: "m1", UID: run.UID, Kind: Match, Name: "test", Played: played}
		if !played {
			first.Pairs, first.Games = 1, 2
		}
		if report[0] != first || report[1].Played {
			t.Errorf("report %+v; want first %+v", report, first)
		}
		if n := count(t, st, "pairs"); n != map[bool]int{true: 1, false: 2}[played] {
			t.Errorf("%d pairs", n)
		}
		player.Close()
	}
	mustBeSound(t, st)
}

func TestImportRefuses(t *testing.T) {
	st := newStore(t)
	run := newRun(t, st)
	if err := st.Recorder(run.ID).RecordPair(testPair(0)); err != nil {
		t.Fatal(err)
	}
	_, err := st.Import(ctx, filepath.Join(t.TempDir(), "missing.db"))
	wantError(t, err, "no such database")
	_, err = st.Import(ctx, st.Path())
	wantError(t, err, "is the same file")
	_, err = st.Import(ctx, t.TempDir())
	wantError(t, err, "not an xqlab database")
	_, err = st.Import(ctx, script(t, "CREATE TABLE x(y)"))
	wantError(t, err, "not an xqlab database")
	_, err = st.Import(ctx, script(t, "CREATE TABLE runs(id); PRAGMA application_id=2020699234; PRAGMA user_version=99"))
	wantError(t, err, "schema 99 is newer")
	other := copyOf(t, st)
	if _, err := other.write.Exec("UPDATE players SET spec='builtin:depth=3' WHERE idx=0"); err != nil {
		t.Fatal(err)
	}
	_, err = st.Import(ctx, other.Path())
	wantError(t, err, "the run is in both databases, but 1 of its players differ")
}

package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func count(t *testing.T, st *Store, table string) (n int) {
	t.Helper()
	if err := st.read.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestDeleteAndVacuum(t *testing.T) {
	st, uids := fullDatabase(t)
	keep := newRun(t, st)
	if err := st.Recorder(keep.ID).RecordPair(testPair(0)); err != nil {
		t.Fatal(err)
	}
	big, err := st.CreateRun(ctx, NewRun{Kind: Data, Players: testPlayers()})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 300 {
		if err := st.Recorder(big.ID).RecordPair(largePair(n)); err != nil {
			t.Fatal(err)
		}
	}
	for _, uid := range append(uids, big.UID) {
		run, err := st.FindRun(ctx, uid)
		if errors.Is(err, ErrNoRun) {
			continue // a part of a run deleted before
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := st.DeleteRun(ctx, run.ID); err != nil {
			t.Fatal(err)
		}
	}
	for table, want := range map[string]int{
		"runs": 1, "players": 2, "pairs": 1, "games": 2, "game_moves": 2, "faults": 0, "game_totals": 2, "pair_totals": 1,
		"openings": 1, "opening_sets": 1, "weights": 1, "suites": 0, "suite_positions": 0, "suite_results": 0,
		"tuning_params": 0, "tuning_steps": 0, "run_weights": 0, "checkpoints": 0, "events": 0,
	} {
		if got := count(t, st, table); got > want || got == 0 && want > 0 {
			t.Errorf("%s: %d rows left, want %d", table, got, want)
		}
	}
	mustBeSound(t, st)
	r, err := st.Vacuum(ctx)
	if err != nil || r.After >= r.Before/2 {
		t.Errorf("vacuum: %+v, %v", r, err)
	}
	mustBeSound(t, st)
	next := newRun(t, st)
	if next.ID <= big.ID {
		t.Errorf("number %d is used again", next.ID)
	}
	wantError(t, st.DeleteRun(ctx, big.ID), "no such run")
}

func TestDoctorFinds(t *testing.T) {
	tests := []struct {
		name, damage string
		want         string // in one of the findings
	}{
		{"pair result", "UPDATE pairs SET result='LL' WHERE number=0", "games of pairs: run 1 pair 1: result LL, its games say"},
		{"pair without games", "DELETE FROM games WHERE pair=1", "games of pairs: run 1 pair 2: result"},
		{"game result", "UPDATE games SET result='1/2-1/2' WHERE id=1; UPDATE games SET result='1-0' WHERE id=2", "tallies of games: run 1"},
		{"totals", "UPDATE pair_totals SET pairs = pairs + 1", "tallies of pairs: run 1: stored sums differ from its games"},
		{"nodes", "UPDATE game_totals SET red_nodes = 0", "tallies of games: run 1: stored sums differ"},
		{"colours", "UPDATE games SET red=black, black=red WHERE id=1", "colours: run 1 pair 1 game 1: player 1 has Red against 0"},
		{"moves gone", "DELETE FROM game_moves WHERE game_id=2", "moves: run 1 pair 1 game 2: its moves are missing"},
		{"moves cut", "UPDATE game_moves SET data = substr(data, 1, 20) WHERE game_id=2", "moves: run 1 pair 1 game 2: packed moves:"},
		{"plies", "UPDATE games SET plies = plies + 1 WHERE id=3", "moves: run 1 pair 2 game 1:"},
		{"thinking", "UPDATE games SET red_us = red_us + 1 WHERE id=3", "the times of the moves are -1 (Red) and +0 (Black) microseconds"},
		{"illegal move", "UPDATE game_moves SET data = (SELECT data FROM game_moves WHERE game_id=3) WHERE game_id=1; " +
			"UPDATE games SET (plies, red_moves, red_us, black_moves, black_us) = " +
			"(SELECT plies, red_moves, red_us, black_moves, black_us FROM games WHERE id=3) WHERE id=1; " +
			"UPDATE openings SET fen='4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1' WHERE id=1", "moves: run 1 pair 1 game 1: ply 1:"},
		{"reference", "PRAGMA foreign_keys=0; DELETE FROM players WHERE idx=1; PRAGMA foreign_keys=1", "references: a row of"},
		{"end of run", "UPDATE runs SET ended=1", "ends of runs: run 1 is running with an end"},
		{"table gone", "PRAGMA foreign_keys=0; DROP TABLE pair_totals", "schema: table pair_totals is missing: take a copy"},
		{"runs gone", "PRAGMA foreign_keys=0; DROP TABLE runs", "schema: table runs is missing"},
		{"index gone", "DROP INDEX games_reason", "schema: index games_reason is missing"},
		{"column gone", "ALTER TABLE events DROP COLUMN text", "schema: column events.text is missing"},
		{"suite", "INSERT INTO suites(hash, name, size) VALUES ('h', 's', 3)", "suite sizes: suite s has 0 positions, not 3"},
		{"unused", "INSERT INTO weights VALUES ('dd', 'old', '')", "unused weights: 1 that no run refers to"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			st := newStore(t)
			run := newRun(t, st)
			for n := range 3 {
				if err := st.Recorder(run.ID).RecordPair(testPair(n)); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := st.write.Exec(tt.damage); err != nil {
				t.Fatal(err)
			}
			findings, err := st.Doctor(ctx, true)
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, f := range findings {
				all = append(all, f.Check+": "+f.Text)
			}
			if text := strings.Join(all, "\n"); !strings.Contains(text, tt.want) {
				t.Errorf("findings:\n%s\nwant one with %q", text, tt.want)
			}
		})
	}
}

// A file with broken pages gives findings or one clear error, never a panic.
func TestDamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "damaged.db")
	st, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	run := newRun(t, st)
	for n := range 20 {
		if err := st.Recorder(run.ID).RecordPair(testPair(n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for page := 1; page < len(data)/4096; page += 2 {
		broken := append([]byte{}, data...)
		for i := range 64 {
			broken[4096*page+i] ^= 0xa5
		}
		bad := filepath.Join(t.TempDir(), "bad.db")
		if err := os.WriteFile(bad, broken, 0o666); err != nil {
			t.Fatal(err)
		}
		st, err := OpenExisting(bad)
		if err != nil {
			wantError(t, err, "bad.db: ")
			continue
		}
		findings, err := st.Doctor(ctx, false)
		if err == nil && len(findings) == 0 {
			t.Errorf("page %d: the doctor finds nothing", page+1)
		}
		st.Close()
	}
}

func TestFindRun(t *testing.T) {
	st := newStore(t)
	for i, n := range []NewRun{
		{Kind: Match, Name: "king", UID: "aaaa1111-0000-4000-8000-000000000000"},
		{Kind: Suite, Name: "kills", UID: "aaaa2222-0000-4000-8000-000000000000"},
		{Kind: Data, Name: "m1", UID: "d3000000-0000-4000-8000-000000000000"},
		{Kind: Match, Name: "king", UID: "12340000-0000-4000-8000-000000000000"},
	} {
		if _, err := st.CreateRun(ctx, n); err != nil {
			t.Fatal(i, err)
		}
	}
	for arg, want := range map[string]string{
		"last": "m4", "m1": "m1", "1": "m1", "s2": "s2", "d3": "d3", "d300": "d3", "aaaa1": "m1", "AAAA2222": "s2",
		"kills": "s2", "1234": "m4", "12340000-0000-4000-8000-000000000000": "m4",
	} {
		if run, err := st.FindRun(ctx, arg); err != nil || run.Short != want {
			t.Errorf("%s: %v, %v; want %s", arg, run, err, want)
		}
	}
	for arg, want := range map[string]string{
		"": `no such run: ""`, "m2": `no such run: "m2"`, "s99": "no such run", "d30": "no such run", "bbbb": "no such run", "-1": "no such run",
		"king": `"king" fits 2 runs: m1 m4`, "aaaa": `"aaaa" fits 2 runs: m1 s2`, "99999999999999999999": "no such run",
	} {
		_, err := st.FindRun(ctx, arg)
		wantError(t, err, want)
	}
	empty := newStore(t)
	_, err := empty.FindRun(ctx, "last")
	wantError(t, err, "no such run: there are no runs yet")
}

func TestGameFilter(t *testing.T) {
	st := newStore(t)
	run := newRun(t, st)
	other := newRun(t, st)
	var all []*Game
	for n := range 12 {
		for _, r := range []RunID{run.ID, other.ID} {
			if err := st.Recorder(r).RecordPair(testPair(n)); err != nil {
				t.Fatal(err)
			}
		}
	}
	all = storedPair(t, st, GameFilter{Run: run.ID})
	zero, one, five := 0, 1, 5
	winner := func(g *Game) int {
		return map[string]int{"1-0": g.Red, "0-1": g.Black, "1/2-1/2": -1}[g.Result.String()]
	}
	tests := []struct {
		name string
		f    GameFilter
		keep func(*Game) bool
	}{
		{"player", GameFilter{Player: &one}, func(g *Game) bool { return true }},
		{"winner", GameFilter{Winner: &zero}, func(g *Game) bool { return winner(g) == 0 }},
		{"result", GameFilter{Result: all[0].Result}, func(g *Game) bool { return g.Result == all[0].Result }},
		{"reason", GameFilter{Reason: all[0].Reason}, func(g *Game) bool { return g.Reason == all[0].Reason }},
		{"reason and winner", GameFilter{Reason: "checkmate", Winner: &one}, func(g *Game) bool { return g.Reason == "checkmate" && winner(g) == 1 }},
		{"opening", GameFilter{Opening: &five}, func(g *Game) bool { return g.Opening.Index == 5 }},
		{"pair", GameFilter{Pair: &five, InPair: &one}, func(g *Game) bool { return g.Pair == 5 && g.InPair == 1 }},
		{"faults", GameFilter{Faults: true}, func(g *Game) bool { return false }},
		{"page", GameFilter{Limit: 5, Offset: 3}, func(g *Game) bool { n := 2*g.Pair + g.InPair; return n >= 3 && n < 8 }},
		{"rest", GameFilter{Offset: 20}, func(g *Game) bool { return 2*g.Pair+g.InPair >= 20 }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.f.Run = run.ID
			var want []int64
			for _, g := range all {
				if tt.keep(g) {
					want = append(want, g.ID)
				}
			}
			var got []int64
			for _, g := range storedPair(t, st, tt.f) {
				got = append(got, g.ID)
			}
			if len(got) != len(want) {
				t.Fatalf("games %v, want %v", got, want)
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("games %v, want %v", got, want)
				}
			}
		})
	}
	if n := len(storedPair(t, st, GameFilter{Reason: "checkmate"})) + len(storedPair(t, st, GameFilter{Reason: "perpetual check"})) +
		len(storedPair(t, st, GameFilter{Reason: "repetition"})); n != 48 {
		t.Errorf("%d games of all runs, want 48", n)
	}
}

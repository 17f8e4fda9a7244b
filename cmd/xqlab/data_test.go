package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/tune/dataset"
)

// masterGames are four games in Big5.
const masterGames = "../../tune/dataset/testdata/first4-big5.pgn"

// extracted makes a data file of the master games.
func extracted(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "four.xqd")
	code, _, errs := runMain("data", "extract", masterGames, "--weights", "seed", "--source", "four games", "--licence", "CC BY 4.0", "-o", path)
	if code != ui.ExitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	return path
}

func TestDataExtractAndInfo(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "four.xqd")
	code, stdout, errs := runMain("data", "extract", masterGames, "--weights", "seed", "--source", "four games", "--licence", "CC BY 4.0", "-o", path)
	if code != ui.ExitOK || stdout != "" {
		t.Fatalf("exit %d: %s%s", code, stdout, errs)
	}
	checkGolden(t, "data-extract.txt", errs)
	code, stdout, errs = runMain("data", "info", path)
	if code != ui.ExitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	checkGolden(t, "data-info.txt", stdout)
	code, stdout, _ = runMain("data", "info", path, "--json")
	var info dataset.Info
	if err := json.Unmarshal([]byte(stdout), &info); err != nil || code != ui.ExitOK || info.Games != 4 || info.Positions == 0 {
		t.Errorf("exit %d, %v, %+v", code, err, info)
	}
	code, stdout, errs = runMain("data", "export", path)
	if code != ui.ExitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	lines := strings.SplitAfter(stdout, "\n")
	if int64(len(lines)-2) != info.Positions {
		t.Errorf("%d lines of CSV for %d positions", len(lines)-1, info.Positions)
	}
	checkGolden(t, "data-export.csv", strings.Join(lines[:6], ""))
}

func TestDataTextRoundTrip(t *testing.T) {
	dir := t.TempDir()
	path := extracted(t, dir)
	_, want, _ := runMain("data", "export", path)
	for _, format := range []string{"csv", "epd"} {
		text, back := filepath.Join(dir, "t."+format), filepath.Join(dir, format+".xqd")
		for _, args := range [][]string{
			{"data", "export", path, "--format", format, "-o", text},
			{"data", "import", text, "--format", format, "-o", back},
		} {
			if code, _, errs := runMain(args...); code != ui.ExitOK {
				t.Fatalf("%v: exit %d: %s", args, code, errs)
			}
		}
		if _, got, _ := runMain("data", "export", back); got != want {
			t.Errorf("%s: positions come back changed", format)
		}
	}
}

// TestDataGenerate plays a few games at two concurrencies, takes them out of
// the run again, and scores them.
func TestDataGenerate(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	db := file("g.db")
	common := []string{"data", "generate", "--games", "3", "--nodes", "40", "--max-plies", "40", "--weights", "seed", "--seed", "9", "--quiet"}
	for _, args := range [][]string{
		append(common[:len(common):len(common)], "-c", "1", "--db", db, "-o", file("a.xqd")),
		append(common[:len(common):len(common)], "-c", "2", "--db", db, "-o", file("b.xqd")),
		{"data", "extract", "d1", "--db", db, "--skip-plies", "0", "--weights", "seed", "-o", file("c.xqd"), "--quiet"},
		{"data", "generate", "--resume", "d1", "--db", db, "-o", file("d.xqd"), "--quiet"},
		{"data", "score", file("a.xqd"), "--nodes", "50", "--weights", "seed", "--quiet", "-o", file("s.xqd")},
	} {
		if code, _, errs := runMain(args...); code != ui.ExitOK {
			t.Fatalf("%v: exit %d: %s", args, code, errs)
		}
	}
	read := func(name string) string {
		data, err := os.ReadFile(file(name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if read("a.xqd") != read("b.xqd") || read("a.xqd") != read("d.xqd") {
		t.Error("the file depends on the concurrency, or on resuming")
	}
	_, a, _ := runMain("data", "export", file("a.xqd"))
	if _, c, _ := runMain("data", "export", file("c.xqd")); a != c {
		t.Error("positions taken out of the run later differ")
	}
	code, stdout, _ := runMain("data", "info", file("s.xqd"), "--json")
	var info dataset.Info
	if err := json.Unmarshal([]byte(stdout), &info); err != nil || code != ui.ExitOK || info.Scored != info.Positions {
		t.Errorf("%d of %d positions scored, error %v", info.Scored, info.Positions, err)
	}
}

// TestDataGenerateInterrupt stops self-play by the keyboard's signal and goes
// on: the file is that of a run without interruption.
func TestDataGenerateInterrupt(t *testing.T) {
	var dir, db, out, stderr string
	var args []string
	// Where the run is over before it can be stopped, a longer one is tried.
	for games, code := 40, ui.ExitOK; code == ui.ExitOK; games *= 3 {
		if games > 4000 {
			t.Fatal("no run could be stopped")
		}
		dir = t.TempDir()
		db, out = filepath.Join(dir, "i.db"), filepath.Join(dir, "i.xqd")
		args = []string{"data", "generate", "--games", strconv.Itoa(games), "--nodes", "150", "--max-plies", "60", "--seed", "4", "-c", "2"}
		stored := func() bool {
			code, stdout, _ := runMain("results", "games", "d1", "--db", db, "--json")
			return code == ui.ExitOK && strings.Count(stdout, "\"result\"") > 2
		}
		code, stderr = interruptOnce(t, stored, append(args[:len(args):len(args)], "--db", db, "-o", out)...)
		if code != ui.ExitOK && (code != ui.ExitInterrupted || !strings.Contains(stderr, "xqlab data generate --resume d1 --db "+db+" -o "+out)) {
			t.Fatalf("exit %d, stderr %s", code, stderr)
		}
	}
	whole := filepath.Join(dir, "w.xqd")
	if exists(out) {
		t.Error("an interrupted run has written its file")
	}
	if code, _, errs := runMain("data", "generate", "--resume", "d1", "--db", db, "-o", out, "--quiet"); code != ui.ExitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	if code, _, errs := runMain(append(args, "--db", filepath.Join(dir, "w.db"), "-o", whole, "--quiet")...); code != ui.ExitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	a, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	if string(a) != string(b) {
		t.Error("an interruption changes the file")
	}
	if code, _, errs := runMain("data", "generate", "--resume", "d1", "--nodes", "5", "--db", db, "-o", out); code != ui.ExitUsage || !strings.Contains(errs, "--nodes cannot be changed") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// TestDataErrors: bad input ends with exit 2 and a clear word, and nothing is
// written.
func TestDataErrors(t *testing.T) {
	dir := t.TempDir()
	good := extracted(t, dir)
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cut := write("cut.xqd", whole[:len(whole)-100])
	newer := write("newer.xqd", append(append(append([]byte{}, whole[:8]...), 9, 0), whole[10:]...))
	labels := write("labels.csv", []byte("fen,label\n3k5/9/9/9/9/9/9/9/9/4K4 w,1\n3k5/9/9/9/9/9/9/9/9/4K4 b,1.5\n"))
	impossible := write("impossible.csv", []byte("fen,label\n4k4/9/9/9/9/9/9/9/9/4K4 w,1\n"))
	out := filepath.Join(dir, "out.xqd")
	for _, tt := range []struct{ args, want string }{
		{"data info " + cut, "the file ends inside a block: it was cut"},
		{"data info " + newer, "format version 9 is newer than this program knows"},
		{"data info " + labels, "not a file of labelled positions"},
		{"data info " + filepath.Join(dir, "none.xqd"), "no such file"},
		{"data export " + cut + " -o " + out, "it was cut"},
		{"data score " + cut + " -o " + out, "it was cut"},
		{"data score " + good + " --nodes 0 -o " + out, "--nodes 0: want at least 1"},
		{"data import " + labels + " -o " + out, "line 3: label 1.5 is outside 0..1"},
		{"data import " + impossible + " -o " + out, "line 2: FEN board"},
		{"data import " + labels + " --format xml -o " + out, `unknown format "xml" (want csv or epd)`},
		{"data extract " + masterGames + " --skip-plies 500 -o " + out, "no position is left: nothing was written"},
		{"data extract " + masterGames + " --skip-plies -1 -o " + out, "skipped plies -1: want 0 or more"},
		{"data extract " + masterGames, "--out: the name of a data file is needed"},
		{"data extract nothing.pgn -o " + out + " --db " + filepath.Join(dir, "none.db"), "nothing.pgn is no file, and as a run:"},
		{"data extract " + masterGames + " --weights none.toml -o " + out, "--weights: "},
		{"data generate --games 0 -o " + out + " --db " + filepath.Join(dir, "x.db"), "games 0: want at least 1"},
		{"data generate --resume d9 -o " + out + " --db " + filepath.Join(dir, "x.db"), "d9"},
	} {
		code, _, errs := runMain(strings.Fields(tt.args)...)
		if code != ui.ExitUsage || !strings.Contains(errs, tt.want) {
			t.Errorf("%s: exit %d, stderr %s\nwant %q", tt.args, code, errs, tt.want)
		}
		if exists(out) {
			t.Fatalf("%s: a file was written", tt.args)
		}
	}
}

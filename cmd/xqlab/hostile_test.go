package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/board"
	"xqlab/results/store"
)

// fullDisk fails every write.
type fullDisk struct{}

var errFull = errors.New("no space left on device")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestLostOutput: a command whose output cannot be written does not succeed.
func TestLostOutput(t *testing.T) {
	for _, args := range []string{"--help", "version", "judge --moves h2e2", "convert move h2e2", "perft --depth 1", "stats elo 1 2 3", "weights show default"} {
		var errs bytes.Buffer
		code := Main(strings.Fields(args), strings.NewReader(""), fullDisk{}, &errs)
		if code != ui.ExitFault || !strings.Contains(errs.String(), errFull.Error()) {
			t.Errorf("%s: exit %d, stderr %q", args, code, errs.String())
		}
	}
}

// TestLostAnswer: an answer that a full disk swallowed is a fault of the machine,
// also when it is "no".
func TestLostAnswer(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no device that is always full")
	}
	defer full.Close()
	file := filepath.Join(t.TempDir(), "perft.tsv")
	if err := os.WriteFile(file, []byte("fen\tdepth\tnodes\n"+board.StartFEN+"\t1\t43\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"perft", "--file", file}
	if code, _, errs := runMain(args...); code != ui.ExitNo {
		t.Fatalf("exit %d, stderr %q", code, errs)
	}
	var errs bytes.Buffer
	if code := Main(args, strings.NewReader(""), full, &errs); code != ui.ExitFault || !strings.Contains(errs.String(), "no space left on device") {
		t.Errorf("exit %d, stderr %q", code, errs.String())
	}
}

// TestConvertKeepsOutput: a conversion without a game leaves the output file.
func TestConvertKeepsOutput(t *testing.T) {
	dir := t.TempDir()
	out, garbage, empty := filepath.Join(dir, "out.pgn"), filepath.Join(dir, "garbage"), filepath.Join(dir, "empty")
	for path, text := range map[string]string{out: "precious", garbage: "\x00\xff\x1b no game"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(empty, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, in := range []string{garbage, empty, filepath.Join(dir, "none")} {
		code, _, stderr := runMain("convert", "games", in, "-o", out)
		got, err := os.ReadFile(out)
		if code != ui.ExitUsage || !strings.Contains(stderr, "xqlab: ") || err != nil || string(got) != "precious" {
			t.Errorf("%s: exit %d, stderr %q, output file %q, %v", in, code, stderr, got, err)
		}
	}
}

// TestMatchBadPGN: a --pgn that cannot be written leaves no run behind.
func TestMatchBadPGN(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "r.db")
	for _, pgn := range []string{dir, filepath.Join(dir, "none", "x.pgn")} {
		code, _, stderr := runMain("match", "--a", "builtin", "--b", "builtin", "--pairs", "1", "--nodes", "20", "--pgn", pgn, "--db", db)
		if code != ui.ExitUsage || !strings.HasPrefix(stderr, "xqlab: --pgn: ") {
			t.Errorf("--pgn %s: exit %d, stderr %q", pgn, code, stderr)
		}
	}
	if exists(db) {
		t.Error("a database was made for a run that cannot begin")
	}
	pgn := filepath.Join(dir, "new.pgn")
	for _, args := range [][]string{{"--resume", "m1"}, {"--a", "builtin", "--b", "cmd=" + filepath.Join(dir, "none"), "--nodes", "20"}} {
		if code, _, stderr := runMain(append([]string{"match", "--pgn", pgn, "--db", filepath.Join(dir, "x.db")}, args...)...); code != ui.ExitUsage {
			t.Errorf("%v: exit %d, stderr %q", args, code, stderr)
		}
		if exists(pgn) {
			t.Errorf("%v: a file of games was left by a run that never began", args)
		}
	}
}

// TestDoctorOfWreck: the doctor calls a database that cannot be opened
// damaged, and does not send people to itself.
func TestDoctorOfWreck(t *testing.T) {
	db := filepath.Join(t.TempDir(), "wreck.db")
	st, err := store.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(db, 100); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := runMain("results", "doctor", "--db", db)
	if code != ui.ExitNo || stderr != "" || !strings.Contains(stdout, "damaged") || strings.Contains(stdout, "results doctor") {
		t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// TestGarbageTSV: the message about a file that is no TSV is short and shows
// no control characters.
func TestGarbageTSV(t *testing.T) {
	file := filepath.Join(t.TempDir(), "garbage")
	if err := os.WriteFile(file, []byte(strings.Repeat("\x1b[31m\x00\xff", 1000)), 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := runMain("perft", "--file", file)
	if code != ui.ExitUsage || len(stderr) > 1000 || strings.ContainsAny(stderr, "\x1b\x00") {
		t.Errorf("exit %d, %d bytes: %.200q", code, len(stderr), stderr)
	}
}

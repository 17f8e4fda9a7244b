package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
)

func TestEngineCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for time limits")
	}
	log := filepath.Join(t.TempDir(), "lines.log")
	code, stdout, stderr := runMain("engine", "check", fakeSpec(t, "good", ""), "--log", log)
	if code != ui.ExitOK || !strings.Contains(stdout, "0 failed") || !strings.Contains(stdout, "ok    moves are legal") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	data, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(data), "good > isready\n") || !strings.Contains(string(data), "good < readyok\n") {
		t.Errorf("the log: %v, %d bytes", err, len(data))
	}
	code, stdout, stderr = runMain("engine", "check", fakeSpec(t, "bad", "answer=bestmove_e0e5"), "--json")
	var report struct {
		Steps []struct{ Name, Mark string }
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || code != ui.ExitNo || len(report.Steps) < 10 {
		t.Errorf("exit %d, %v\n%s%s", code, err, stdout, stderr)
	}
	code, stdout, stderr = runMain("engine", "check", "cmd=/no/such/engine")
	if code != ui.ExitNo || !strings.Contains(stdout, "/no/such/engine") || !strings.Contains(stdout, "skip") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	code, _, stderr = runMain("engine", "check", "builtin")
	if code != ui.ExitUsage || !strings.Contains(stderr, "built-in") {
		t.Errorf("exit %d\n%s", code, stderr)
	}
}

func TestEngineList(t *testing.T) {
	file := filepath.Join(t.TempDir(), "engines.toml")
	text := "[zeta]\ncmd = \"bin/zeta\"\nproto = \"ucci\"\ndepth = 6\n\n[alpha]\nproto = \"builtin\"\nweights = \"seed\"\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := runMain("engine", "list", "--engines", file)
	want := "name\tprotocol\tlimits\tcommand\nalpha\tbuiltin\t\tbuiltin:weights=seed\nzeta\tucci\tdepth=6\t" + filepath.Join(filepath.Dir(file), "bin/zeta") + "\n"
	if code != ui.ExitOK || stdout != want {
		t.Errorf("exit %d\n%s%swant\n%s", code, stdout, stderr, want)
	}
	// A named engine plays, with a limit of its own.
	db := filepath.Join(t.TempDir(), "e.db")
	r, _ := playJSON(t, ui.ExitOK, "match", "--engines", file, "--a", "alpha:nodes=20", "--b", "builtin", "--depth", "1", "--pairs", "1", "--max-plies", "40", "--db", db)
	if r.Size.Games != 2 {
		t.Errorf("%+v", r)
	}
	code, _, stderr = runMain("engine", "list", "--engines", filepath.Join(filepath.Dir(file), "none.toml"))
	if code != ui.ExitUsage || !strings.Contains(stderr, "none.toml") {
		t.Errorf("exit %d\n%s", code, stderr)
	}
}

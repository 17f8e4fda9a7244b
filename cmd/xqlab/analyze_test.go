package main

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// mateFEN is mate in one: a1a9, 车九进八.
const mateFEN = "3k5/8R/9/9/9/9/9/9/R8/5K3 w - - 0 1"

var clockFigures = regexp.MustCompile(`nodes/s [0-9]+|time [0-9.]+s|[0-9]+ +[0-9]+\.[0-9]+s`)

// TestAnalyzeText shows the table for people, less what the clock says.
func TestAnalyzeText(t *testing.T) {
	code, out, errs := runMain("analyze", "--fen", mateFEN, "--depth", "1", "--hash", "1")
	if code != 0 || errs != "" {
		t.Fatalf("exit %d, stderr %q", code, errs)
	}
	for _, want := range []string{
		mateFEN + "  (red to move)\n", "  mate 1 ", "  a1a9\n", "  车九进八\n", "best a1a9 车九进八  score mate 1  depth 1  nodes ",
	} {
		if !strings.Contains(clockFigures.ReplaceAllString(out, "#"), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for _, tt := range []struct{ fen, want string }{
		{"3k5/9/9/9/9/9/9/9/3p1p3/4K4 w", "no legal move: red is stalemated, which loses\n"},
		{"3k5/3R5/3R5/9/9/9/9/9/9/4K4 b", "no legal move: black is mated\n"},
	} {
		code, out, errs := runMain("analyze", "--fen", tt.fen, "--depth", "3")
		if code != 0 || errs != "" || !strings.HasSuffix(out, tt.want) {
			t.Errorf("%s: exit %d, stdout %q, stderr %q", tt.fen, code, out, errs)
		}
	}
	if _, out, _ := runMain("analyze", "--depth", "2", "--multipv", "2"); !strings.Contains(out, "  2. ") {
		t.Errorf("the second line is not numbered:\n%s", out)
	}
}

// TestAnalyzeJSON: one document whose lines are legal in both notations.
func TestAnalyzeJSON(t *testing.T) {
	code, out, errs := runMain("analyze", "--moves", "炮二平五 马８进７", "--depth", "4", "--multipv", "3", "--hash", "1", "--threads", "1", "--notation", "wxf", "--json")
	if code != 0 || errs != "" {
		t.Fatalf("exit %d, stderr %q", code, errs)
	}
	var a analysis
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil || d.More() {
		t.Fatalf("not one document: %v\n%s", err, out)
	}
	if a.Side != "red" || a.Depth != 4 || a.Best == nil || a.Score.CP == nil || a.Interrupted || a.Options.MultiPV != 3 || a.Options.Depth != 4 {
		t.Errorf("got %+v", a)
	}
	if len(a.Lines) != 3 || len(a.History) != 12 {
		t.Fatalf("%d lines, %d in the history, want 3 and 12", len(a.Lines), len(a.History))
	}
	if a.Lines[0].PV[0] != *a.Best || a.Lines[0].Text[0] != a.BestText || *a.Lines[0].Score.CP < *a.Lines[1].Score.CP {
		t.Errorf("lines %+v, best %s %s", a.Lines, *a.Best, a.BestText)
	}
	for _, l := range a.History {
		p, err := board.ParseFEN(a.FEN)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.PV) == 0 || len(l.PV) != len(l.Text) {
			t.Fatalf("line %+v", l)
		}
		for i := range l.PV {
			m, err := notation.Parse(p, l.PV[i], notation.ICCS)
			w, err2 := notation.Parse(p, l.Text[i], notation.WXF)
			if err != nil || err2 != nil || m != w {
				t.Fatalf("line %v %v: %v, %v", l.PV, l.Text, err, err2)
			}
			p.Make(m)
		}
	}

	_, out, _ = runMain("analyze", "--fen", "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w", "--json")
	for _, want := range []string{`"best": null`, `"mate": 0`, `"lines": []`} {
		if !strings.Contains(out, want) {
			t.Errorf("stalemated: no %s in\n%s", want, out)
		}
	}
}

func TestAnalyzeBadInput(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string // start of the line on stderr
	}{
		{[]string{"--fen", "9/9 w"}, "xqlab: --fen: FEN board"},
		{[]string{"--moves", "h2e2 h2e2"}, "xqlab: --moves: ply 2: "},
		{[]string{"--moves", "qq"}, "xqlab: --moves: ply 1: "},
		{[]string{"--depth", "0"}, "xqlab: --depth: "},
		{[]string{"--depth", "many"}, "xqlab: --depth: "},
		{[]string{"--nodes", "-4"}, "xqlab: --nodes: "},
		{[]string{"--movetime", "soon"}, "xqlab: --movetime: "},
		{[]string{"--multipv", "0"}, "xqlab: --multipv 0"},
		{[]string{"--threads", "1000"}, "xqlab: --threads 1000"},
		{[]string{"--hash", "-1"}, "xqlab: --hash -1"},
		{[]string{"--weights", "no/such.toml"}, "xqlab: --weights: weights: open no/such.toml"},
		{[]string{"--ruleset", "chess"}, "xqlab: --ruleset: "},
		{[]string{"--notation", "chess"}, "xqlab: --notation: "},
	} {
		code, out, errs := runMain(append([]string{"analyze"}, tt.args...)...)
		if code != ui.ExitUsage || out != "" || !strings.HasPrefix(errs, tt.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: exit %d, stdout %q, stderr %q\nwant exit 2 and %q...", tt.args, code, out, errs, tt.want)
		}
	}
}

// TestAnalyzeInterrupted: the keyboard's interrupt ends an endless search with
// what it has found.
func TestAnalyzeInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no interrupt to send to a process")
	}
	cmd := command(t, "analyze", "--movetime", "1000")
	var errs strings.Builder
	cmd.Stderr = &errs
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewScanner(pipe)
	for range 6 { // the head of the table and two lines
		out.Scan()
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	last := ""
	for out.Scan() {
		last = out.Text()
	}
	err = cmd.Wait()
	if cmd.ProcessState.ExitCode() != ui.ExitInterrupted || errs.String() != "xqlab: interrupted\n" {
		t.Errorf("%v, stderr %q, want exit 3", err, errs.String())
	}
	if !strings.HasPrefix(last, "best ") {
		t.Errorf("last line %q, want the best move", last)
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	judgeFEN   = "3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1"
	judgeMoves = "h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9"
)

// runJudgeMain runs one judge command line and returns exit code, stdout and stderr.
func runJudgeMain(stdin string, args ...string) (int, string, string) {
	var out, errs bytes.Buffer
	code := Main(append([]string{"judge"}, args...), strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

func TestJudgeText(t *testing.T) {
	tests := []struct {
		name string
		args []string
		code int
		want string // whole stdout, or the start of stderr if the code is not 0
	}{
		{"chase", []string{"--fen", judgeFEN, "--moves", judgeMoves}, 0,
			"black wins: perpetual chase at ply 8\n  position seen 3 times, plies 1-8\n  red level 1: chases on every move n i9 with R h0\n  black level 0: idle\n"},
		{"basic", []string{"--ruleset", "basic", "--fen", judgeFEN, "--moves", judgeMoves}, 0,
			"draw: repetition draw at ply 8\n  position seen 3 times, plies 1-8\n  red level 0: idle\n  black level 0: idle\n"},
		{"second occurrence", []string{"--nfold", "2", "--ruleset", "ASIAN", "--fen", judgeFEN, "--moves", judgeMoves}, 0,
			"black wins: perpetual chase at ply 4\n  position seen 2 times, plies 1-4\n  red level 1: chases on every move n i9 with R h0\n  black level 0: idle\n  4 moves after the end ignored\n"},
		{"limit", []string{"--limit", "2", "--fen", judgeFEN, "--moves", "h0i0 i9h7"}, 0, "draw: natural-move limit at ply 2\n"},
		{"goes on", []string{"--moves", "h2e2\th9g7"}, 0, "none: the game goes on after 2 plies, 2 of them quiet\n"},
		{"no moves", nil, 0, "none: the game goes on after 0 plies, 0 of them quiet\n"},
		{"stalemate at the start", []string{"--fen", "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1"}, 0, "black wins: no legal move at ply 0\n"},

		{"illegal move", []string{"--fen", "1Cbakrb2/5n3/9/p2R4p/4p4/2p6/P1r5P/4B4/9/1RBAKA3 w", "--moves", "b7e7 e9e8"}, 2,
			"xqlab: --moves: ply 1, b7e7: illegal: no piece on b7 "},
		{"not a move", []string{"--moves", "h2e2 h9g77"}, 2, "xqlab: --moves: ply 2, h9g77: not a move: "},
		{"illegal after the end", []string{"--fen", judgeFEN, "--moves", judgeMoves + " a0a1"}, 2, "xqlab: --moves: ply 9, a0a1: illegal after the end of the game (black wins: perpetual chase"},
		{"fen", []string{"--fen", "9/9 w"}, 2, "xqlab: --fen: "},
		{"rule set", []string{"--ruleset", "cxa"}, 2, `xqlab: --ruleset: unknown rule set "cxa": want chinese, asian, basic`},
		{"nfold", []string{"--nfold", "1"}, 2, "xqlab: --nfold 1: want 2 or more"},
		{"limit out of range", []string{"--limit", "-2"}, 2, "xqlab: --limit -2: want plies"},
		{"file and fen", []string{"--file", "x", "--fen", judgeFEN}, 2, "xqlab: --file and --fen or --moves exclude each other"},
		{"no file", []string{"--file", "does/not/exist.tsv"}, 2, "xqlab: open does/not/exist.tsv"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, out, errs := runJudgeMain("", tt.args...)
			switch {
			case code != tt.code:
				t.Errorf("exit %d, want %d\n%s%s", code, tt.code, out, errs)
			case code == 0 && (out != tt.want || errs != ""):
				t.Errorf("got  %q (stderr %q)\nwant %q", out, errs, tt.want)
			case code != 0 && (!strings.HasPrefix(errs, tt.want) || out != "" || strings.Count(errs, "\n") != 1):
				t.Errorf("got  %q (stdout %q)\nwant %q...", errs, out, tt.want)
			}
		})
	}
}

func TestJudgeJSON(t *testing.T) {
	code, out, errs := runJudgeMain("", "--json", "--ruleset", "asian", "--fen", judgeFEN, "--moves", judgeMoves+" h0h1")
	if code != 0 || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	var doc map[string]any
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for key, want := range map[string]any{
		"verdict": "black", "score": "0-1", "reason": "perpetual chase", "ply": 8.0, "ruleset": "asian", "nfold": 3.0, "limit": 100.0,
		"fen": judgeFEN, "plies": 8.0, "quiet": 8.0, "ignored": 1.0, "end_fen": "3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 8 5",
	} {
		if doc[key] != want {
			t.Errorf("%s: %v, want %v", key, doc[key], want)
		}
	}
	cycle, _ := doc["cycle"].(map[string]any)
	if cycle == nil || cycle["first_ply"] != 1.0 {
		t.Errorf("cycle %v", doc["cycle"])
	}
}

// TestJudgeFile runs the vectors of the rules package and rows that differ.
func TestJudgeFile(t *testing.T) {
	vectors := filepath.Join("..", "..", "engine", "rules", "testdata", "repetition.tsv")
	code, out, errs := runJudgeMain("", "--file", vectors)
	if code != 0 || errs != "" || out != "255 checked, 0 differ\n" {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	data, err := os.ReadFile(vectors)
	if err != nil {
		t.Fatal(err)
	}
	if code, out, errs := runJudgeMain(strings.ReplaceAll(string(data), "\n", "\r\n"), "--file", "-"); code != 0 || out != "255 checked, 0 differ\n" {
		t.Errorf("CRLF on stdin: exit %d\n%s%s", code, out, errs)
	}

	const header = "id\truleset\tfen\tmoves\tverdict\twhy\n"
	row := func(id, ruleset, moves, verdict string) string {
		return strings.Join([]string{id, ruleset, judgeFEN, moves, verdict, "-"}, "\t") + "\n"
	}
	rows := header +
		row("good", "chinese", judgeMoves, "black") +
		row("wrong", "chinese", judgeMoves, "red") +
		row("late", "chinese", judgeMoves+" h0h1", "none") +
		row("open", "basic", "h0i0", "draw")
	code, out, errs = runJudgeMain(rows, "--file", "-")
	want := "-: line 3: wrong: got black (black wins: perpetual chase at ply 8; position seen 3 times, plies 1-8; red level 1: chases on every move n i9 with R h0; black level 0: idle), want red\n" +
		"-: line 4: late: after 8 of 9 plies: got black (black wins: perpetual chase at ply 8; position seen 3 times, plies 1-8; red level 1: chases on every move n i9 with R h0; black level 0: idle), want none\n" +
		"-: line 5: open: got none (the game goes on), want draw\n" +
		"4 checked, 3 differ\n"
	if code != 1 || out != want || errs != "" {
		t.Errorf("exit %d\ngot\n%s%s\nwant\n%s", code, out, errs, want)
	}
	code, out, _ = runJudgeMain(rows, "--json", "--file", "-")
	var doc fileCheck[judgedRow]
	if err := json.Unmarshal([]byte(out), &doc); err != nil || code != 1 || doc.Checked != 4 || doc.Differ != 3 || len(doc.Rows) != 3 || doc.Rows[0].ID != "wrong" {
		t.Errorf("exit %d, %v, %s", code, err, out)
	}
	if code, out, _ := runJudgeMain(header+row("two", "chinese", "h0i0 i9h7 i0h0 h7i9", "black"), "--nfold", "2", "--file", "-"); code != 0 {
		t.Errorf("--nfold is ignored: %s", out)
	}

	faults := []struct{ rows, want string }{
		{"", "xqlab: -: empty file"},
		{"id\tfen\tverdict\n", `xqlab: -: line 1: no column "moves"`},
		{header + "a\tb\n", "xqlab: -: line 2: 2 columns, want 6"},
		{header + row("x", "chinese", "h0i0 i9i8", "none"), "xqlab: -: line 2: ply 2, i9i8: illegal: a horse cannot move so from i9"},
		{header + row("x", "chinese", "h0i0 i9", "none"), "xqlab: -: line 2: ply 2, i9: not a move"},
		{header + row("x", "cxa", "h0i0", "none"), "xqlab: -: line 2: unknown rule set"},
		{header + row("x", "chinese", "h0i0", "white"), `xqlab: -: line 2: verdict "white"`},
		{header + strings.Replace(row("x", "chinese", "h0i0", "none"), "3k4n", "3q4n", 1), "xqlab: -: line 2: FEN"},
	}
	for _, tt := range faults {
		code, out, errs := runJudgeMain(tt.rows, "--file", "-")
		if code != 2 || !strings.HasPrefix(errs, tt.want) || out != "" {
			t.Errorf("%q: exit %d %q %q, want %q", tt.rows, code, out, errs, tt.want)
		}
	}
}

// FuzzJudgeFile feeds arbitrary text as a file of games: an answer or a refusal
// of one line, never a panic.
func FuzzJudgeFile(f *testing.F) {
	data, err := os.ReadFile(filepath.Join("..", "..", "engine", "rules", "testdata", "repetition.tsv"))
	if err != nil {
		f.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	f.Add("")
	f.Add(lines[0])
	for i := 1; i < len(lines); i += 25 {
		f.Add(lines[0] + lines[i])
	}
	f.Add("fen\tmoves\tverdict\n4k4/9/9/9/9/9/9/9/9/3K5 w\t\tnone\n")
	f.Fuzz(func(t *testing.T, text string) {
		code, out, errs := runJudgeMain(text, "--file", "-")
		switch {
		case code < 0 || code > 2:
			t.Fatalf("exit %d", code)
		case code == 2 && strings.Count(errs, "\n") != 1:
			t.Fatalf("refusal of several lines: %q", errs)
		case code < 2 && !strings.HasSuffix(out, " differ\n"):
			t.Fatalf("no closing line: %q", out)
		}
	})
}

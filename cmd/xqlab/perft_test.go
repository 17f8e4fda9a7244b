package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
)

// perftTimes replaces the figures of a perft line that differ from run to run.
var perftTimes = regexp.MustCompile(`time \d+ ms  \d+\.\d Mn/s`)

const kingsFEN = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"

func TestPerftCommand(t *testing.T) {
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"start", []string{"--depth", "3"}, "nodes 79666  TIME\n"},
		{"short flag", []string{"-d", "1"}, "nodes 44  TIME\n"},
		{"depth 0", []string{"--depth", "0"}, "nodes 1  TIME\n"},
		{"threads", []string{"--depth", "3", "--threads", "3"}, "nodes 79666  TIME\n"},
		{"position", []string{"--fen", "4k4/8R/9/9/9/9/9/9/9/rrEA1K3 w 0 1", "--depth", "1"}, "nodes 21  TIME\n"},
		{"divide", []string{"--fen", kingsFEN, "--depth", "2", "--divide"},
			"e0f0: 2\ne0e1: 1\nnodes 3  TIME\n"},
		{"divide in depth 0", []string{"--depth", "0", "--divide"}, "nodes 1  TIME\n"},
		{"no move", []string{"--fen", "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1", "--divide"}, "nodes 0  TIME\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, stdout, stderr := runMain(append([]string{"perft"}, tc.args...)...)
			if got := perftTimes.ReplaceAllString(stdout, "TIME"); code != ui.ExitOK || got != tc.want || stderr != "" {
				t.Errorf("%v: exit %d, stderr %q, stdout\n%swant\n%s", tc.args, code, stderr, got, tc.want)
			}
		})
	}
}

func TestPerftJSON(t *testing.T) {
	code, stdout, _ := runMain("perft", "--json", "--fen", kingsFEN, "--depth", "2", "--divide")
	var got perftResult
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != ui.ExitOK {
		t.Fatalf("exit %d, %v: %s", code, err, stdout)
	}
	if got.FEN != kingsFEN || got.Depth != 2 || got.Nodes != 3 || got.NPS <= 0 ||
		len(got.Divide) != 2 || got.Divide["e0e1"] != 1 || got.Divide["e0f0"] != 2 {
		t.Errorf("got %+v", got)
	}
	if code, stdout, _ = runMain("perft", "--json", "--depth", "1"); code != ui.ExitOK || strings.Contains(stdout, "divide") {
		t.Errorf("exit %d, %s", code, stdout)
	}
}

func TestPerftUsage(t *testing.T) {
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"negative depth", []string{"--depth", "-1"}, "xqlab: --depth -1: want 0 to 20 plies"},
		{"depth too large", []string{"--depth", "21"}, "xqlab: --depth 21: want 0 to 20 plies"},
		{"depth no number", []string{"--depth", "x"}, `xqlab: --depth "x": want a whole number (see xqlab perft --help)`},
		{"no threads", []string{"--threads", "0"}, "xqlab: --threads 0: want at least 1"},
		{"bad fen", []string{"--fen", "9/9"}, "xqlab: --fen: FEN board: too few rows: 2 instead of 10"},
		{"empty fen", []string{"--fen", ""}, "xqlab: --fen: FEN board: empty input: no board field"},
		{"argument", []string{"5"}, `xqlab: unknown command "5" for "xqlab perft"`},
		{"unknown flag", []string{"--dept", "5"}, "xqlab: unknown flag: --dept (see xqlab perft --help)"},
		{"file and fen", []string{"--file", "-", "--fen", kingsFEN}, "xqlab: --fen does not go with --file, whose rows have their own"},
		{"file and depth", []string{"--file", "-", "--depth", "2"}, "xqlab: --depth does not go with --file"},
		{"file and divide", []string{"--file", "-", "--divide"}, "xqlab: --divide does not go with --file"},
		{"no file", []string{"--file", "nowhere.tsv"}, "xqlab: open nowhere.tsv: no such file"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, stdout, stderr := runMain(append([]string{"perft"}, tc.args...)...)
			checkRefused(t, tc.args, code, stdout, stderr, tc.want)
		})
	}
}

// checkRefused checks that a command line ended with exit code 2, one line on
// stderr that begins as wanted, and nothing on stdout.
func checkRefused(t *testing.T, args []string, code int, stdout, stderr, want string) {
	t.Helper()
	if code != ui.ExitUsage || stdout != "" || !strings.HasPrefix(stderr, want) || strings.Count(stderr, "\n") != 1 {
		t.Errorf("%q: exit %d, stdout %q, stderr %q, want %q", args, code, stdout, stderr, want)
	}
}

// runWithInput runs one command line with the given stdin.
func runWithInput(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = Main(args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

func TestPerftFile(t *testing.T) {
	const header = "fen\tdepth\tnodes\n"
	good := kingsFEN + "\t1\t2\n" + kingsFEN + "\t2\t3\n" + kingsFEN + "\t0\t1\n"
	for _, tc := range []struct {
		name, in   string
		code       int
		out, stder string
	}{
		{"all agree", header + good, ui.ExitOK, "3 checked, 0 differ\n", ""},
		{"blank lines, CR LF and BOM", "\uFEFF" + strings.ReplaceAll(header+"\n"+good, "\n", "\r\n") + "\n", ui.ExitOK, "3 checked, 0 differ\n", ""},
		{"no last line end", header + kingsFEN + "\t1\t2", ui.ExitOK, "1 checked, 0 differ\n", ""},
		{"other columns and order", "id\tnodes\tdepth\tfen\nx\t2\t1\t" + kingsFEN + "\n", ui.ExitOK, "1 checked, 0 differ\n", ""},
		{"header only", header, ui.ExitOK, "0 checked, 0 differ\n", ""},
		{"one differs", header + good + kingsFEN + "\t1\t5\n", ui.ExitNo,
			"-: line 5: " + kingsFEN + " depth 1: got 2, want 5\n4 checked, 1 differ\n", ""},
		{"empty", "", ui.ExitUsage, "", "xqlab: -: empty file: no header line\n"},
		{"no header", good, ui.ExitUsage, "", "xqlab: -: line 1: no column \"fen\" in the header"},
		{"short row", header + kingsFEN + "\t1\n", ui.ExitUsage, "", "xqlab: -: line 2: 2 columns, want 3"},
		{"bad fen", header + "9/9\t1\t2\n", ui.ExitUsage, "", "xqlab: -: line 2: FEN board: too few rows: 2 instead of 10\n"},
		{"bad depth", header + kingsFEN + "\tx\t2\n", ui.ExitUsage, "", "xqlab: -: line 2: depth \"x\": want 0 to 20 plies\n"},
		{"depth too large", header + kingsFEN + "\t21\t2\n", ui.ExitUsage, "", "xqlab: -: line 2: depth \"21\": want 0 to 20 plies\n"},
		{"bad nodes", header + kingsFEN + "\t1\t-2\n", ui.ExitUsage, "", "xqlab: -: line 2: nodes \"-2\": want a count\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, stdout, stderr := runWithInput(tc.in, "perft", "--file", "-")
			if code != tc.code || stdout != tc.out || !strings.HasPrefix(stderr, tc.stder) || tc.stder == "" && stderr != "" {
				t.Errorf("exit %d, stdout %q, stderr %q\nwant %d, %q, %q", code, stdout, stderr, tc.code, tc.out, tc.stder)
			}
		})
	}
}

func TestPerftFileJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.tsv")
	rows := "fen\tdepth\tnodes\n" + kingsFEN + "\t1\t2\n" + kingsFEN + "\t2\t7\n"
	if err := os.WriteFile(path, []byte(rows), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := runMain("perft", "--json", "--threads", "2", "--file", path)
	var got fileCheck[perftRow]
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != ui.ExitNo || stderr != "" {
		t.Fatalf("exit %d, %v, stderr %q: %s", code, err, stderr, stdout)
	}
	if got.Checked != 2 || got.Differ != 1 || len(got.Rows) != 1 || got.Rows[0] != (perftRow{3, kingsFEN, 2, 3, 7}) {
		t.Errorf("got %+v", got)
	}
	if err := os.WriteFile(path, []byte(rows[:strings.LastIndex(rows[:len(rows)-1], "\n")+1]), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, _ = runMain("perft", "--json", "--file", path)
	if code != ui.ExitOK || !strings.Contains(stdout, `"rows": []`) {
		t.Errorf("exit %d, %s", code, stdout)
	}
}

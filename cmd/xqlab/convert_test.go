package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
)

// runInput runs one command line with the given stdin.
func runInput(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = Main(args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

func TestConvertMove(t *testing.T) {
	const twoRooks = "5k3/9/9/4R4/9/9/9/4R4/9/3K5 w"
	for _, tt := range []struct {
		name string
		args string
		code int
		want string // stdout, or part of stderr if the code is not 0
	}{
		{"to chinese", "--to chinese h2e2 h9g7", 0, "炮二平五\n马８进７\n"},
		{"to wxf", "--to wxf 炮二平五 马８进７", 0, "C2=5\nH8+7\n"},
		{"mixed input", "H2-E2 马8进7 C8+4", 0, "h2e2\nh9g7\nb2b6\n"},
		{"1..10", "--from uci10 --to iccs-hyphen h3e3", 0, "H2-E2\n"},
		{"1..10 found out", "h3e3 h10g8", 0, "h2e2\nh9g7\n"},
		{"front rook", "--fen|" + twoRooks + "|--from|wxf|--to|traditional|R++1", 0, "前車進一\n"},
		{"ambiguous", "--fen|" + twoRooks + "|车五进一", 2, "ply 1: ambiguous move"},
		{"illegal", "h2e2 h9g8", 2, `ply 2: illegal move "h9g8"`},
		{"wrong dialect", "--from iccs h3e3", 2, "legal in the 1..10 dialect"},
		{"no move", "--to wxf", 2, "no move given"},
		{"bad notation", "--to klingon h2e2", 2, "--to: unknown notation"},
		{"bad source notation", "--from klingon h2e2", 2, "--from: unknown notation"},
		{"bad fen", "--fen x h2e2", 2, "--fen: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sep := " "
			if strings.Contains(tt.args, "|") {
				sep = "|"
			}
			code, out, errs := runMain(append([]string{"convert", "move"}, strings.Split(tt.args, sep)...)...)
			if code != tt.code || code == 0 && out != tt.want || code != 0 && !strings.Contains(errs, tt.want) {
				t.Errorf("exit %d\n%s%s\nwant exit %d, %s", code, out, errs, tt.code, tt.want)
			}
		})
	}
	code, out, _ := runMain("convert", "move", "--json", "--to", "chinese", "h2e2")
	var moves []convertedMove
	if err := json.Unmarshal([]byte(out), &moves); err != nil || code != 0 || len(moves) != 1 || moves[0].Out != "炮二平五" || moves[0].Move != "h2e2" {
		t.Errorf("exit %d, %v: %s", code, err, out)
	}
}

func TestConvertMoveFile(t *testing.T) {
	const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
	for _, tt := range []struct {
		name, file string
		code       int
		want       string
	}{
		{"canonical", "fen\ticcs\twxf\tchinese\n" + start + "\th2e2\tC2=5\t炮二平五\n", 0, "1 checked, 0 differ\n"},
		{"another order", "chinese\ttraditional\tfen\ticcs\r\n炮二平五\t炮二平五\t" + start + "\th2e2\r\n", 0, "1 checked, 0 differ\n"},
		{"other spellings", "fen\ticcs\tconvention\ttext\n" + start + "\th0g2\ttrad\t傌二進三\n" + start + "\th2e2\twxf\tC2.5\n", 0, "2 checked, 0 differ\n"},
		{"differs", "fen\ticcs\twxf\tchinese\n" + start + "\th2e2\tC2=4\t炮二平五\n", 1, "wxf: written C2=5, want C2=4; wxf: C2=4 read as h2f2\n1 checked, 1 differ\n"},
		{"spelling differs", "fen\ticcs\tconvention\ttext\n" + start + "\th2e2\tcn\t炮二平四\n", 1, "炮二平四 (cn): read as h2f2\n1 checked, 1 differ\n"},
		{"illegal", "fen\ticcs\twxf\n" + start + "\th2e9\tC2=5\n", 1, "illegal move"},
		{"bad fen", "fen\ticcs\nx\th2e2\n", 2, "line 2: FEN"},
		{"missing column", "fen\tmove\n", 2, `no column "iccs"`},
		{"short row", "fen\ticcs\nx\n", 2, "line 2: 1 columns, want 2"},
		{"empty", "", 2, "empty file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			code, out, errs := runInput(tt.file, "convert", "move", "--file", "-")
			got := out
			if tt.code == 2 {
				got = errs
			}
			if code != tt.code || !strings.HasSuffix(got, tt.want) && !strings.Contains(got, tt.want) {
				t.Errorf("exit %d\n%s%s\nwant exit %d, %s", code, out, errs, tt.code, tt.want)
			}
			code, out, errs = runInput(tt.file, "convert", "move", "--file", "-", "--json")
			var doc fileCheck[misspeltMove]
			if code != tt.code || code == ui.ExitUsage && out != "" {
				t.Errorf("--json: exit %d\n%s%s", code, out, errs)
			} else if code != ui.ExitUsage {
				if err := json.Unmarshal([]byte(out), &doc); err != nil || doc.Checked == 0 || doc.Differ != tt.code || len(doc.Rows) != tt.code {
					t.Errorf("--json: %v\n%s", err, out)
				}
				for _, row := range doc.Rows {
					if row.Line != 2 || row.FEN != start || row.Move == "" || len(row.Text) == 0 {
						t.Errorf("--json: row %+v", row)
					}
				}
			}
		})
	}
}

const twoGames = `[Game "Chinese Chess"]
[Event "first"]
[Red "甲"]
[Result "1-0"]

1. 炮二平五 {!} 马８进７
2. 马二进三 1-0

[Event "second"]
[Result "0-1"]

1. 炮二平五 马８进７
2. 马二进四 0-1

[Event "third]
[Result "1/2-1/2"]

1. 兵七进一 1/2-1/2
`

func TestConvertGames(t *testing.T) {
	for _, tt := range []struct{ name, args string }{
		{"pgn", "--to pgn"},
		{"wxf", "--to pgn --notation wxf"},
		{"iccs", "--to pgn --notation iccs"},
		{"jsonl", "--to jsonl"},
		{"epd", "--to epd"},
		{"moves", "--to moves"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			code, out, errs := runInput(twoGames, append([]string{"convert", "games", "-"}, strings.Fields(tt.args)...)...)
			if code != 0 {
				t.Fatalf("exit %d: %s", code, errs)
			}
			checkGolden(t, "convert-"+tt.name+".txt", out+"--- stderr\n"+errs)
		})
	}
}

func TestConvertGamesFiles(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.pgn"), filepath.Join(dir, "out.jsonl")
	if err := os.WriteFile(in, []byte(twoGames), 0o644); err != nil {
		t.Fatal(err)
	}
	files := func() (names []string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	// A failure leaves nothing behind.
	code, stdout, errs := runMain("convert", "games", dir, "--to", "jsonl", "-o", out, "--strict")
	if code != 2 || !strings.Contains(errs, "line 13: game 2: ply 3: illegal move at move 2 Red: 马二进四") || stdout != "" || len(files()) != 1 {
		t.Errorf("strict: exit %d, %s, files %v", code, errs, files())
	}
	code, stdout, errs = runMain("convert", "games", dir, "--to", "jsonl", "-o", out, "--json")
	var counts map[string]int
	if err := json.Unmarshal([]byte(stdout), &counts); err != nil || code != 0 || counts["games"] != 2 || counts["bad"] != 1 || counts["warned"] != 1 {
		t.Errorf("exit %d, %v, counts %v\n%s", code, err, counts, errs)
	}
	data, err := os.ReadFile(out)
	if err != nil || bytes.Count(data, []byte("\n")) != 2 || len(files()) != 2 {
		t.Errorf("%v, files %v: %s", err, files(), data)
	}
	for args, want := range map[string]string{
		in + " --to xqf":                    "cannot be written",
		in + " --to nonsense":               "--to: unknown format",
		in + " --encoding x":                "--encoding: unknown encoding",
		in + " --out-encoding x":            "--out-encoding: unknown encoding",
		in + " --format x":                  "--format: unknown format",
		in + " --notation x":                "--notation: unknown notation",
		in + " --to epd --plies -1":         "--plies -1",
		in + " --to pgn --plies 3":          "choose positions for --to epd",
		in + " --to epd --plies 3 --every":  "exclude each other",
		filepath.Join(dir, "missing.pgn"):   "no such file",
		in + " --format jsonl":              "no game could be read",
		in + " -o " + dir + "/none/out.pgn": "no such file",
		"":                                  "requires at least 1 arg",
	} {
		code, _, errs := runMain(append([]string{"convert", "games"}, strings.Fields(args)...)...)
		if code != 2 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %s, want %s", args, code, errs, want)
		}
	}
}

func TestBook(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.moves"), filepath.Join(dir, "test.xqb")
	games := strings.Repeat("h2e2 h9g7 h0g2 1-0\n", 2) + "b2e2 b9c7 0-1\nc3c4 h7e7 1/2-1/2\nh2e2 b9c7 1-0\nh2e2 *\n"
	if err := os.WriteFile(in, []byte(games), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, errs := runMain("book", "build", in, "-o", out, "--min-games", "1")
	if code != 0 || !strings.HasSuffix(stdout, "6 moves from 4 games; left out: 1 copies, 1 without result, 0 from other positions; 0 moves below the thresholds\n") {
		t.Fatalf("exit %d: %s%s", code, stdout, errs)
	}
	code, stdout, errs = runMain("book", "show", out)
	want := "move\tchinese\tgames\twins\tdraws\tlosses\tscore %\nh2e2\t炮二平五\t3\t2\t0\t1\t66.7\ng3g4\t兵三进一\t1\t0\t1\t0\t50.0\n"
	if code != 0 || stdout != want {
		t.Errorf("exit %d: %s\n%s\nwant %s", code, errs, stdout, want)
	}
	// The mirror image of a position has the mirror image of its moves.
	code, stdout, _ = runMain("book", "show", out, "--moves", "炮八平五", "--json")
	var shown struct {
		Info  struct{ Games int }
		Moves []bookMove
	}
	if err := json.Unmarshal([]byte(stdout), &shown); err != nil || code != 0 || shown.Info.Games != 4 ||
		len(shown.Moves) != 2 || shown.Moves[0].Move != "b9c7" || shown.Moves[0].Games != 2 {
		t.Errorf("exit %d, %v: %s", code, err, stdout)
	}
	if code, stdout, _ := runMain("book", "show", out, "--moves", "i0i1"); code != 0 || !strings.Contains(stdout, "has no move") {
		t.Errorf("exit %d: %s", code, stdout)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2]++
	bad := filepath.Join(dir, "bad.xqb")
	if err := os.WriteFile(bad, data, 0o644); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"show " + bad:                        "checksum does not match",
		"show " + in:                         "damaged or not a book file",
		"show " + dir + "/missing":           "no such file",
		"show " + out + " --fen x":           "--fen: ",
		"show " + out + " --moves h2h2":      "--moves: ply 1",
		"build " + in + " --plies -1":        "plies -1",
		"build " + in + " --min-score 2":     "minimum score 2",
		"build " + dir + "/none.pgn":         "no such file",
		"build " + bad + " -o " + dir + "/x": "no game for a book",
	} {
		code, _, errs := runMain(append([]string{"book"}, strings.Fields(args)...)...)
		if code != 2 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %s, want %s", args, code, errs, want)
		}
	}
}

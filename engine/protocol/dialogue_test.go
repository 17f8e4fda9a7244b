package protocol

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestDialogues replays the conversations of testdata/dialogues. A line "> x"
// is sent; "< x" is what the server must say next. After every line the server
// is asked whether it is ready, so that its answer is complete; ">! x" waits
// for the answer of a search as well, ">!!" for two. Lines "# x" are comments. The first word
// of the file's name is the dialect.
//
// What depends on the clock, the evaluation or the search is masked: numbers
// in reports of a search, its moves, and reports that look the same then.
func TestDialogues(t *testing.T) {
	files, err := filepath.Glob("testdata/dialogues/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogues: %v", err)
	}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			c := Config{Version: "1.2.3"}
			if strings.HasPrefix(name, "ucci") {
				c.Dialect = UCCI
			}
			got := replay(t, c, string(script))
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != string(script) {
				t.Errorf("%s differs (run with -update to accept):\n%s", path, got)
			}
		})
	}
}

// replay sends a script's lines and returns it with the answers received.
func replay(t *testing.T, c Config, script string) string {
	cl := connect(t, context.Background(), c)
	var b strings.Builder
	for l := range strings.Lines(script) {
		l = strings.TrimSuffix(l, "\n")
		if strings.HasPrefix(l, "< ") {
			continue
		}
		b.WriteString(l + "\n")
		mark, command, _ := strings.Cut(l, " ")
		if !strings.HasPrefix(mark, ">") {
			continue
		}
		cl.send(strings.ReplaceAll(command, `\0`, "\x00"))
		var got []string
		for range strings.Count(mark, "!") {
			got = append(got, cl.until("bestmove", "nobestmove")...)
		}
		switch strings.TrimSpace(command) {
		case "quit":
			got = append(got, cl.end()...)
		case "isready":
			got = append(got, cl.until("readyok")...)
		default:
			cl.send("isready")
			got = append(got, cl.until("readyok")...)
			got = got[:len(got)-1]
		}
		// how much a search reports before a stop or in a given time is chance
		reports := mark == ">!" && strings.HasPrefix(command, "go") && !strings.Contains(command, "time")
		for _, said := range mask(got, reports) {
			b.WriteString("< " + said + "\n")
		}
	}
	return b.String()
}

var (
	maskNumber = regexp.MustCompile(`\b(depth|seldepth|time|nodes|nps|hashfull|score cp|score) -?[0-9]+`)
	maskMoves  = regexp.MustCompile(`\bpv .*`)
	maskEval   = regexp.MustCompile(`^(material|position|king_safety|pins|guards|center|mobility|total) +[0-9].*`)
	maskTotal  = regexp.MustCompile(`[-+][0-9]+ cp`)
	maskBest   = regexp.MustCompile(`^bestmove [a-i][0-9][a-i][0-9]( ponder [a-i][0-9][a-i][0-9])?`)
)

// mask hides what changes from run to run or with the engine's play; without
// reports all lines about a running search.
func mask(lines []string, reports bool) []string {
	var out []string
	for _, l := range lines {
		switch {
		case strings.HasPrefix(l, "info string"):
		case strings.HasPrefix(l, "info "):
			l = maskNumber.ReplaceAllString(l, "$1 #")
			l = maskMoves.ReplaceAllString(l, "pv ...")
			if !reports || strings.Contains(l, "bound") || slices.Contains(out, l) {
				continue
			}
		default:
			l = maskEval.ReplaceAllString(l, "$1 #")
			l = maskTotal.ReplaceAllString(l, "# cp")
			l = maskBest.ReplaceAllString(l, "bestmove ...")
		}
		out = append(out, l)
	}
	return out
}

package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/search"
)

// TestBadInput sends rows of wrong client input: each is answered by a text,
// and the engine plays on.
func TestBadInput(t *testing.T) {
	text, err := os.ReadFile("testdata/bad-input.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		cols := strings.Split(row, "\t") // no kind context input expected
		t.Run(cols[0], func(t *testing.T) {
			c := Config{}
			if cols[1] == "ucci-client" {
				c.Dialect = UCCI
			}
			cl := connect(t, t.Context(), c)
			if cols[2] != "-" {
				cl.send("position fen " + cols[2])
			}
			cl.send(cols[3], "isready")
			got := cl.until("readyok")
			if complaints := only(got, "info string "); len(complaints) != 1 {
				t.Errorf("%s (%s): want one info string, got %q", cols[3], cols[4], got)
			}
			cl.send("go depth 1")
			if m := cl.move(); !strings.HasPrefix(m, "bestmove ") {
				t.Errorf("%s: afterwards go depth 1 gives %q", cols[3], m)
			}
			cl.send("quit")
			cl.end()
		})
	}
}

// TestRefusalNamesPlyAndMove: a client that sends the present position with
// the moves that led to it is told where it goes wrong, and the last good
// position stays.
func TestRefusalNamesPlyAndMove(t *testing.T) {
	cl := connect(t, t.Context(), Config{})
	cl.send(
		"position startpos moves h2e2",
		"position fen 1Cbakrb2/5n3/9/p2R4p/4p4/2p6/P1r5P/4B4/9/1RBAKA3 w moves b7e7 c3c4",
		"d",
	)
	if l := cl.until("info string")[0]; !strings.HasPrefix(l, "info string position: ply 1, b7e7: illegal") {
		t.Errorf("got %q, want ply 1, b7e7: illegal", l)
	}
	fen := cl.until("fen ")
	if got := fen[len(fen)-1]; !strings.Contains(got, "1C2C4/9/RNBAKABNR b - - 1 1") {
		t.Errorf("position after the refusal: %q, want that after h2e2", got)
	}
	cl.send("quit")
	cl.end()
}

// TestStopIsQuick measures the answer to stop.
func TestStopIsQuick(t *testing.T) {
	cl := connect(t, t.Context(), Config{})
	cl.send("setoption name Threads value 2", "isready")
	cl.until("readyok")
	const limit = 20 * time.Millisecond
	var times []time.Duration
	for len(times) < 9 || len(times) < 100 && slices.Min(times) > limit { // more where the machine is busy
		cl.send("go infinite")
		time.Sleep(30 * time.Millisecond)
		began := time.Now()
		cl.send("stop")
		cl.move()
		times = append(times, time.Since(began))
	}
	slices.Sort(times)
	t.Logf("stop to bestmove: %v", times)
	// the slower ones wait for the machine, not for the engine
	if times[0] > limit {
		t.Errorf("the quickest of the stops is answered after %v, want %v", times[0], limit)
	}
	cl.send("quit")
	cl.end()
}

// TestPonderHitAtOnce: a ponder hit right behind "go ponder" is not lost,
// whether there is something to search or not.
func TestPonderHitAtOnce(t *testing.T) {
	cl := connect(t, t.Context(), Config{})
	for range 100 {
		cl.send("go ponder depth 1\nponderhit")
		cl.move()
		cl.send("go ponder nodes 1\nponderhit")
		cl.move()
	}
	cl.send("position fen 3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1")
	for range 20 {
		cl.send("go ponder wtime 1000\nponderhit")
		if m := cl.move(); m != "bestmove (none)" {
			t.Fatalf("stalemated: %q", m)
		}
	}
	cl.send("quit")
	cl.end()
}

// TestPonderWaits: without a ponder hit or a stop there is no answer.
func TestPonderWaits(t *testing.T) {
	cl := connect(t, t.Context(), Config{})
	cl.send("go ponder depth 1")
	time.Sleep(50 * time.Millisecond)
	cl.send("isready")
	if got := only(cl.until("readyok"), "bestmove"); got != nil {
		t.Fatalf("answered while pondering: %q", got)
	}
	cl.send("stop")
	cl.move()
	cl.send("quit")
	cl.end()
}

// TestOneAnswerPerGo sends everything at once: each go is answered, in order,
// for the position that was set before it.
func TestOneAnswerPerGo(t *testing.T) {
	cl := connect(t, t.Context(), Config{})
	forced := []struct{ fen, move string }{
		{"3k5/9/9/9/9/9/9/9/9/3R1K3 b - - 0 1", "d9e9"},
		{"3r1k3/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d0e0"},
	}
	var script []string
	for i := range 20 {
		f := forced[i%2]
		limit := []string{"depth 3", "infinite", "ponder", "movetime 1", "nodes 50"}[i%5]
		script = append(script, "position fen "+f.fen, "go "+limit, "setoption name Hash value 1")
	}
	cl.send(script...)
	cl.send("stop")
	for i := range 20 {
		if got, want := cl.move(), "bestmove "+forced[i%2].move; !strings.HasPrefix(got, want) {
			t.Fatalf("answer %d: %q, want %q", i+1, got, want)
		}
	}
	cl.send("quit")
	if rest := only(cl.end(), "bestmove"); rest != nil {
		t.Errorf("more answers than questions: %q", rest)
	}
}

func TestQuitAndEndOfInput(t *testing.T) {
	for _, d := range []Dialect{UCI, UCCI} {
		for _, last := range []string{"quit\n", "quit\nisready\ngo depth 1\n", "", "isready"} {
			t.Run(fmt.Sprintf("%v %q", d, last), func(t *testing.T) {
				got := serve(t, Config{Dialect: d}, "position startpos\ngo infinite\n"+last)
				answers := append(only(got, "bestmove "), only(got, "nobestmove")...)
				if len(answers) != 1 {
					t.Errorf("answers %q, want one", answers)
				}
				want := answers[0]
				if d == UCCI {
					want = "bye"
				}
				if got[len(got)-1] != want {
					t.Errorf("last line %q, want %q", got[len(got)-1], want)
				}
			})
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cl := connect(t, ctx, Config{})
	cl.send("go infinite")
	cl.until("info depth")
	cancel()
	cl.move()
	if err := <-cl.ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Serve: %v, want %v", err, context.Canceled)
	}
}

type brokenPipe struct{}

var errBroken = errors.New("broken pipe")

func (brokenPipe) Write([]byte) (int, error) { return 0, errBroken }

// TestBrokenOutput: nobody listens any more, so the engine ends.
func TestBrokenOutput(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	go io.WriteString(w, "isready\n")
	if err := Serve(t.Context(), r, brokenPipe{}, Config{}); !errors.Is(err, errBroken) {
		t.Errorf("Serve: %v, want %v", err, errBroken)
	}
}

// TestLinesInTheWild: line ends, blanks, NUL and a byte order mark.
func TestLinesInTheWild(t *testing.T) {
	const input = "\uFEFFuci\r\n\n \t isready \t\r\n\x00isready\x00\nposition\tstartpos   moves  h2e2\r\nd\nisready"
	got := serve(t, Config{}, input)
	if n := len(only(got, "readyok")); n != 3 {
		t.Errorf("%d readyok, want 3: %q", n, got)
	}
	if len(only(got, "uciok")) != 1 || len(only(got, "fen      rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b")) != 1 {
		t.Errorf("got %q", got)
	}
	if complaints := only(got, "info string"); complaints != nil {
		t.Errorf("complaints: %q", complaints)
	}
}

func TestLongLines(t *testing.T) {
	// 1 MB of moves to and fro, then one move that tells
	const lap = "h2e2 h7e7 e2h2 e7h7 "
	long := "position startpos moves " + strings.Repeat(lap, (maxLine-100)/len(lap)) + "a0a1"
	tooLong := strings.Repeat("x", maxLine+1)
	got := serve(t, Config{}, long+"\nd\ngo depth 1\n")
	if len(only(got, "fen      rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/R8/1NBAKABNR b")) != 1 {
		t.Errorf("%d bytes of moves: got %.300q", len(long), got)
	}
	if len(only(got, "bestmove ")) != 1 {
		t.Errorf("after %d bytes of moves no bestmove: %.300q", len(long), got)
	}
	for _, end := range []string{"\nisready\n", ""} {
		got = serve(t, Config{}, tooLong+end)
		if len(only(got, "info string line of more than")) != 1 {
			t.Errorf("line of %d bytes: got %.300q", len(tooLong), got)
		}
	}
	if len(only(serve(t, Config{}, tooLong+"\nisready\n"), "readyok")) != 1 {
		t.Error("the line after a long one was lost")
	}
	for _, junk := range []string{tooLong[:maxLine], "setoption name " + tooLong[:maxLine-100], "position " + tooLong[:maxLine-100],
		"position startpos moves h2e2" + tooLong[:maxLine-100], "go depth " + tooLong[:maxLine-100]} {
		for _, l := range serve(t, Config{}, junk+"\n") {
			if len(l) > 600 {
				t.Errorf("an answer of %d bytes to %.40q", len(l), junk)
			}
		}
	}
}

// TestNothingLeft: when Serve returns, its goroutines have ended.
func TestNothingLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 5 {
		serve(t, Config{}, "setoption name Threads value 3\ngo infinite\nquit\n")
		serve(t, Config{}, "go movetime 5000\ngo ponder\nponderhit\n")
	}
	deadline := time.Now().Add(20 * time.Second)
	for runtime.NumGoroutine() > before && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		buf := make([]byte, 1<<16)
		t.Errorf("%d goroutines, %d before:\n%s", n, before, buf[:runtime.Stack(buf, true)])
	}
}

// nodesAt searches to depth 6 and returns the node count of the last line.
func nodesAt(t *testing.T, setup ...string) string {
	t.Helper()
	cl := connect(t, t.Context(), Config{})
	for _, l := range setup {
		cl.send(l)
		if strings.HasPrefix(l, "go ") {
			cl.move()
		}
	}
	cl.send("position startpos moves h2e2 h9g7", "go depth 6")
	reports := only(cl.until("bestmove "), "info depth ")
	cl.send("quit")
	cl.end()
	words := strings.Fields(reports[len(reports)-1])
	return words[slices.Index(words, "nodes")+1]
}

// TestOptionsReachTheSearch: the same commands give the same tree, other
// options another one.
func TestOptionsReachTheSearch(t *testing.T) {
	plain := nodesAt(t)
	if again := nodesAt(t); again != plain {
		t.Errorf("%s nodes, then %s", plain, again)
	}
	used := []string{"go depth 5", "ucinewgame"}
	if again := nodesAt(t, used...); again != plain {
		t.Errorf("%s nodes in a new game, want %s", again, plain)
	}
	for _, changed := range [][]string{
		{"setoption name Weights value seed"},
		{"setoption name LMRBase value 200"},
		{"setoption name MultiPV value 3"},
	} {
		if n := nodesAt(t, changed...); n == plain {
			t.Errorf("%s changes nothing: %s nodes", changed, n)
		}
	}
	back := []string{"setoption name Weights value seed", "setoption name Weights value <empty>"}
	if n := nodesAt(t, back...); n != plain {
		t.Errorf("%s nodes with the default weights set back, want %s", n, plain)
	}
}

// TestExposedConstants: every constant of the search is listed with its range
// if asked for, in both dialects.
func TestExposedConstants(t *testing.T) {
	params := search.DefaultParams()
	listed := strings.Join(serve(t, Config{Expose: true}, "uci\nucci\n"), "\n") + "\n"
	hidden := strings.Join(serve(t, Config{}, "uci\nucci\n"), "\n") + "\n"
	for _, n := range search.Numbers() {
		uci := fmt.Sprintf("option name %s type spin default %d min %d max %d\n", n.Name, n.Get(&params), n.Min, n.Max)
		ucci := fmt.Sprintf("option %s type spin min %d max %d default %d\n", n.Name, n.Min, n.Max, n.Get(&params))
		for _, want := range []string{uci, ucci} {
			if !strings.Contains(listed, want) {
				t.Errorf("missing: %s", want)
			}
			if strings.Contains(hidden, want) {
				t.Errorf("listed without being asked for: %s", want)
			}
		}
		if strings.ContainsRune(n.Name, ' ') {
			t.Errorf("%q has a blank, which UCCI does not allow", n.Name)
		}
	}
}

// TestBannedMoves bans the best move, then the next best as well; for another
// position all are allowed again.
func TestBannedMoves(t *testing.T) {
	cl := connect(t, t.Context(), Config{Dialect: UCCI})
	best := func(setup ...string) string {
		cl.send("setoption newgame")
		cl.send(setup...)
		cl.send("go depth 4")
		return strings.Fields(cl.move())[1]
	}
	first := best("position startpos")
	second := best("banmoves " + first)
	third := best("banmoves " + first + " " + second)
	if first == second || first == third || second == third {
		t.Errorf("best moves %s, %s, %s: banned ones among them", first, second, third)
	}
	if m := best(); m != third {
		t.Errorf("best move %s, want %s: the bans hold until the next position", m, third)
	}
	if m := best("position startpos"); m != first {
		t.Errorf("best move %s, want %s: the position is set anew", m, first)
	}
	cl.send("quit")
	cl.end()
}

// TestInfoForms pins the two forms of a report.
func TestInfoForms(t *testing.T) {
	m, err := board.ParseMove("h2e2")
	if err != nil {
		t.Fatal(err)
	}
	line := search.Info{
		Depth: 7, SelDepth: 12, MultiPV: 2, Score: -35, Bound: search.BoundExact,
		Nodes: 5000, Time: 250 * time.Millisecond, HashFull: 3, PV: []board.Move{m},
	}
	mate, low := line, line
	mate.Score = search.MatedIn(6)
	low.Bound = search.BoundLower
	tests := []struct {
		words vocabulary
		i     search.Info
		lines int
		want  string
	}{
		{uci{}, line, 1, "info depth 7 seldepth 12 multipv 2 score cp -35 time 250 nodes 5000 nps 20000 hashfull 3 pv h2e2"},
		{uci{}, mate, 1, "info depth 7 seldepth 12 multipv 2 score mate -3 time 250 nodes 5000 nps 20000 hashfull 3 pv h2e2"},
		{uci{}, low, 1, "info depth 7 seldepth 12 multipv 2 score cp -35 lowerbound time 250 nodes 5000 nps 20000 hashfull 3 pv h2e2"},
		{ucci{}, line, 1, "info time 250 nodes 5000\ninfo depth 7 score -35 pv h2e2"},
		{ucci{}, line, 3, "info time 250 nodes 5000\ninfo depth 7 multipv 2 score -35 pv h2e2"},
		{ucci{}, mate, 1, "info time 250 nodes 5000\ninfo depth 7 score -29994 pv h2e2"},
		{ucci{}, low, 1, ""},
	}
	for _, tt := range tests {
		if got := strings.Join(tt.words.info(tt.i, tt.lines), "\n"); got != tt.want {
			t.Errorf("%T %+v\ngot  %s\nwant %s", tt.words, tt.i, got, tt.want)
		}
	}
}

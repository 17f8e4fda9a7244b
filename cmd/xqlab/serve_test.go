package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/board"
	"xqlab/engine/rules"
)

// engineProcess is `xqlab uci` or `xqlab ucci` at the other end of two pipes.
type engineProcess struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func startEngine(t *testing.T, args ...string) *engineProcess {
	t.Helper()
	e := &engineProcess{t: t, cmd: command(t, args...)}
	e.cmd.Stderr = os.Stderr
	var err error
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	e.out = bufio.NewScanner(out)
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return e
}

func (e *engineProcess) send(format string, args ...any) {
	e.t.Helper()
	if _, err := fmt.Fprintf(e.in, format+"\n", args...); err != nil {
		e.t.Fatal(err)
	}
}

// until returns the words of the first line that begins with one of the texts.
func (e *engineProcess) until(starts ...string) []string {
	e.t.Helper()
	for e.out.Scan() {
		l := e.out.Text()
		if strings.HasPrefix(l, "info string") {
			e.t.Errorf("%v: %s", e.cmd.Args[1:], l)
		}
		for _, s := range starts {
			if strings.HasPrefix(l, s) {
				return strings.Fields(l)
			}
		}
	}
	e.t.Fatalf("%v: ended before saying %v", e.cmd.Args[1:], starts)
	return nil
}

// quit ends the process and expects nothing after the last words.
func (e *engineProcess) quit(last ...string) {
	e.t.Helper()
	e.send("quit")
	var rest []string
	for e.out.Scan() {
		rest = append(rest, e.out.Text())
	}
	if strings.Join(rest, "\n") != strings.Join(last, "\n") {
		e.t.Errorf("%v: after quit %q, want %q", e.cmd.Args[1:], rest, last)
	}
	if err := e.cmd.Wait(); err != nil {
		e.t.Errorf("%v: %v", e.cmd.Args[1:], err)
	}
}

// TestProcessesPlayAGame lets `xqlab uci` and `xqlab ucci` play each other
// until the referee ends the game: legal moves only, mates announced.
func TestProcessesPlayAGame(t *testing.T) {
	red := startEngine(t, "uci")
	red.send("uci")
	red.until("uciok")
	red.send("setoption name Hash value 4\nucinewgame\nisready")
	red.until("readyok")
	black := startEngine(t, "ucci", "--weights", "seed")
	black.send("ucci")
	black.until("ucciok")
	black.send("setoption usemillisec true\nsetoption hashsize 4\nisready")
	black.until("readyok")

	game := rules.NewGame(board.NewPosition(), rules.Options{})
	var moves []string
	for !game.Verdict().Over {
		position := "position startpos"
		if len(moves) > 0 {
			position += " moves " + strings.Join(moves, " ")
		}
		e, limit := red, "go wtime 2000 btime 2000 winc 5 binc 5 nodes 800"
		if game.Position().SideToMove() == board.Black {
			e, limit = black, "go time 2000 increment 5 opptime 2000 oppincrement 5 nodes 800"
		}
		e.send("%s\n%s", position, limit)
		words := e.until("bestmove", "nobestmove")
		m, err := board.ParseMove(words[min(1, len(words)-1)])
		if err != nil {
			t.Fatalf("%v: %q after %v", e.cmd.Args[1:], words, moves)
		}
		if err := game.Play(m); err != nil {
			t.Fatalf("%v: %v", e.cmd.Args[1:], err)
		}
		moves = append(moves, m.String())
	}
	t.Logf("%v after %d plies", game.Verdict(), len(moves))
	if len(moves) < 10 {
		t.Errorf("a game of %d plies: %v", len(moves), moves)
	}
	red.quit()
	black.quit("bye")
}

// TestProcessEndsWithItsInput: a graphical board that dies takes the engine
// with it, in the midst of a search.
func TestProcessEndsWithItsInput(t *testing.T) {
	for _, protocol := range []string{"uci", "ucci"} {
		e := startEngine(t, protocol)
		e.send("go infinite")
		e.until("info depth 3")
		if err := e.in.Close(); err != nil {
			t.Fatal(err)
		}
		e.until("bestmove")
		done := make(chan error, 1)
		go func() {
			for e.out.Scan() {
			}
			done <- e.cmd.Wait()
		}()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("%s: %v", protocol, err)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: still there", protocol)
		}
	}
}

// TestServeFlags: weights and the list of constants are set from outside.
func TestServeFlags(t *testing.T) {
	run := func(stdin string, args ...string) (code int, out, errs string) {
		var o, e strings.Builder
		code = Main(args, strings.NewReader(stdin), &o, &e)
		return code, o.String(), e.String()
	}
	code, out, errs := run("uci\n", "uci", "--weights", "seed", "--expose")
	if code != 0 || errs != "" {
		t.Errorf("exit %d, stderr %q", code, errs)
	}
	for _, want := range []string{"id name xqlab " + version + "\n", "option name Weights type string default seed\n", "option name LMRBase type spin "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if _, out, _ := run("ucci\n", "ucci"); strings.Contains(out, "LMRBase") || !strings.HasSuffix(out, "bye\n") {
		t.Errorf("ucci says\n%s", out)
	}
	for _, args := range [][]string{{"uci", "--weights", "no/such.toml"}, {"ucci", "now"}, {"uci", "--fen", "x"}} {
		if code, out, errs := run("", args...); code != ui.ExitUsage || out != "" || strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: exit %d, stdout %q, stderr %q", args, code, out, errs)
		}
	}
}

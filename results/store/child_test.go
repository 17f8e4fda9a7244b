package store

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The test binary is its own child process: with XQLAB_CHILD set it does one
// job of childJobs and exits.
func TestMain(m *testing.M) {
	if job := os.Getenv("XQLAB_CHILD"); job != "" {
		words := strings.Split(job, "\t")
		if err := childJobs[words[0]](words[1:]); err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var childJobs = map[string]func(args []string) error{
	"play":   childPlay,
	"resume": childResume,
	"try":    childTry,
	"hold":   childHold,
}

// childPlay waits for a moment, opens a database, makes a run and stores n
// pairs in it. It prints "pair N" after each.
func childPlay(args []string) error {
	path, n := args[0], mustAtoi(args[1])
	at, err := strconv.ParseInt(args[2], 10, 64)
	if err != nil {
		return err
	}
	time.Sleep(time.Until(time.UnixMilli(at)))
	st, err := Open(path)
	if err != nil {
		return err
	}
	run, err := st.CreateRun(ctx, NewRun{Kind: Match, Players: testPlayers(), Started: testStart})
	if err != nil {
		return err
	}
	fmt.Println("run", run.Short)
	if err := playPairs(st, run.ID, n); err != nil {
		return err
	}
	return st.Close()
}

// childResume opens a database and plays the missing pairs of a run.
func childResume(args []string) error {
	st, err := Open(args[0])
	if err != nil {
		return err
	}
	run, err := st.FindRun(ctx, args[1])
	if err != nil {
		return err
	}
	if err := st.ResumeRun(ctx, run.ID); err != nil {
		return err
	}
	return playPairs(st, run.ID, mustAtoi(args[2]))
}

// childHold resumes a run and does nothing until its input ends, then closes
// the database.
func childHold(args []string) error {
	st, err := Open(args[0])
	if err != nil {
		return err
	}
	run, err := st.FindRun(ctx, args[1])
	if err != nil {
		return err
	}
	if err := st.ResumeRun(ctx, run.ID); err != nil {
		return err
	}
	fmt.Println("resumed")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	return st.Close()
}

func playPairs(st *Store, run RunID, n int) error {
	done, err := st.DonePairs(ctx, run)
	if err != nil {
		return err
	}
	have := map[int]bool{}
	for _, p := range done {
		have[p.Number] = true
	}
	rec := st.Recorder(run)
	for number := range n {
		if have[number] {
			continue
		}
		if err := rec.RecordPair(testPair(number)); err != nil {
			return err
		}
		fmt.Println("pair", number)
	}
	return nil
}

// childTry opens a database as given ("open", "existing"), counts its runs and
// tries to store a pair in the last one. It prints what happened.
func childTry(args []string) error {
	open := Open
	if args[0] == "existing" {
		open = OpenExisting
	}
	st, err := open(args[1])
	if err != nil {
		fmt.Println("open:", err)
		return nil
	}
	defer st.Close()
	runs, err := st.Runs(ctx, RunFilter{})
	if err != nil {
		fmt.Println("read:", err)
		return nil
	}
	fmt.Println("runs", len(runs), "read-only", st.ReadOnly())
	if len(runs) > 0 {
		tally, err := st.Tally(ctx, runs[0].ID)
		if err != nil {
			fmt.Println("tally:", err)
			return nil
		}
		fmt.Println("games", tally[0].Games.Games())
		if err := st.Recorder(runs[0].ID).RecordPair(testPair(999)); err != nil {
			fmt.Println("write:", err)
		}
	}
	return nil
}

func mustAtoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

// child prepares a child process that does a job.
func child(t *testing.T, job ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), "XQLAB_CHILD="+strings.Join(job, "\t"))
	cmd.Stderr = os.Stderr
	return cmd
}

// output collects what a child prints while it runs.
func output(t *testing.T, cmd *exec.Cmd) (lines chan string) {
	t.Helper()
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	lines = make(chan string, 10_000)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(lines)
		for sc := bufio.NewScanner(pipe); sc.Scan(); {
			lines <- sc.Text()
		}
	}()
	return lines
}

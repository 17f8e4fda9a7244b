package player

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay/player/fakeengine"
)

func TestMain(m *testing.M) {
	fakeengine.RunIfAsked()
	os.Exit(m.Run())
}

// patience is how long a limit must be, at least, for a good engine to keep it
// on this machine as busy as it is now: a multiple of what one start takes.
var patience = sync.OnceValue(func() time.Duration {
	self, err := os.Executable()
	if err != nil {
		return time.Second
	}
	c := Config{Name: "fake", Cmd: self, Protocol: UCI, Ranks: FromZero, Env: fakeengine.Env("", "", ""), Limits: Limits{Nodes: 1}}
	start := time.Now()
	_, _ = Prepare(context.Background(), c, &Env{Startup: time.Minute})
	return min(max(2*time.Second, 6*time.Since(start)), 10*time.Second)
})

// rig runs one fake engine and remembers what it did.
type rig struct {
	t          *testing.T
	pids, seen string
	cfg        Config
	env        Env
	mu         sync.Mutex
	warnings   []string
}

// newRig prepares a fake engine with a script. Whatever it started must be
// gone at the end of the test.
func newRig(t *testing.T, script string) *rig {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	r := &rig{t: t, pids: filepath.Join(dir, "pids"), seen: filepath.Join(dir, "seen")}
	r.cfg = Config{Name: "fake", Cmd: self, Protocol: UCI, Ranks: FromZero, Env: fakeengine.Env(script, r.pids, r.seen), Limits: Limits{Nodes: 1}}
	if strings.Contains(script, "ucci") {
		r.cfg.Protocol, r.cfg.Ranks = UCCI, ProbeRanks
	}
	r.env = Env{Startup: time.Minute, Grace: patience(), Warn: func(_, text string) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.warnings = append(r.warnings, text)
	}}
	if strings.Contains(script, "noready") {
		r.env.Startup = patience()
	}
	t.Cleanup(r.checkNothingLeft)
	return r
}

// player prepares and starts the engine.
func (r *rig) player() Player {
	r.t.Helper()
	f, err := Prepare(r.t.Context(), r.cfg, &r.env)
	if err != nil {
		r.t.Fatalf("Prepare: %v", err)
	}
	_ = os.Remove(r.seen)
	p, err := f.New(-1)
	if err != nil {
		r.t.Fatalf("New: %v", err)
	}
	r.t.Cleanup(func() { _ = p.Close() })
	if err := p.NewGame(r.t.Context()); err != nil {
		r.t.Fatalf("NewGame: %v", err)
	}
	return p
}

// commands returns what the engine has received, one line each.
func (r *rig) commands() string {
	data, _ := os.ReadFile(r.seen)
	return string(data)
}

func (r *rig) warned(part string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.warnings {
		if strings.Contains(w, part) {
			return true
		}
	}
	return false
}

// checkNothingLeft fails if a process the engine started is still alive.
func (r *rig) checkNothingLeft() {
	data, _ := os.ReadFile(r.pids)
	for _, line := range strings.Fields(string(data)) {
		pid, err := strconv.Atoi(line)
		if err != nil {
			continue
		}
		deadline := time.Now().Add(10 * time.Second)
		for alive(pid) {
			if time.Now().After(deadline) {
				r.t.Errorf("process %d is left", pid)
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// alive reports whether a process runs; one that is dead but not collected by
// its parent does not.
func alive(pid int) bool {
	if p, err := os.FindProcess(pid); err != nil || p.Signal(syscall.Signal(0)) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return !os.IsNotExist(err)
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}

// request asks for a move from the start position.
func request(l Limits) *Request {
	return &Request{Pos: board.NewPosition(), StartFEN: board.StartFEN, Limits: l, Stall: time.Minute}
}

// clockRequest is request with the same clock for both sides.
func clockRequest(left time.Duration) *Request {
	r := request(Limits{TC: TimeControl{Base: left}})
	r.Clocks = [2]*Clock{{Left: left}, {Left: left}}
	return r
}

// wantFault checks that err is a fault of a kind whose text has a part.
func wantFault(t *testing.T, err error, kind FaultKind, part string) *Fault {
	t.Helper()
	var f *Fault
	if !errors.As(err, &f) {
		t.Fatalf("got error %v, want a fault (%s)", err, kind)
	}
	if f.Kind != kind {
		t.Fatalf("got fault %v, want %s", f, kind)
	}
	if !strings.Contains(f.Text, part) {
		t.Errorf("fault text %q lacks %q", f.Text, part)
	}
	return f
}

// move asks for a move and fails the test if there is none.
func move(t *testing.T, p Player, r *Request) Answer {
	t.Helper()
	a, err := p.Move(t.Context(), r)
	if err != nil {
		t.Fatalf("Move: %v", err)
	}
	if !r.Pos.IsLegal(a.Move) {
		t.Fatalf("Move returned illegal %s in %s", a.Move, r.Pos.FEN())
	}
	return a
}

// canPlayOn checks that the player can be used for another game.
func canPlayOn(t *testing.T, p Player) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := p.NewGame(ctx); err != nil {
		t.Fatalf("NewGame after a fault: %v", err)
	}
}

package player

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// heap returns the bytes of live objects.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestOddButGood has engines that behave strangely and yet answer: they must
// lose nothing.
func TestOddButGood(t *testing.T) {
	for _, script := range []string{
		"bigline=1048576",
		"infos=200000",
		"bigmove",
		"crlf",
		"nul",
		"stderr=1048576",
		"fork",
		"noquit",
		"crashquit",
		"fork noquit",
		"ucci crlf",
		"ucci noready",
		"ucci nomillis",
		"iccs",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			rig := newRig(t, script)
			before := heap()
			p := rig.player()
			for range 2 {
				r := request(Limits{Nodes: 1})
				r.Pos.Make(move(t, p, r).Move)
				move(t, p, r)
				canPlayOn(t, p)
				if strings.HasPrefix(script, "infos") {
					break // takes a while
				}
			}
			if grown := int64(heap()) - int64(before); grown > 16<<20 {
				t.Errorf("the heap grew by %d KB", grown>>10)
			}
			if err := p.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
	}
}

func TestInfoIsRead(t *testing.T) {
	rig := newRig(t, "infos=1000 score=37")
	p := rig.player()
	a := move(t, p, request(Limits{Nodes: 1}))
	if want := (Info{Score: 37, HasScore: true, Depth: 5, Nodes: 100}); a.Info != want {
		t.Errorf("got %+v, want %+v", a.Info, want)
	}
	rig = newRig(t, "mate=-2")
	a = move(t, rig.player(), request(Limits{Nodes: 1}))
	if want := (Info{Score: -29998, Mate: -2, HasScore: true, Depth: 5, Nodes: 100}); a.Info != want {
		t.Errorf("got %+v, want %+v", a.Info, want)
	}
}

// soon is how long a fault may take to be found on a machine that is busy with
// other things; waiting for the end of a limit that does not apply takes longer.
const soon = 25 * time.Second

// TestFaults has engines that lose by themselves, each for its own reason, and
// checks that they can be used again afterwards.
func TestFaults(t *testing.T) {
	nodes := func() *Request { return request(Limits{Nodes: 1}) }
	silence := func() *Request {
		r := nodes()
		r.Stall = 2 * time.Second
		return r
	}
	clock := func(left time.Duration) func() *Request {
		return func() *Request { return clockRequest(left) }
	}
	for _, tc := range []struct {
		script string
		ask    func() *Request
		kind   FaultKind
		text   string
	}{
		{"exit=1", nodes, Disconnect, "exited with status 3"},
		{"ucci exit=1", nodes, Disconnect, "exited with status 3"},
		{"fork exit=1", nodes, Disconnect, "exited with status 3"},
		{"sleep=1", silence, Stall, "no move within 2s"},
		{"sleep=1 fork noquit", silence, Stall, "no move within 2s"},
		{"endless", silence, Stall, "no move"},
		{"flood", silence, Stall, "no move"},
		{"late", silence, Stall, "bestmove"},
		{"sleep=1", clock(50 * time.Millisecond), TimeForfeit, "no answer to stop"},
		{"late nostop", clock(50 * time.Millisecond), TimeForfeit, "no answer to stop"},
		{"late", clock(50 * time.Millisecond), TimeForfeit, "bestmove"},
		{"think=40ms", clock(time.Millisecond), TimeForfeit, "bestmove"},
		{"answer=bestmove_(none)", nodes, NoMove, "bestmove (none)"},
		{"answer=bestmove_0000", nodes, NoMove, "bestmove 0000"},
		{"answer=bestmove", nodes, NoMove, "bestmove"},
		{"ucci answer=nobestmove", nodes, NoMove, "nobestmove"},
		{"answer=bestmove_e0e5", nodes, IllegalMove, "e0e5"},
		{"answer=bestmove_h3e3", nodes, IllegalMove, "ranks look 1-based"},
		{"answer=bestmove_a10a9", nodes, IllegalMove, "rank 10 does not exist"},
		{"answer=bestmove_h2e", nodes, IllegalMove, "too short"},
		{"answer=bestmove_\xff\xfe\x01", nodes, IllegalMove, "bestmove"},
		{"nul crlf answer=bestmove_h9g7", nodes, IllegalMove, "h9g7"},
	} {
		t.Run(tc.script, func(t *testing.T) {
			t.Parallel()
			rig := newRig(t, tc.script)
			p := rig.player()
			before, start := heap(), time.Now()
			_, err := p.Move(t.Context(), tc.ask())
			took := time.Since(start)
			f := wantFault(t, err, tc.kind, tc.text)
			if took > soon {
				t.Errorf("it took %v", took)
			}
			if tc.kind == TimeForfeit && f.Overrun <= 0 {
				t.Errorf("overrun is %v", f.Overrun)
			}
			if strings.HasPrefix(tc.script, "exit") && (len(f.Stderr) != 2 || !strings.Contains(f.Stderr[1], "assertion")) {
				t.Errorf("stderr is %q", f.Stderr)
			}
			if grown := int64(heap()) - int64(before); grown > 16<<20 {
				t.Errorf("the heap grew by %d KB", grown>>10)
			}
			canPlayOn(t, p)
		})
	}
}

// TestDiesAfterItsMove has an engine whose last words are a good move without
// a line end: the move counts, and the next game gets a new process.
func TestDiesAfterItsMove(t *testing.T) {
	rig := newRig(t, "last=2")
	p := rig.player()
	r := request(Limits{Nodes: 1})
	move(t, p, r)
	move(t, p, r)
	_, err := p.Move(t.Context(), r)
	wantFault(t, err, Disconnect, "exited with status 0")
	canPlayOn(t, p)
	move(t, p, r)
	move(t, p, r) // dies
	canPlayOn(t, p)
	if !rig.warned("started again") {
		t.Error("no warning about the restart between games")
	}
}

// TestDeaf has an engine that stops reading: the handshake before the next
// move notices.
func TestDeaf(t *testing.T) {
	rig := newRig(t, "deaf=1")
	p := rig.player()
	r := request(Limits{Nodes: 1})
	move(t, p, r)
	r.Stall = 2 * time.Second
	_, err := p.Move(t.Context(), r)
	wantFault(t, err, Stall, "isready")
	canPlayOn(t, p)
}

// TestStaleAnswers has engines that send every answer twice. The second copy
// is never taken for the answer to the next position.
func TestStaleAnswers(t *testing.T) {
	for _, script := range []string{"twice=20ms", "ucci twice=20ms", "twiceasync=10ms think=30ms", "ucci noready twiceasync=10ms think=30ms"} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			rig := newRig(t, script)
			p := rig.player()
			r := request(Limits{Nodes: 1})
			for range 6 {
				a := move(t, p, r)
				r.Pos.Make(a.Move)
			}
			canPlayOn(t, p)
			move(t, p, request(Limits{Nodes: 1}))
			if !rig.warned("stale") {
				t.Error("no warning")
			}
		})
	}
}

// TestRepeatsItself has an engine that gives the same answer whatever is
// asked: that is an illegal move, not a stale line, and it is found out soon.
func TestRepeatsItself(t *testing.T) {
	rig := newRig(t, "answer=bestmove_h2e2")
	p := rig.player()
	r := request(Limits{Nodes: 1})
	r.Pos.Make(move(t, p, r).Move)
	start := time.Now()
	_, err := p.Move(t.Context(), r)
	wantFault(t, err, IllegalMove, "h2e2")
	if took := time.Since(start); took > soon {
		t.Errorf("it took %v", took)
	}
}

// TestRefusals has engines that cannot play at all: Prepare names what is
// wrong.
func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "engine.txt")
	if err := os.WriteFile(text, []byte("I am no program\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	garbage := filepath.Join(dir, "garbage")
	if err := os.WriteFile(garbage, []byte("\x7fELF no more"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name   string
		script string
		change func(*Config)
		want   string
	}{
		{"missing", "", func(c *Config) { c.Cmd = "/no/such/engine" }, "/no/such/engine: no such program"},
		{"missing in PATH", "", func(c *Config) { c.Cmd = "no-such-engine-anywhere" }, "no-such-engine-anywhere: no such program"},
		{"folder", "", func(c *Config) { c.Cmd = dir }, dir + " is a folder"},
		{"text file", "", func(c *Config) { c.Cmd = text }, text + " is not an executable"},
		{"no program", "", func(c *Config) { c.Cmd = garbage }, garbage},
		{"working folder", "", func(c *Config) { c.Dir = filepath.Join(dir, "nowhere") }, "nowhere is not a folder"},
		{"changed program", "", func(c *Config) { c.CmdHash = "0123" }, "has changed since the run began"},
		{"exits at once", "fail", nil, "exited with status 3 before \"uciok\"; stderr: fatal: no network file"},
		{"exits at once, protocol unknown", "fail", func(c *Config) { c.Protocol = Probe }, "speaks neither UCI nor UCCI"},
		{"silent", "mute", nil, "no \"uciok\" within"},
		{"never ready", "noready", nil, "no \"readyok\" within"},
		{"other protocol", "ucci", func(c *Config) { c.Protocol = UCI }, "no \"uciok\""},
		{"other games only", "chess", nil, "cannot play xiangqi: option UCI_Variant = \"xiangqi\": want one of chess, shogi"},
		{"unknown option", "options", func(c *Config) { c.Options = []Option{{"Hush", "1"}} }, "no option \"Hush\"; it offers Hash, Ponder"},
		{"option out of range", "options", func(c *Config) { c.Options = []Option{{"hash", "4096"}} }, "Hash = \"4096\": want a number from 1 to 1024"},
		{"seconds only", "ucci nomillis", func(c *Config) { c.Limits = Limits{TC: TimeControl{Base: 1500 * time.Millisecond}} }, "counts whole seconds"},
		{"two limits", "ucci", func(c *Config) { c.Limits = Limits{Nodes: 5, Depth: 5} }, "one limit only"},
		{"no limit", "", func(c *Config) { c.Limits = Limits{} }, "no limit"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			rig := newRig(t, tc.script)
			if strings.Contains(tc.want, "within") || tc.name == "other protocol" {
				rig.env.Startup = patience()
			}
			if tc.change != nil {
				tc.change(&rig.cfg)
			}
			_, err := Prepare(t.Context(), rig.cfg, &rig.env)
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), "engine fake") {
				t.Errorf("got %q\nwant it to have %q", err, tc.want)
			}
		})
	}
}

// TestRestartsLeakNothing restarts a crashing engine many times and looks for
// goroutines and files that stay behind.
func TestRestartsLeakNothing(t *testing.T) {
	files := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("no /proc to count open files in")
		}
		return len(list)
	}
	rig := newRig(t, "fork exit=1")
	p := rig.player()
	goroutines, open := runtime.NumGoroutine(), files()
	for range 20 {
		_, err := p.Move(t.Context(), request(Limits{Nodes: 1}))
		wantFault(t, err, Disconnect, "exited")
		canPlayOn(t, p)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		g, f := runtime.NumGoroutine(), files()
		if g <= goroutines+2 && f <= open+2 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines and %d files, at first %d and %d", g, f, goroutines, open)
		}
	}
}

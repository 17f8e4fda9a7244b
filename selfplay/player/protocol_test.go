package player

import (
	"strings"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

func TestReadInfo(t *testing.T) {
	for _, tc := range []struct {
		lines string
		want  Info
	}{
		{"info depth 7 seldepth 9 score cp 31 nodes 1234 pv h2e2", Info{Score: 31, HasScore: true, Depth: 7, Nodes: 1234}},
		{"info depth 7 score 31 pv h2e2", Info{Score: 31, HasScore: true, Depth: 7}},
		{"info depth 7 score mate -3", Info{Score: -29997, Mate: -3, HasScore: true, Depth: 7}},
		{"info depth 7 score mate 3", Info{Score: 29997, Mate: 3, HasScore: true, Depth: 7}},
		{"info score mate 0 depth 0", Info{Score: -29999, Mate: -1, HasScore: true}},
		{"info depth 7 score cp 31\ninfo depth 8 score cp 5 lowerbound nodes 77", Info{Score: 31, HasScore: true, Depth: 7, Nodes: 77}},
		{"info depth 8 score cp 5 lowerbound", Info{Score: 5, HasScore: true, Depth: 8}},
		{"info depth 7 multipv 1 score cp 31\ninfo depth 7 multipv 2 score cp -9", Info{Score: 31, HasScore: true, Depth: 7}},
		{"info depth 7 score cp 31\ninfo depth 9 currmove h2e2", Info{Score: 31, HasScore: true, Depth: 7}},
		{"info depth x score cp 10 pv h2e2", Info{Score: 10, HasScore: true}},
		{"info score cp x nodes 5", Info{Nodes: 5}},
		{"info score cp cp 5", Info{}},
		{"info string score cp 99", Info{}},
		{"info message depth 3 score 99", Info{}},
		{"info score cp 99999999999999999999 nodes 7", Info{Nodes: 7}},
		{"info score cp 999999999999", Info{Score: maxScore, HasScore: true}},
		{"info depth -4 nodes -5 score cp +3", Info{Score: 3, HasScore: true}},
		{"info", Info{}},
		{"info score", Info{}},
	} {
		var got Info
		for _, line := range strings.Split(tc.lines, "\n") {
			if !got.read([]byte(line)) {
				t.Errorf("%q is no info line", line)
			}
		}
		if got != tc.want {
			t.Errorf("%q: got %+v, want %+v", tc.lines, got, tc.want)
		}
	}
	for _, line := range []string{"information", "bestmove h2e2", "", "infos depth 5"} {
		if (&Info{}).read([]byte(line)) {
			t.Errorf("%q was taken for an info line", line)
		}
	}
}

func FuzzReadInfo(f *testing.F) {
	f.Add([]byte("info depth 7 seldepth 9 multipv 1 score cp 31 lowerbound nodes 1234 time 5 pv h2e2"))
	f.Add([]byte("info score mate -9223372036854775808"))
	f.Fuzz(func(t *testing.T, line []byte) {
		var in Info
		in.read(line)
		if in.Score > maxScore || in.Score < -maxScore || in.Mate > maxMate || in.Mate < -maxMate || in.Depth < 0 || !in.HasScore && (in.Score != 0 || in.Mate != 0) {
			t.Errorf("%q gives %+v", line, in)
		}
	})
}

func TestParseBestMove(t *testing.T) {
	for _, tc := range []struct {
		line string
		want endOfSearch
		ok   bool
	}{
		{"bestmove h2e2", endOfSearch{move: "h2e2"}, true},
		{"bestmove h2e2 ponder h9g7", endOfSearch{move: "h2e2"}, true},
		{"bestmove h2e2 draw", endOfSearch{move: "h2e2", draw: true}, true},
		{"bestmove h2e2 resign ponder draw", endOfSearch{move: "h2e2", resign: true}, true},
		{"bestmove h2e2 ponder h9g7 draw", endOfSearch{move: "h2e2", draw: true}, true},
		{"bestmove (none)", endOfSearch{}, true},
		{"bestmove 0000", endOfSearch{}, true},
		{"bestmove null", endOfSearch{}, true},
		{"bestmove", endOfSearch{}, true},
		{"bestmove resign", endOfSearch{resign: true}, true},
		{"nobestmove", endOfSearch{}, true},
		{"bestmoves h2e2", endOfSearch{}, false},
		{"info bestmove h2e2", endOfSearch{}, false},
		{"", endOfSearch{}, false},
	} {
		if got, ok := parseBestMove(tc.line); got != tc.want || ok != tc.ok {
			t.Errorf("%q: got %+v, %t; want %+v, %t", tc.line, got, ok, tc.want, tc.ok)
		}
	}
}

func FuzzParseBestMove(f *testing.F) {
	f.Add("bestmove h2e2 ponder h9g7 draw")
	f.Fuzz(func(t *testing.T, line string) {
		end, ok := parseBestMove(line)
		if !ok && end != (endOfSearch{}) {
			t.Errorf("%q: %+v", line, end)
		}
		if end.move != "" {
			_, _ = readMove(board.NewPosition(), end.move, notation.ICCS)
			_, _ = readMove(board.NewPosition(), end.move, notation.UCI10)
		}
	})
}

func TestParseOption(t *testing.T) {
	for _, tc := range []struct {
		line    string
		proto   Protocol
		want    OptionDecl
		warning bool
	}{
		{"option name Hash type spin default 16 min 1 max 1024", UCI, OptionDecl{Name: "Hash", Type: "spin", Default: "16", Min: 1, Max: 1024, limited: true}, false},
		{"option name Clear Hash type button", UCI, OptionDecl{Name: "Clear Hash", Type: "button"}, false},
		{"option name Style type combo default Normal var Risky var Very Solid", UCI, OptionDecl{Name: "Style", Type: "combo", Default: "Normal", Vars: []string{"Risky", "Very Solid"}}, false},
		{"option name Book File type string default", UCI, OptionDecl{Name: "Book File", Type: "string"}, false},
		{"option name Hash type spin default 16 min 64 max 1", UCI, OptionDecl{Name: "Hash", Type: "spin", Default: "16", Min: 64, Max: 1}, true},
		{"option name Hash min 1 max 8 default 16 type spin", UCI, OptionDecl{Name: "Hash", Type: "spin", Default: "16", Min: 1, Max: 8, limited: true}, true},
		{"option hashsize type spin min 0 max 1024 default 16", UCCI, OptionDecl{Name: "hashsize", Type: "spin", Default: "16", Max: 1024, limited: true}, false},
		{"option usemillisec type check default false", UCCI, OptionDecl{Name: "usemillisec", Type: "check", Default: "false"}, false},
		{"option newgame type button", UCCI, OptionDecl{Name: "newgame", Type: "button"}, false},
	} {
		got, warning, ok := parseOption(tc.line, tc.proto)
		if !ok || strings.Join(got.Vars, "|") != strings.Join(tc.want.Vars, "|") {
			t.Errorf("%q: got %+v, %t", tc.line, got, ok)
		}
		got.Vars, tc.want.Vars = nil, nil
		if got.Name != tc.want.Name || got.Type != tc.want.Type || got.Default != tc.want.Default || got.Min != tc.want.Min || got.Max != tc.want.Max || got.limited != tc.want.limited || (warning != "") != tc.warning {
			t.Errorf("%q: got %+v, warning %q; want %+v", tc.line, got, warning, tc.want)
		}
	}
	for _, line := range []string{"option", "option name", "option Hash type spin"} {
		if d, _, ok := parseOption(line, UCI); ok {
			t.Errorf("%q was read as %+v", line, d)
		}
	}
}

func FuzzParseOption(f *testing.F) {
	f.Add("option name Hash type spin default 16 min 1 max 1024 var x", true)
	f.Fuzz(func(t *testing.T, line string, asUCI bool) {
		proto := UCCI
		if asUCI {
			proto = UCI
		}
		if d, _, ok := parseOption("option "+line, proto); ok {
			if d.Name == "" {
				t.Errorf("%q: no name", line)
			}
			_, _ = d.validate(d.Default)
		}
	})
}

func TestFitOptions(t *testing.T) {
	decls := []OptionDecl{
		{Name: "Hash", Type: "spin", Min: 1, Max: 1024, limited: true},
		{Name: "Style", Type: "combo", Vars: []string{"Risky", "Very Solid"}},
		{Name: "Ponder", Type: "check"}, {Name: "Clear Hash", Type: "button"}, {Name: "Book File", Type: "string"},
	}
	got, err := fitOptions([]Option{{"hash", "64"}, {"style", "very solid"}, {"PONDER", "on"}, {"clear_hash", ""}, {"Book File", "a b.bin"}}, decls)
	if err != nil {
		t.Fatal(err)
	}
	want := []Option{{"Hash", "64"}, {"Style", "Very Solid"}, {"Ponder", "true"}, {"Clear Hash", ""}, {"Book File", "a b.bin"}}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("option %d is %+v, want %+v", i, got[i], want[i])
		}
	}
	for _, bad := range []Option{{"Hash", "0"}, {"Hash", "x"}, {"Style", "Wild"}, {"Ponder", "maybe"}, {"Clear Hash", "now"}, {"Hush", "1"}} {
		if got, err := fitOptions([]Option{bad}, decls); err == nil {
			t.Errorf("%+v was taken as %+v", bad, got)
		}
	}
}

// TestCommands compares what is sent for a move with what the protocols want.
func TestCommands(t *testing.T) {
	pos := board.NewPosition()
	for _, text := range []string{"h2e2", "h9g7", "e2e6"} { // the last is a capture
		m, _ := board.ParseMove(text)
		pos.Make(m)
	}
	banned, _ := board.ParseMove("g7f5")
	clock := func(ms, inc, moves int) *Clock {
		return &Clock{Left: time.Duration(ms) * time.Millisecond, Inc: time.Duration(inc) * time.Millisecond, MovesToGo: moves}
	}
	captureFEN := "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2"
	for _, tc := range []struct {
		name string
		lang language
		r    Request
		sync bool
		want string
	}{
		{"UCI nodes", uci{notation.ICCS}, Request{Limits: Limits{Nodes: 500}}, true,
			"position startpos moves h2e2 h9g7 e2e6\nisready\ngo nodes 500\n"},
		{"UCI ranks 1-10", uci{notation.UCI10}, Request{Limits: Limits{Depth: 5}}, true,
			"position startpos moves h3e3 h10g8 e3e7\nisready\ngo depth 5\n"},
		{"UCI clock", uci{notation.ICCS}, Request{Limits: Limits{TC: TimeControl{Base: 1}, Depth: 9}, Clocks: [2]*Clock{clock(9000, 100, 0), clock(8000, 200, 12)}}, true,
			"position startpos moves h2e2 h9g7 e2e6\nisready\ngo wtime 9000 winc 100 btime 8000 binc 200 movestogo 12 depth 9\n"},
		{"UCI clock against none", uci{notation.ICCS}, Request{Limits: Limits{TC: TimeControl{Base: 1}}, Clocks: [2]*Clock{nil, clock(8000, 0, 0)}}, true,
			"position startpos moves h2e2 h9g7 e2e6\nisready\ngo btime 8000 binc 0\n"},
		{"UCI move time", uci{notation.ICCS}, Request{Limits: Limits{MoveTime: 100 * time.Millisecond}}, true,
			"position startpos moves h2e2 h9g7 e2e6\nisready\ngo movetime 100\n"},
		{"UCCI milliseconds", ucci{millis: true}, Request{Limits: Limits{TC: TimeControl{Base: 1}}, Clocks: [2]*Clock{clock(9000, 100, 0), clock(10000, 200, 0)}}, true,
			"isready\nposition fen " + captureFEN + "\ngo time 10000 increment 200 opptime 9000 oppincrement 100\n"},
		{"UCCI seconds", ucci{}, Request{Limits: Limits{TC: TimeControl{Base: 1}}, Clocks: [2]*Clock{clock(9900, 1000, 40), clock(10000, 1000, 40)}}, true,
			"isready\nposition fen " + captureFEN + "\ngo time 10 movestogo 40 opptime 9 oppmovestogo 40\n"},
		{"UCCI move time", ucci{millis: true}, Request{Limits: Limits{MoveTime: 100 * time.Millisecond}}, true,
			"isready\nposition fen " + captureFEN + "\ngo time 100 movestogo 1\n"},
		{"UCCI banned, draw offered, no isready", ucci{millis: true}, Request{Limits: Limits{Nodes: 7}, Banned: []board.Move{banned}, DrawOffered: true}, false,
			"position fen " + captureFEN + "\nbanmoves g7f5\ngo draw nodes 7\n"},
	} {
		tc.r.Pos, tc.r.StartFEN = pos, board.StartFEN
		if got := string(tc.lang.think(nil, &tc.r, tc.sync)); got != tc.want {
			t.Errorf("%s:\n got %q\nwant %q", tc.name, got, tc.want)
		}
	}
	r := Request{Pos: pos, StartFEN: board.StartFEN, Limits: Limits{Nodes: 1}, Banned: []board.Move{banned}}
	got := string(uci{notation.ICCS}.think(nil, &r, false))
	if !strings.Contains(got, " searchmoves ") || strings.Contains(got, "g7f5") {
		t.Errorf("searchmoves: %q", got)
	}
}

// TestUCCITime plays ten seconds with an engine that counts milliseconds and
// one that counts seconds.
func TestUCCITime(t *testing.T) {
	for script, want := range map[string]string{"ucci": "go time 10000 ", "ucci nomillis": "go time 10 "} {
		rig := newRig(t, script)
		rig.cfg.Limits = Limits{TC: TimeControl{Base: 10 * time.Second}}
		p := rig.player()
		move(t, p, clockRequest(10*time.Second))
		seen := rig.commands()
		if !strings.Contains(seen, want) || strings.Contains(seen, "usemillisec true") != (script == "ucci") {
			t.Errorf("%s: the engine received\n%s", script, seen)
		}
	}
}

// TestDialects has engines that open in three dialects, none of them stated.
func TestDialects(t *testing.T) {
	for _, tc := range []struct {
		script, moves, sent string
	}{
		{"both", "h2e2", "moves h2e2"},
		{"ten", "h3e3", "moves h3e3"},
		{"iccs", "H2-E2", "moves h2e2"},
		{"ten variant", "h3e3", "moves h3e3"},
	} {
		rig := newRig(t, tc.script+" moves="+tc.moves)
		rig.cfg.Ranks, rig.cfg.Protocol = ProbeRanks, Probe
		p := rig.player()
		r := request(Limits{Nodes: 1})
		a := move(t, p, r)
		if a.Move.String() != "h2e2" {
			t.Errorf("%s: %q was read as %s", tc.script, a.Text, a.Move)
		}
		r.Pos.Make(a.Move)
		r.Pos.Make(board.NewMove(board.SquareAt(7, 9), board.SquareAt(6, 7)))
		move(t, p, r)
		if seen := rig.commands(); !strings.Contains(seen, tc.sent) || strings.Contains(seen, "UCI_Variant") != strings.Contains(tc.script, "variant") {
			t.Errorf("%s: the engine received\n%s", tc.script, seen)
		}
	}
}

// TestProbedProtocol finds out which protocol an engine speaks.
func TestProbedProtocol(t *testing.T) {
	for script, want := range map[string]Protocol{"": UCI, "both ucci": UCI} {
		rig := newRig(t, script)
		rig.cfg.Protocol = Probe
		f, err := Prepare(t.Context(), rig.cfg, &rig.env)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Profile().Protocol; got != want {
			t.Errorf("%q: %s, want %s", script, got, want)
		}
	}
}

func TestOptionsAreSent(t *testing.T) {
	rig := newRig(t, "options")
	rig.cfg.Options = []Option{{"hash", "64"}, {"Clear Hash", ""}, {"Book File", "my book.bin"}, {"style", "very solid"}}
	rig.player()
	seen := rig.commands()
	for _, want := range []string{"setoption name Hash value 64\n", "setoption name Clear Hash\n", "setoption name Book File value my book.bin\n", "setoption name Style value Very Solid\n"} {
		if !strings.Contains(seen, want) {
			t.Errorf("the engine did not receive %q but\n%s", want, seen)
		}
	}
	if !rig.warned("min 64 is above max 1") {
		t.Error("no warning about limits upside down")
	}
}

package protocol

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/search"
)

func TestParseGo(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	red, black := board.NewPosition(), board.NewPosition()
	m, _ := board.ParseMove("h2e2")
	black.Make(m)
	type clock = [2]time.Duration
	tests := []struct {
		name, text string
		pos        *board.Position
		unit       time.Duration
		want       request
		notes      int
	}{
		{"nothing", "", red, ms, request{limits: search.Limits{Infinite: true}}, 0},
		{"depth", "depth 7", red, ms, request{limits: search.Limits{Depth: 7}}, 0},
		{"depth 0", "depth 0", red, ms, request{limits: search.Limits{Depth: 1}, none: true}, 0},
		{"deep", "depth 99999999999999999999999", red, ms, request{limits: search.Limits{Depth: search.MaxPly}}, 0},
		{"nodes", "nodes 0", red, ms, request{limits: search.Limits{Nodes: 1}}, 0},
		{"mate", "mate 4", red, ms, request{limits: search.Limits{Mate: 4}}, 0},
		{"infinite", "infinite", red, ms, request{limits: search.Limits{Infinite: true}}, 0},
		{"depth infinite", "depth infinite", red, s, request{limits: search.Limits{Infinite: true}}, 0},
		{"movetime", "movetime 250", red, ms, request{limits: search.Limits{MoveTime: 250 * ms}}, 0},
		{"no movetime", "movetime 0", red, ms, request{limits: search.Limits{MoveTime: ms}}, 0},
		{"clocks", "wtime 60000 btime 50000 winc 100 binc 200 movestogo 9", red, ms,
			request{limits: search.Limits{Time: clock{60 * s, 50 * s}, Inc: clock{100 * ms, 200 * ms}, MovesToGo: 9}}, 0},
		{"flag down", "wtime -20 btime 0 winc -1", red, ms, request{limits: search.Limits{Time: clock{ms, ms}}}, 0},
		{"other clock", "btime 1000", red, ms, request{limits: search.Limits{Time: clock{0, s}, Infinite: true}}, 1},
		{"own clock", "btime 1000", black, ms, request{limits: search.Limits{Time: clock{0, s}}}, 0},
		{"long", "wtime 1e300", red, ms, request{limits: search.Limits{Time: clock{maxTime, 0}}}, 0},
		{"UCCI red", "time 60 increment 1 opptime 50 oppincrement 2", red, s,
			request{limits: search.Limits{Time: clock{60 * s, 50 * s}, Inc: clock{s, 2 * s}}}, 0},
		{"UCCI black", "time 60 movestogo 5 opptime 50 oppmovestogo 6", black, s,
			request{limits: search.Limits{Time: clock{50 * s, 60 * s}, MovesToGo: 5}}, 0},
		{"UCCI fraction", "time 0.25", red, s, request{limits: search.Limits{Time: clock{250 * ms, 0}}}, 0},
		{"draw", "draw depth 3", red, s, request{limits: search.Limits{Depth: 3}, draw: true}, 0},
		{"ponder", "ponder wtime 1000 btime 1000", red, ms, request{limits: search.Limits{Ponder: true, Time: clock{s, s}}}, 0},
		{"search moves", "searchmoves h2e2 H2-D2 depth 2", red, ms,
			request{limits: search.Limits{Depth: 2, SearchMoves: []board.Move{m, mustMove(t, "h2d2")}}}, 0},
		{"some illegal", "depth 2 searchmoves h2e2 h2h8 xx", red, ms,
			request{limits: search.Limits{Depth: 2, SearchMoves: []board.Move{m}}}, 2},
		{"unknown words", "fast depth 2 !", red, ms, request{limits: search.Limits{Depth: 2}}, 2},
		{"upper case", "DEPTH 2", red, ms, request{limits: search.Limits{Depth: 2}}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, notes, err := parseGo(strings.Fields(tt.text), tt.pos, tt.unit)
			if err != nil {
				t.Fatalf("go %s: %v", tt.text, err)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("go %s\ngot  %+v\nwant %+v", tt.text, got, tt.want)
			}
			if len(notes) != tt.notes {
				t.Errorf("go %s: notes %q, want %d", tt.text, notes, tt.notes)
			}
		})
	}
}

func mustMove(t *testing.T, text string) board.Move {
	t.Helper()
	m, err := board.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestParseGoErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"depth", "no number after depth"},
		{"depth x", `depth "x" is not a whole number`},
		{"depth -1", `depth "-1" is not a whole number`},
		{"nodes 1.5", `nodes "1.5" is not a whole number`},
		{"mate two", `mate "two" is not a whole number`},
		{"movestogo -3", `movestogo "-3" is not a whole number`},
		{"time abc increment 0", `time "abc" is not a number`},
		{"wtime NaN", `wtime "NaN" is not a number`},
		{"winc", "no number after winc"},
		{"oppmovestogo z", `oppmovestogo "z" is not a whole number`},
		{"movetime depth 3", `movetime "depth" is not a number`},
		{"searchmoves", "none of the searchmoves is legal"},
		{"searchmoves a0a9", "none of the searchmoves is legal"},
	}
	for _, tt := range tests {
		_, _, err := parseGo(strings.Fields(tt.text), board.NewPosition(), time.Millisecond)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("go %s: error %v, want %q", tt.text, err, tt.want)
		}
	}
}

package store

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay"
)

func TestPackMoves(t *testing.T) {
	mv := board.NewMove(board.SquareAt(7, 2), board.SquareAt(4, 2))
	tests := []struct {
		name string
		in   []selfplay.MoveRecord
		want []selfplay.MoveRecord // nil: as in
		size int
	}{
		{"none", []selfplay.MoveRecord{}, nil, 2},
		{"bare", []selfplay.MoveRecord{{Move: mv}}, nil, 5},
		{"book", []selfplay.MoveRecord{{Move: mv, FromBook: true}}, nil, 5},
		{"score 0", []selfplay.MoveRecord{{Move: mv, HasScore: true}}, nil, 6},
		{"all", []selfplay.MoveRecord{{Move: mv, HasScore: true, Score: -30000, Mate: -7, Depth: 31, Nodes: math.MaxUint64,
			Time: 3600*time.Second + time.Microsecond}}, nil, 25},
		{"usual", []selfplay.MoveRecord{{Move: mv, HasScore: true, Score: 35, Depth: 12, Nodes: 250_000, Time: 214 * time.Millisecond}}, nil, 13},
		{"score without flag", []selfplay.MoveRecord{{Move: mv, Score: 9}}, []selfplay.MoveRecord{{Move: mv}}, 5},
		{"whole microseconds", []selfplay.MoveRecord{{Move: mv, Time: 1999}}, []selfplay.MoveRecord{{Move: mv, Time: 1000}}, 6},
		{"nonsense of engines", []selfplay.MoveRecord{{Move: mv, HasScore: true, Score: math.MinInt, Mate: math.MaxInt, Depth: math.MaxInt, Time: -1}},
			[]selfplay.MoveRecord{{Move: mv, HasScore: true, Score: math.MinInt32, Mate: math.MaxInt32, Depth: math.MaxInt32}}, 20},
		{"negative depth", []selfplay.MoveRecord{{Move: mv, Depth: -3}}, []selfplay.MoveRecord{{Move: mv}}, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := PackMoves(tt.in)
			if len(data) != tt.size {
				t.Errorf("%d bytes, want %d", len(data), tt.size)
			}
			want := tt.want
			if want == nil {
				want = tt.in
			}
			if got, err := UnpackMoves(data); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, %v\nwant %+v", got, err, want)
			}
		})
	}
}

func TestUnpackErrors(t *testing.T) {
	tests := []struct {
		name, data, want string
	}{
		{"empty", "", "empty"},
		{"newer format", "\x02\x00", "format 2, this program knows 1"},
		{"no count", "\x01", "more moves announced"},
		{"count too large", "\x01\xff\xff\xff\xff\x0f", "more moves announced"},
		{"cut in the second move", "\x01\x02\x01\x01\x02\x80\x80\x01", "move 2 of 2: cut"},
		{"cut score", "\x01\x01\x01\x01\x02", "a field is cut"},
		{"score too large", "\x01\x01\x01\x01\x02\xff\xff\xff\xff\xff\x01", "out of range"},
		{"unknown flag", "\x01\x01\x40\x01\x02", "unknown flags 0x40"},
		{"off the board", "\x01\x01\x00\x5a\x00", "off the board"},
		{"high bits", "\x01\x01\x00\x01\x42", "off the board"},
		{"rest", "\x01\x00\x00", "1 bytes after the last move"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if moves, err := UnpackMoves([]byte(tt.data)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, %v; want an error with %q", moves, err, tt.want)
			}
		})
	}
}

// FuzzUnpackMoves checks that any bytes are refused or read, and that what was
// read is written and read again as the same.
func FuzzUnpackMoves(f *testing.F) {
	f.Add([]byte{packVersion, 0})
	f.Add(PackMoves(testPair(1).Games[0].Moves))
	f.Fuzz(func(t *testing.T, data []byte) {
		moves, err := UnpackMoves(data)
		if err != nil {
			return
		}
		again, err := UnpackMoves(PackMoves(moves))
		if err != nil || !reflect.DeepEqual(again, moves) {
			t.Errorf("%x: read %+v, then %+v, %v", data, moves, again, err)
		}
	})
}

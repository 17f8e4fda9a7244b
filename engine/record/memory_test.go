package record

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
)

// TestConstantMemory: reading much more text than may be held in memory needs no
// more than a few megabytes, whether the text is games or one endless mistake.
func TestConstantMemory(t *testing.T) {
	size := int64(20 << 20) // more than the 16 MiB a game may have
	if testing.Short() {
		size = 4 << 20
	}
	for _, tt := range []struct {
		name, begin, repeat string
		limit               uint64 // bytes of heap
	}{
		{"games", "", "[Event \"x\"]\n\n1. 炮二平五 马８进７ {" + strings.Repeat("文字", 1000) + "} *\n\n", 8 << 20},
		{"comment without end", "[Event \"x\"]\n\n1. 炮二平五 {", "文字 ", 16 << 20},
		{"game without end", "[Event \"x\"]\n\n", "炮二平五 马８进７ ", 80 << 20},
		{"brackets", "[Event \"x\"]\n\n1. 炮二平五 ", "(1. 兵七进一 ", 120 << 20},
		{"tags", "", "[Event \"x\"]\n", 16 << 20},
		{"one word", "1. ", "炮", 8 << 20},
		{"advertising", "[Event \"x\"]\n\n*\n", "欢迎访问", 8 << 20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			stream := io.MultiReader(strings.NewReader(tt.begin), &endless{game: tt.repeat, left: size})
			r := NewPGNReader(NewDecoder(stream, Detect), "endless.pgn")
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			base, peak, n := m.HeapAlloc, uint64(0), 0
			for {
				_, err := r.Next()
				var bad *BadGame
				if err == io.EOF {
					break
				}
				if err != nil && !errors.As(err, &bad) {
					t.Fatal(err)
				}
				if n++; n%50000 == 1 {
					runtime.GC()
					runtime.ReadMemStats(&m)
					peak = max(peak, m.HeapAlloc)
				}
			}
			if peak > base+tt.limit {
				t.Errorf("%d MiB of heap in use after %d games, want at most %d", (peak-base)>>20, n, tt.limit>>20)
			}
		})
	}
}

// TestLongLines: a line format skips a line that is too long and reads the next.
func TestLongLines(t *testing.T) {
	text := "h2e2 *\n" + strings.Repeat("h2e2 ", maxLine/5+10) + "\nh2e2 h9g7 *\n"
	r := NewMoveListReader(strings.NewReader(text), "long.moves")
	var got []int
	for {
		g, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			got = append(got, -1)
			continue
		}
		got = append(got, len(g.Main))
	}
	if len(got) != 3 || got[0] != 1 || got[1] != -1 || got[2] != 2 {
		t.Errorf("read games of %v moves, want 1, a bad line, 2", got)
	}
}

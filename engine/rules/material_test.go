package rules

import "testing"

func TestMaterial(t *testing.T) {
	tests := []struct {
		name, fen   string
		plain, lone bool
	}{
		{"bare kings", "4k4/9/9/9/9/9/9/9/9/3K5 w", true, true},
		{"all guards", "3akab2/9/4b4/9/9/9/9/4B4/4A4/2BA1K3 w", true, true},
		{"a pawn", "4k4/9/9/9/P8/9/9/9/9/3K5 w", false, false},
		{"a horse", "4k4/9/9/9/N8/9/9/9/9/3K5 w", false, false},
		{"a rook", "4k4/9/9/9/8r/9/9/9/9/3K5 w", false, false},

		{"cannon alone", "4k4/9/9/9/C8/9/9/9/9/3K5 w", false, true},
		{"cannon and elephant, no advisor", "4k4/9/9/9/C8/9/9/4B4/9/3K5 w", false, true},
		{"cannon and advisor", "4k4/9/9/9/C8/9/9/9/4A4/3K5 w", false, false},
		{"cannon against one advisor", "4ka3/9/9/9/C8/9/9/9/9/3K5 w", false, true},
		{"cannon and elephant against one advisor", "4ka3/9/9/9/C8/9/9/4B4/9/3K5 w", false, true},
		{"cannon against two advisors", "3aka3/9/9/9/C8/9/9/9/9/3K5 w", false, true},
		{"cannon and elephant against two advisors", "3aka3/9/9/9/C8/9/9/4B4/9/3K5 w", false, false},
		{"cannon against elephants", "2b1k1b2/9/9/9/C8/9/9/9/9/3K5 w", false, true},
		{"cannon and pawn", "4k4/9/9/9/C7P/9/9/9/9/3K5 w", false, false},
		{"two cannons of one side", "4k4/9/9/9/C7C/9/9/9/9/3K5 w", false, false},
		{"cannon each", "4k4/9/9/9/C7c/9/9/9/9/3K5 w", false, true},
		{"cannon each and elephants", "4k4/9/4b4/9/C7c/9/9/9/9/3K5 w", false, true},
		{"cannon each and an advisor", "4ka3/9/9/9/C7c/9/9/9/9/3K5 w", false, false},
		{"two against one", "4k4/9/9/9/C7c/C8/9/9/9/3K5 w", false, false},

		// tested cases with a move that ends the game
		{"two advisors", "3ak4/4a4/9/2C6/9/9/9/9/3K5/9 w", false, false},
		{"two advisors, the loser to move", "3ak4/4a4/9/2C6/9/9/9/9/3K5/9 b", false, true},
		{"one advisor and elephants", "9/9/3ak4/9/6b2/9/9/9/4CK3/2B6 w", false, false},
		{"cannon each", "5kb2/5c3/8b/9/9/7C1/9/9/4K4/9 w", false, false},
	}
	for _, tt := range tests {
		p := mustFEN(t, tt.fen)
		before := p.FEN()
		if got := materialDraw(p, false); got != tt.plain {
			t.Errorf("%s %s: draw %v, want %v", tt.name, tt.fen, got, tt.plain)
		}
		if got := materialDraw(p, true); got != tt.lone {
			t.Errorf("%s %s, lone cannon: draw %v, want %v", tt.name, tt.fen, got, tt.lone)
		}
		if p.FEN() != before {
			t.Errorf("%s was changed to %s", before, p.FEN())
		}
	}
}

package notation

import (
	"errors"
	"testing"

	"xqlab/engine/board"
)

const (
	// fivePawns: red pawns c5..c9 on one file (7 for Red).
	fivePawns = "2P2k3/2P6/2P6/2P6/2P6/9/9/9/9/3K5 w - - 0 1"
	// fourPawns: red pawns e5..e8.
	fourPawns = "5k3/4P4/4P4/4P4/4P4/9/9/9/9/3K5 w - - 0 1"
	// threeOnThree: red pawns g5, g6, g7 (file 3) and c5, c6 (file 7).
	threeOnThree = "5k3/9/6P2/2P3P2/2P3P2/9/9/9/9/3K5 w - - 0 1"
	// threePawns: red pawns e5, e6, e7 on the only tandem file.
	threePawns = "5k3/9/4P4/4P4/4P4/9/9/9/9/3K5 w - - 0 1"
	twoRooks   = "5k3/9/9/4R4/9/9/9/4R4/9/3K5 w - - 0 1"
)

// TestSpellings reads spellings that the vectors do not contain, or rarely.
func TestSpellings(t *testing.T) {
	for _, tt := range []struct {
		fen, text string
		style     Style
		want      string
	}{
		{board.StartFEN, "H2-E2", ICCS, "h2e2"},
		{board.StartFEN, "h2-e2!?", ICCS, "h2e2"},
		{board.StartFEN, "H2E2+", ICCS, "h2e2"},
		{board.StartFEN, "h3e3", UCI10, "h2e2"},
		{board.StartFEN, "c2.5", WXF, "h2e2"},
		{board.StartFEN, "Ｃ２＝５", WXF, "h2e2"},
		{board.StartFEN, "N2+3", WXF, "h0g2"},
		{board.StartFEN, "b3+5", WXF, "g0e2"},
		{board.StartFEN, "M3+5", WXF, "g0e2"},
		{board.StartFEN, "S7+1", WXF, "c3c4"},
		{board.StartFEN, "G5+1", WXF, "e0e1"},
		{board.StartFEN, "G4+5", WXF, "f0e1"},
		{board.StartFEN, "炮2平5", Chinese, "h2e2"},
		{board.StartFEN, "砲二平五", Chinese, "h2e2"},
		{board.StartFEN, "包二平五", Traditional, "h2e2"},
		{board.StartFEN, "傌二上三", Chinese, "h0g2"},
		{board.StartFEN, "硨九進一", Chinese, "a0a1"},
		{board.StartFEN, "象三进五", Chinese, "g0e2"},
		{board.StartFEN, "將五進一！", Chinese, "e0e1"},
		{twoRooks, "车前进一", Chinese, "e6e7"},
		{twoRooks, "後車退１", Chinese, "e2e1"},
		{twoRooks, "前车五进一", Chinese, "e6e7"},
		{twoRooks, "+R+1", WXF, "e6e7"},
		{fivePawns, "++=6", WXF, "c9d9"},
		{fivePawns, "P+=6", WXF, "c8d8"},
		{fivePawns, "P7=6", WXF, "c7d7"},
		{fivePawns, "P-=6", WXF, "c6d6"},
		{fivePawns, "--=6", WXF, "c5d5"},
		{fivePawns, "Pe=6", WXF, "c5d5"},
		{fivePawns, "37=6", WXF, "c7d7"},
		{fivePawns, "37.6", WXF, "c7d7"},
		{fivePawns, "中兵平六", Chinese, "c7d7"},
		{fivePawns, "前兵平六", Chinese, "c9d9"},
		{fourPawns, "+++1", WXF, "e8e9"},
		{fourPawns, "P+=4", WXF, "e7f7"},
		{fourPawns, "P-=4", WXF, "e6f6"},
		{fourPawns, "后兵平四", Chinese, "e5f5"},
		{fourPawns, "四兵平四", Chinese, "e5f5"},
		{fourPawns, "4兵平四", Chinese, "e5f5"},
		{threePawns, "P5=4", WXF, "e6f6"},
		{threePawns, "P.=4", WXF, "e6f6"},
		{threePawns, "P5+1", WXF, "e7e8"}, // the middle pawn cannot; loosely, one pawn can
		{threePawns, "兵五进一", Chinese, "e7e8"},
		{threePawns, "二兵平四", Chinese, "e6f6"},
		{threeOnThree, "33=4", WXF, "g5f5"},
		{threeOnThree, "3+=4", WXF, "g7f7"},
		{threeOnThree, "3-=4", WXF, "g5f5"},
		{threeOnThree, "中三平四", Chinese, "g6f6"},
		{threeOnThree, "后兵七平八", Chinese, "c5b5"},
		{threeOnThree, "五兵平八", Chinese, "c5b5"},
		{threeOnThree, "前兵平八", Chinese, "c6b6"}, // only the pawn of file 7 can
		{threeOnThree, "Pd=8", WXF, "c6b6"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			got, err := Parse(mustFEN(t, tt.fen), tt.text, tt.style)
			if got.String() != tt.want {
				t.Errorf("%s: %s read as %v, %v, want %s", tt.fen, tt.text, got, err, tt.want)
			}
		})
	}
}

func TestRefusedKinds(t *testing.T) {
	for _, tt := range []struct {
		fen, text string
		style     Style
		want      Kind
	}{
		{board.StartFEN, "", ICCS, BadText},
		{board.StartFEN, "0000", ICCS, BadText},
		{board.StartFEN, "h2e2q", ICCS, BadText},
		{board.StartFEN, "h2 e2", ICCS, BadText},
		{board.StartFEN, "h0e0", UCI10, BadText},
		{board.StartFEN, "h2e2", UCI10, NoPiece},
		{board.StartFEN, "C0=5", WXF, BadText},
		{board.StartFEN, "C2=0", WXF, BadText},
		{board.StartFEN, "C2x5", WXF, BadText},
		{board.StartFEN, "C2=5=", WXF, BadText},
		{board.StartFEN, "K+=5", WXF, NoPiece},
		{board.StartFEN, "25+1", WXF, NoPiece},
		{board.StartFEN, "+++1", WXF, NoPiece},
		{board.StartFEN, "H2+4", WXF, Illegal},
		{board.StartFEN, "R1+9", WXF, Illegal},
		{board.StartFEN, "炮二平二", Chinese, Illegal},
		{board.StartFEN, "炮二平五五", Chinese, BadText},
		{board.StartFEN, "二平五炮", Chinese, BadText},
		{board.StartFEN, "前帅进一", Chinese, NoPiece},
		{board.StartFEN, "一兵进一", Chinese, NoPiece},
		{board.StartFEN, "前三进一", Chinese, NoPiece},
		{board.StartFEN, "\xff\xfe炮二", Chinese, BadText},
		{fourPawns, "兵五平四", Chinese, Ambiguous},
		{fourPawns, "P5=4", WXF, Ambiguous},
		{threeOnThree, "前兵进一", Chinese, Ambiguous},
		{threeOnThree, "P+=5", WXF, Illegal},
		{twoRooks, "中车进一", Chinese, NoPiece},
	} {
		t.Run(tt.text, func(t *testing.T) {
			m, err := Parse(mustFEN(t, tt.fen), tt.text, tt.style)
			var e *Error
			if !errors.As(err, &e) || e.Kind != tt.want || e.Reason == "" {
				t.Errorf("%s: %q gave %v, %v, want %v", tt.fen, tt.text, m, err, tt.want)
			}
		})
	}
}

// TestSignedPawns: "33" is the third pawn of file 3, unless the game has used
// "3+" or "3-", which makes it the middle one.
func TestSignedPawns(t *testing.T) {
	p := mustFEN(t, threeOnThree)
	r := Reader{Style: WXF}
	for _, step := range []struct{ text, want string }{
		{"33=2", "g5h5"}, {"3+=2", "g7h7"}, {"33=2", "g6h6"},
	} {
		m, err := r.Parse(p, step.text)
		if m.String() != step.want {
			t.Errorf("%s read as %v, %v, want %s", step.text, m, err, step.want)
		}
	}
}

func TestRankDialect(t *testing.T) {
	for _, tt := range []struct {
		moves []string
		want  Style
	}{
		{nil, ICCS},
		{[]string{"h2e2"}, ICCS},
		{[]string{"h3e3"}, UCI10},
		{[]string{"H2-E2", "h9g7"}, ICCS},
		{[]string{"h3e3", "h10g8"}, UCI10},
		// Legal in both readings at first: the third move settles it.
		{[]string{"a4a5", "a7a6", "i4i5"}, UCI10},
		{[]string{"a3a4", "a6a5", "h0g2"}, ICCS},
	} {
		if got := RankDialect(board.NewPosition(), tt.moves); got != tt.want {
			t.Errorf("RankDialect(%v) = %v, want %v", tt.moves, got, tt.want)
		}
	}
}

func TestParseAny(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Style
	}{
		{"h2e2", ICCS}, {"H2-E2", ICCS}, {"C2=5", WXF}, {"炮二平五", Chinese},
		{"a1a10", UCI10},
	} {
		m, s, err := ParseAny(board.NewPosition(), tt.text)
		if s != tt.want || (s != UCI10 && m.String() != "h2e2") {
			t.Errorf("ParseAny(%s) = %v, %v, %v, want style %v", tt.text, m, s, err, tt.want)
		}
	}
}

func TestParseStyle(t *testing.T) {
	for _, s := range Styles() {
		if got, err := ParseStyle(s.String()); got != s || err != nil {
			t.Errorf("ParseStyle(%q) = %v, %v", s.String(), got, err)
		}
	}
	if _, err := ParseStyle("klingon"); err == nil {
		t.Error("unknown style accepted")
	}
}

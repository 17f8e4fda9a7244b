package dataset

import (
	"testing"

	"xqlab/engine/board"
	"xqlab/engine/record"
	"xqlab/selfplay"
)

func TestFromSelfplay(t *testing.T) {
	move := board.NewMove(board.SquareAt(7, 2), board.SquareAt(4, 2))
	for _, tc := range []struct {
		result      selfplay.Result
		reason      selfplay.EndReason
		want        record.Result
		fault       string
		adjudicated bool
	}{
		{selfplay.RedWins, selfplay.EndMate, record.RedWins, "", false},
		{selfplay.BlackWins, selfplay.EndPerpetualChase, record.BlackWins, "", false},
		{selfplay.Draw, selfplay.EndMaxPlies, record.Draw, "", false},
		{selfplay.BlackWins, selfplay.EndResignAdjudicated, record.BlackWins, "", true},
		{selfplay.Draw, selfplay.EndDrawAgreed, record.Draw, "", true},
		{selfplay.RedWins, selfplay.EndTime, record.RedWins, "time forfeit", false},
		{selfplay.NoResult, selfplay.EndError, record.Unknown, "internal error", false},
		{selfplay.RedWins, "a reason of a later version", record.RedWins, "", false},
	} {
		t.Run(string(tc.reason), func(t *testing.T) {
			g, err := FromSelfplay(&selfplay.Game{
				Opening: selfplay.Opening{FEN: board.StartFEN}, Result: tc.result, Reason: tc.reason,
				Moves: []selfplay.MoveRecord{{Move: move, FromBook: true}, {Move: move, Score: -30, HasScore: true, Mate: -2}},
			})
			if err != nil {
				t.Fatal(err)
			}
			if g.Result != tc.want || g.Fault != tc.fault || g.Adjudicated != tc.adjudicated {
				t.Errorf("got result %s, fault %q, adjudicated %t", g.Result, g.Fault, g.Adjudicated)
			}
			if g.Start.FEN() != board.StartFEN || len(g.Moves) != 2 ||
				g.Moves[0] != (Move{Move: move, Book: true}) || g.Moves[1] != (Move{Move: move, Score: -30, HasScore: true, Mate: true}) {
				t.Errorf("got %s and moves %+v", g.Start.FEN(), g.Moves)
			}
		})
	}
	if g, err := FromSelfplay(&selfplay.Game{Opening: selfplay.Opening{FEN: "9/9"}}); err == nil {
		t.Errorf("a bad opening gave %+v", g)
	}
}

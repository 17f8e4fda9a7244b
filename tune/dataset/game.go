package dataset

import (
	"xqlab/engine/board"
	"xqlab/engine/record"
	"xqlab/selfplay"
)

// Game is a played game as positions are taken from it.
type Game struct {
	Start  *board.Position
	Moves  []Move
	Result record.Result
	// Fault is why the result is no evidence on the positions, such as "time
	// forfeit" or "illegal move"; empty if it is.
	Fault string
	// Adjudicated is set if the players or their scores ended the game before
	// it was decided on the board.
	Adjudicated bool
}

// Move is one ply of a Game with the mover's evaluation.
type Move struct {
	Move     board.Move
	Score    int  // centipawns, mover's view; valid if HasScore
	HasScore bool // false for moves of people and of opening books
	Mate     bool // the score is a mate score
	Book     bool // an opening move, not thought about
}

// FromRecord converts a game from a file. Comments and variations are dropped.
func FromRecord(g *record.Game) (*Game, error) {
	start, err := g.Start()
	if err != nil {
		return nil, err
	}
	game := &Game{Start: start, Result: g.Result}
	for _, m := range g.Moves() {
		game.Moves = append(game.Moves, Move{Move: m})
	}
	return game, nil
}

// FromSelfplay converts a game of a match, tournament or data generation.
func FromSelfplay(g *selfplay.Game) (*Game, error) {
	start, err := board.ParseFEN(g.Opening.FEN)
	if err != nil {
		return nil, err
	}
	game := &Game{Start: start, Result: g.Result.Record()}
	switch g.Reason.Kind() {
	case selfplay.ByFault, selfplay.ByError:
		game.Fault = string(g.Reason)
	case selfplay.ByScores, selfplay.ByPlayers:
		game.Adjudicated = true
	}
	for _, m := range g.Moves {
		game.Moves = append(game.Moves, Move{
			Move: m.Move, Score: m.Score, HasScore: m.HasScore, Mate: m.Mate != 0, Book: m.FromBook,
		})
	}
	return game, nil
}

// label returns the expected score of Red; ok is false without a result.
func label(r record.Result) (y float64, ok bool) {
	switch r {
	case record.RedWins:
		return 1, true
	case record.BlackWins:
		return 0, true
	case record.Draw:
		return 0.5, true
	}
	return 0, false
}

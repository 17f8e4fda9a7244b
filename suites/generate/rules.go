package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"xqlab/engine"
	"xqlab/engine/board"
	"xqlab/engine/rules"
	"xqlab/suites"
	"xqlab/suites/tsv"
)

// repetitionGames are games (id, FEN, moves) whose last move makes a position
// occur for the third time.
//
//go:embed repetitions.tsv
var repetitionGames string

const (
	// ruleNodes is the search of the moves that do not repeat.
	ruleNodes = 30000
	// clear is by how many centipawns a draw must be welcome or not.
	clear = 200
	// lost is a score in which no move is right.
	lost = -700
)

// repetitions writes positions before a move that repeats for the third time:
// it loses, wins or draws by the Chinese rules, and a search of the other moves
// shows that this matters. What the move does is proved by the rules; that
// another move is better or worse, by the search.
func repetitions(out, log io.Writer) error {
	e, err := engine.New(engine.Options{})
	if err != nil {
		return err
	}
	number := 0
	games, err := tsv.NewReader(strings.NewReader(repetitionGames), "repetitions.tsv")
	if err != nil {
		return err
	}
	if err := games.Require("id", "fen", "moves"); err != nil {
		return err
	}
	for games.Next() {
		p, why, err := ruleOf(e, games.Get("fen"), strings.Fields(games.Get("moves")))
		if err != nil {
			return games.Errorf("%w", err)
		}
		if p == nil {
			fmt.Fprintf(log, "%s: left out: %s\n", games.Get("id"), why)
			continue
		}
		number++
		p.ID, p.Comment, p.Themes = fmt.Sprintf("rule.%03d", number), why, []string{"repetition"}
		if _, err := fmt.Fprintln(out, p.EPD()); err != nil {
			return err
		}
	}
	return games.Err()
}

// ruleOf makes a position of a game, nil with the reason if it is no test.
func ruleOf(e *engine.Engine, fen string, moves []string) (*suites.Position, string, error) {
	start, err := board.ParseFEN(fen)
	if err != nil {
		return nil, "", err
	}
	game := rules.NewGame(start, rules.Options{})
	pos := start.Clone()
	for _, text := range moves[:len(moves)-1] {
		m, err := board.ParseMove(text)
		if err != nil {
			return nil, "", err
		}
		if err := game.Play(m); err != nil {
			return nil, "", err
		}
		pos.Make(m)
	}
	if game.Verdict().Over {
		return nil, "it is over before the last move", nil
	}
	last, err := board.ParseMove(moves[len(moves)-1])
	if err != nil {
		return nil, "", err
	}
	mover := pos.SideToMove()
	if err := game.Play(last); err != nil {
		return nil, "", err
	}
	v := game.Verdict()
	if !v.Over || v.Cycle == nil {
		return nil, "the last move is not judged as a repetition", nil
	}
	others := otherMoves(pos, last)
	if len(others) == 0 {
		return nil, "there is no other move", nil
	}
	e.NewGame()
	e.SetGame(pos)
	r, err := e.Search(context.Background(), engine.Limits{Nodes: ruleNodes, SearchMoves: others}, nil)
	if err != nil {
		return nil, "", err
	}
	p := &suites.Position{Board: pos, Start: start.FEN(), Difficulty: 3}
	score := int(r.Score)
	switch {
	case !v.Draw && v.Winner == mover && score < 29000:
		p.Best = []board.Move{last}
		return p, fmt.Sprintf("%v repeats and wins by the rules: %v", last, v), nil
	case !v.Draw && v.Winner != mover && score > lost:
		p.Avoid = []board.Move{last}
		return p, fmt.Sprintf("%v repeats and loses by the rules: %v", last, v), nil
	case v.Draw && score <= -clear:
		p.Best = []board.Move{last}
		return p, fmt.Sprintf("%v repeats and draws, all else is worse (search: %d): %v", last, score, v), nil
	case v.Draw && score >= clear:
		p.Avoid = []board.Move{last}
		return p, fmt.Sprintf("%v repeats and gives away a draw (search of the others: %d): %v", last, score, v), nil
	}
	return nil, fmt.Sprintf("it does not matter: %v, the other moves score %d", v, score), nil
}

// otherMoves lists the legal moves but one.
func otherMoves(pos *board.Position, but board.Move) []board.Move {
	var list board.MoveList
	pos.LegalMoves(&list)
	var out []board.Move
	for _, m := range list.Slice() {
		if m != but {
			out = append(out, m)
		}
	}
	return out
}

package suites

import (
	"fmt"
	"io"
	"strconv"

	"xqlab/engine/board"
	"xqlab/suites/tsv"
)

// Candidate is a row of a pool of positions to choose a suite from: tab
// separated columns id, fen, bm, kind (mate or gain), value (moves to mate, or
// centipawns), proved (yes or no), stable_depth (depth from which a strong
// engine kept the move), second (score of its second-best move), source.
type Candidate struct {
	ID     string
	Board  *board.Position
	Best   board.Move
	Mate   int // moves, 0 for a gain
	Gain   int // centipawns, 0 for a mate
	Proved bool
	Depth  int
	Source string
}

var poolColumns = []string{"id", "fen", "bm", "kind", "value", "proved", "stable_depth", "second", "source"}

// ReadPool reads a pool. Errors name the line and the column.
func ReadPool(r io.Reader, name string) ([]Candidate, error) {
	t, err := tsv.NewReader(r, "pool "+name)
	if err != nil {
		return nil, err
	}
	if err := t.RequireExactly(poolColumns); err != nil {
		return nil, err
	}
	var pool []Candidate
	for t.Next() {
		c, err := parseCandidate(t)
		if err != nil {
			return nil, t.Errorf("%w", err)
		}
		pool = append(pool, c)
	}
	return pool, t.Err()
}

// parseCandidate reads the current row.
func parseCandidate(t *tsv.Reader) (Candidate, error) {
	c := Candidate{ID: t.Get("id"), Proved: t.Get("proved") == "yes", Source: t.Get("source")}
	var err error
	if c.Board, err = board.ParseFEN(t.Get("fen")); err != nil {
		return c, err
	}
	if c.Best, err = board.ParseMove(t.Get("bm")); err != nil {
		return c, fmt.Errorf("bm: %w", err)
	}
	if !c.Board.IsLegal(c.Best) {
		return c, fmt.Errorf("bm: %v is not legal in %s", c.Best, c.Board.FEN())
	}
	value, err := strconv.Atoi(t.Get("value"))
	if err != nil {
		return c, fmt.Errorf("value %q: want a whole number", t.Get("value"))
	}
	switch kind := t.Get("kind"); kind {
	case "mate":
		c.Mate = value
	case "gain":
		c.Gain = value
	default:
		return c, fmt.Errorf("kind %q: want mate or gain", kind)
	}
	depth := t.Get("stable_depth")
	if c.Depth, err = strconv.Atoi(depth); err != nil || c.Depth < 1 {
		return c, fmt.Errorf("stable_depth %q: want a depth in plies", depth)
	}
	return c, nil
}

// position returns the candidate as a suite's position, without a name.
func (c *Candidate) position() *Position {
	return &Position{Board: c.Board, Best: []board.Move{c.Best}, Mate: c.Mate, Gain: c.Gain}
}

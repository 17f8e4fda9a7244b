package suites

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"xqlab/engine/board"
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

// ReadPool reads a pool. Errors name line and column.
func ReadPool(r io.Reader, name string) ([]Candidate, error) {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 4096), maxLine)
	var pool []Candidate
	for line := 1; sc.Scan(); line++ {
		text := strings.TrimRight(sc.Text(), "\r")
		if text == "" {
			continue
		}
		cols := strings.Split(text, "\t")
		if line == 1 {
			if !slices.Equal(cols, poolColumns) {
				return nil, fmt.Errorf("pool %s: line 1: header %q, want %q", name, cols, poolColumns)
			}
			continue
		}
		c, err := parseCandidate(cols)
		if err != nil {
			return nil, fmt.Errorf("pool %s: line %d: %w", name, line, err)
		}
		pool = append(pool, c)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("pool %s: %w", name, err)
	}
	return pool, nil
}

func parseCandidate(cols []string) (Candidate, error) {
	if len(cols) != len(poolColumns) {
		return Candidate{}, fmt.Errorf("%d columns, want %d", len(cols), len(poolColumns))
	}
	c := Candidate{ID: cols[0], Proved: cols[5] == "yes", Source: cols[8]}
	var err error
	if c.Board, err = board.ParseFEN(cols[1]); err != nil {
		return c, err
	}
	if c.Best, err = board.ParseMove(cols[2]); err != nil {
		return c, fmt.Errorf("bm: %w", err)
	}
	if !c.Board.IsLegal(c.Best) {
		return c, fmt.Errorf("bm: %v is not legal in %s", c.Best, c.Board.FEN())
	}
	value, err := strconv.Atoi(cols[4])
	if err != nil {
		return c, fmt.Errorf("value %q: want a whole number", cols[4])
	}
	switch cols[3] {
	case "mate":
		c.Mate = value
	case "gain":
		c.Gain = value
	default:
		return c, fmt.Errorf("kind %q: want mate or gain", cols[3])
	}
	if c.Depth, err = strconv.Atoi(cols[6]); err != nil || c.Depth < 1 {
		return c, fmt.Errorf("stable_depth %q: want a depth in plies", cols[6])
	}
	return c, nil
}

// position returns the candidate as a suite's position, without a name.
func (c *Candidate) position() *Position {
	return &Position{Board: c.Board, Best: []board.Move{c.Best}, Mate: c.Mate, Gain: c.Gain}
}

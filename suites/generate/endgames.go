package main

import (
	"fmt"
	"io"

	"golang.org/x/sync/errgroup"

	"xqlab/engine/board"
	"xqlab/suites"
	"xqlab/suites/ending"
)

// class is a standard ending with its known result. Red is the stronger side.
type class struct {
	red, black string
	name       string
	// wins and draws are how many positions are wanted in which Red, to move,
	// has one move that wins, and Black, to move, one that draws. Where nearly
	// every move wins, negative wins ask for positions with one fastest win,
	// minPlies to minPlies+4 long.
	wins, draws int
	minPlies    int // of wins
}

var classes = []class{
	{"P", "", "pawn v lone king: wins mostly", -3, 0, 5},
	{"P", "a", "pawn v advisor", 4, 3, 7},
	{"P", "b", "pawn v elephant", 4, 3, 7},
	{"N", "a", "horse v advisor: wins", 6, 0, 9},
	{"N", "b", "horse v elephant", 5, 4, 11},
	{"N", "p", "horse v pawn", 4, 4, 11},
	{"N", "aa", "horse v two advisors: draws mostly", 3, 3, 7},
	{"N", "ab", "horse v advisor and elephant: draws mostly", 3, 3, 7},
	{"R", "a", "rook v advisor: wins", -3, 0, 5},
	{"R", "aa", "rook v two advisors: wins", -4, 0, 7},
	{"R", "b", "rook v elephant: wins", -3, 0, 5},
	{"R", "bb", "rook v two elephants: wins", -4, 0, 7},
	{"R", "ab", "rook v advisor and elephant: wins", -4, 0, 7},
	{"R", "n", "rook v horse: wins", -4, 0, 9},
	{"R", "c", "rook v cannon: wins", -4, 0, 9},
	{"CA", "", "cannon and advisor v lone king: wins", -3, 0, 7},
	{"CA", "a", "cannon and advisor v advisor", 3, 2, 9},
	{"PP", "", "two pawns v lone king: wins mostly", -3, 2, 7},
}

const (
	seed       = 1
	minChoices = 3 // legal moves of a position
	solvers    = 2 // endings solved at a time
)

// endgames writes positions of standard endings in which exactly one move keeps
// the known result, or wins fastest, proved by the exhaustive solution of the
// ending. It takes some minutes and about 400 MB.
func endgames(out, log io.Writer) error {
	found := make([][]*suites.Position, len(classes))
	var group errgroup.Group
	group.SetLimit(solvers)
	for i, c := range classes {
		group.Go(func() (err error) {
			found[i], err = c.positions(log)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	number := 0
	for _, list := range found {
		for _, p := range list {
			number++
			p.ID = fmt.Sprintf("end.%03d", number)
			if _, err := fmt.Fprintln(out, p.EPD()); err != nil {
				return err
			}
		}
	}
	return nil
}

// positions solves a class and selects from it.
func (c *class) positions(log io.Writer) ([]*suites.Position, error) {
	e, err := ending.Solve(c.red, c.black)
	if err != nil {
		return nil, err
	}
	want := ending.Wanted{Side: board.Red, Outcome: 1, MinPlies: c.minPlies, Choices: minChoices, Count: c.wins, Seed: seed}
	fastest := c.wins < 0
	if fastest {
		want.Count, want.MaxPlies = -c.wins, c.minPlies+4
	}
	wins := e.Select(want)
	draws := e.Select(ending.Wanted{Side: board.Black, Outcome: 0, Choices: 2, Count: c.draws, Seed: seed})
	won, drawn, lost := e.Share(board.Red)
	fmt.Fprintf(log, "%s-%s: Red to move wins %d, draws %d, loses %d; %d wins and %d draws taken\n",
		c.red, c.black, won, drawn, lost, len(wins), len(draws))
	var list []*suites.Position
	for _, s := range append(wins, draws...) {
		p := &suites.Position{
			Board: s.Position, Best: []board.Move{s.Best}, Difficulty: difficulty(s), Themes: []string{"endgame"},
			Comment: fmt.Sprintf("%s; %s; solved exhaustively", c.name, result(s, fastest)),
		}
		if fastest && s.Outcome > 0 {
			p.Mate = (s.Plies + 1) / 2
		}
		list = append(list, p)
	}
	return list, nil
}

// result describes what the one right move achieves.
func result(s ending.Selected, fastest bool) string {
	switch {
	case s.Outcome == 0:
		return "draws, by no other move"
	case fastest:
		return fmt.Sprintf("mates in %d, by no other move as fast", (s.Plies+1)/2)
	}
	return fmt.Sprintf("wins in %d moves, by no other move", (s.Plies+1)/2)
}

// difficulty grows with the length of a win; saving a draw counts as middling.
func difficulty(s ending.Selected) int {
	if s.Outcome == 0 {
		return 3
	}
	return min(5, 1+s.Plies/10)
}

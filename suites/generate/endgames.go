package main

import (
	"fmt"
	"io"

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
	{"P", "", "pawn v lone king", 3, 3, 5},
	{"P", "a", "pawn v advisor", 3, 2, 7},
	{"P", "b", "pawn v elephant", 3, 2, 7},
	{"N", "a", "horse v advisor: wins", 4, 0, 9},
	{"N", "b", "horse v elephant", 3, 3, 11},
	{"N", "p", "horse v pawn", 3, 2, 11},
	{"N", "aa", "horse v two advisors: draws mostly", 2, 2, 7},
	{"N", "ab", "horse v advisor and elephant: draws mostly", 2, 2, 7},
	{"R", "a", "rook v advisor: wins", -3, 0, 5},
	{"R", "aa", "rook v two advisors: wins", -4, 0, 7},
	{"R", "b", "rook v elephant: wins", -3, 0, 5},
	{"R", "bb", "rook v two elephants: wins", -4, 0, 7},
	{"R", "ab", "rook v advisor and elephant: wins", -4, 0, 7},
	{"R", "n", "rook v horse", 3, 2, 11},
	{"R", "c", "rook v cannon", 2, 3, 9},
	{"R", "p", "rook v pawn", 2, 2, 9},
	{"CA", "", "cannon and advisor v lone king: wins", -3, 0, 7},
	{"CA", "a", "cannon and advisor v advisor", 3, 2, 9},
	{"CP", "", "cannon and pawn v lone king", 3, 2, 9},
	{"PP", "", "two pawns v lone king", 3, 2, 7},
}

const (
	seed       = 1
	minChoices = 3
)

// endgames writes positions of standard endings in which exactly one move keeps
// the known result, proved by the exhaustive solution of the ending. It takes
// some minutes and about 200 MB.
func endgames(out, log io.Writer) error {
	number := 0
	for _, c := range classes {
		e, err := ending.Solve(c.red, c.black)
		if err != nil {
			return err
		}
		won, drawn, lost := e.Share(board.Red)
		want := ending.Wanted{Side: board.Red, Outcome: 1, MinPlies: c.minPlies, Choices: minChoices, Count: c.wins, Seed: seed}
		fastest := c.wins < 0
		if fastest {
			want.Count, want.MaxPlies = -c.wins, c.minPlies+4
		}
		wins := e.Select(want)
		draws := e.Select(ending.Wanted{Side: board.Black, Outcome: 0, Choices: 2, Count: c.draws, Seed: seed})
		fmt.Fprintf(log, "%s-%s: Red to move wins %d, draws %d, loses %d; %d wins and %d draws taken\n",
			c.red, c.black, won, drawn, lost, len(wins), len(draws))
		for _, s := range append(wins, draws...) {
			number++
			p := suites.Position{
				ID: fmt.Sprintf("end.%03d", number), Board: s.Position, Best: []board.Move{s.Best},
				Comment:    fmt.Sprintf("%s; %s; solved exhaustively", c.name, result(s, fastest)),
				Difficulty: difficulty(s), Themes: []string{"endgame"},
			}
			if fastest {
				p.Mate = (s.Plies + 1) / 2
			}
			if _, err := fmt.Fprintln(out, p.EPD()); err != nil {
				return err
			}
		}
	}
	return nil
}

// result says what the one right move does.
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

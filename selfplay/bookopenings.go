package selfplay

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"xqlab/engine/board"
	"xqlab/engine/book"
)

const (
	// bookPlies is the default length of the lines taken from a book.
	bookPlies = 8
	// bookLines is how many lines of a book are taken at most, the most played
	// first.
	bookLines = 2000
	// bookShare is the share of a position's games a move must have been
	// played in: rare moves are mostly mistakes.
	bookShare = 0.02
)

// bookLine is a line of a book with the number of games its last move stands
// for.
type bookLine struct {
	moves []board.Move
	games uint64
}

// openingsFromBook lists the lines of a book from the start position, plies
// long or until the book ends, most played first. Both games of a pair then
// begin with the same line.
func openingsFromBook(ctx context.Context, path string, plies int) (*Openings, error) {
	b, err := book.Open(path)
	if err != nil {
		return nil, fmt.Errorf("openings: book %s: %w", path, err)
	}
	defer b.Close()
	if plies == 0 {
		plies = bookPlies
	}
	var lines []bookLine
	p := board.NewPosition()
	var walk func(line []board.Move, games uint64)
	walk = func(line []board.Move, games uint64) {
		if ctx.Err() != nil {
			return
		}
		var entries []book.Entry
		if len(line) < plies {
			entries = b.Probe(p)
		}
		var total uint64
		for _, e := range entries {
			total += e.Games()
		}
		if total == 0 {
			if len(line) > 0 {
				lines = append(lines, bookLine{slices.Clone(line), games})
			}
			return
		}
		for _, e := range entries {
			if float64(e.Games()) < bookShare*float64(total) {
				continue
			}
			p.Make(e.Move)
			walk(append(line, e.Move), e.Games())
			p.Unmake()
		}
	}
	walk(nil, 0)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(lines, func(a, b bookLine) int { return cmp.Compare(b.games, a.games) })
	set := &Openings{Source: path}
	seen := map[string]bool{}
	for _, l := range lines {
		if len(set.List) == bookLines {
			break
		}
		set.add(Opening{FEN: board.StartFEN, Moves: l.moves}, seen)
	}
	if len(set.List) == 0 {
		return nil, fmt.Errorf("openings: book %s has no move for the start position", path)
	}
	set.Hash = hashOpenings(set.List)
	return set, nil
}

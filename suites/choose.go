package suites

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"xqlab/engine/board"
)

// ChooseOptions are the wanted size, seed and names of a suite.
type ChooseOptions struct {
	Count  int    // positions wanted
	Seed   uint64 // decides among equals
	Prefix string // of the ids: "wac" gives wac.001
}

// Chosen is a suite with an account of the choice.
type Chosen struct {
	*Suite
	Proved  int      // positions whose mate the searches confirmed
	LeftOut []string // candidates that were refuted, with the reason
	Usable  int      // proved, distinct candidates with a choice of moves
}

// gradeLimits are the greatest depths, in plies, of difficulties 1 to 4.
var gradeLimits = [...]int{2, 3, 4, 7}

// difficultyOf grades a position by the depth from which a search keeps its
// solution.
func difficultyOf(depth int) int {
	for d, limit := range gradeLimits {
		if depth <= limit {
			return d + 1
		}
	}
	return len(gradeLimits) + 1
}

// Choose picks a suite from a pool and its grades:
//
//   - only solutions the pool calls proved, no position twice (a mirror image
//     counts as the same), none with a single legal move;
//   - without those in which another move was found that mates;
//   - by the depth from which the grading search kept the solution: all depths
//     get even shares, as far as the pool goes, so that every depth finds
//     positions it is the first to solve;
//   - within a depth in an order that the seed and the ids decide.
//
// The same arguments give the same suite.
func Choose(pool []Candidate, grades map[string]Grade, o ChooseOptions) (*Chosen, error) {
	usable := distinct(pool)
	out := &Chosen{Suite: &Suite{Name: o.Prefix}, Usable: len(usable)}
	var groups [][]chosenPosition // by depth, the first two as one
	total := 0
	for _, c := range usable {
		g, ok := grades[c.ID]
		if !ok {
			return nil, fmt.Errorf("candidate %s has no grade", c.ID)
		}
		if g.Standing == Refuted {
			out.LeftOut = append(out.LeftOut, c.ID+": "+g.Reason)
			continue
		}
		at := max(g.Depth, 2) - 2
		for len(groups) <= at {
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], chosenPosition{c, g})
		total++
	}
	if o.Count < 1 || total < o.Count {
		return nil, fmt.Errorf("%d positions are wanted, the pool has %d that are proved, distinct and not refuted", o.Count, total)
	}
	sizes := make([]int, len(groups))
	for i, g := range groups {
		sizes[i] = len(g)
	}
	var chosen []chosenPosition
	for i, n := range shareOut(o.Count, sizes) {
		g := groups[i]
		slices.SortFunc(g, func(a, b chosenPosition) int {
			return cmp.Or(cmp.Compare(lot(o.Seed, a.ID), lot(o.Seed, b.ID)), cmp.Compare(a.ID, b.ID))
		})
		chosen = append(chosen, g[:n]...)
	}
	slices.SortStableFunc(chosen, func(a, b chosenPosition) int {
		return cmp.Or(cmp.Compare(difficultyOf(a.grade.Depth), difficultyOf(b.grade.Depth)), cmp.Compare(a.Mate, b.Mate), cmp.Compare(a.ID, b.ID))
	})
	for i, c := range chosen {
		if c.grade.Standing == Proved {
			out.Proved++
		}
		out.Positions = append(out.Positions, c.position(fmt.Sprintf("%s.%03d", o.Prefix, i+1)))
	}
	return out, nil
}

// chosenPosition is a candidate with its grade.
type chosenPosition struct {
	Candidate
	grade Grade
}

// position makes the suite's position of it.
func (c *chosenPosition) position(id string) *Position {
	p := c.Candidate.position()
	p.ID, p.Difficulty, p.Comment = id, difficultyOf(c.grade.Depth), c.Source
	p.Themes = firstMoveThemes(c.Board, c.Best)
	if c.grade.Theme != "" {
		p.Themes = append(p.Themes, c.grade.Theme)
	}
	return p
}

// distinct returns the proved candidates without repetitions and without those
// that leave no choice.
func distinct(pool []Candidate) []Candidate {
	seen := map[string]bool{}
	var list []Candidate
	for _, c := range pool {
		key := canonical(c.Board)
		if !c.Proved || seen[key] || c.Board.CountLegalMoves() < 2 {
			continue
		}
		seen[key] = true
		list = append(list, c)
	}
	return list
}

// shareOut divides count among groups of the given sizes as evenly as their
// sizes allow: what a small group cannot fill goes to the others.
func shareOut(count int, sizes []int) []int {
	out := make([]int, len(sizes))
	for count > 0 {
		open := 0
		for i, size := range sizes {
			if out[i] < size {
				open++
			}
		}
		if open == 0 {
			break
		}
		step := max(1, count/open)
		for i, size := range sizes {
			n := min(step, size-out[i], count)
			out[i] += n
			count -= n
		}
	}
	return out
}

// lot draws a number for an id.
func lot(seed uint64, id string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", seed, id)
	return h.Sum64()
}

// canonical identifies a position up to reflection: board and side to move of
// it or of its mirror image, whichever sorts first.
func canonical(p *board.Position) string {
	own := p.EPD()
	return min(own, mirrorEPD(own))
}

// mirrorEPD reflects the board field of an EPD left to right.
func mirrorEPD(epd string) string {
	field, rest, _ := strings.Cut(epd, " ")
	rows := strings.Split(field, "/")
	for i, row := range rows {
		b := []byte(row)
		slices.Reverse(b)
		rows[i] = string(b)
	}
	return strings.Join(rows, "/") + " " + rest
}

package suites

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync/atomic"

	"xqlab/engine/board"
	"xqlab/selfplay/player"
)

// ChooseOptions say what to choose.
type ChooseOptions struct {
	Count  int    // positions wanted
	Seed   uint64 // decides among equals
	Prefix string // of the ids: "wac" gives wac.001
	// Nodes is the budget of each of the two searches that look for another
	// solution; 0 takes the pool's word.
	Nodes       uint64
	Concurrency int
	// New makes the players that search, with one thread.
	New func(cpu int) (player.Player, error)
	// OnCandidate, if not nil, is told of every candidate that has been looked
	// at, from any goroutine.
	OnCandidate func(done, total int)
}

// Chosen is a suite and how it came about.
type Chosen struct {
	*Suite
	Proved   int      // positions whose mate our own search confirmed
	LeftOut  []string // ids of candidates that were refuted, with the reason
	Searched int
}

// gradeLimits are the greatest depths, in plies, of difficulties 1 to 4.
var gradeLimits = [...]int{2, 5, 8, 11}

// difficultyOf grades a candidate by the depth from which a strong engine kept
// the solution.
func difficultyOf(depth int) int {
	for d, limit := range gradeLimits {
		if depth <= limit {
			return d + 1
		}
	}
	return len(gradeLimits) + 1
}

// Choose picks a suite from a pool:
//
//   - only solutions the pool calls proved, no position twice (a mirror image
//     counts as the same);
//   - without those in which our own search, Nodes long, finds another move that
//     mates;
//   - the five difficulties in even shares, as far as the pool goes;
//   - within a difficulty in an order that the seed and the ids decide.
//
// The same pool and options give the same suite, at any concurrency.
func Choose(ctx context.Context, pool []Candidate, o ChooseOptions) (*Chosen, error) {
	usable := distinct(pool)
	out := &Chosen{Suite: &Suite{Name: o.Prefix}, Searched: len(usable)}
	proofs, err := o.prove(ctx, usable)
	if err != nil {
		return nil, err
	}
	grades := make([][]chosenPosition, len(gradeLimits)+1)
	total := 0
	for i, c := range usable {
		if proofs[i].Standing == Refuted {
			out.LeftOut = append(out.LeftOut, c.ID+": "+proofs[i].Reason)
			continue
		}
		d := difficultyOf(c.Depth)
		grades[d-1] = append(grades[d-1], chosenPosition{c, proofs[i]})
		total++
	}
	if o.Count < 1 || total < o.Count {
		return nil, fmt.Errorf("%d positions are wanted, the pool has %d that are proved, distinct and not refuted", o.Count, total)
	}
	sizes := make([]int, len(grades))
	for i, g := range grades {
		sizes[i] = len(g)
	}
	var chosen []chosenPosition
	for i, n := range shareOut(o.Count, sizes) {
		g := grades[i]
		slices.SortFunc(g, func(a, b chosenPosition) int {
			return cmp.Or(cmp.Compare(lot(o.Seed, a.ID), lot(o.Seed, b.ID)), cmp.Compare(a.ID, b.ID))
		})
		g = g[:n]
		slices.SortFunc(g, func(a, b chosenPosition) int {
			return cmp.Or(cmp.Compare(a.Mate, b.Mate), cmp.Compare(a.ID, b.ID))
		})
		chosen = append(chosen, g...)
	}
	for i, c := range chosen {
		if c.proof.Standing == Proved {
			out.Proved++
		}
		out.Positions = append(out.Positions, c.position(fmt.Sprintf("%s.%03d", o.Prefix, i+1)))
	}
	return out, nil
}

// chosenPosition is a candidate that was looked at.
type chosenPosition struct {
	Candidate
	proof Proof
}

// position makes the suite's position of it.
func (c *chosenPosition) position(id string) *Position {
	p := c.Candidate.position()
	p.ID, p.Difficulty, p.Comment = id, difficultyOf(c.Depth), c.Source
	p.Themes = firstMoveThemes(c.Board, c.Best)
	if theme := mateTheme(c.Board, c.proof.Solution.PV); theme != "" {
		p.Themes = append(p.Themes, theme)
	}
	return p
}

// distinct returns the proved candidates without repetitions.
func distinct(pool []Candidate) []Candidate {
	seen := map[string]bool{}
	var list []Candidate
	for _, c := range pool {
		key := canonical(c.Board)
		if c.Proved && !seen[key] {
			seen[key] = true
			list = append(list, c)
		}
	}
	return list
}

// prove searches every candidate.
func (o *ChooseOptions) prove(ctx context.Context, list []Candidate) ([]Proof, error) {
	proofs := make([]Proof, len(list))
	if o.Nodes == 0 {
		return proofs, nil
	}
	var done atomic.Int64
	err := each(ctx, len(list), o.Concurrency, o.New, func(ctx context.Context, p player.Player, i int) (err error) {
		proofs[i], err = Prove(ctx, p, list[i].position(), ProveOptions{Nodes: o.Nodes, Margin: 1, Stall: proofStall})
		if n := int(done.Add(1)); o.OnCandidate != nil {
			o.OnCandidate(n, len(list))
		}
		return err
	})
	return proofs, err
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

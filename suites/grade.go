package suites

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"xqlab/selfplay/player"
)

// Grade is what searches say of a candidate.
type Grade struct {
	ID       string
	Depth    int // plies from which the search kept the solution; one beyond its last if never
	Standing Standing
	Reason   string
	Theme    string // the piece that mates in the line found, empty if unknown
}

// GradeOptions say how to search.
type GradeOptions struct {
	Nodes       uint64 // of each of the two searches that look for another solution
	Depth       int    // of the search that grades, in plies
	Concurrency int
	New         func(cpu int) (player.Player, error)
	// OnCandidate, if not nil, is told how many of how many are done, from any
	// goroutine.
	OnCandidate func(done, total int)
}

// Grades searches the usable candidates of a pool, in the pool's order. The
// result is the same at any concurrency.
func Grades(ctx context.Context, pool []Candidate, o GradeOptions) ([]Grade, error) {
	list := distinct(pool)
	grades := make([]Grade, len(list))
	var done atomic.Int64
	run := Run{Stall: proofStall}
	err := each(ctx, len(list), o.Concurrency, o.New, func(ctx context.Context, p player.Player, i int) error {
		pos := list[i].position()
		proof, err := Prove(ctx, p, pos, ProveOptions{Nodes: o.Nodes, Margin: 1, Stall: proofStall})
		if err != nil {
			return err
		}
		r, err := run.search(ctx, p, pos, Limit{Depth, int64(o.Depth)})
		if err != nil {
			return fmt.Errorf("candidate %s: %w", list[i].ID, err)
		}
		g := Grade{ID: list[i].ID, Depth: o.Depth + 1, Standing: proof.Standing, Reason: proof.Reason, Theme: mateTheme(pos.Board, proof.Solution.PV)}
		if r.Stable != nil {
			g.Depth = r.Stable.Depth
		}
		grades[i] = g
		if n := int(done.Add(1)); o.OnCandidate != nil {
			o.OnCandidate(n, len(list))
		}
		return nil
	})
	return grades, err
}

var gradeColumns = []string{"id", "depth", "standing", "theme", "reason"}

// WriteGrades writes a table of tab-separated columns that ReadGrades reads.
func WriteGrades(w io.Writer, grades []Grade) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, strings.Join(gradeColumns, "\t"))
	for _, g := range grades {
		fmt.Fprintf(b, "%s\t%d\t%s\t%s\t%s\n", g.ID, g.Depth, g.Standing, g.Theme, g.Reason)
	}
	return b.Flush()
}

// ReadGrades reads what WriteGrades wrote. Errors name the line.
func ReadGrades(r io.Reader, name string) (map[string]Grade, error) {
	grades := map[string]Grade{}
	sc := bufio.NewScanner(r)
	for line := 1; sc.Scan(); line++ {
		cols := strings.Split(strings.TrimRight(sc.Text(), "\r"), "\t")
		if line == 1 {
			if !slices.Equal(cols, gradeColumns) {
				return nil, fmt.Errorf("grades %s: line 1: header %q, want %q", name, cols, gradeColumns)
			}
			continue
		}
		if len(cols) != len(gradeColumns) {
			return nil, fmt.Errorf("grades %s: line %d: %d columns, want %d", name, line, len(cols), len(gradeColumns))
		}
		depth, err := strconv.Atoi(cols[1])
		if err != nil || depth < 1 || depth > 128 {
			return nil, fmt.Errorf("grades %s: line %d: depth %q: want plies from 1", name, line, cols[1])
		}
		standing := Standing(cols[2])
		if !slices.Contains([]Standing{Proved, Refuted, Unclear}, standing) {
			return nil, fmt.Errorf("grades %s: line %d: standing %q: want %s, %s or %s", name, line, cols[2], Proved, Refuted, Unclear)
		}
		if _, twice := grades[cols[0]]; twice {
			return nil, fmt.Errorf("grades %s: line %d: %s is there twice", name, line, cols[0])
		}
		grades[cols[0]] = Grade{ID: cols[0], Depth: depth, Standing: standing, Theme: cols[3], Reason: cols[4]}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("grades %s: %w", name, err)
	}
	return grades, nil
}

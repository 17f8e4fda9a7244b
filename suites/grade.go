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
	"xqlab/suites/tsv"
)

// Grade is the verdict of searches on a candidate.
type Grade struct {
	ID       string
	Depth    int // plies from which the search kept the solution; one beyond its last if never
	Standing Standing
	Reason   string
	Theme    string // the piece that mates in the line found, empty if unknown
}

// GradeOptions bound the searches of Grades.
type GradeOptions struct {
	Nodes       uint64 // of each of the two searches that look for another solution
	Depth       int    // of the search that grades, in plies
	Concurrency int
	New         func(cpu int) (player.Player, error)
	// OnCandidate, if not nil, is called after each candidate with the number
	// of candidates done and the number of all, from any goroutine.
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

// ReadGrades reads what WriteGrades wrote, by the candidates' ids. Errors name
// the line.
func ReadGrades(r io.Reader, name string) (map[string]Grade, error) {
	t, err := tsv.NewReader(r, "grades "+name)
	if err != nil {
		return nil, err
	}
	if err := t.RequireExactly(gradeColumns); err != nil {
		return nil, err
	}
	grades := map[string]Grade{}
	for t.Next() {
		g, err := parseGrade(t)
		if err != nil {
			return nil, t.Errorf("%w", err)
		}
		if _, twice := grades[g.ID]; twice {
			return nil, t.Errorf("%s is there twice", g.ID)
		}
		grades[g.ID] = g
	}
	return grades, t.Err()
}

// parseGrade reads the current row.
func parseGrade(t *tsv.Reader) (Grade, error) {
	g := Grade{ID: t.Get("id"), Standing: Standing(t.Get("standing")), Theme: t.Get("theme"), Reason: t.Get("reason")}
	var err error
	if g.Depth, err = strconv.Atoi(t.Get("depth")); err != nil || g.Depth < 1 || g.Depth > 128 {
		return g, fmt.Errorf("depth %q: want 1 to 128 plies", t.Get("depth"))
	}
	if !slices.Contains([]Standing{Proved, Refuted, Unclear}, g.Standing) {
		return g, fmt.Errorf("standing %q: want %s, %s or %s", g.Standing, Proved, Refuted, Unclear)
	}
	return g, nil
}

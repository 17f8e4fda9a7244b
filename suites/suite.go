package suites

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/record"
)

// Suite is a list of positions under a name.
type Suite struct {
	Name      string
	Source    string // absolute path it was loaded from, or the name of a shipped suite; may be empty
	Positions []*Position
}

// Position is a position with what is known of its best move.
type Position struct {
	ID         string
	Board      *board.Position // not to be changed
	Start      string          // FEN from which the history of Board leads here; empty without history
	Best       []board.Move    // any of them solves the position
	Avoid      []board.Move    // if Best is empty: any other move solves it
	Points     map[board.Move]float64
	Mate       int // moves to mate of the side to move, 0 if no mate is claimed
	Gain       int // centipawns won, 0 if not stated
	Difficulty int // 1 to 5, 0 if not stated
	Themes     []string
	Comment    string
	Line       int // of the file it came from
}

// Judge returns whether m solves the position and the points it earns: those
// the suite names, otherwise 1 for a solution.
func (p *Position) Judge(m board.Move) (solved bool, points float64) {
	switch {
	case m == board.NoMove:
		return false, 0
	case len(p.Best) > 0:
		solved = slices.Contains(p.Best, m)
	default:
		solved = !slices.Contains(p.Avoid, m)
	}
	if len(p.Points) > 0 {
		return solved, p.Points[m]
	}
	if solved {
		return true, 1
	}
	return false, 0
}

// MaxPoints returns the points of the best answer.
func (p *Position) MaxPoints() float64 {
	best := 1.0
	if len(p.Points) > 0 {
		best = 0
		for _, v := range p.Points {
			best = max(best, v)
		}
	}
	return best
}

// EPD writes the position as a line of a suite file.
func (p *Position) EPD() string {
	e := record.EPD{Position: p.Board}
	text := func(code string, operands ...string) {
		e.Ops = append(e.Ops, record.Op{Code: code, Operands: operands})
	}
	if len(p.Best) > 0 {
		text("bm", moveTexts(p.Best)...)
	}
	if len(p.Avoid) > 0 {
		text("am", moveTexts(p.Avoid)...)
	}
	if p.Mate != 0 {
		text("dm", fmt.Sprint(p.Mate))
	}
	if p.Gain != 0 {
		text("ce", fmt.Sprint(p.Gain))
	}
	if p.ID != "" {
		text("id", p.ID)
	}
	if p.Comment != "" {
		text("c0", p.Comment)
	}
	if p.Difficulty != 0 {
		text("c1", fmt.Sprint(p.Difficulty))
	}
	if len(p.Themes) > 0 {
		text("c2", strings.Join(p.Themes, " "))
	}
	if h := p.history(); h != "" {
		text("c3", h)
	}
	if len(p.Points) > 0 {
		moves := make([]board.Move, 0, len(p.Points))
		for m := range p.Points {
			moves = append(moves, m)
		}
		slices.SortFunc(moves, func(a, b board.Move) int {
			return cmp.Or(cmp.Compare(p.Points[b], p.Points[a]), cmp.Compare(a, b))
		})
		points := make([]string, len(moves))
		for i, m := range moves {
			points[i] = strconv.FormatFloat(p.Points[m], 'f', -1, 64)
		}
		text("c8", strings.Join(points, " "))
		text("c9", strings.Join(moveTexts(moves), " "))
	}
	return e.String()
}

func moveTexts(moves []board.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	return texts
}

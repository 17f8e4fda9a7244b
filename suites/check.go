package suites

import (
	"context"
	"fmt"
	"slices"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay/player"
)

// Finding is a fault or an oddity of a position.
type Finding struct {
	ID    string `json:"id"`
	Line  int    `json:"line"`
	Error bool   `json:"error"` // the suite should not be used before it is mended
	Text  string `json:"text"`
}

// Inspect looks at a suite without searching: names and positions that are
// there twice (also mirrored), solutions that contradict themselves or cannot
// fail, claims that do not fit.
func Inspect(s *Suite) []Finding {
	var list []Finding
	ids, boards := map[string]*Position{}, map[string]*Position{}
	for _, p := range s.Positions {
		say := func(isError bool, format string, args ...any) {
			list = append(list, Finding{p.ID, p.Line, isError, fmt.Sprintf(format, args...)})
		}
		if old := ids[p.ID]; old != nil {
			say(true, "the name is also that of line %d", old.Line)
		} else {
			ids[p.ID] = p
		}
		key := canonical(p.Board) + p.history()
		switch old := boards[key]; {
		case old == nil:
			boards[key] = p
		case old.Board.EPD() == p.Board.EPD():
			say(true, "the same position as %s, line %d", old.ID, old.Line)
		default:
			say(true, "the mirror image of %s, line %d", old.ID, old.Line)
		}
		for _, m := range p.Best {
			if slices.Contains(p.Avoid, m) {
				say(true, "%v is both to be found and to be avoided", m)
			}
		}
		switch good, bad := p.split(); {
		case !p.Board.HasLegalMove():
			say(true, "%s to move has no legal move", p.Board.SideToMove())
		case len(good) == 0:
			say(true, "no legal move solves it")
		case len(bad) == 0:
			say(false, "every legal move solves it")
		}
		if p.Board.KingAttackers(p.Board.SideToMove().Other()).Count() > 0 {
			say(true, "%s, not to move, is in check", p.Board.SideToMove().Other())
		}
		if p.Mate < 0 {
			say(true, "dm %d: want the moves in which the side to move mates", p.Mate)
		}
		if p.Difficulty == 0 {
			say(false, "no difficulty (c1)")
		}
	}
	return list
}

// Examined is the verdict of searches on one position of a suite.
type Examined struct {
	ID   string
	Line int
	Move board.Move // best of the solutions
	Proof
}

// CheckOptions bound the searches of Examine.
type CheckOptions struct {
	Nodes       uint64 // of each of the two searches of a position
	Margin      int    // centipawns by which a solution must lead
	Concurrency int
	New         func(cpu int) (player.Player, error)
	OnPosition  func(done int) // from any goroutine; may be nil
}

// Examine proves or refutes every solution of a suite. The results are in the
// suite's order.
func Examine(ctx context.Context, s *Suite, o CheckOptions) ([]Examined, error) {
	list := make([]Examined, len(s.Positions))
	done := make(chan struct{}, len(list))
	err := each(ctx, len(list), o.Concurrency, o.New, func(ctx context.Context, p player.Player, i int) error {
		pos := s.Positions[i]
		proof, err := Prove(ctx, p, pos, ProveOptions{Nodes: o.Nodes, Margin: o.Margin, Stall: proofStall})
		list[i] = Examined{ID: pos.ID, Line: pos.Line, Proof: proof}
		if pv := proof.Solution.PV; len(pv) > 0 {
			list[i].Move = pv[0]
		}
		done <- struct{}{}
		if o.OnPosition != nil {
			o.OnPosition(len(done))
		}
		return err
	})
	return list, err
}

// proofStall is how long an engine may be silent while it proves.
const proofStall = 10 * time.Minute

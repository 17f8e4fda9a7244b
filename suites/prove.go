package suites

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay/player"
)

// Standing is the verdict of searches on a suite's solution.
type Standing string

const (
	Proved  Standing = "proved"  // the solution keeps its promise and no other move comes near
	Refuted Standing = "refuted" // another move is as good, or the solution is not
	Unclear Standing = "unclear" // the searches were too short to decide
)

// Proof is the verdict of two searches on a position: one among its solutions
// only, one among all other moves.
type Proof struct {
	Standing Standing         `json:"standing"`
	Reason   string           `json:"reason"`
	Solution player.Iteration `json:"-"`
	Other    player.Iteration `json:"-"` // without a PV if there is no other legal move
	// Margin is by how many centipawns the solution leads; valid unless Only.
	Margin int  `json:"margin"`
	Only   bool `json:"only"` // there is no other legal move
}

// ProveOptions bound the searches of Prove.
type ProveOptions struct {
	Nodes  uint64 // of each of the two searches
	Margin int    // centipawns by which the solution must lead
	Stall  time.Duration
}

// Prove searches the solutions of a position and the other moves apart.
//
// A position that claims a mate (dm) is proved if a mate within the claim is
// found after the solution, and refuted as soon as another move mates too, in
// however many moves. Any other position is proved if its solution leads by the
// margin, and refuted if another move scores as well. In a position with moves
// to avoid, those are the other moves.
func Prove(ctx context.Context, p player.Player, pos *Position, o ProveOptions) (Proof, error) {
	good, bad := pos.split()
	var proof Proof
	var err error
	if len(good) == 0 {
		return Proof{Standing: Refuted, Reason: "no legal move solves it"}, nil
	}
	if proof.Solution, err = among(ctx, p, pos, good, bad, o); err != nil {
		return unprovable(proof, err)
	}
	if len(bad) == 0 {
		proof.Only = true
		proof.Standing, proof.Reason = Proved, "every legal move solves it"
		return proof, nil
	}
	if proof.Other, err = among(ctx, p, pos, bad, good, o); err != nil {
		return unprovable(proof, err)
	}
	proof.judge(pos, o.Margin)
	return proof, nil
}

// unprovable turns a fault of the engine into an unclear standing.
func unprovable(proof Proof, err error) (Proof, error) {
	var fault *player.Fault
	if errors.As(err, &fault) {
		proof.Standing, proof.Reason = Unclear, fault.Error()
		return proof, nil
	}
	return proof, err
}

// split divides the legal moves into solutions and others.
func (p *Position) split() (good, bad []board.Move) {
	var list board.MoveList
	p.Board.LegalMoves(&list)
	for _, m := range list.Slice() {
		if solved, _ := p.Judge(m); solved {
			good = append(good, m)
		} else {
			bad = append(bad, m)
		}
	}
	return good, bad
}

// among searches some of the legal moves only.
func among(ctx context.Context, p player.Player, pos *Position, moves, banned []board.Move, o ProveOptions) (player.Iteration, error) {
	var last player.Iteration
	if err := p.NewGame(ctx); err != nil {
		return last, err
	}
	a, err := p.Move(ctx, &player.Request{
		Pos: pos.Board, StartFEN: pos.startFEN(), Limits: player.Limits{Nodes: o.Nodes}, Stall: o.Stall, Banned: banned,
		OnIteration: func(it player.Iteration) bool { last = it; return true },
	})
	if err != nil {
		return last, err
	}
	if !slices.Contains(moves, a.Move) {
		return last, &player.Fault{Kind: player.IllegalMove, Text: fmt.Sprintf("%v was excluded from the search", a.Move)}
	}
	if len(last.PV) == 0 || last.PV[0] != a.Move {
		last = player.Iteration{Info: a.Info, PV: []board.Move{a.Move}}
	}
	return last, nil
}

// judge compares the two searches.
func (pr *Proof) judge(pos *Position, margin int) {
	s, other := &pr.Solution, &pr.Other
	pr.Margin = s.Score - other.Score
	otherMove := other.PV[0]
	set := func(st Standing, format string, args ...any) {
		pr.Standing, pr.Reason = st, fmt.Sprintf(format, args...)
	}
	switch {
	case !s.HasScore || !other.HasScore:
		set(Unclear, "the engine gave no score")
	case pos.Mate > 0 && other.Mate > 0:
		set(Refuted, "%v mates too, in %d", otherMove, other.Mate)
	case pos.Mate > 0 && s.Mate > 0 && s.Mate <= pos.Mate:
		set(Proved, "mate in %d, next best %v %s", s.Mate, otherMove, scoreText(other))
	case pos.Mate > 0 && s.Mate > 0:
		set(Unclear, "mate in %d found, %d claimed", s.Mate, pos.Mate)
	case pos.Mate > 0:
		set(Unclear, "no mate found, score %s, next best %v %s", scoreText(s), otherMove, scoreText(other))
	case pr.Margin >= margin:
		set(Proved, "%v %s, next best %v %s", s.PV[0], scoreText(s), otherMove, scoreText(other))
	case pr.Margin <= 0:
		set(Refuted, "%v %s is no worse than %v %s", otherMove, scoreText(other), s.PV[0], scoreText(s))
	default:
		set(Unclear, "%v %s, next best %v %s: a lead of %d, want %d", s.PV[0], scoreText(s), otherMove, scoreText(other), pr.Margin, margin)
	}
}

// scoreText writes a score as people and UCI do.
func scoreText(it *player.Iteration) string {
	if it.Mate != 0 {
		return fmt.Sprintf("mate %d", it.Mate)
	}
	return fmt.Sprintf("cp %d", it.Score)
}

// each runs f for the numbers below n, several at a time, every worker with a
// player of its own.
func each(ctx context.Context, n, concurrency int, newPlayer func(cpu int) (player.Player, error), f func(context.Context, player.Player, int) error) error {
	return eachWorker(ctx, n, concurrency, func() (player.Player, func(), error) {
		p, err := newPlayer(-1)
		if err != nil {
			return nil, nil, err
		}
		return p, func() { _ = p.Close() }, nil
	}, f)
}

package rules

import "xqlab/engine/board"

// Outcome is a rule verdict inside a search, from the view of the side to
// move.
type Outcome uint8

const (
	Open Outcome = iota // no rule ends the game here
	Draw
	Win  // the side to move wins by the rules
	Loss // the side to move loses by the rules
)

var outcomeNames = [...]string{Open: "open", Draw: "draw", Win: "win", Loss: "loss"}

// String names the outcome.
func (o Outcome) String() string { return outcomeNames[o&3] }

// Judge answers rule questions inside a search tree. It reads the history of
// the position it is given (moves, keys, checks), keeps all scratch memory in
// itself and allocates nothing; use one per worker.
//
// It classes repetitions exactly as Game does: levels 0 to 3, both sides, all
// moves of the window, placements compared. What it leaves out:
//
//   - A position that has already occurred below the root is judged at its
//     second occurrence, one lap standing for all that would follow. Only if
//     the earlier occurrence is the root or lies before it does the judge wait
//     for Options.NFold occurrences, like the referee.
//   - It does not look for mate or stalemate at the node. The referee puts
//     those first, so a caller that has found none of its moves legal must
//     ignore a Draw given by Limit or Material; Repetition cannot collide
//     with it, since a repeated position had a legal move before.
//   - Moves made before a null move do not count as occurrences.
//
// The answers depend on the path to the node: they must not be stored in a
// transposition table.
type Judge struct {
	opts Options
	cls  classifier
}

// NewJudge returns a judge with the same options as the referee's. It panics if
// they do not Validate.
func NewJudge(opts Options) *Judge { return &Judge{opts: opts.resolve()} }

// Options returns the settings with defaults resolved.
func (j *Judge) Options() Options { return j.opts }

// Probe asks Repetition, then Limit, then Material. root is p.Plies() at the
// root of the search. A node where nothing repeats costs a few loads (20 ns),
// one that closes a cycle 0.2 to 3 us by its length and the pieces on the board.
func (j *Judge) Probe(p *board.Position, root int) Outcome {
	if o := j.Repetition(p, root); o != Open {
		return o
	}
	if j.Limit(p) || j.Material(p) {
		return Draw
	}
	return Open
}

// Repetition reports whether the position ends the game by repetition. root is
// p.Plies() at the root of the search; with root -1 every position of the
// history counts as below the root.
func (j *Judge) Repetition(p *board.Position, root int) Outcome {
	plies := p.RepetitionPly()
	if plies == 0 {
		return Open
	}
	if plies < p.Plies()-root {
		return j.Cycle(p, plies)
	}
	plies = window(p, 0, j.opts.NFold, &j.cls)
	if plies == 0 {
		return Open
	}
	return j.class(p, plies)
}

// Cycle classes the last plies of p's history, none of which is a capture or a
// null move, as a window to be judged. It returns Open if the position at the
// window's start is not the present one: the answer to a false hash match.
func (j *Judge) Cycle(p *board.Position, plies int) Outcome {
	if !j.cls.rewind(p, plies) {
		return Open
	}
	return j.class(p, plies)
}

// class classes the window at whose start the placement is.
func (j *Judge) class(p *board.Position, plies int) Outcome {
	j.cls.run(p, plies, j.opts.Ruleset, false)
	us := p.SideToMove()
	mine, theirs := j.cls.sides[us].level(), j.cls.sides[us.Other()].level()
	switch {
	case mine > theirs:
		return Loss
	case mine < theirs:
		return Win
	}
	return Draw
}

// Limit reports whether the natural limit is reached, checks beyond each
// side's tenth left out. It is exact, and costs one comparison at ordinary
// nodes: the history is read only once that many plies have really been played.
// With the side to move mated or stalemated the game is lost, not drawn.
func (j *Judge) Limit(p *board.Position) bool {
	limit := j.opts.Limit
	return limit != NoLimit && p.HalfmoveClock() >= limit && clockOf(p).plies >= limit
}

// Material reports whether the material draws the game. With the side to move
// mated or stalemated the game is lost, not drawn. Only in endings of lone
// cannons, and with Options.LoneCannon, does it cost more than a few loads; it
// then makes and unmakes moves on p.
func (j *Judge) Material(p *board.Position) bool {
	return materialDraw(p, j.opts.LoneCannon)
}

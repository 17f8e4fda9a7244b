package rules

import (
	"errors"
	"fmt"

	"xqlab/engine/board"
)

// ErrOver is wrapped by the error of a move played after the game has ended.
var ErrOver = errors.New("the game is over")

// Game is the referee of one game: it plays moves and knows after each whether
// the game is over. Verdicts follow the rule set to the letter.
//
// Repetitions are found by hash key and proved by comparing placements. What
// the sides did in between is worked out only when a position really occurs
// for the n-th time, so that an ordinary move costs little more than playing
// it.
//
// A Game is not safe for concurrent use.
type Game struct {
	opts    Options
	pos     *board.Position
	base    int // plies in pos that were made before the game began
	clock   clock
	clocks  []clock // before each move
	verdict Verdict
	cls     classifier
}

// NewGame starts a game from a position, which is copied. Moves already made in
// it are not part of the game: they do not count for repetitions, and of its
// counters only the plies since the last capture are used. It panics if the
// options do not Validate.
//
// A start position without a legal move is lost at once; its counter and
// material are judged only after the first move, as the rules say.
func NewGame(start *board.Position, opts Options) *Game {
	g := &Game{opts: opts.resolve(), pos: start.Clone(), base: start.Plies()}
	g.clock.plies = start.HalfmoveClock()
	if !g.pos.HasLegalMove() {
		g.verdict = g.stuck()
	}
	return g
}

// Play makes a move and judges the position after it. It returns an error, and
// changes nothing, if the game is over or the move is illegal.
func (g *Game) Play(m board.Move) error {
	if g.verdict.Over {
		return fmt.Errorf("ply %d, %s: %w since ply %d (%s, %s)", g.Plies()+1, m, ErrOver, g.verdict.Ply, g.verdict.Result(), g.verdict.Reason)
	}
	if !g.pos.IsLegal(m) {
		return fmt.Errorf("ply %d, %s: illegal: %s (%s)", g.Plies()+1, m, whyIllegal(g.pos, m), g.pos.FEN())
	}
	mover := g.pos.SideToMove()
	g.clocks = append(g.clocks, g.clock)
	g.pos.Make(m)
	capture := g.pos.CapturedAt(g.pos.Plies()-1) != board.NoPiece
	g.clock.advance(mover, capture, g.pos.InCheck())
	g.verdict = g.judge()
	return nil
}

// Undo takes the last move back, and with it the end of the game, if there was
// one. It returns false at the start of the game.
func (g *Game) Undo() bool {
	n := len(g.clocks)
	if n == 0 {
		return false
	}
	g.pos.Unmake()
	g.clock = g.clocks[n-1]
	g.clocks = g.clocks[:n-1]
	g.verdict = Verdict{}
	return true
}

// Verdict returns the state of the game after the last move.
func (g *Game) Verdict() Verdict { return g.verdict }

// Options returns the settings with defaults resolved.
func (g *Game) Options() Options { return g.opts }

// Plies returns the number of moves played in the game.
func (g *Game) Plies() int { return len(g.clocks) }

// MoveAt returns the i-th move of the game, 0 being the first.
func (g *Game) MoveAt(i int) board.Move { return g.pos.MoveAt(g.base + i) }

// Position returns the current position. It belongs to the game: read it,
// Clone it, but make no moves on it.
func (g *Game) Position() *board.Position { return g.pos }

// QuietPlies returns the plies counted towards the natural limit: those since
// the last capture, without the checks (and replies) beyond a side's tenth.
func (g *Game) QuietPlies() int { return g.clock.plies }

// judge applies the order of adjudication to the current position.
func (g *Game) judge() Verdict {
	if !g.pos.HasLegalMove() {
		return g.stuck()
	}
	if v := g.repetition(); v.Over {
		return v
	}
	if g.opts.Limit != NoLimit && g.clock.plies >= g.opts.Limit {
		return Verdict{Over: true, Draw: true, Reason: NaturalLimit, Ply: g.Plies()}
	}
	if materialDraw(g.pos, g.opts.LoneCannon) {
		return Verdict{Over: true, Draw: true, Reason: InsufficientMaterial, Ply: g.Plies()}
	}
	return Verdict{}
}

func (g *Game) stuck() Verdict {
	v := Verdict{Over: true, Winner: g.pos.SideToMove().Other(), Reason: NoLegalMove, Ply: g.Plies()}
	if g.pos.InCheck() {
		v.Reason = Mate
	}
	return v
}

// repetition judges the current position if it stands on the board for the
// n-th time.
func (g *Game) repetition() Verdict {
	if g.pos.RepetitionPly() == 0 {
		return Verdict{}
	}
	plies := window(g.pos, g.base, g.opts.NFold, &g.cls)
	if plies == 0 {
		return Verdict{}
	}
	g.cls.run(g.pos, plies, g.opts.Ruleset, true)
	c := &Cycle{FirstPly: g.Plies() - plies + 1, LastPly: g.Plies(), Occurrences: g.opts.NFold}
	c.Sides[board.Red] = g.cls.conduct(board.Red)
	c.Sides[board.Black] = g.cls.conduct(board.Black)

	v := Verdict{Over: true, Ply: g.Plies(), Cycle: c}
	red, black := c.Sides[board.Red].Level, c.Sides[board.Black].Level
	switch {
	case red == black:
		v.Draw = true
		v.Reason = MutualPerpetual
		if red == Idle {
			v.Reason = RepetitionDraw
		}
		return v
	case red > black:
		v.Winner = board.Black
	default:
		v.Winner = board.Red
	}
	v.Reason = PerpetualChase
	if max(red, black) == Check {
		v.Reason = PerpetualCheck
	}
	return v
}

// window returns the length in plies of the window to be judged, 0 if the
// current position of p has not stood on the board nfold times since the last
// capture (or null move), counting from ply base. The placement of cls is that
// at the window's start on return. Equal keys are proved by comparing
// placements.
func window(p *board.Position, base, nfold int, cls *classifier) int {
	n := p.Plies()
	key := p.Key()
	seen := 1
	for plies := 1; plies <= n-base && reversible(p, n-plies); plies++ {
		if plies%2 != 0 || p.KeyAt(n-plies) != key {
			continue
		}
		if seen++; seen == nfold {
			return proved(p, base, nfold, cls)
		}
	}
	return 0
}

// proved is the second half of window: it repeats the count with placements.
func proved(p *board.Position, base, nfold int, cls *classifier) int {
	n := p.Plies()
	seen := 1
	for plies := 4; plies <= n-base && reversible(p, n-plies); plies += 2 {
		if p.KeyAt(n-plies) == p.Key() && cls.rewind(p, plies) {
			if seen++; seen == nfold {
				return plies
			}
		}
	}
	return 0
}

// reversible reports whether the i-th move of p's history can be part of a
// window.
func reversible(p *board.Position, i int) bool {
	return p.MoveAt(i) != board.NoMove && p.CapturedAt(i) == board.NoPiece
}

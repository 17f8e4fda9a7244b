package suites

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"xqlab/engine"
	"xqlab/engine/board"
)

// MineGame is a game to look for positions in.
type MineGame struct {
	Start  *board.Position
	Moves  []board.Move
	Source string // for the comment
}

// MineOptions are the searches, and the conditions for a position to be kept.
type MineOptions struct {
	// Scan is the nodes of the search of every position, Find those of the
	// search that compares the best two moves, Verify those of the one that
	// must confirm them.
	Scan, Find, Verify uint64
	// Jump is by how many centipawns the mover's chances must have grown since
	// its last move, by the opponent's mistake.
	Jump int
	// Margin is by how many centipawns the best move must lead the second.
	Margin      int
	MinPly      int // plies at the start of games to leave out
	Known       []*Suite
	Prefix      string // of the names
	Concurrency int
	OnGame      func(done int) // from any goroutine; may be nil
}

// DefaultMine are options that find a position in every few games.
func DefaultMine() MineOptions {
	return MineOptions{Scan: 2000, Find: 20000, Verify: 200000, Jump: 250, Margin: 200, MinPly: 8, Prefix: "mined", Concurrency: 1}
}

// decided is the score beyond which a game is won already: what is found there
// is of no use.
const decided = 900

// Mine finds positions in which the mover's chances have just jumped up and one
// move alone takes them, verified by a deeper search, that are in none of the
// known suites and not found twice. The built-in engine searches; the result is
// the same at any concurrency.
func Mine(ctx context.Context, games []MineGame, o MineOptions) (*Suite, error) {
	found := make([][]*Position, len(games))
	done := make(chan struct{}, len(games))
	start := func() (*engine.Engine, func(), error) {
		e, err := engine.New(engine.Options{})
		if err != nil {
			return nil, nil, err
		}
		return e, func() {}, nil
	}
	err := eachWorker(ctx, len(games), o.Concurrency, start, func(ctx context.Context, e *engine.Engine, i int) error {
		list, err := mineGame(ctx, e, &games[i], &o)
		found[i] = list
		done <- struct{}{}
		if o.OnGame != nil {
			o.OnGame(len(done))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, s := range o.Known {
		for _, p := range s.Positions {
			seen[canonical(p.Board)] = true
		}
	}
	out := &Suite{Name: o.Prefix}
	for _, list := range found {
		for _, p := range list {
			if key := canonical(p.Board); !seen[key] {
				seen[key] = true
				out.Positions = append(out.Positions, p)
			}
		}
	}
	slices.SortStableFunc(out.Positions, func(a, b *Position) int { return cmp.Compare(a.Difficulty, b.Difficulty) })
	for i, p := range out.Positions {
		p.ID = fmt.Sprintf("%s.%03d", o.Prefix, i+1)
	}
	return out, nil
}

// mineGame looks at every position of one game.
func mineGame(ctx context.Context, e *engine.Engine, g *MineGame, o *MineOptions) ([]*Position, error) {
	pos := g.Start.Clone()
	var list []*Position
	var scores [2]int // of the side's last scan
	var scanned [2]bool
	for ply := 0; ; ply++ {
		side := pos.SideToMove()
		if ply >= o.MinPly && pos.HasLegalMove() {
			r, err := look(ctx, e, pos, o.Scan, 1)
			if err != nil {
				return nil, err
			}
			score := int(r.Score)
			if scanned[side] && score-scores[side] >= o.Jump && scores[side] < decided {
				p, err := examine(ctx, e, pos, o)
				if err != nil {
					return nil, err
				}
				if p != nil {
					p.Comment = strings.TrimSpace(fmt.Sprintf("%s ply %d", g.Source, ply))
					list = append(list, p)
				}
			}
			scores[side], scanned[side] = score, true
		}
		if ply >= len(g.Moves) {
			return list, nil
		}
		if !pos.IsLegal(g.Moves[ply]) {
			return nil, fmt.Errorf("game %s: move %d, %v, is not legal in %s", g.Source, ply+1, g.Moves[ply], pos.FEN())
		}
		pos.Make(g.Moves[ply])
	}
}

// look searches a position as if it were the only one.
func look(ctx context.Context, e *engine.Engine, pos *board.Position, nodes uint64, lines int) (engine.Result, error) {
	opts := e.Options()
	if opts.MultiPV != lines {
		opts.MultiPV = lines
		if err := e.SetOptions(opts); err != nil {
			return engine.Result{}, err
		}
	}
	e.NewGame()
	e.SetGame(pos)
	return e.Search(ctx, engine.Limits{Nodes: nodes}, nil)
}

// examine returns the position for a suite, nil if no move stands out.
func examine(ctx context.Context, e *engine.Engine, game *board.Position, o *MineOptions) (*Position, error) {
	pos, err := board.ParseFEN(game.FEN()) // a suite's position has no history
	if err != nil {
		return nil, err
	}
	first, err := look(ctx, e, pos, o.Find, 2)
	if err != nil || !stands(&first, o.Margin) {
		return nil, err
	}
	verified, err := look(ctx, e, pos, o.Verify, 2)
	if err != nil || verified.Best != first.Best || !stands(&verified, o.Margin) {
		return nil, err
	}
	p := &Position{Board: pos, Best: []board.Move{verified.Best}, Themes: firstMoveThemes(pos, verified.Best)}
	if n, ok := verified.Score.MateDistance(); ok {
		p.Mate = n
		if theme := mateTheme(pos, verified.PV); theme != "" {
			p.Themes = append(p.Themes, theme)
		}
	} else {
		p.Gain = int(verified.Score)
	}
	stable := 1
	e.NewGame()
	e.SetGame(pos)
	_, err = e.Search(ctx, engine.Limits{Nodes: o.Find}, func(in engine.Info) {
		if in.MultiPV <= 1 && len(in.PV) > 0 && in.PV[0] != verified.Best {
			stable = in.Depth + 1
		}
	})
	p.Difficulty = difficultyOf(stable)
	return p, err
}

// stands reports whether the best move leads by a margin to a good position,
// and not both moves mate.
func stands(r *engine.Result, margin int) bool {
	if len(r.Lines) < 2 || r.Score <= 0 {
		return false
	}
	second := r.Lines[1].Score
	if n, ok := second.MateDistance(); ok && n > 0 {
		return false
	}
	return int(r.Score-second) >= margin
}

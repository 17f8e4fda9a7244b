package selfplay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/rules"
	"xqlab/selfplay/player"
)

// seat is a player at a board, with what it may spend.
type seat struct {
	index  int // of the entrant
	player player.Player
	limits player.Limits
	margin time.Duration
	ban    bool // tell it which moves lose by repetition
}

// table is where one game is played.
type table struct {
	seats  [2]seat // by colour
	s      *Settings
	game   *Game
	ref    *rules.Game
	clocks [2]*clock
	adj    adjudicator
	offer  [2]bool // a side's last move came with a draw offer
	watch  watch
}

// watch is told of a game while it is played; either may be nil.
type watch struct {
	start func(GameStart)
	move  func(MovePlayed)
}

// playGame plays g to its end between two seats. It returns an error if the
// game has no result because ctx was cancelled or something failed that is not
// a player's fault.
func playGame(ctx context.Context, g *Game, seats [2]seat, s *Settings, w watch) error {
	t := table{seats: seats, s: s, game: g, adj: adjudicator{resign: s.Resign, draw: s.Draw}, watch: w}
	g.Start = time.Now()
	defer func() { g.End = time.Now() }()
	if err := t.setUp(); err != nil {
		return err
	}
	for c := range t.seats {
		if err := t.seats[c].player.NewGame(ctx); err != nil {
			return t.failed(ctx, board.Color(c), err)
		}
	}
	if w.start != nil {
		w.start(GameStart{Pair: g.Pair, InPair: g.InPair, Red: g.Red, Black: g.Black, Opening: g.Opening})
	}
	for g.Result == NoResult {
		if err := t.move(ctx); err != nil {
			return err
		}
	}
	return nil
}

// setUp puts the opening on the board.
func (t *table) setUp() error {
	g := t.game
	start, err := board.ParseFEN(g.Opening.FEN)
	if err != nil {
		return fmt.Errorf("opening %d: %w", g.Opening.Index+1, err)
	}
	g.Opening.FEN = start.FEN()
	t.ref = rules.NewGame(start, t.s.Rules)
	for _, m := range g.Opening.Moves {
		if err := t.ref.Play(m); err != nil {
			return fmt.Errorf("opening %d: %w", g.Opening.Index+1, err)
		}
		g.Moves = append(g.Moves, MoveRecord{Move: m, FromBook: true})
	}
	if v := t.ref.Verdict(); v.Over {
		return fmt.Errorf("opening %d: the game is over before it begins: %s", g.Opening.Index+1, v)
	}
	for c, seat := range t.seats {
		t.clocks[c] = newClock(seat.limits.TC)
	}
	return nil
}

// move lets the side to move make one move and ends the game if it is over.
func (t *table) move(ctx context.Context) error {
	pos := t.ref.Position()
	us := pos.SideToMove()
	them := us.Other()
	seat := &t.seats[us]
	req := player.Request{
		Pos: pos, StartFEN: t.game.Opening.FEN, Limits: seat.limits,
		Clocks: [2]*player.Clock{t.clocks[board.Red].view(), t.clocks[board.Black].view()},
		Margin: seat.margin, Stall: t.s.Stall,
		DrawOffered: t.offer[them],
	}
	if seat.ban {
		req.Banned = t.ref.BannedMoves()
	}
	a, err := seat.player.Move(ctx, &req)
	if err != nil {
		return t.failed(ctx, us, err)
	}
	if !t.s.IgnoreOffers {
		switch {
		case a.Resign:
			t.end(WinFor(them), EndResigned, "")
			return nil
		case a.Draw && t.offer[them]:
			t.end(Draw, EndDrawAgreed, "")
			return nil
		}
	} else if a.Resign && a.Move == board.NoMove {
		t.end(WinFor(them), EndResigned, "it gave no move")
		return nil
	}
	t.offer[us] = a.Draw && !t.s.IgnoreOffers
	if err := t.ref.Play(a.Move); err != nil {
		return t.failed(ctx, us, &player.Fault{Kind: player.IllegalMove, Text: err.Error()})
	}
	t.clocks[us].spend(a.Time)
	t.game.Moves = append(t.game.Moves, MoveRecord{
		Move: a.Move, Score: a.Score, Mate: a.Mate, HasScore: a.HasScore, Depth: a.Depth, Nodes: a.Nodes, Time: a.Time,
	})
	if t.watch.move != nil {
		n := len(t.game.Moves)
		t.watch.move(MovePlayed{Pair: t.game.Pair, InPair: t.game.InPair, Ply: n, MoveRecord: t.game.Moves[n-1]})
	}
	t.judge(us)
	return nil
}

// judge looks for the end of the game after a move of us: by the rules, by
// adjudication, by length.
func (t *table) judge(us board.Color) {
	if v := t.ref.Verdict(); v.Over {
		t.rule(v)
		return
	}
	pos := t.ref.Position()
	capture := pos.CapturedAt(pos.Plies()-1) != board.NoPiece
	last := &t.game.Moves[len(t.game.Moves)-1]
	// The move just made belongs to the full move before the counter went up.
	fullMove := pos.FullmoveNumber()
	if us == board.Black {
		fullMove--
	}
	if result, reason, over := t.adj.see(us, last, capture, fullMove); over {
		t.end(result, reason, "")
		return
	}
	if t.s.MaxPlies > 0 && len(t.game.Moves) >= t.s.MaxPlies {
		t.end(Draw, EndMaxPlies, "")
	}
}

// rule ends the game by a verdict of the rules.
func (t *table) rule(v rules.Verdict) {
	result := Draw
	if !v.Draw {
		result = WinFor(v.Winner)
	}
	detail := ""
	if v.Cycle != nil {
		detail = v.String()
		t.game.CyclePly = v.Cycle.FirstPly
		if !v.Draw {
			t.game.Offenders = offenders(v.Cycle.Sides[v.Winner.Other()])
		}
	}
	t.end(result, endByRule(v.Reason), detail)
}

// offenders lists the squares of the pieces that checked or chased.
func offenders(c rules.Conduct) []board.Square {
	var list []board.Square
	add := func(men []rules.Man) {
		for _, m := range men {
			if !slices.Contains(list, m.Square) {
				list = append(list, m.Square)
			}
		}
	}
	if c.Level == rules.Check {
		add(c.Checkers)
		return list
	}
	for _, v := range c.Victims {
		add(v.Attackers)
	}
	return list
}

func (t *table) end(result Result, reason EndReason, detail string) {
	t.game.Result, t.game.Reason, t.game.Detail = result, reason, detail
}

// failed ends the game against us if err is its fault, and returns any other
// error.
func (t *table) failed(ctx context.Context, us board.Color, err error) error {
	var f *player.Fault
	if !errors.As(err, &f) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("player %s: %w", t.seats[us].player.Name(), err)
	}
	t.game.Fault = &Fault{
		Player: t.seats[us].index, Text: f.Text, FEN: t.ref.Position().FEN(),
		Ply: t.ref.Plies() + 1, Overrun: f.Overrun, Stderr: f.Stderr,
		Dead: f.Dead(), Startup: f.Startup,
	}
	t.end(WinFor(us.Other()), endByFault(f.Kind), strings.TrimSpace(f.Error()))
	return nil
}

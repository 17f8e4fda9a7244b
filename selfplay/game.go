// Package selfplay plays matches and tournaments between xiangqi engines: it
// schedules pairs of games over openings, asks players for moves, referees and
// adjudicates, and hands every finished pair to a Recorder.
//
// It does not import package results: a caller that wants the games implements
// Recorder.
package selfplay

import (
	"slices"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/record"
	"xqlab/selfplay/stats"
)

// Result is the outcome of a game from Red's view.
type Result uint8

const (
	NoResult Result = iota // unfinished or void: never counted
	RedWins
	BlackWins
	Draw
)

// String returns the PGN form: 1-0, 0-1, 1/2-1/2 or *.
func (r Result) String() string { return [...]string{"*", "1-0", "0-1", "1/2-1/2"}[r&3] }

// Record returns the result in the terms of game files.
func (r Result) Record() record.Result {
	switch r {
	case RedWins:
		return record.RedWins
	case BlackWins:
		return record.BlackWins
	case Draw:
		return record.Draw
	}
	return record.Unknown
}

// WinFor returns the result in which c wins.
func WinFor(c board.Color) Result {
	if c == board.Red {
		return RedWins
	}
	return BlackWins
}

// MoveRecord is one ply as played.
type MoveRecord struct {
	Move  board.Move
	Score int           // centipawns from the mover's view; valid if HasScore
	Mate  int           // mate distance in moves, negative if being mated; 0 none
	Depth int           // plies; 0 unknown
	Nodes uint64        // 0 unknown
	Time  time.Duration // as measured by the runner

	HasScore bool
	FromBook bool // an opening or book move, which took no thought
}

// Opening is where a pair of games starts.
type Opening struct {
	Index int          // position in the opening set, counted from 0
	FEN   string       // start of the game record
	Moves []board.Move // moves played from FEN before the players think
	Name  string       // for people; may be empty
}

// EPD returns the position in which the players begin to think, as the first
// four fields of its FEN: openings that lead to one position by different moves
// have the same.
func (op *Opening) EPD() (string, error) {
	p, err := board.ParseFEN(op.FEN)
	if err != nil {
		return "", err
	}
	for _, m := range op.Moves {
		p.Make(m)
	}
	return p.EPD(), nil
}

// Fault describes what a player did wrong in a game that ended by its fault.
type Fault struct {
	Player  int           // index of the player
	Text    string        // the offending line or what happened
	FEN     string        // position it was asked to move in
	Ply     int           // ply of the game, counted from 1
	Overrun time.Duration // for time forfeits
	Stderr  []string      // last lines of the engine's standard error
	Dead    bool          // the engine has to be restarted
	Startup bool          // it did not even start
}

// Game is one finished (or void) game.
type Game struct {
	Pair    int // pair number, counted from 0 in schedule order
	InPair  int // 0 first game, 1 colours swapped
	Red     int // index of the player with Red
	Black   int
	Opening Opening
	Moves   []MoveRecord

	Result Result
	Reason EndReason
	Detail string // the referee's explanation: levels, victim, cycle; may be empty
	// CyclePly is the first ply (counted from 1) of the repetition a verdict
	// rests on, 0 if none.
	CyclePly int
	// Offenders are the squares of the pieces that checked or chased.
	Offenders []board.Square
	Fault     *Fault

	Start, End time.Time
}

// OutcomeFor returns the game's result for one of its two players, given by
// index; ok is false for a void game.
func (g *Game) OutcomeFor(player int) (o stats.Outcome, ok bool) {
	switch g.Result {
	case NoResult:
		return stats.Draw, false
	case Draw:
		return stats.Draw, true
	}
	if (g.Result == RedWins) == (g.Red == player) {
		return stats.Win, true
	}
	return stats.Loss, true
}

// Pair is the unit of scheduling, storage and statistics: two games from one
// opening with the colours swapped. In single-game schedules the second game
// is nil.
type Pair struct {
	Number  int // schedule order, from 0
	A, B    int // player indices; A has Red in the first game
	Opening Opening
	Games   [2]*Game
}

// Result returns what is counted of a pair; ok is false if a game is void.
func (p *Pair) Result() (res PairResult, ok bool) {
	res = PairResult{Number: p.Number, A: p.A, B: p.B}
	for _, g := range p.Games {
		if g == nil {
			continue
		}
		o, ok := g.OutcomeFor(p.A)
		if !ok {
			return res, false
		}
		res.Outcomes = append(res.Outcomes, o)
	}
	return res, true
}

// PairResult is what is counted of a pair without void games.
type PairResult struct {
	Number int
	A, B   int // player indices; A had Red in the first game
	// Outcomes are the results for A: of two games in the order they were
	// played, of one in a schedule of single games.
	Outcomes []stats.Outcome
}

// For returns the outcomes for one of the two players, in the order of the
// games. Any player but A gets B's view.
func (p PairResult) For(player int) []stats.Outcome {
	list := slices.Clone(p.Outcomes)
	if player != p.A {
		for i := range list {
			list[i] = -list[i]
		}
	}
	return list
}

// AddTo counts the pair for one of its two players: each game in games and, if
// there are two, the pair in pairs.
func (p PairResult) AddTo(games *stats.Counts, pairs *stats.Pairs, player int) {
	outcomes := p.For(player)
	for _, o := range outcomes {
		games.Add(o)
	}
	if len(outcomes) == 2 {
		pairs.Add(outcomes[0], outcomes[1])
	}
}

// Recorder receives every finished pair, in any order, from one goroutine at a
// time. An error stops the run.
type Recorder interface {
	RecordPair(*Pair) error
}

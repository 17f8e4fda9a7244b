package rules

import (
	"fmt"
	"strings"

	"xqlab/engine/board"
)

// Reason is why a game ended.
type Reason uint8

const (
	NotOver              Reason = iota
	Mate                        // the side to move is in check and has no legal move
	NoLegalMove                 // the side to move has no legal move but is not in check: it loses too
	PerpetualCheck              // the loser checked on every move of the window
	PerpetualChase              // the loser chased one piece on every move of the window
	MutualPerpetual             // both sides checked, or both chased, throughout: draw
	RepetitionDraw              // neither side offended: draw
	NaturalLimit                // too many plies without a capture: draw
	InsufficientMaterial        // neither side can win: draw
)

var reasonNames = [...]string{
	NotOver: "", Mate: "mate", NoLegalMove: "no legal move",
	PerpetualCheck: "perpetual check", PerpetualChase: "perpetual chase", MutualPerpetual: "mutual perpetual",
	RepetitionDraw: "repetition draw", NaturalLimit: "natural-move limit", InsufficientMaterial: "insufficient material",
}

// String returns the reason in words, "" for NotOver.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// Level classes what one side did in a repetition; the higher level loses.
type Level uint8

const (
	Idle       Level = iota // anything that is not perpetual
	Chase                   // every move newly chases one and the same enemy piece
	PinnedRook              // asian: as Chase, of a rook that is pinned by a horse after each of these moves
	Check                   // every move gives check
)

var levelNames = [...]string{Idle: "idle", Chase: "perpetual chase", PinnedRook: "perpetual chase of a pinned rook", Check: "perpetual check"}

// String names the class.
func (l Level) String() string { return levelNames[l&3] }

// Verdict is the state of a game after a move: not over (the zero value), or
// over.
type Verdict struct {
	Over   bool
	Draw   bool        // meaningful if Over
	Winner board.Color // meaningful if Over and not Draw
	Reason Reason
	Ply    int    // plies played when the game ended; 0 is the start position
	Cycle  *Cycle // what a repetition was judged by, else nil
}

// Result returns "red" or "black" (the winner), "draw", or "none" if the game
// is not over.
func (v Verdict) Result() string {
	switch {
	case !v.Over:
		return "none"
	case v.Draw:
		return "draw"
	}
	return v.Winner.String()
}

// Score returns the result as game records write it: "1-0" (Red wins), "0-1",
// "1/2-1/2", or "*" if the game is not over.
func (v Verdict) Score() string {
	switch {
	case !v.Over:
		return "*"
	case v.Draw:
		return "1/2-1/2"
	case v.Winner == board.Red:
		return "1-0"
	}
	return "0-1"
}

// Cycle is a judged repetition: its window of plies, and what each side did in
// it.
type Cycle struct {
	FirstPly    int // first ply of the window, the game's first move being 1
	LastPly     int
	Occurrences int // how often the position has stood on the board
	Sides       [2]Conduct
}

// Conduct is what one side did in a window, and with which pieces.
type Conduct struct {
	Level    Level
	Moves    int   // the side's moves in the window
	Checks   int   // of those, moves that gave check
	Chases   int   // of those, moves that newly chased anything; 0 under basic rules
	Checkers []Man // pieces that gave check, if Level is Check
	Victims  []Victim
}

// Victim is a piece that was newly chased by every move of the other side.
type Victim struct {
	Man
	Attackers   []Man // the pieces that chased it, in turn or together
	HorsePinned bool  // asian: a rook pinned by a horse after each of these moves
}

// Man is a piece and where it stands when the game is judged.
type Man struct {
	Piece  board.Piece
	Square board.Square
}

// String returns the piece's FEN letter and its square, "R h3".
func (m Man) String() string { return m.Piece.String() + " " + m.Square.String() }

// String explains the verdict in one line.
func (v Verdict) String() string {
	if !v.Over {
		return "the game goes on"
	}
	var b strings.Builder
	if v.Draw {
		fmt.Fprintf(&b, "draw: %s", v.Reason)
	} else {
		fmt.Fprintf(&b, "%s wins: %s", v.Winner, v.Reason)
	}
	fmt.Fprintf(&b, " at ply %d", v.Ply)
	if c := v.Cycle; c != nil {
		fmt.Fprintf(&b, "; position seen %d times, plies %d-%d", c.Occurrences, c.FirstPly, c.LastPly)
		for _, side := range [...]board.Color{board.Red, board.Black} {
			fmt.Fprintf(&b, "; %s level %d: %s", side, c.Sides[side].Level, c.Sides[side].describe())
		}
	}
	return b.String()
}

func (c Conduct) describe() string {
	switch {
	case c.Level == Check:
		return fmt.Sprintf("checks on every move with %s", joinMen(c.Checkers))
	case c.Level >= Chase:
		var parts []string
		for _, v := range c.Victims {
			if c.Level == PinnedRook && !v.HorsePinned {
				continue
			}
			what := v.Man.String()
			if v.HorsePinned {
				what = "horse-pinned " + what
			}
			parts = append(parts, fmt.Sprintf("%s with %s", what, joinMen(v.Attackers)))
		}
		return "chases on every move " + strings.Join(parts, " and ")
	case c.Checks+c.Chases > 0:
		return fmt.Sprintf("checks on %d and chases on %d of %d moves, nothing perpetual", c.Checks, c.Chases, c.Moves)
	}
	return "idle"
}

func joinMen(men []Man) string {
	names := make([]string, len(men))
	for i, m := range men {
		names[i] = m.String()
	}
	return strings.Join(names, ", ")
}

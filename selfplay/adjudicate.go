package selfplay

import (
	"fmt"
	"strconv"
	"strings"

	"xqlab/engine/board"
)

// ResignRule ends a game that a side considers lost by its own scores. The zero
// value is off.
//
// The side loses when it has reported -Score centipawns or less on Moves of its
// moves in a row. With TwoSided, the opponent must have reported Score or more
// on as many. Without it, a score of being mated counts only while the opponent
// reports at least Score: one engine's word is never enough for a mate.
type ResignRule struct {
	Score    int
	Moves    int
	TwoSided bool
}

// DrawRule ends a game that both sides see as level. The zero value is off.
//
// The game is drawn when both sides have reported scores within Score
// centipawns of zero on Moves moves in a row each, counted from full move From.
// A capture restarts the count.
type DrawRule struct {
	Score int
	Moves int
	From  int
}

// ParseResignRule reads "score=800,moves=4,twosided=true"; what is left out
// has these values, and "on" means all of them. "" and "off" are off.
func ParseResignRule(text string) (ResignRule, error) {
	r := ResignRule{Score: 800, Moves: 4, TwoSided: true}
	on, err := parseRule(text, "resign", map[string]any{"score": &r.Score, "moves": &r.Moves, "twosided": &r.TwoSided})
	if !on || err != nil {
		return ResignRule{}, err
	}
	if r.Score < 1 || r.Moves < 1 {
		return ResignRule{}, fmt.Errorf("resign %q: score and moves must be at least 1", text)
	}
	return r, nil
}

// ParseDrawRule reads "score=10,moves=8,from=40"; what is left out has these
// values, and "on" means all of them. "" and "off" are off.
func ParseDrawRule(text string) (DrawRule, error) {
	r := DrawRule{Score: 10, Moves: 8, From: 40}
	on, err := parseRule(text, "draw", map[string]any{"score": &r.Score, "moves": &r.Moves, "from": &r.From})
	if !on || err != nil {
		return DrawRule{}, err
	}
	if r.Score < 0 || r.Moves < 1 || r.From < 0 {
		return DrawRule{}, fmt.Errorf("draw %q: moves must be at least 1, score and from at least 0", text)
	}
	return r, nil
}

// parseRule reads "key=value,..." into ints and bools; on is false for "off".
func parseRule(text, what string, into map[string]any) (on bool, err error) {
	switch text = strings.TrimSpace(text); text {
	case "", "off":
		return false, nil
	case "on":
		return true, nil
	}
	for _, item := range strings.Split(text, ",") {
		key, value, found := strings.Cut(item, "=")
		key = strings.TrimSpace(key)
		switch p := into[key].(type) {
		case *int:
			n, err := strconv.Atoi(value)
			if err != nil {
				return false, fmt.Errorf("%s %q: %s wants a number, not %q", what, text, key, value)
			}
			*p = n
		case *bool:
			if !found {
				value = "true"
			}
			b, err := strconv.ParseBool(value)
			if err != nil {
				return false, fmt.Errorf("%s %q: %s wants true or false, not %q", what, text, key, value)
			}
			*p = b
		default:
			known := make([]string, 0, len(into))
			for _, k := range []string{"score", "moves", "twosided", "from"} {
				if into[k] != nil {
					known = append(known, k)
				}
			}
			return false, fmt.Errorf("%s %q: unknown key %q (want %s)", what, text, key, strings.Join(known, ", "))
		}
	}
	return true, nil
}

// String returns the form ParseResignRule reads.
func (r ResignRule) String() string {
	if r == (ResignRule{}) {
		return "off"
	}
	return fmt.Sprintf("score=%d,moves=%d,twosided=%t", r.Score, r.Moves, r.TwoSided)
}

// String returns the form ParseDrawRule reads.
func (r DrawRule) String() string {
	if r == (DrawRule{}) {
		return "off"
	}
	return fmt.Sprintf("score=%d,moves=%d,from=%d", r.Score, r.Moves, r.From)
}

// MarshalText implements encoding.TextMarshaler.
func (r ResignRule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *ResignRule) UnmarshalText(text []byte) (err error) {
	*r, err = ParseResignRule(string(text))
	return err
}

// MarshalText implements encoding.TextMarshaler.
func (r DrawRule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *DrawRule) UnmarshalText(text []byte) (err error) {
	*r, err = ParseDrawRule(string(text))
	return err
}

// adjudicator follows the scores of a game.
type adjudicator struct {
	resign ResignRule
	draw   DrawRule
	bad    [2]int // moves in a row on which a side saw itself lost
	good   [2]int // and won
	level  [2]int // and level
}

// see follows a move of one side. over is true if the game ends here.
func (a *adjudicator) see(side board.Color, m *MoveRecord, capture bool, fullMove int) (result Result, reason EndReason, over bool) {
	them := side.Other()
	if r := a.resign; r != (ResignRule{}) {
		a.count(&a.good[side], m.HasScore && m.Score >= r.Score)
		switch {
		case m.HasScore && m.Mate < 0 && !r.TwoSided && a.good[them] == 0:
			// One engine's word: the count of bad moves stays as it is.
		default:
			a.count(&a.bad[side], m.HasScore && m.Score <= -r.Score)
		}
		for _, loser := range [...]board.Color{side, them} {
			if a.bad[loser] >= r.Moves && (!r.TwoSided || a.good[loser.Other()] >= r.Moves) {
				return WinFor(loser.Other()), EndResignAdjudicated, true
			}
		}
	}
	if d := a.draw; d != (DrawRule{}) {
		if capture || fullMove < d.From {
			a.level = [2]int{}
		}
		if fullMove >= d.From {
			a.count(&a.level[side], m.HasScore && m.Mate == 0 && m.Score <= d.Score && m.Score >= -d.Score)
		}
		if a.level[side] >= d.Moves && a.level[them] >= d.Moves {
			return Draw, EndDrawAdjudicated, true
		}
	}
	return NoResult, "", false
}

// count adds to a run of moves or ends it.
func (a *adjudicator) count(n *int, goesOn bool) {
	if goesOn {
		*n++
	} else {
		*n = 0
	}
}

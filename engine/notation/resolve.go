package notation

import (
	"fmt"
	"slices"
	"strings"

	"xqlab/engine/board"
)

// reading is one interpretation of the first half of a WXF or Chinese move: the
// pieces it may mean, ordered by how binding the convention is.
type reading struct {
	t     board.PieceType
	tiers [numTiers]squares
	none  string // why no piece fits, if none does
}

// The tiers of a reading, tried in order: the first in which a legal move is
// found settles the text.
const (
	canonical  = iota // the spelling this package writes
	convention        // a spelling of other programs or books
	loose             // a description that fits although no convention has it
	numTiers
)

func (r *reading) add(tier int, s squares) {
	for i := range s.n {
		r.tiers[tier].add(s.at[i])
	}
}

// empty reports whether no piece fits; only then is the reason needed.
func (r *reading) empty() bool {
	for i := range r.tiers {
		if r.tiers[i].n > 0 {
			return false
		}
	}
	return true
}

// pick adds element i of s, counted from the end if negative, if it exists.
func (r *reading) pick(tier int, s squares, i int) {
	if i < 0 {
		i += s.n
	}
	if i >= 0 && i < s.n {
		r.tiers[tier].add(s.at[i])
	}
}

// resolve finds the one legal move that the readings allow. The first reading
// explains the failure if none fits.
func resolve(p *board.Position, text string, s Style, a action, readings ...*reading) (board.Move, error) {
	us := p.SideToMove()
	for tier := range numTiers {
		var found [2 * len(squares{}.at)]board.Move
		n := 0
		for _, r := range readings {
			set := &r.tiers[tier]
			for i := range set.n {
				to, ok := a.reach(us, r.t, set.at[i])
				if !ok {
					continue
				}
				m := board.NewMove(set.at[i], to)
				if p.IsLegal(m) && !slices.Contains(found[:n], m) && n < len(found) {
					found[n] = m
					n++
				}
			}
		}
		if n == 1 {
			return found[0], nil
		}
		if n > 1 {
			return board.NoMove, ambiguous(p, text, s, found[:n])
		}
	}
	return board.NoMove, noFit(p, text, s, a, readings[0])
}

// ambiguous names the moves that fit and how to write them.
func ambiguous(p *board.Position, text string, s Style, found []board.Move) error {
	t := p.At(found[0].From()).Type()
	var from, want []string
	file := found[0].From().File()
	for _, m := range found {
		from = append(from, m.From().String())
		want = append(want, Format(p, m, s))
		if m.From().File() != file {
			file = -1
		}
	}
	which := fmt.Sprintf("the %ss on %s", t, strings.Join(from, ", "))
	if file >= 0 {
		which = fmt.Sprintf("%d %ss on file %d", len(found), t, fileNumber(p.SideToMove(), file))
		if len(found) == 2 {
			which = "both" + which[1:]
		}
	}
	return &Error{Ambiguous, text, s, fmt.Sprintf("%s can make the move (want %s)", which, strings.Join(want, " or "))}
}

// noFit explains why no piece of a reading makes the move.
func noFit(p *board.Position, text string, s Style, a action, r *reading) error {
	us := p.SideToMove()
	var pieces squares
	for tier := range numTiers {
		if pieces.n == 0 {
			pieces = r.tiers[tier]
		}
	}
	if pieces.n == 0 {
		return &Error{NoPiece, text, s, r.none}
	}
	var reasons []string
	for i := range pieces.n {
		why := ""
		if to, ok := a.reach(us, r.t, pieces.at[i]); ok {
			_, why = explain(p, board.NewMove(pieces.at[i], to))
		} else {
			why = a.unreachable(us, r.t, pieces.at[i])
		}
		if len(reasons) == 0 || reasons[len(reasons)-1] != why {
			reasons = append(reasons, why)
		}
	}
	return &Error{Illegal, text, s, strings.Join(reasons, "; ")}
}

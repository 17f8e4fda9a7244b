package notation

import (
	"fmt"

	"xqlab/engine/board"
)

// Explain describes why m is not a legal move of p: which piece is missing, what blocks the way, or which attack on the king it leaves. It
// returns "" for a legal move.
func Explain(p *board.Position, m board.Move) string {
	if p.IsLegal(m) {
		return ""
	}
	_, why := explain(p, m)
	return why
}

func explain(p *board.Position, m board.Move) (Kind, string) {
	from, to := m.From(), m.To()
	if m == board.NoMove || !from.Valid() || !to.Valid() {
		return BadText, "not a move"
	}
	us := p.SideToMove()
	pc := p.At(from)
	switch {
	case pc == board.NoPiece:
		return NoPiece, fmt.Sprintf("no piece on %v, and it is %v to move", from, us)
	case pc.Color() != us:
		return NoPiece, fmt.Sprintf("the piece on %v belongs to the side not to move (%v %s; it is %v to move)",
			from, pc.Color(), pc.Type(), us)
	}
	if from == to {
		return Illegal, fmt.Sprintf("the %v already stands on %v", pc.Type(), from)
	}
	subject := fmt.Sprintf("the %s on %v cannot go to %v", pc.Type(), from, to)
	if why := obstacle(p, pc, from, to); why != "" {
		return Illegal, subject + ": " + why
	}
	if target := p.At(to); target != board.NoPiece && target.Color() == us {
		return Illegal, fmt.Sprintf("%s: an own %s stands there", subject, target.Type())
	}
	return Illegal, subject + ": " + exposure(p, m)
}

// obstacle describes why the piece cannot reach the square by the way it moves,
// "" if it can. An own piece on the target square is not taken into account.
func obstacle(p *board.Position, pc board.Piece, from, to board.Square) string {
	df, dr := abs(to.File()-from.File()), abs(to.Rank()-from.Rank())
	us := pc.Color()
	switch pc.Type() {
	case board.King:
		if df+dr != 1 {
			return "a king moves one point along a line"
		}
		if !board.Palace(us).Has(to) {
			return "that is outside the palace"
		}
	case board.Advisor:
		if df != 1 || dr != 1 {
			return "an advisor moves one point diagonally"
		}
		if !board.Palace(us).Has(to) {
			return "that is outside the palace"
		}
	case board.Elephant:
		if df != 2 || dr != 2 {
			return "an elephant moves two points diagonally"
		}
		if to.Crossed(us) {
			return "an elephant does not cross the river"
		}
		eye := board.SquareAt((from.File()+to.File())/2, (from.Rank()+to.Rank())/2)
		if b := p.At(eye); b != board.NoPiece {
			return fmt.Sprintf("its eye is blocked by the %s on %v", b.Type(), eye)
		}
	case board.Horse:
		leg := from
		switch {
		case df == 1 && dr == 2:
			leg = board.SquareAt(from.File(), (from.Rank()+to.Rank())/2)
		case df == 2 && dr == 1:
			leg = board.SquareAt((from.File()+to.File())/2, from.Rank())
		default:
			return "that is not a horse's leap"
		}
		if b := p.At(leg); b != board.NoPiece {
			return fmt.Sprintf("its leg is blocked by the %s on %v", b.Type(), leg)
		}
	case board.Rook, board.Cannon:
		return lineObstacle(p, pc.Type(), from, to)
	case board.Pawn:
		forward := 1
		if us == board.Black {
			forward = -1
		}
		switch {
		case df+dr != 1:
			return "a pawn moves one point"
		case to.Rank()-from.Rank() == -forward:
			return "a pawn does not move backward"
		case df == 1 && !from.Crossed(us):
			return "a pawn moves sideways only beyond the river"
		}
	}
	return ""
}

// lineObstacle is obstacle for the pieces that run along lines.
func lineObstacle(p *board.Position, t board.PieceType, from, to board.Square) string {
	if from.File() != to.File() && from.Rank() != to.Rank() {
		return fmt.Sprintf("a %s moves along a line", t)
	}
	between := board.Between(from, to).And(p.Occupied())
	n := between.Count()
	first := board.NoSquare
	if n > 0 {
		first = between.First()
	}
	capture := p.At(to) != board.NoPiece
	switch {
	case t == board.Cannon && capture && n == 0:
		return "a cannon captures only over one piece, and none stands between"
	case t == board.Cannon && capture && n > 1:
		return fmt.Sprintf("a cannon captures over exactly one piece, and %d stand between", n)
	case t == board.Cannon && capture, n == 0:
		return ""
	}
	return fmt.Sprintf("the %s on %v is in the way", p.At(first).Type(), first)
}

// exposure describes the attack on its own king that a pseudo-legal move leaves.
func exposure(p *board.Position, m board.Move) string {
	us := p.SideToMove()
	q := p.Clone()
	q.Make(m)
	king := q.KingSquare(us)
	attackers := q.AttackersTo(king, us.Other())
	if attackers.IsEmpty() {
		return "the kings would face each other on an open file"
	}
	at := attackers.First()
	by := fmt.Sprintf("%s on %v", q.At(at).Type(), at)
	if p.InCheck() {
		return "the king stays in check from the " + by
	}
	return "it leaves the own king in check from the " + by
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

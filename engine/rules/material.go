package rules

import "xqlab/engine/board"

// deadMaterial reports whether neither side has a rook, horse, cannon or pawn.
func deadMaterial(p *board.Position) bool {
	return p.ByType(board.Rook).Or(p.ByType(board.Horse)).Or(p.ByType(board.Cannon)).Or(p.ByType(board.Pawn)).IsEmpty()
}

// materialDraw reports whether the material draws the game, the side to move
// having a legal move: dead material, and with Options.LoneCannon the endings
// where rooks, horses and pawns are gone and
//
//   - one cannon is left, its side has no advisor, and the other side has no
//     advisor; or one advisor; or two, the cannon's side having no elephant; or
//   - each side has a cannon and there is no advisor.
//
// Of these the cases marked below as tested are drawn only if the side to move
// has no move that ends the game. p is unchanged on return.
func materialDraw(p *board.Position, loneCannon bool) bool {
	if deadMaterial(p) {
		return true
	}
	if !loneCannon || !p.ByType(board.Rook).Or(p.ByType(board.Horse)).Or(p.ByType(board.Pawn)).IsEmpty() {
		return false
	}
	cannons := p.ByType(board.Cannon)
	tested := false
	switch cannons.Count() {
	case 1:
		us := p.At(cannons.First()).Color()
		if p.Count(us, board.Advisor) != 0 {
			return false
		}
		elephants := p.Count(us, board.Elephant)
		switch p.Count(us.Other(), board.Advisor) {
		case 0:
		case 1:
			tested = elephants != 0
		default:
			if elephants != 0 {
				return false
			}
			tested = true
		}
	case 2:
		if p.Count(board.Red, board.Cannon) != 1 || !p.ByType(board.Advisor).IsEmpty() {
			return false
		}
		tested = !p.ByType(board.Elephant).IsEmpty()
	default:
		return false
	}
	return !tested || !winsAtOnce(p)
}

// winsAtOnce reports whether the side to move has a move after which the
// opponent has no legal move. Being stalemated loses like being mated.
func winsAtOnce(p *board.Position) bool {
	var list board.MoveList
	p.LegalMoves(&list)
	for _, m := range list.Slice() {
		p.Make(m)
		stuck := !p.HasLegalMove()
		p.Unmake()
		if stuck {
			return true
		}
	}
	return false
}

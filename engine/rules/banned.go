package rules

import "xqlab/engine/board"

// BannedMoves returns the legal moves by which the side to move would lose by
// repetition: at once, or as soon as the opponent completes the repetition with
// its reply. They are what UCCI's command "banmoves" lists. The result is empty
// if no move is banned, or every one. The game is as before on return.
func (g *Game) BannedMoves() []board.Move {
	// Before n occurrences 4(n-1) plies pass without a capture; the move and the
	// reply are the last two.
	if g.verdict.Over || g.pos.HalfmoveClock() < 4*(g.opts.NFold-1)-2 {
		return nil
	}
	us := g.pos.SideToMove()
	var list board.MoveList
	g.pos.LegalMoves(&list)
	var banned []board.Move
	for _, m := range list.Slice() {
		if g.losesByRepetition(m, us) {
			banned = append(banned, m)
		}
	}
	if len(banned) == list.N {
		return nil
	}
	return banned
}

// losesByRepetition reports whether after the legal move m the side us has lost
// by repetition, or has with some reply. Only positions that have occurred
// before are judged.
func (g *Game) losesByRepetition(m board.Move, us board.Color) bool {
	lost := func() bool { return g.verdict.Cycle != nil && !g.verdict.Draw && g.verdict.Winner != us }
	if g.Play(m) != nil {
		return false
	}
	defer g.Undo()
	if g.verdict.Over {
		return lost()
	}
	var replies board.MoveList
	g.pos.LegalMoves(&replies)
	for _, reply := range replies.Slice() {
		g.pos.Make(reply)
		repeats := g.pos.RepetitionPly() > 0
		g.pos.Unmake()
		if !repeats || g.Play(reply) != nil {
			continue
		}
		found := lost()
		g.Undo()
		if found {
			return true
		}
	}
	return false
}

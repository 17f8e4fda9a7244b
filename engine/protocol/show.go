package protocol

import (
	"fmt"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/eval"
)

// showPosition answers "d": the board in a form for people.
func (s *server) showPosition() {
	p := s.pos
	lines := strings.Split(strings.TrimRight(p.String(), "\n"), "\n")
	var checkers []string
	for bb := p.KingAttackers(p.SideToMove()); !bb.IsEmpty(); {
		checkers = append(checkers, bb.Pop().String())
	}
	if checkers == nil {
		checkers = []string{"none"}
	}
	lines = append(lines,
		"fen      "+p.FEN(),
		fmt.Sprintf("key      %016x", p.Key()),
		"checkers "+strings.Join(checkers, " "),
		fmt.Sprintf("moves    %d legal, %d played", p.CountLegalMoves(), p.Plies()),
	)
	s.out.send(lines...)
}

// showEvaluation answers "eval": the share of each group of the evaluation for
// either side, tapered and with its percentage applied, in centipawns.
func (s *server) showEvaluation() {
	b := eval.New(s.opts.Weights).Breakdown(s.pos)
	lines := []string{fmt.Sprintf("%-12s %4s %9s %9s %9s", "group", "%", "red", "black", "red-black")}
	row := func(name string, g eval.GroupShare) {
		lines = append(lines, fmt.Sprintf("%-12s %4d %+9.1f %+9.1f %+9.1f",
			name, g.Percent, g.Red.Tapered, g.Black.Tapered, g.Diff.Tapered))
	}
	for g, share := range b.Groups {
		row(eval.Group(g).String(), share)
	}
	row("total", b.Total)
	mover := b.Score
	if s.pos.SideToMove() == board.Black {
		mover = -b.Score
	}
	lines = append(lines,
		fmt.Sprintf("phase %d of %d, weights %s", b.Phase, eval.MaxPhase, s.weights),
		fmt.Sprintf("score %+d cp for red, %+d cp for the side to move", b.Score, mover),
	)
	s.out.send(lines...)
}

package protocol

import (
	"fmt"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/eval"
)

// showPosition answers "d": the board for people.
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
	s.out.say(lines...)
}

// showEvaluation answers "eval": what each group of the evaluation gives, from
// Red's side.
func (s *server) showEvaluation() {
	w := s.opts.Weights
	var t eval.Trace
	eval.New(w).Trace(s.pos, &t)
	sums := t.GroupSums(w)
	phase := t.Phase()
	lines := []string{fmt.Sprintf("%-12s %4s %7s %7s %9s", "group", "%", "mg", "eg", "tapered")}
	for _, g := range eval.Groups() {
		sum, percent := sums[g], w.Percent(g)
		tapered := float64(percent) * float64(sum.MG*phase+sum.EG*(eval.MaxPhase-phase)) / eval.Denominator
		lines = append(lines, fmt.Sprintf("%-12s %4d %+7d %+7d %+9.1f", g, percent, sum.MG, sum.EG, tapered))
	}
	score := t.Score(w)
	mover := score
	if s.pos.SideToMove() == board.Black {
		mover = -score
	}
	lines = append(lines,
		fmt.Sprintf("phase %d of %d, weights %s", phase, eval.MaxPhase, s.weights),
		fmt.Sprintf("total %+d cp for red, %+d cp for the side to move", score, mover),
	)
	s.out.say(lines...)
}

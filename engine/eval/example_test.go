package eval_test

import (
	"fmt"
	"log"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/eval"
)

func Example() {
	pos, err := board.ParseFEN("3ak4/4a4/2n1b1c2/p3p4/2p1P1r2/6P2/P8/2N1C4/4A4/2BAK3R b - - 1 30")
	if err != nil {
		log.Fatal(err)
	}
	e := eval.New(eval.Seed())
	e.Attach(pos)
	fmt.Println("side to move:", e.Evaluate(pos))

	b := e.Breakdown(pos)
	for g, share := range b.Groups {
		fmt.Printf("%-11s %+7.1f\n", eval.Group(g), share.Diff.Tapered)
	}
	fmt.Println("red:", b.Score)
	// Output:
	// side to move: -66
	// material       +0.0
	// position      +40.0
	// king_safety    +2.0
	// pins           +0.0
	// guards         +0.0
	// center         +1.5
	// mobility      +23.0
	// red: 66
}

// A tuner needs the counts of a position, in sparse form, and the phase. The
// score is linear in the parameters.
func ExampleEvaluator_Trace() {
	w := eval.Seed()
	e := eval.New(w)
	pos := board.NewPosition()
	for _, text := range strings.Fields("h2e2 h9g7 h0g2 i9h9") {
		m, err := board.ParseMove(text)
		if err != nil {
			log.Fatal(err)
		}
		pos.Make(m)
	}
	var t eval.Trace
	e.Trace(pos, &t)

	total := 0
	for _, c := range t.Coefs(nil) {
		mg := 2 * int(c.Term) // and mg+1 is eg
		value := w.Get(mg)*t.Phase() + w.Get(mg+1)*(eval.MaxPhase-t.Phase())
		total += w.Percent(eval.GroupOf(mg)) * int(c.N) * value
		if name := eval.Name(mg); strings.HasPrefix(name, "mobility.horse[") {
			fmt.Println(name, c.N)
		}
	}
	fmt.Println(total/eval.Denominator == t.Score(w), total == t.Total(w))
	// Output:
	// mobility.horse[1].mg -1
	// mobility.horse[3].mg 1
	// true true
}

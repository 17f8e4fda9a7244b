package engine_test

import (
	"context"
	"fmt"
	"log"

	"xqlab/engine"
	"xqlab/engine/eval"
	"xqlab/engine/notation"
	"xqlab/engine/rules"
)

// The program of the package documentation: an engine is set to a position and
// asked for a move, which it then plays.
func Example() {
	ctx := context.Background()
	e, err := engine.New(engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	// two rooks against the bare king: mate in one
	if err := e.SetPosition("3k5/8R/9/9/9/9/9/9/R8/5K3 w - - 0 1"); err != nil {
		log.Fatal(err)
	}
	r, err := e.Search(ctx, engine.Limits{Depth: 4}, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Best, r.Score)
	if err := e.Move(r.Best.String()); err != nil {
		log.Fatal(err)
	}
	fmt.Println(e.Position().HasLegalMove())
	// Output:
	// a1a9 mate 1
	// false
}

// Positions are set up by a FEN and the moves made since, so that the engine
// knows what has been repeated.
func ExampleEngine_SetPosition() {
	e, err := engine.New(engine.Options{Hash: 1})
	if err != nil {
		log.Fatal(err)
	}
	const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
	if err := e.SetPosition(start, "h2e2", "h9g7"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(e.FEN())
	if err := e.SetPosition(start, "h2e2", "h2e2"); err != nil {
		fmt.Println("refused")
	}
	fmt.Println(e.FEN())
	// Output:
	// rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2
	// refused
	// rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2
}

// A program that shows a game plays moves and takes them back.
func ExampleEngine_Undo() {
	e, err := engine.New(engine.Options{Hash: 1})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range []string{"h2e2", "h9g7"} {
		if err := e.Move(m); err != nil {
			log.Fatal(err)
		}
	}
	if err := e.Undo(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(e.FEN())
	// Output:
	// rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1
}

// The callback of a search is told of every new best line; here the last one
// is shown in Chinese notation.
func ExampleEngine_Search_callback() {
	e, err := engine.New(engine.Options{Hash: 1, Weights: eval.Seed(), Rules: rules.Options{Ruleset: rules.Asian}})
	if err != nil {
		log.Fatal(err)
	}
	if err := e.SetPosition("3k5/8R/9/9/9/9/9/9/R8/5K3 w"); err != nil {
		log.Fatal(err)
	}
	var last engine.Info
	_, err = e.Search(context.Background(), engine.Limits{Depth: 3}, func(i engine.Info) { last = i })
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(last.Score, notation.Format(e.Position(), last.PV[0], notation.Chinese))
	// Output:
	// mate 1 车九进八
}

// A search ends early when its context is cancelled, with what it has found.
func ExampleEngine_Search_cancel() {
	e, err := engine.New(engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := e.Search(ctx, engine.Limits{Infinite: true}, func(i engine.Info) {
		if i.Depth == 4 {
			cancel()
		}
	})
	fmt.Println(r.Depth >= 4, e.Position().IsLegal(r.Best), err)
	// Output:
	// true true <nil>
}

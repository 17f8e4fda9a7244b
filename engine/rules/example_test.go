package rules_test

import (
	"fmt"
	"log"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/rules"
)

// A rook chases a horse that nothing protects, lap after lap. When the
// position stands on the board for the third time, the chaser loses.
func ExampleGame() {
	start, err := board.ParseFEN("3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	g := rules.NewGame(start, rules.Options{Ruleset: rules.Asian})
	for _, text := range strings.Fields("h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9") {
		m, err := board.ParseMove(text)
		if err != nil {
			log.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(g.Verdict().Score(), g.Verdict())
	// Output:
	// 0-1 black wins: perpetual chase at ply 8; position seen 3 times, plies 1-8; red level 1: chases on every move n i9 with R h0; black level 0: idle
}

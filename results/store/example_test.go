package store_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"xqlab/engine/board"
	"xqlab/results/store"
	"xqlab/selfplay"
)

// A run is created, a pair is stored, the tally read back.
func Example() {
	dir, err := os.MkdirTemp("", "xqlab")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	st, err := store.Open(filepath.Join(dir, "lab.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()

	ctx := context.Background()
	run, err := st.CreateRun(ctx, store.NewRun{
		Kind: store.Match, Name: "first try", Config: map[string]int{"pairs": 1},
		Players: []store.Player{{Name: "new", Spec: "builtin"}, {Name: "old", Spec: "cmd=./old"}},
	})
	if err != nil {
		log.Fatal(err)
	}
	pair := &selfplay.Pair{A: 0, B: 1, Opening: selfplay.Opening{FEN: board.StartFEN}}
	pair.Games[0] = &selfplay.Game{Red: 0, Black: 1, Result: selfplay.RedWins, Reason: selfplay.EndMate}
	pair.Games[1] = &selfplay.Game{Red: 1, Black: 0, Result: selfplay.Draw, Reason: selfplay.EndRepetition}
	if err := st.Recorder(run.ID).RecordPair(pair); err != nil {
		log.Fatal(err)
	}
	tallies, err := st.Tally(ctx, run.ID)
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range tallies {
		fmt.Printf("%s: %s against %s +%d =%d -%d, pairs WD %d\n", run.Short,
			run.Players[t.A].Name, run.Players[t.B].Name, t.Games.Wins, t.Games.Draws, t.Games.Losses, t.Pairs.WD)
	}
	// Output: m1: new against old +1 =1 -0, pairs WD 1
}

package engine_test

import (
	"context"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"xqlab/engine"
	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/engine/rules"
	"xqlab/engine/search"
)

func newEngine(t testing.TB, o engine.Options) *engine.Engine {
	t.Helper()
	if o.Hash == 0 {
		o.Hash = 1
	}
	e, err := engine.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestSetPositionErrors: what is wrong is named, and the position stays.
func TestSetPositionErrors(t *testing.T) {
	tests := []struct {
		name, fen string
		moves     []string
		want      []string // parts of the message
	}{
		{"empty", "", nil, []string{"FEN", "empty"}},
		{"nine rows", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9 w", nil, []string{"FEN board", "9 instead of 10"}},
		{"side", board.StartFEN[:len(board.StartFEN)-len("w - - 0 1")] + "x", nil, []string{"side to move", `"x"`}},
		{"no king", "9/9/9/9/9/9/9/9/9/4K4 w", nil, []string{"no black king"}},
		{"other side's move", board.StartFEN, []string{"h2e2", "h2e2"}, []string{"ply 2", "h2e2"}},
		{"first move", "1Cbakrb2/5n3/9/p2R4p/4p4/2p6/P1r5P/4B4/9/1RBAKA3 w", []string{"b7e7"}, []string{"ply 1", "b7e7"}},
		{"syntax", board.StartFEN, []string{"h2e2", "nonsense"}, []string{"ply 2", "nonsense"}},
		{"exposes the king", "4k4/4r4/9/9/9/9/9/9/4R4/4K4 w", []string{"e1d1"}, []string{"ply 1", "e1d1"}},
	}
	e := newEngine(t, engine.Options{})
	if err := e.SetPosition(board.StartFEN, "h2e2"); err != nil {
		t.Fatal(err)
	}
	before := e.FEN()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := e.SetPosition(tt.fen, tt.moves...)
			if err == nil {
				t.Fatalf("%q %v is accepted", tt.fen, tt.moves)
			}
			for _, part := range tt.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q %v: %v, want %q in it", tt.fen, tt.moves, err, part)
				}
			}
			if e.FEN() != before {
				t.Errorf("the position is now %s, want %s", e.FEN(), before)
			}
		})
	}
}

// TestMoveUndoFEN plays a game to and fro.
func TestMoveUndoFEN(t *testing.T) {
	e := newEngine(t, engine.Options{})
	if e.FEN() != board.StartFEN {
		t.Errorf("a new engine stands at %s", e.FEN())
	}
	if err := e.Undo(); err == nil {
		t.Error("nothing to take back, but no error")
	}
	fens, scores := []string{e.FEN()}, []int{e.Evaluate()}
	for _, m := range []string{"b2e2", "h9g7", "e2e6", "g7e6", "b0c2"} {
		if err := e.Move(m); err != nil {
			t.Fatal(err)
		}
		fens, scores = append(fens, e.FEN()), append(scores, e.Evaluate())
	}
	for _, bad := range []string{"b0c2", "e9e8x", "", "0000", "e9e7"} {
		if err := e.Move(bad); err == nil {
			t.Errorf("move %q is accepted in %s", bad, e.FEN())
		}
	}
	for i := len(fens) - 1; i > 0; i-- {
		if e.FEN() != fens[i] || e.Evaluate() != scores[i] {
			t.Errorf("ply %d: %s (%d cp), want %s (%d cp)", i, e.FEN(), e.Evaluate(), fens[i], scores[i])
		}
		if err := e.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if e.FEN() != board.StartFEN || e.Evaluate() != scores[0] {
		t.Errorf("all taken back: %s", e.FEN())
	}
}

// TestPositionIsACopy: moves on a returned or given position do not reach the
// engine.
func TestPositionIsACopy(t *testing.T) {
	e := newEngine(t, engine.Options{})
	m, err := board.ParseMove("h2e2")
	if err != nil {
		t.Fatal(err)
	}
	p := e.Position()
	p.Make(m)
	if e.FEN() != board.StartFEN {
		t.Error("a move on Position's result reaches the engine")
	}
	e.SetGame(p)
	after := e.FEN()
	p.Unmake()
	if e.FEN() != after || !strings.Contains(after, "1C2C4") {
		t.Errorf("after SetGame and Unmake: %s, want %s", e.FEN(), after)
	}
	if err := e.Undo(); err != nil || e.FEN() != board.StartFEN {
		t.Errorf("the history of SetGame is lost: %v, %s", err, e.FEN())
	}
}

func TestOptionErrors(t *testing.T) {
	bad := []engine.Options{
		{Hash: -1}, {Hash: search.MaxHash + 1}, {Threads: -1}, {Threads: search.MaxThreads + 1},
		{MultiPV: -1}, {MultiPV: board.MaxMoves + 1}, {Rules: rules.Options{NFold: 1}},
		{Rules: rules.Options{Ruleset: 99}}, {Search: &search.Params{}},
	}
	e := newEngine(t, engine.Options{})
	for _, o := range bad {
		if _, err := engine.New(o); err == nil {
			t.Errorf("New(%+v) is accepted", o)
		}
		if err := e.SetOptions(o); err == nil {
			t.Errorf("SetOptions(%+v) is accepted", o)
		}
	}
	if _, err := e.Search(context.Background(), engine.Limits{Depth: 2}, nil); err != nil {
		t.Errorf("after refused options: %v", err)
	}
	if _, err := e.Search(context.Background(), engine.Limits{Depth: -2}, nil); err == nil {
		t.Error("a negative depth is accepted")
	}
}

// TestSearchCallback: iterations come in order with legal lines, and the last
// one is the result; the position does not change.
func TestSearchCallback(t *testing.T) {
	e := newEngine(t, engine.Options{MultiPV: 2})
	if err := e.SetPosition(board.StartFEN, "h2e2"); err != nil {
		t.Fatal(err)
	}
	before := e.FEN()
	var infos []engine.Info
	r, err := e.Search(context.Background(), engine.Limits{Depth: 5}, func(i engine.Info) { infos = append(infos, i) })
	if err != nil {
		t.Fatal(err)
	}
	if e.FEN() != before {
		t.Errorf("Search changes the position to %s", e.FEN())
	}
	if len(infos) < 10 {
		t.Fatalf("%d reports of 5 iterations with 2 lines", len(infos))
	}
	depth := 0
	for _, i := range infos {
		if i.Depth < depth || i.Depth > 5 || i.MultiPV < 1 || i.MultiPV > 2 || len(i.PV) == 0 {
			t.Errorf("report %+v after depth %d", i, depth)
		}
		depth = i.Depth
		p := e.Position()
		for _, m := range i.PV {
			if !p.IsLegal(m) {
				t.Errorf("depth %d: %v in %v is illegal", i.Depth, m, i.PV)
				break
			}
			p.Make(m)
		}
	}
	last := infos[len(infos)-2] // the better of the last two lines
	if r.Best != last.PV[0] || r.Score != last.Score || r.Depth != 5 || len(r.Lines) != 2 {
		t.Errorf("result %+v, last line %+v", r, last)
	}
}

// TestEnginesDoNotMeet: engines with different weights search side by side
// and find what each finds alone.
func TestEnginesDoNotMeet(t *testing.T) {
	fens := []string{board.StartFEN, search.BenchPositions[2], search.BenchPositions[7]}
	weights := []*eval.Weights{eval.Default(), eval.Seed()}
	play := func(w *eval.Weights) (results []engine.Result) {
		e := newEngine(t, engine.Options{Weights: w})
		for _, fen := range fens {
			if err := e.SetPosition(fen); err != nil {
				t.Error(err)
			}
			r, err := e.Search(context.Background(), engine.Limits{Depth: 6}, nil)
			if err != nil {
				t.Error(err)
			}
			r.Time = 0
			for i := range r.Lines {
				r.Lines[i].Time = 0
			}
			results = append(results, r)
		}
		return results
	}
	alone := [][]engine.Result{play(weights[0]), play(weights[1])}
	if reflect.DeepEqual(alone[0], alone[1]) {
		t.Error("weights make no difference")
	}
	together := make([][]engine.Result, 4)
	var wg sync.WaitGroup
	for i := range together {
		wg.Go(func() { together[i] = play(weights[i%2]) })
	}
	wg.Wait()
	for i, got := range together {
		if !reflect.DeepEqual(got, alone[i%2]) {
			t.Errorf("engine %d: %+v, alone %+v", i, got, alone[i%2])
		}
	}
}

// TestNewGameForgets: after NewGame the same search gives the same tree.
func TestNewGameForgets(t *testing.T) {
	e := newEngine(t, engine.Options{})
	limits := engine.Limits{Depth: 7}
	first, err := e.Search(context.Background(), limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	warm, err := e.Search(context.Background(), limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	e.NewGame()
	again, err := e.Search(context.Background(), limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again.Nodes != first.Nodes || again.Best != first.Best || again.Score != first.Score {
		t.Errorf("after NewGame %d nodes, %v %v; at first %d, %v %v", again.Nodes, again.Best, again.Score, first.Nodes, first.Best, first.Score)
	}
	if warm.Nodes == first.Nodes {
		t.Error("nothing is remembered between searches")
	}
}

// TestPonderHit: a pondering search waits for the hit.
func TestPonderHit(t *testing.T) {
	e := newEngine(t, engine.Options{})
	begun := make(chan struct{})
	var once sync.Once
	done := make(chan engine.Result)
	go func() {
		r, err := e.Search(context.Background(), engine.Limits{Ponder: true, MoveTime: 10 * time.Millisecond},
			func(engine.Info) { once.Do(func() { close(begun) }) })
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	<-begun
	select {
	case r := <-done:
		t.Fatalf("answered %v while pondering", r.Best)
	case <-time.After(50 * time.Millisecond):
	}
	e.PonderHit()
	select {
	case r := <-done:
		if r.Best == board.NoMove {
			t.Error("no move after the ponder hit")
		}
	case <-time.After(20 * time.Second):
		t.Fatal("no answer after the ponder hit")
	}
}

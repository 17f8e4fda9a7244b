package store

import (
	"errors"
	"testing"

	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

func TestTallyEqualsGames(t *testing.T) {
	st := newStore(t)
	run := newRun(t, st)
	rec := st.Recorder(run.ID)
	var games stats.Counts
	var pairs stats.Pairs
	for n := range 50 {
		p := testPair(n)
		if err := rec.RecordPair(p); err != nil {
			t.Fatal(err)
		}
		var o [2]stats.Outcome
		for i, g := range p.Games {
			o[i], _ = g.OutcomeFor(0)
			games.Add(o[i])
		}
		pairs.Add(o[0], o[1])
	}
	tally, err := st.Tally(ctx, run.ID)
	if err != nil {
		t.Fatal(err)
	}
	if len(tally) != 1 || tally[0].Games != games || tally[0].Pairs != pairs || tally[0].Pairs.Counts() != games {
		t.Errorf("tally %+v, want games %+v pairs %+v", tally, games, pairs)
	}
	if got := tally[0].AsRed.Plus(tally[0].AsBlack); got != games || tally[0].AsRed.Games() != 50 {
		t.Errorf("by colour %+v, want sum %+v", tally[0], games)
	}
	done, err := st.DonePairs(ctx, run.ID)
	if err != nil || len(done) != 50 {
		t.Fatalf("done pairs: %d, %v", len(done), err)
	}
	for n, d := range done {
		p := testPair(n)
		if d.Number != n || pairResult(p) != letters(d.Outcomes) {
			t.Errorf("pair %d: got %+v", n, d)
		}
	}
}

func TestPairIsStoredOnce(t *testing.T) {
	st := newStore(t)
	rec := st.Recorder(newRun(t, st).ID)
	if err := rec.RecordPair(testPair(3)); err != nil {
		t.Fatal(err)
	}
	if err := rec.RecordPair(testPair(3)); !errors.Is(err, ErrPairStored) {
		t.Errorf("second time: %v, want ErrPairStored", err)
	}
}

func TestVoidPairIsReplaced(t *testing.T) {
	st := newStore(t)
	run := newRun(t, st)
	rec := st.Recorder(run.ID)
	p := testPair(0)
	p.Games[1].Result, p.Games[1].Reason = selfplay.NoResult, selfplay.EndDisconnect
	if err := rec.RecordPair(p); err != nil {
		t.Fatal(err)
	}
	done, err := st.DonePairs(ctx, run.ID)
	if err != nil || len(done) != 0 {
		t.Errorf("done %v, %v: a void pair is not done", done, err)
	}
	tally, err := st.Tally(ctx, run.ID)
	if err != nil || len(tally) != 1 || tally[0].Void != 2 || tally[0].Games.Games() != 0 {
		t.Errorf("tally %+v, %v: want 2 void games", tally, err)
	}
	if err := rec.RecordPair(testPair(0)); err != nil {
		t.Fatal(err)
	}
	if tally, err = st.Tally(ctx, run.ID); err != nil || tally[0].Void != 0 || tally[0].Games.Games() != 2 {
		t.Errorf("after replay: tally %+v, %v", tally, err)
	}
}

func letters(outcomes []stats.Outcome) (text string) {
	for _, o := range outcomes {
		text += string("LDW"[o+1])
	}
	return text
}

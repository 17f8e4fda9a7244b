package runs

import (
	"encoding/json"
	"io"
	"time"

	"xqlab/results/store"
)

// JSONEvents is an Observer that writes what happens in a match or tournament
// for scripts: one JSON object per line, with the kind of event in "event" and
// the time in "time". Pairs, games and openings are numbered from 1.
type JSONEvents struct {
	enc  *json.Encoder
	runs map[store.RunID]*jsonRun
}

// jsonRun is what a line says of a run besides the event.
type jsonRun struct {
	planned int // games
	llr     *float64
}

// NewJSONEvents returns an observer that writes to w.
func NewJSONEvents(w io.Writer) *JSONEvents {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return &JSONEvents{enc: enc, runs: map[store.RunID]*jsonRun{}}
}

// Observe implements Observer. Write errors are left to the writer: the run is
// worth more than its events.
func (j *JSONEvents) Observe(run *store.Run, e Event) {
	switch e := e.(type) {
	case RunStarted:
		r := &jsonRun{planned: e.Total}
		if e.Test != nil {
			r.llr = new(float64)
		}
		j.runs[run.ID] = r
		j.write("start", map[string]any{
			"run": run.Short, "uid": run.UID, "players": run.Players, "seed": run.Seed,
			"pairs": e.Pairs, "games": e.Total, "done": e.PairsDone, "openings": run.OpeningSet,
		})
	case GameEnded:
		g := e.Game
		name := func(index int) string { return run.Players[index].Name }
		fields := map[string]any{
			"run": run.Short, "pair": g.Pair + 1, "game": g.InPair + 1, "red": name(g.Red), "black": name(g.Black),
			"result": g.Result.String(), "reason": g.Reason, "plies": len(g.Moves), "opening": g.Opening.Index + 1,
		}
		if g.Detail != "" {
			fields["detail"] = g.Detail
		}
		if f := g.Fault; f != nil {
			fields["fault"] = map[string]any{
				"player": name(f.Player), "text": f.Text, "fen": f.FEN, "ply": f.Ply,
				"overrun_ms": float64(f.Overrun.Microseconds()) / 1000, "stderr": f.Stderr,
			}
		}
		j.write("game", fields)
	case TestState:
		llr := e.LLR
		j.runs[run.ID].llr = &llr
	case PairStored:
		r := j.runs[run.ID]
		j.write("pair", map[string]any{
			"run": run.Short, "pair": e.Pair.Number + 1, "games_done": e.Games, "games_planned": r.planned,
			"score": e.Score, "pair_counts": e.Cells, "llr": r.llr,
		})
	case RunEnded:
		delete(j.runs, run.ID)
	}
}

func (j *JSONEvents) write(kind string, fields map[string]any) {
	fields["event"], fields["time"] = kind, time.Now().UTC().Format(time.RFC3339Nano)
	_ = j.enc.Encode(fields)
}

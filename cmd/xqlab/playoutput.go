package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// playOutput shows a run while it is played: a progress line, a report now and
// then, events for scripts, live PGN.
type playOutput struct {
	job    *playJob
	bar    *progress
	events *json.Encoder
	pgn    *store.PGN

	start   time.Time
	games   stats.Counts // all that ended, the first player's view
	pairs   stats.Pairs
	played  int // games in this process
	reports int // reports printed
}

func newPlayOutput(ctx context.Context, j *playJob) (*playOutput, error) {
	o := &playOutput{job: j, start: time.Now()}
	for _, d := range j.done {
		o.count(d)
	}
	if j.pgnFile != nil {
		if err := o.openPGN(ctx, j.pgnFile); err != nil {
			return nil, err
		}
	}
	if j.flags.events {
		o.events = json.NewEncoder(j.a.stdout)
		o.events.SetEscapeHTML(false)
		o.emit("start", map[string]any{
			"run": j.run.Short, "uid": j.run.UID, "players": j.run.Players, "seed": j.run.Seed,
			"pairs": j.ready.Schedule.Len(), "games": j.ready.Schedule.Games(), "done": len(j.done), "openings": j.run.OpeningSet,
		})
	}
	o.bar = j.a.newProgress(j.ready.Schedule.Games(), "games")
	o.bar.set(int(o.games.Games()), o.label())
	return o, nil
}

// openPGN replaces a PGN file by the games the run has so far: the database,
// not the file, says which games there are.
func (o *playOutput) openPGN(ctx context.Context, f *os.File) error {
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		if err := f.Truncate(0); err != nil {
			return usagef("--pgn: %w", err)
		}
	}
	o.pgn = store.NewPGN(f)
	if len(o.job.done) == 0 {
		return nil
	}
	for g, err := range o.job.st.Games(ctx, store.GameFilter{Run: o.job.run.ID, Moves: true}) {
		if err == nil {
			err = o.pgn.Write(o.job.run, g)
		}
		if err != nil {
			return usagef("--pgn %s: %w", f.Name(), err)
		}
	}
	return o.pgn.Close()
}

// count adds a finished pair to the first player's score; in a tournament to
// the number of games.
func (o *playOutput) count(p selfplay.PairResult) {
	p.AddTo(&o.games, &o.pairs, 0)
}

// emit prints one event.
func (o *playOutput) emit(kind string, fields map[string]any) {
	if o.events == nil {
		return
	}
	fields["event"], fields["time"] = kind, time.Now().UTC().Format(time.RFC3339Nano)
	_ = o.events.Encode(fields)
}

// game is called when a game has ended.
func (o *playOutput) game(g *selfplay.Game) {
	o.played++
	fields := map[string]any{
		"pair": g.Pair + 1, "game": g.InPair + 1, "red": o.name(g.Red), "black": o.name(g.Black),
		"result": g.Result.String(), "reason": g.Reason, "plies": len(g.Moves), "opening": g.Opening.Index + 1,
	}
	if g.Detail != "" {
		fields["detail"] = g.Detail
	}
	if f := g.Fault; f != nil {
		fields["fault"] = map[string]any{
			"player": o.name(f.Player), "text": f.Text, "fen": f.FEN, "ply": f.Ply,
			"overrun_ms": float64(f.Overrun.Microseconds()) / 1000, "stderr": f.Stderr,
		}
		o.job.warn.say(fmt.Sprintf("pair %d, game %d: %s lost by %s", g.Pair+1, g.InPair+1, o.name(f.Player), g.Detail))
	}
	o.emit("game", fields)
}

func (o *playOutput) name(index int) string { return o.job.run.Players[index].Name }

// pair is called when a pair was stored.
func (o *playOutput) pair(p *selfplay.Pair) {
	if r, ok := p.Result(); ok {
		o.count(r)
	}
	if o.pgn != nil {
		err := writePair(o.pgn, o.job.run, p)
		if err == nil {
			err = o.pgn.Close() // flush: the file is read while the run goes on
		}
		if err != nil {
			o.job.warn.say(fmt.Sprintf("--pgn: %v; no more games are written there", err))
			o.pgn = nil
		}
	}
	done := int(o.games.Games())
	label := o.label()
	o.bar.set(done, label)
	o.emit("pair", map[string]any{
		"pair": p.Number + 1, "games_done": done, "games_planned": o.job.ready.Schedule.Games(),
		"score": o.games, "pair_counts": o.pairs, "llr": o.llr(),
	})
	if n := o.job.flags.report; n > 0 && done/n > o.reports {
		o.reports = done / n
		if !o.job.a.json && o.events == nil {
			fmt.Fprintf(o.job.a.stdout, "%d/%d games  %s\n", done, o.job.ready.Schedule.Games(), label)
		}
	}
}

// llr returns the state of the sequential test, nil without one.
func (o *playOutput) llr() *float64 {
	if o.job.seq.Test == nil {
		return nil
	}
	return &o.job.seq.Result.LLR
}

// label is the progress line's text.
func (o *playOutput) label() string {
	speed := ""
	if minutes := time.Since(o.start).Minutes(); o.played > 0 && minutes > 0 {
		speed = fmt.Sprintf("  %.0f games/min", float64(o.played)/minutes)
	}
	if len(o.job.run.Players) > 2 {
		return "games" + speed
	}
	s := stats.Summarize(o.games, o.pairs)
	text := fmt.Sprintf("+%d =%d -%d  %s", o.games.Wins, o.games.Draws, o.games.Losses, s.Main.Text())
	if t := o.job.seq.Test; t != nil {
		lower, upper := t.Bounds()
		text += fmt.Sprintf("  LLR %.2f (%.2f, %.2f)", o.job.seq.Result.LLR, lower, upper)
	}
	return text + speed
}

// result prints the end of the run.
func (o *playOutput) result(r *playReport, finished bool) error {
	switch {
	case o.events != nil:
		return o.events.Encode(struct {
			Event string `json:"event"`
			*playReport
		}{"result", r})
	case o.job.a.json:
		return o.job.a.printJSON(r)
	}
	p := &printer{w: o.job.a.stdout}
	r.print(p, finished)
	return p.err
}

// gamesText says "1 game" or "n games".
func gamesText(n int64) string {
	if n == 1 {
		return "1 game"
	}
	return fmt.Sprintf("%d games", n)
}

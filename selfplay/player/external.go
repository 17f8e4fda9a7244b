package player

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// external is a player that is a process speaking UCI or UCCI.
type external struct {
	cfg     *Config
	profile *Profile
	env     *Env
	cpu     int

	proc    *process
	trusted bool   // the process is in step with us
	buf     []byte // the commands of one move
	timer   *time.Timer
	// recent are the texts of the engine's last moves, to recognise an old
	// answer that is sent again.
	recent [4]string
	moves  int // that were answered
	// idleStops counts "stop" commands that may have met an idle engine which
	// does not know "isready": UCCI engines answer such a stop by "nobestmove".
	idleStops int
}

func (x *external) Name() string { return x.cfg.Name }

// NewGame starts the process if need be and tells it that a new game begins.
func (x *external) NewGame(ctx context.Context) error {
	if x.proc != nil && x.trusted && x.proc.running() {
		err := x.announce(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		x.env.warn(x.cfg.Name, fmt.Sprintf("had to be started again between games: %v", err))
	} else if x.proc != nil && x.trusted {
		x.env.warn(x.cfg.Name, "had to be started again between games: "+x.proc.epitaph())
	}
	if x.proc != nil {
		x.proc.discard()
		x.proc = nil
	}
	if err := x.Start(ctx); err != nil {
		return err
	}
	return x.announce(ctx)
}

// Start brings up the process if there is none, so that the first game need
// not wait for it.
func (x *external) Start(ctx context.Context) error {
	if x.proc != nil {
		return nil
	}
	if err := x.start(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &Fault{Kind: Disconnect, Text: "did not start: " + err.Error(), Startup: true}
	}
	return nil
}

// Adjust implements Adjustable: it sends the options that have changed. The
// engine has taken them in by its next "readyok".
func (x *external) Adjust(f *Factory) error {
	before := x.profile.Options
	x.cfg, x.profile, x.env = &f.config, f.profile, f.env
	if x.proc == nil || !x.trusted {
		return nil // starts with them
	}
	var text []byte
	for _, o := range x.profile.Options {
		if !slices.Contains(before, o) {
			text = x.profile.language().option(text, o)
		}
	}
	if len(text) == 0 {
		return nil
	}
	if err := x.proc.write(text); err != nil {
		x.trusted = false // starts again with the next game
	}
	return nil
}

// start brings up a new process as the profile says.
func (x *external) start(ctx context.Context) error {
	p, err := startProcess(x.cfg, x.cpu, x.env.Log.wire(x.cfg.Name))
	if err != nil {
		return err
	}
	limit := x.env.startup()
	if _, _, err = p.greet(ctx, x.profile.Protocol, limit); err == nil {
		err = p.setUp(ctx, x.profile, limit)
	}
	if err != nil {
		p.discard()
		return err
	}
	x.proc, x.trusted, x.recent, x.idleStops = p, true, [4]string{}, 0
	return nil
}

// announce tells the engine of a new game and drops what is left of the old one.
func (x *external) announce(ctx context.Context) error {
	x.buf = x.profile.language().newGame(x.buf[:0])
	if x.profile.Ready {
		x.buf = append(x.buf, "isready\n"...)
	}
	if len(x.buf) > 0 {
		if err := x.proc.write(x.buf); err != nil {
			x.trusted = false
			return x.disconnected()
		}
	}
	if !x.profile.Ready {
		return nil
	}
	err := x.proc.await(ctx, readyLimit, func(ev lineEvent) bool {
		switch firstWord(ev.text) {
		case "readyok":
			return true
		case "bestmove", "nobestmove":
			x.stale(ev)
		}
		return false
	})
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errEnded):
		x.trusted = false
		return x.disconnected()
	}
	x.trusted = false
	return x.fault(Stall, fmt.Sprintf("no answer to isready within %v", readyLimit))
}

// stale notes an answer that belongs to an earlier search. The warning is the
// same each time, so that it is shown once; the log has the lines.
func (x *external) stale(ev lineEvent) {
	x.env.warn(x.cfg.Name, "a stale answer was dropped: it belongs to an earlier search")
	x.proc.log.note("dropped as stale: " + cleanText(ev.text))
}

// fault makes a Fault with the last words of the engine.
func (x *external) fault(kind FaultKind, text string) *Fault {
	return &Fault{Kind: kind, Text: cleanText(text), Stderr: x.proc.stderr.last()}
}

// disconnected makes the Fault of an engine whose output has ended.
func (x *external) disconnected() *Fault {
	x.trusted = false
	text := x.proc.epitaph() // waits for the last words
	return x.fault(Disconnect, text)
}

// Move sends the position and waits for the answer.
func (x *external) Move(ctx context.Context, r *Request) (Answer, error) {
	if x.proc == nil || !x.trusted {
		return Answer{}, &Fault{Kind: Disconnect, Text: "the engine is not running"}
	}
	s := pendingSearch{x: x, r: r, started: time.Now(), synced: !x.profile.Ready}
	if s.synced {
		x.dropWaiting()
	}
	x.proc.watched.Store(r.OnIteration != nil)
	defer x.proc.watched.Store(false)
	x.buf = x.profile.language().think(x.buf[:0], r, x.profile.Ready)
	if err := x.proc.write(x.buf); err != nil {
		return Answer{}, x.disconnected()
	}
	return s.wait(ctx)
}

// dropWaiting drops what an engine without "isready" has said since its last
// answer.
func (x *external) dropWaiting() {
	for {
		select {
		case ev, ok := <-x.proc.lines:
			if !ok {
				return
			}
			if w := firstWord(ev.text); w == "bestmove" || w == "nobestmove" {
				x.stale(ev)
			}
		default:
			return
		}
	}
}

// Close ends the process.
func (x *external) Close() error {
	if x.proc == nil {
		return nil
	}
	if x.trusted {
		x.proc.quit(context.Background())
	} else {
		x.proc.discard()
	}
	x.proc = nil
	return nil
}

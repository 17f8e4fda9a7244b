package player

import (
	"time"

	"xqlab/engine/rules"
)

// Env is what all players of a run share. The zero value works.
type Env struct {
	// Startup is how long a process may take to be ready; 0 means 20 s.
	Startup time.Duration
	// Grace is how long an engine that is too late may take to answer "stop"
	// before it is killed; 0 means 2 s.
	Grace time.Duration
	// Log receives every line to and from every engine; nil logs nothing.
	Log *Transcript
	// Warn receives oddities that do not lose a game; it may be called from any
	// goroutine. nil drops them.
	Warn func(engine, text string)
	// Rules are the rules the built-in engine searches by.
	Rules rules.Options
}

const (
	defaultStartup = 20 * time.Second
	defaultGrace   = 2 * time.Second
	// readyProbe is how long a UCCI engine may take to its first "readyok"
	// before it is taken to be one of those that do not know "isready".
	readyProbe = 5 * time.Second
	// rankProbe is how long the search that reveals the dialect of moves may
	// take.
	rankProbe = 3 * time.Second
	// secondChance is how long an engine may take to follow up an answer
	// that looks like a left-over from an earlier search.
	secondChance = time.Second
	// readyLimit is how long an idle engine may take to "readyok".
	readyLimit = 30 * time.Second
)

func (e *Env) startup() time.Duration {
	if e.Startup > 0 {
		return e.Startup
	}
	return defaultStartup
}

func (e *Env) grace() time.Duration {
	if e.Grace > 0 {
		return e.Grace
	}
	return defaultGrace
}

func (e *Env) warn(engine, text string) {
	if e.Warn != nil {
		e.Warn(engine, text)
	}
}

package player

import (
	"fmt"
	"strings"
	"time"
)

// FaultKind is a way in which a player forfeits a game.
type FaultKind uint8

const (
	TimeForfeit FaultKind = iota + 1 // the move came too late, or not in time
	NoMove                           // an answer without a move, though there are legal ones
	IllegalMove                      // a move the rules do not allow, or no move at all by its text
	Disconnect                       // the process is gone, or never came up
	Stall                            // silence where no clock runs
)

var faultNames = [...]string{TimeForfeit: "time forfeit", NoMove: "no move", IllegalMove: "illegal move", Disconnect: "disconnect", Stall: "stall"}

// String names the kind as it is stored.
func (k FaultKind) String() string {
	if int(k) < len(faultNames) && k > 0 {
		return faultNames[k]
	}
	return fmt.Sprintf("FaultKind(%d)", uint8(k))
}

// Fault is the error of a player that forfeits the game.
type Fault struct {
	Kind    FaultKind
	Text    string        // the offending line, or what happened
	Overrun time.Duration // TimeForfeit: time used beyond the limit
	Stderr  []string      // the engine's last lines of standard error
	// Startup is set if the engine could not be started for the game.
	Startup bool
}

// Error returns kind and text on one line.
func (f *Fault) Error() string {
	var b strings.Builder
	b.WriteString(f.Kind.String())
	if f.Kind == TimeForfeit {
		fmt.Fprintf(&b, " by %v", f.Overrun.Round(time.Microsecond))
	}
	if f.Text != "" {
		b.WriteString(": " + f.Text)
	}
	return b.String()
}

// Dead reports whether the fault took the engine down: it has to be started
// anew for the next game.
func (f *Fault) Dead() bool { return f.Kind == Disconnect || f.Kind == Stall }

// MaxStartFailures is how often in a row an engine may fail to start before a
// run is given up, even one that restarts engines that have crashed.
const MaxStartFailures = 3

// maxQuote is how many bytes of an engine's line are quoted in messages and
// stored.
const maxQuote = 300

// cleanText makes an engine's words fit to be stored and printed: valid UTF-8,
// no control characters, bounded length.
func cleanText(s string) string {
	cut := len(s) > maxQuote
	if cut {
		s = s[:maxQuote]
	}
	s = cleanName(s)
	if cut {
		s += "..."
	}
	return s
}

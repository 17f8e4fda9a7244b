package player

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// TimeControl is a clock: Base for every Moves moves (for the whole game if
// Moves is 0), and Inc added after each move. The zero value is no clock.
type TimeControl struct {
	Moves int
	Base  time.Duration
	Inc   time.Duration
}

// IsZero reports whether there is no clock.
func (tc TimeControl) IsZero() bool { return tc == TimeControl{} }

// Longest time and largest counts that are accepted.
const (
	maxTime  = 1000 * time.Hour
	maxMoves = 10000
	maxDepth = 127
)

// ParseTimeControl reads "moves/base+inc": base is in seconds, or minutes and
// seconds as in "5:30", or a duration with a unit as in "1m30s"; moves and
// increment may be left out. "40/60+0.6", "10+0.1", "1:30".
func ParseTimeControl(text string) (TimeControl, error) {
	bad := func(format string, args ...any) (TimeControl, error) {
		return TimeControl{}, fmt.Errorf("time control %q: %s (want moves/base+inc in seconds, such as 40/60+0.6 or 10+0.1)", text, fmt.Sprintf(format, args...))
	}
	var tc TimeControl
	rest := strings.TrimSpace(text)
	if moves, after, found := strings.Cut(rest, "/"); found {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 || n > maxMoves {
			return bad("moves %q is not a number of moves from 1 to %d", moves, maxMoves)
		}
		tc.Moves, rest = n, after
	}
	base, inc, hasInc := strings.Cut(rest, "+")
	var err error
	if tc.Base, err = parseSeconds(base); err != nil {
		return bad("base %v", err)
	}
	if hasInc {
		if tc.Inc, err = parseSeconds(inc); err != nil {
			return bad("increment %v", err)
		}
	}
	if tc.Base <= 0 {
		return bad("base is zero")
	}
	return tc, nil
}

// parseSeconds reads "90", "0.1", "1:30" or a Go duration.
func parseSeconds(text string) (time.Duration, error) {
	if text == "" {
		return 0, fmt.Errorf("is missing")
	}
	minutes := 0.0
	secs := text
	if m, s, found := strings.Cut(text, ":"); found {
		n, err := strconv.Atoi(m)
		if err != nil || n < 0 {
			return 0, fmt.Errorf("%q is not minutes:seconds", text)
		}
		minutes, secs = float64(n), s
	}
	x, err := strconv.ParseFloat(secs, 64)
	if err != nil || math.IsNaN(x) || x < 0 {
		if d, err := time.ParseDuration(text); err == nil && d >= 0 && d <= maxTime {
			return d, nil
		}
		return 0, fmt.Errorf("%q is not a time in seconds", text)
	}
	total := minutes*60 + x
	if total > maxTime.Seconds() {
		return 0, fmt.Errorf("%q is longer than %v", text, maxTime)
	}
	return time.Duration(math.Round(total * float64(time.Second))), nil
}

// String returns the form ParseTimeControl reads, "" for no clock.
func (tc TimeControl) String() string {
	if tc.IsZero() {
		return ""
	}
	var b strings.Builder
	if tc.Moves > 0 {
		fmt.Fprintf(&b, "%d/", tc.Moves)
	}
	b.WriteString(secondsText(tc.Base))
	if tc.Inc > 0 {
		b.WriteString("+" + secondsText(tc.Inc))
	}
	return b.String()
}

func secondsText(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

// Limits are what one player may spend on a move. A clock or a fixed time may
// be combined with nodes and depth; the first limit reached ends the search.
// In JSON they are text as in a SPEC.
type Limits struct {
	TC       TimeControl
	MoveTime time.Duration
	Nodes    uint64
	Depth    int
}

// IsZero reports whether nothing is limited.
func (l Limits) IsZero() bool { return l == Limits{} }

// Timed reports whether the player can lose on time.
func (l Limits) Timed() bool { return !l.TC.IsZero() || l.MoveTime > 0 }

// Set reads one limit by its name in a SPEC: tc, movetime, nodes or depth.
// It reports false for any other name.
func (l *Limits) Set(name, value string) (known bool, err error) {
	switch name {
	case "tc":
		l.TC, err = ParseTimeControl(value)
	case "movetime", "st":
		l.MoveTime, err = ParseMoveTime(value)
	case "nodes":
		l.Nodes, err = parseNodes(value)
	case "depth":
		l.Depth, err = strconv.Atoi(value)
		if err != nil || l.Depth < 1 || l.Depth > maxDepth {
			err = fmt.Errorf("depth %q is not a number of plies from 1 to %d", value, maxDepth)
		}
	default:
		return false, nil
	}
	return true, err
}

// ParseMoveTime reads a time per move: "100ms", "1.5s", or plain seconds.
func ParseMoveTime(text string) (time.Duration, error) {
	d, err := parseSeconds(text)
	if err != nil {
		return 0, fmt.Errorf("movetime %v (want 100ms, 0.1 or 2s)", err)
	}
	if d < time.Millisecond {
		return 0, fmt.Errorf("movetime %q is shorter than 1ms", text)
	}
	return d, nil
}

// parseNodes reads a count of nodes, also as "20k" or "1.5m".
func parseNodes(text string) (uint64, error) {
	digits, scale := strings.ToLower(text), 1.0
	switch {
	case strings.HasSuffix(digits, "k"):
		digits, scale = digits[:len(digits)-1], 1e3
	case strings.HasSuffix(digits, "m"):
		digits, scale = digits[:len(digits)-1], 1e6
	}
	x, err := strconv.ParseFloat(digits, 64)
	x *= scale
	if err != nil || !(x >= 1 && x <= 1e15) || x != math.Trunc(x) {
		return 0, fmt.Errorf("nodes %q is not a count of nodes from 1 to 1e15", text)
	}
	return uint64(x), nil
}

// Validate reports a combination that makes no sense.
func (l Limits) Validate() error {
	switch {
	case l.IsZero():
		return fmt.Errorf("no limit: want one of tc, movetime, nodes, depth")
	case !l.TC.IsZero() && l.MoveTime > 0:
		return fmt.Errorf("both tc=%s and movetime=%v: want one of them", l.TC, l.MoveTime)
	}
	return nil
}

// Or returns l, or the fallback if nothing is limited.
func (l Limits) Or(fallback Limits) Limits {
	if l.IsZero() {
		return fallback
	}
	return l
}

// String returns the limits as in a SPEC: "tc=10+0.1,depth=6".
func (l Limits) String() string {
	var parts []string
	if !l.TC.IsZero() {
		parts = append(parts, "tc="+l.TC.String())
	}
	if l.MoveTime > 0 {
		parts = append(parts, "movetime="+l.MoveTime.String())
	}
	if l.Nodes > 0 {
		parts = append(parts, "nodes="+strconv.FormatUint(l.Nodes, 10))
	}
	if l.Depth > 0 {
		parts = append(parts, "depth="+strconv.Itoa(l.Depth))
	}
	return strings.Join(parts, ",")
}

// ParseLimits reads what String writes.
func ParseLimits(text string) (Limits, error) {
	var l Limits
	for _, item := range strings.Split(text, ",") {
		if item == "" {
			continue
		}
		key, value, _ := strings.Cut(item, "=")
		known, err := l.Set(key, value)
		if err != nil {
			return Limits{}, err
		}
		if !known {
			return Limits{}, fmt.Errorf("limits %q: unknown key %q: want tc, movetime, nodes, depth", text, key)
		}
	}
	return l, nil
}

// MarshalText implements encoding.TextMarshaler.
func (l Limits) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (l *Limits) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLimits(string(text))
	return err
}

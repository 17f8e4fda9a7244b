package selfplay

import (
	"time"

	"xqlab/selfplay/player"
)

// clock is one side's time in a game, counted by the runner.
type clock struct {
	tc    player.TimeControl
	state player.Clock
}

// newClock returns a running clock, nil without a time control.
func newClock(tc player.TimeControl) *clock {
	if tc.IsZero() {
		return nil
	}
	return &clock{tc, player.Clock{Left: tc.Base, Inc: tc.Inc, MovesToGo: tc.Moves}}
}

// view returns what players are told; nil if there is no clock.
func (c *clock) view() *player.Clock {
	if c == nil {
		return nil
	}
	v := c.state
	return &v
}

// spend takes the time of one move, which was within what the margin allows,
// and adds what the control gives.
func (c *clock) spend(d time.Duration) {
	if c == nil {
		return
	}
	c.state.Left = max(c.state.Left-d, 0) + c.tc.Inc
	if c.tc.Moves > 0 {
		if c.state.MovesToGo--; c.state.MovesToGo == 0 {
			c.state.MovesToGo = c.tc.Moves
			c.state.Left += c.tc.Base
		}
	}
}

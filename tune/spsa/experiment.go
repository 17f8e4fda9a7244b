package spsa

import (
	"errors"
	"fmt"

	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// Experiment is the full configuration of an SPSA run: everything that decides
// which games are played and what becomes of them. It is stored with the run as
// JSON, and the run can be resumed or repeated from it.
type Experiment struct {
	Games  selfplay.Experiment `json:"games"` // how games are played; both players are the start
	Tuning Options             `json:"tuning"`
	Method Method              `json:"method"`
	Held   float64             `json:"held_openings"` // share of the openings kept for the test
	Verify *Verify             `json:"verify"`        // nil: no test of the result
	Out    string              `json:"out,omitempty"` // file the result is written to
}

// Verify is the test of a result against the start.
type Verify struct {
	Openings string     `json:"openings"`
	Pairs    int        `json:"pairs"` // at most; 0: as many as there are openings
	SPRT     stats.SPRT `json:"sprt"`
}

// DefaultVerify returns the usual test: H1 is a gain of 10 normalized Elo.
func DefaultVerify() Verify { return Verify{SPRT: stats.NewSPRT(0, 10)} }

// Validate reports the first setting that makes no sense.
func (e *Experiment) Validate() error {
	if len(e.Games.Players) != 2 {
		return errors.New("want one engine, as both players")
	}
	if err := e.Games.Validate(); err != nil {
		return err
	}
	if _, err := ParseMethod(string(e.Method)); err != nil {
		return err
	}
	if !(e.Held >= 0 && e.Held < 1) {
		return fmt.Errorf("share of openings held for the test %v: want 0 or more, below 1", e.Held)
	}
	if e.Verify == nil {
		return nil
	}
	if e.Verify.Pairs < 0 {
		return fmt.Errorf("%d pairs of the test: want 0 or more", e.Verify.Pairs)
	}
	return e.Verify.SPRT.Validate()
}

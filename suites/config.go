package suites

import (
	"errors"
	"fmt"

	"xqlab/selfplay"
	"xqlab/selfplay/player"
)

// Config is the full configuration of a suite run: everything that decides
// which searches are made. It is stored with the run as JSON, and the run can
// be resumed or repeated from it.
type Config struct {
	Suites    []Ref                 `json:"suites"`
	Players   []player.Config       `json:"players"` // without limits: each search has its own
	Limits    []Limit               `json:"limits"`
	StableFor int                   `json:"stable_for,omitempty"` // as in Run; 0 never ends a search early
	Margin    selfplay.Milliseconds `json:"time_margin_ms"`       // as in Run
	Stall     selfplay.Milliseconds `json:"stall_ms"`             // as in Run

	Concurrency int `json:"concurrency"` // searches at a time
}

// Ref names a suite and its content.
type Ref struct {
	Name   string `json:"name"`
	Hash   string `json:"hash"`             // store.SuiteFile.Hash of its positions
	Source string `json:"source,omitempty"` // as Suite.Source; empty in old configurations
}

// DefaultMargin and DefaultStall are the usual time limits.
const (
	DefaultMargin selfplay.Milliseconds = 1000
	DefaultStall  selfplay.Milliseconds = 600_000
)

// Validate reports the first setting that makes no sense. The suites are not
// looked at: they are filled in when a run is created.
func (c *Config) Validate() error {
	switch {
	case len(c.Players) == 0:
		return errors.New("no engine: want at least one")
	case len(c.Limits) == 0:
		return errors.New("no limit: want depths, nodes or times to search")
	case c.Concurrency < 1:
		return fmt.Errorf("concurrency %d: want at least 1", c.Concurrency)
	case c.StableFor < 0:
		return fmt.Errorf("stable for %d iterations: want 0 or more", c.StableFor)
	case c.Margin < 0:
		return fmt.Errorf("time margin %v: want 0 or more", c.Margin.Duration())
	case c.Stall < 1:
		return fmt.Errorf("stall limit %v: want more than 0", c.Stall.Duration())
	}
	names := map[string]bool{}
	for _, p := range c.Players {
		if names[p.Name] {
			return fmt.Errorf("two engines are named %q: give one another name=", p.Name)
		}
		names[p.Name] = true
	}
	return nil
}

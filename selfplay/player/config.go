package player

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"xqlab/engine/eval"
)

// Protocol is the language an engine speaks.
type Protocol string

const (
	Probe   Protocol = ""        // find out
	Builtin Protocol = "builtin" // no process: package engine
	UCI     Protocol = "uci"
	UCCI    Protocol = "ucci"
)

func parseProtocol(text string) (Protocol, error) {
	switch p := Protocol(strings.ToLower(text)); p {
	case UCI, UCCI:
		return p, nil
	case "auto":
		return Probe, nil
	case "cyclone", "uci-cyclone":
		return UCI, nil
	}
	return Probe, fmt.Errorf("proto %q: want uci, ucci or auto", text)
}

// Ranks is how an engine counts the ranks in its moves.
type Ranks string

const (
	ProbeRanks Ranks = ""     // find out
	FromZero   Ranks = "0-9"  // h2e2: UCCI, UCI-Cyclone, Pikafish
	FromOne    Ranks = "1-10" // h3e3: Fairy-Stockfish as UCI engine
)

func parseRanks(text string) (Ranks, error) {
	switch text {
	case "0-9", "0":
		return FromZero, nil
	case "1-10", "1":
		return FromOne, nil
	case "auto":
		return ProbeRanks, nil
	}
	return ProbeRanks, fmt.Errorf("ranks %q: want 0-9, 1-10 or auto", text)
}

// Option is an engine option to be set, in the engine's own words. Value is
// empty for buttons.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value,omitempty"`
}

// Config is an engine with its options and limits. It is what a SPEC means, and
// it is stored with every run so that the run can be repeated.
//
// CmdHash, WeightsHash and Loaded are what Resolve found behind the names; all
// other fields can be written as a SPEC.
type Config struct {
	Name     string   `json:"name"`
	Protocol Protocol `json:"proto,omitempty"`
	Limits   Limits   `json:"limits,omitzero"`

	// External engines.
	Cmd     string   `json:"cmd,omitempty"`
	Args    []string `json:"args,omitempty"`
	Dir     string   `json:"dir,omitempty"` // working folder; empty: the runner's
	Env     []string `json:"env,omitempty"` // NAME=value, added to the runner's
	Ranks   Ranks    `json:"ranks,omitempty"`
	Options []Option `json:"options,omitempty"`
	CmdHash string   `json:"cmd_hash,omitempty"` // SHA-256 of the program file

	// The built-in engine.
	Weights     string `json:"weights,omitempty"` // file, "seed" or "default"; empty: default
	WeightsHash string `json:"weights_hash,omitempty"`
	Hash        int    `json:"hash,omitempty"` // MB; 0: what the limits can fill, at most 16
	Threads     int    `json:"threads,omitempty"`
	// Search holds constants of the search that differ from the default, by
	// the names of search.Numbers; Disable the features that are switched off.
	Search  map[string]int `json:"search,omitempty"`
	Disable []string       `json:"disable,omitempty"`

	// Loaded holds the weights themselves, if they do not come from Weights.
	Loaded *eval.Weights `json:"-"`
}

// IsBuiltin reports whether no process is needed.
func (c *Config) IsBuiltin() bool { return c.Protocol == Builtin }

// LoadWeights reads the built-in engine's weights into Loaded, unless they are
// there, and stores their hash. It refuses weights that differ from a hash stored
// before: a run must not be resumed with other weights.
func (c *Config) LoadWeights() error {
	if !c.IsBuiltin() {
		return nil
	}
	w := c.Loaded
	if w == nil {
		switch c.Weights {
		case "", "default":
			w = eval.Default()
		case "seed":
			w = eval.Seed()
		default:
			var err error
			if w, err = eval.Load(c.Weights); err != nil {
				return fmt.Errorf("engine %s: %w", c.Name, err)
			}
		}
	}
	hash := w.Hash()
	if c.WeightsHash != "" && c.WeightsHash != hash {
		return fmt.Errorf("engine %s: weights %s have changed: hash %s, want %s", c.Name, c.weightsName(), hash, c.WeightsHash)
	}
	c.Loaded, c.WeightsHash = w, hash
	return nil
}

func (c *Config) weightsName() string {
	if c.Weights == "" {
		return "default"
	}
	return c.Weights
}

// Label describes the engine for people, in one line: the weights and search
// constants of the built-in engine, or the command line and options of another
// one. It leaves out name, limits and surroundings, and cannot be parsed; Spec
// can.
func (c *Config) Label() string {
	if c.IsBuiltin() {
		return "builtin:" + strings.Join(append([]string{"weights=" + c.weightsName()}, c.searchKeys()...), ",")
	}
	parts := append([]string{"cmd=" + c.Cmd}, c.Args...)
	for _, o := range c.Options {
		parts = append(parts, "option."+o.Name+"="+o.Value)
	}
	return strings.Join(parts, ",")
}

// defaultName names an engine that was not given a name: after its program or
// its weights.
func (c *Config) defaultName() string {
	if !c.IsBuiltin() {
		base := filepath.Base(c.Cmd)
		return cmp.Or(cleanName(strings.TrimSuffix(base, ".exe")), cleanName(base), "engine")
	}
	switch w := c.weightsName(); w {
	case "default", "seed":
		return "builtin-" + w
	default:
		base := filepath.Base(w)
		return "builtin-" + cleanName(strings.TrimSuffix(base, filepath.Ext(base)))
	}
}

// cleanName makes a name fit to be stored and printed: valid UTF-8, no control
// characters, no blanks around it. It may leave nothing.
func cleanName(name string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "?")))
}

package rules

import (
	"fmt"
	"strings"
)

// Ruleset determines which repetitions lose and how long a game may last
// without a capture.
type Ruleset uint8

const (
	// Chinese is the practice of engines and game servers: perpetual check
	// and perpetual chase lose, 120 plies without a capture draw.
	Chinese Ruleset = iota
	// Asian is the Asian federation's rule: as Chinese, but perpetually
	// chasing a rook that is pinned to its king by a horse outweighs an
	// ordinary perpetual chase, and the limit is 100 plies.
	Asian
	// Basic knows no chases: perpetual check loses, every other repetition
	// draws, and the limit is 100 plies.
	Basic
)

var rulesetNames = [...]string{Chinese: "chinese", Asian: "asian", Basic: "basic"}

// String returns the name that ParseRuleset reads.
func (r Ruleset) String() string {
	if int(r) < len(rulesetNames) {
		return rulesetNames[r]
	}
	return fmt.Sprintf("Ruleset(%d)", uint8(r))
}

// Rulesets lists the names of the rule sets, the default first.
func Rulesets() []string { return rulesetNames[:] }

// ParseRuleset reads the name of a rule set, in any case.
func ParseRuleset(name string) (Ruleset, error) {
	for r, n := range rulesetNames {
		if strings.EqualFold(name, n) {
			return Ruleset(r), nil
		}
	}
	return Chinese, fmt.Errorf("unknown rule set %q: want %s", name, strings.Join(rulesetNames[:], ", "))
}

// naturalLimit is the rule set's own limit in plies since the last capture.
func (r Ruleset) naturalLimit() int {
	if r == Chinese {
		return 120
	}
	return 100
}

const (
	// DefaultNFold is the occurrence of a position at which a repetition is
	// judged.
	DefaultNFold = 3
	// NoLimit as Options.Limit switches the natural limit off.
	NoLimit = -1
)

// Options are the settings of a game. The zero value is the default: chinese
// rules, third occurrence, the rule set's own limit.
type Options struct {
	Ruleset Ruleset
	// NFold is the occurrence of a position that is judged, at least 2;
	// 0 means DefaultNFold. Some leagues wait for the fourth.
	NFold int
	// Limit is the natural limit in counted plies since the last capture; 0
	// means the rule set's own, NoLimit none.
	Limit int
	// LoneCannon also draws endings in which a lone cannon cannot win (see
	// Judge.Material).
	LoneCannon bool
}

// Validate reports the first setting that is out of range.
func (o Options) Validate() error {
	switch {
	case int(o.Ruleset) >= len(rulesetNames):
		return fmt.Errorf("rule set %d: want one of %s", uint8(o.Ruleset), strings.Join(rulesetNames[:], ", "))
	case o.NFold != 0 && o.NFold < 2:
		return fmt.Errorf("nfold %d: want 2 or more occurrences, 0 for the default %d", o.NFold, DefaultNFold)
	case o.Limit < NoLimit:
		return fmt.Errorf("limit %d: want plies, 0 for the rule set's own, %d for none", o.Limit, NoLimit)
	}
	return nil
}

// resolve replaces defaults by the numbers they stand for. It panics if the
// options do not Validate.
func (o Options) resolve() Options {
	if err := o.Validate(); err != nil {
		panic("rules: " + err.Error())
	}
	if o.NFold == 0 {
		o.NFold = DefaultNFold
	}
	if o.Limit == 0 {
		o.Limit = o.Ruleset.naturalLimit()
	}
	return o
}

package search

import (
	"fmt"
	"slices"
	"strings"
)

// Params holds every constant of the search: switches for ablations and
// numbers for tuning. Margins are in centipawns, depths in plies.
type Params struct {
	// Switches, each named as `bench --disable` takes it.
	NullMove       bool // skip a turn and see whether the position still holds
	LMR            bool // search late moves less deeply
	LMP            bool // skip late quiet moves near the leaves
	Futility       bool // skip quiet moves that cannot reach alpha
	ReverseFut     bool // return where static evaluation is far above beta
	Razoring       bool // drop into quiescence far below alpha
	SEEPruning     bool // skip moves that lose material
	HistoryPruning bool // skip quiet moves with a bad history
	ProbCut        bool // return where a good capture beats beta by a margin
	IIR            bool // search less deeply without a table move
	CheckExtension bool // search checks one ply deeper
	OneReply       bool // search the only evasion of a check one ply deeper
	Singular       bool // search the only good move deeper
	QuietChecks    bool // try quiet checks at the first plies of quiescence
	Correction     bool // correct the static evaluation by past errors
	Aspiration     bool // search iterations with a narrow window
	MateSearch     bool // look for mates by checks and threats beside the search
	Threats        bool // prune less where a check is at hand

	// Numbers.
	AspirationWindow  int
	ReverseFutDepth   int
	ReverseFutMargin  int // per ply
	ReverseFutImprove int // less when improving
	RazorDepth        int
	RazorBase         int
	RazorSlope        int // per depth squared
	NullBase          int // reduction
	NullDivisor       int // reduction grows by depth/NullDivisor
	NullEvalDivisor   int // and by (eval-beta)/NullEvalDivisor, at most 3
	NullVerifyDepth   int // verify the cut from this depth on
	ProbCutMargin     int
	ProbCutDepth      int
	IIRDepth          int
	LMPBase           int
	MateShare         int // nodes for the search of mates, in percent of all
	MateMore          int // so many percent of these more where a mate looks near
	MateBase          int // and so many more, times 1.5^depth, where only depth is limited
	MateQuiets        int // moves of a mate that may threaten instead of check
	ThreatMargin      int // more for reverse futility if the opponent has a check at hand
	ThreatRazor       int // more for razoring if the side to move has
	ShallowDepth      int // the iterations up to this one cut off no such position at all
	ThreatDepth       int // the same for late moves, up to this depth:
	ThreatLate        int // percentage of their usual number
	FutilityDepth     int
	FutilityBase      int
	FutilitySlope     int // per ply
	SEEQuiet          int // per depth squared
	SEECapture        int // per ply
	HistoryPruneDepth int
	HistoryPrune      int // per ply
	LMRBase           int // in 1/100 plies
	LMRSlope          int // in 1/100 plies per ln(depth)*ln(move)
	LMRHistory        int // history points that change the reduction by one ply
	SingularDepth     int
	SingularMargin    int // per ply
	DoubleExtMargin   int
	QFutility         int
	QCheckPlies       int
	HistoryBonus      int // per ply
	HistoryMax        int // largest bonus
	TempoBonus        int // added to the static evaluation for the side to move
}

// DefaultParams returns the constants the engine plays with.
func DefaultParams() Params {
	return Params{
		NullMove: true, LMR: true, LMP: true, Futility: true, ReverseFut: true,
		Razoring: true, SEEPruning: true, HistoryPruning: true, ProbCut: true,
		IIR: true, CheckExtension: true, OneReply: true, Singular: true, QuietChecks: true,
		Correction: true, Aspiration: true, MateSearch: true, Threats: true,

		AspirationWindow:  20,
		ReverseFutDepth:   8,
		ReverseFutMargin:  92,
		ReverseFutImprove: 46,
		RazorDepth:        1,
		RazorBase:         85,
		RazorSlope:        180,
		NullBase:          3,
		NullDivisor:       4,
		NullEvalDivisor:   156,
		NullVerifyDepth:   14,
		ProbCutMargin:     106,
		ProbCutDepth:      5,
		IIRDepth:          5,
		LMPBase:           11,
		MateShare:         2,
		MateMore:          1400,
		MateBase:          280,
		MateQuiets:        3,
		ThreatMargin:      77,
		ThreatRazor:       251,
		ShallowDepth:      6,
		ThreatDepth:       3,
		ThreatLate:        223,
		FutilityDepth:     8,
		FutilityBase:      58,
		FutilitySlope:     56,
		SEEQuiet:          21,
		SEECapture:        115,
		HistoryPruneDepth: 5,
		HistoryPrune:      2393,
		LMRBase:           108,
		LMRSlope:          52,
		LMRHistory:        5899,
		SingularDepth:     7,
		SingularMargin:    2,
		DoubleExtMargin:   16,
		QFutility:         90,
		QCheckPlies:       4,
		HistoryBonus:      175,
		HistoryMax:        1796,
		TempoBonus:        11,
	}
}

// feature is one switch of Params under the name of the command line.
type feature struct {
	name string
	flag func(*Params) *bool
}

var features = []feature{
	{"aspiration", func(p *Params) *bool { return &p.Aspiration }},
	{"check-extension", func(p *Params) *bool { return &p.CheckExtension }},
	{"correction", func(p *Params) *bool { return &p.Correction }},
	{"futility", func(p *Params) *bool { return &p.Futility }},
	{"history-pruning", func(p *Params) *bool { return &p.HistoryPruning }},
	{"iir", func(p *Params) *bool { return &p.IIR }},
	{"lmp", func(p *Params) *bool { return &p.LMP }},
	{"lmr", func(p *Params) *bool { return &p.LMR }},
	{"mate-search", func(p *Params) *bool { return &p.MateSearch }},
	{"null-move", func(p *Params) *bool { return &p.NullMove }},
	{"one-reply", func(p *Params) *bool { return &p.OneReply }},
	{"probcut", func(p *Params) *bool { return &p.ProbCut }},
	{"quiet-checks", func(p *Params) *bool { return &p.QuietChecks }},
	{"razoring", func(p *Params) *bool { return &p.Razoring }},
	{"reverse-futility", func(p *Params) *bool { return &p.ReverseFut }},
	{"see-pruning", func(p *Params) *bool { return &p.SEEPruning }},
	{"singular", func(p *Params) *bool { return &p.Singular }},
	{"threats", func(p *Params) *bool { return &p.Threats }},
}

// Features lists the names that Disable takes.
func Features() []string {
	names := make([]string, len(features))
	for i, f := range features {
		names[i] = f.name
	}
	return names
}

// Disable switches features off by name.
func (p *Params) Disable(names ...string) error {
	for _, name := range names {
		i := slices.IndexFunc(features, func(f feature) bool { return f.name == name })
		if i < 0 {
			return fmt.Errorf("unknown search feature %q: want one of %s", name, strings.Join(Features(), ", "))
		}
		*features[i].flag(p) = false
	}
	return nil
}

// Number is one tunable constant of the search with its range.
type Number struct {
	Name     string
	Min, Max int
	Step     int // a change that should be felt, about 2 to 5 Elo
	field    func(*Params) *int
}

// Get reads the constant.
func (n Number) Get(p *Params) int { return *n.field(p) }

// Set writes the constant; the caller keeps it within the range.
func (n Number) Set(p *Params, v int) { *n.field(p) = v }

var numbers = []Number{
	{"AspirationWindow", 5, 100, 4, func(p *Params) *int { return &p.AspirationWindow }},
	{"ReverseFutDepth", 2, 14, 1, func(p *Params) *int { return &p.ReverseFutDepth }},
	{"ReverseFutMargin", 20, 250, 12, func(p *Params) *int { return &p.ReverseFutMargin }},
	{"ReverseFutImprove", 0, 200, 12, func(p *Params) *int { return &p.ReverseFutImprove }},
	{"RazorDepth", 0, 6, 1, func(p *Params) *int { return &p.RazorDepth }},
	{"RazorBase", 50, 800, 40, func(p *Params) *int { return &p.RazorBase }},
	{"RazorSlope", 40, 600, 30, func(p *Params) *int { return &p.RazorSlope }},
	{"NullBase", 1, 6, 1, func(p *Params) *int { return &p.NullBase }},
	{"NullDivisor", 2, 8, 1, func(p *Params) *int { return &p.NullDivisor }},
	{"NullEvalDivisor", 50, 500, 20, func(p *Params) *int { return &p.NullEvalDivisor }},
	{"NullVerifyDepth", 6, 30, 2, func(p *Params) *int { return &p.NullVerifyDepth }},
	{"ProbCutMargin", 50, 500, 25, func(p *Params) *int { return &p.ProbCutMargin }},
	{"ProbCutDepth", 3, 10, 1, func(p *Params) *int { return &p.ProbCutDepth }},
	{"IIRDepth", 2, 10, 1, func(p *Params) *int { return &p.IIRDepth }},
	{"LMPBase", 1, 12, 1, func(p *Params) *int { return &p.LMPBase }},
	{"MateShare", 0, 50, 1, func(p *Params) *int { return &p.MateShare }},
	{"MateMore", 0, 4000, 200, func(p *Params) *int { return &p.MateMore }},
	{"MateBase", 0, 5000, 50, func(p *Params) *int { return &p.MateBase }},
	{"MateQuiets", 0, 4, 1, func(p *Params) *int { return &p.MateQuiets }},
	{"ThreatMargin", 0, 1000, 30, func(p *Params) *int { return &p.ThreatMargin }},
	{"ThreatRazor", 0, 1000, 40, func(p *Params) *int { return &p.ThreatRazor }},
	{"ShallowDepth", 0, 12, 1, func(p *Params) *int { return &p.ShallowDepth }},
	{"ThreatDepth", 0, 10, 1, func(p *Params) *int { return &p.ThreatDepth }},
	{"ThreatLate", 100, 400, 15, func(p *Params) *int { return &p.ThreatLate }},
	{"FutilityDepth", 2, 14, 1, func(p *Params) *int { return &p.FutilityDepth }},
	{"FutilityBase", 20, 500, 20, func(p *Params) *int { return &p.FutilityBase }},
	{"FutilitySlope", 20, 300, 12, func(p *Params) *int { return &p.FutilitySlope }},
	{"SEEQuiet", 5, 120, 5, func(p *Params) *int { return &p.SEEQuiet }},
	{"SEECapture", 20, 400, 15, func(p *Params) *int { return &p.SEECapture }},
	{"HistoryPruneDepth", 1, 10, 1, func(p *Params) *int { return &p.HistoryPruneDepth }},
	{"HistoryPrune", 500, 10000, 400, func(p *Params) *int { return &p.HistoryPrune }},
	{"LMRBase", 0, 200, 10, func(p *Params) *int { return &p.LMRBase }},
	{"LMRSlope", 15, 100, 4, func(p *Params) *int { return &p.LMRSlope }},
	{"LMRHistory", 2000, 20000, 800, func(p *Params) *int { return &p.LMRHistory }},
	{"SingularDepth", 4, 12, 1, func(p *Params) *int { return &p.SingularDepth }},
	{"SingularMargin", 1, 10, 1, func(p *Params) *int { return &p.SingularMargin }},
	{"DoubleExtMargin", 5, 200, 8, func(p *Params) *int { return &p.DoubleExtMargin }},
	{"QFutility", 20, 500, 20, func(p *Params) *int { return &p.QFutility }},
	{"QCheckPlies", 0, 8, 1, func(p *Params) *int { return &p.QCheckPlies }},
	{"HistoryBonus", 40, 400, 20, func(p *Params) *int { return &p.HistoryBonus }},
	{"HistoryMax", 400, 4000, 200, func(p *Params) *int { return &p.HistoryMax }},
	{"TempoBonus", 0, 60, 5, func(p *Params) *int { return &p.TempoBonus }},
}

// Numbers lists the tunable constants.
func Numbers() []Number { return slices.Clone(numbers) }

// Validate reports the first constant out of its range.
func (p *Params) Validate() error {
	for _, n := range numbers {
		if v := n.Get(p); v < n.Min || v > n.Max {
			return fmt.Errorf("search constant %s = %d: want %d to %d", n.Name, v, n.Min, n.Max)
		}
	}
	return nil
}

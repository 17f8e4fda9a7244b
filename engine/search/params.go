package search

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Params holds the constants of the search that an ablation or a tuner may
// change. Each is declared here once: a switch with the name that Disable
// takes, a number with its default, range and step (see Number).
//
// Scores and margins are in centipawns (cp), depths and reductions in plies
// unless the comment gives another unit. Sizes of arrays, limits of mate
// scores and units of counting are not for tuning: they are named constants
// beside the code that needs them, and a test refuses unnamed ones.
//
// Numbers marked SPSA were tuned by self-play, those marked "match" were chosen
// by the outcome of matches; engine/EXPERIMENTS.md records both. The others were
// set by hand and have not been tuned. Those named Time... matter only where a
// clock limits the search.
type Params struct {
	// Switches, one for each technique.

	Aspiration     bool `switch:"aspiration"`       // search iterations with a narrow window
	CheckExtension bool `switch:"check-extension"`  // search checks one ply deeper
	Correction     bool `switch:"correction"`       // correct the static evaluation by past errors
	Futility       bool `switch:"futility"`         // skip quiet moves that cannot reach alpha
	HistoryPruning bool `switch:"history-pruning"`  // skip quiet moves with a bad history
	IIR            bool `switch:"iir"`              // search less deeply without a table move
	LMP            bool `switch:"lmp"`              // skip late quiet moves near the leaves
	LMR            bool `switch:"lmr"`              // search late moves less deeply
	MateSearch     bool `switch:"mate-search"`      // look for mates by checks and threats beside the search
	NullMove       bool `switch:"null-move"`        // skip a turn and see whether the position still holds
	OneReply       bool `switch:"one-reply"`        // search the only evasion of a check one ply deeper
	ProbCut        bool `switch:"probcut"`          // return where a good capture beats beta by a margin
	QuietChecks    bool `switch:"quiet-checks"`     // try quiet checks at the first plies of quiescence
	Razoring       bool `switch:"razoring"`         // drop into quiescence far below alpha
	ReverseFut     bool `switch:"reverse-futility"` // return where static evaluation is far above beta
	SEEPruning     bool `switch:"see-pruning"`      // skip moves that lose material
	Singular       bool `switch:"singular"`         // search the only good move deeper
	Threats        bool `switch:"threats"`          // prune less where a check is at hand

	// Iterations and their windows.

	AspirationWindow    int `tune:"20 in 5..100 by 4"`                  // cp on either side of the last score
	AspirationDepth     int `tune:"5 in 1..12 by 1"`                    // first iteration with a narrow window
	AspirationGrowth    int `tune:"50 in 10..200 by 15"`                // percent by which a failed window widens
	AspirationMax       int `tune:"600 in 100..3000 by 100"`            // cp; a wider window becomes a full one
	AspirationReduction int `tune:"3 in 0..8 by 1"`                     // most plies taken off, one for each failure high
	FailInfoNodes       int `tune:"2000000 in 0..1000000000 by 500000"` // nodes after which failed windows are reported; no effect on strength
	ShallowDepth        int `tune:"6 in 0..12 by 1"`                    // last iteration without cuts by static evaluation where a check is at hand; match

	// Static evaluation and its correction by the errors seen in the tree.

	TempoBonus      int `tune:"11 in 0..60 by 5"`      // cp for the side to move; SPSA
	CorrectionDepth int `tune:"16 in 2..64 by 2"`      // largest weight of an error; that of a node is its depth plus 1
	CorrectionRate  int `tune:"16 in 1..64 by 2"`      // 1/4096 of the way to the error, for each unit of weight
	CorrectionError int `tune:"200 in 50..1000 by 25"` // cp; larger errors count as this
	CorrectionLimit int `tune:"150 in 20..500 by 15"`  // cp; largest correction by both tables together

	// Transposition table and rules.

	TableAge  int `tune:"8 in 0..64 by 1"`   // plies of depth an entry is worth less for each search since it was written
	TableKeep int `tune:"4 in 0..64 by 1"`   // an entry of the same search that is more plies deeper is not replaced
	RulePlies int `tune:"20 in 0..100 by 5"` // plies before the move limit from which table scores are not trusted
	RuleClock int `tune:"8 in 0..60 by 2"`   // halfmove clock up to which they are trusted in any case, in plies

	// Razoring.

	RazorDepth  int `tune:"1 in 0..6 by 1"`       // last depth
	RazorBase   int `tune:"85 in 50..800 by 40"`  // cp below alpha; SPSA
	RazorSlope  int `tune:"180 in 40..600 by 30"` // cp more for each depth squared
	ThreatRazor int `tune:"251 in 0..1000 by 40"` // cp more if the side to move has a check at hand; SPSA

	// Reverse futility.

	ReverseFutDepth   int `tune:"8 in 2..14 by 1"`     // last depth
	ReverseFutMargin  int `tune:"92 in 20..250 by 12"` // cp above beta for each ply of depth; SPSA
	ReverseFutImprove int `tune:"46 in 0..200 by 12"`  // cp less when improving; SPSA
	ReverseFutBlend   int `tune:"8 in 0..12 by 1"`     // twelfths of the static evaluation in the score returned; the rest is beta
	ThreatMargin      int `tune:"77 in 0..1000 by 30"` // cp more if the opponent has a check at hand; SPSA

	// Null move.

	NullStaticBase  int `tune:"150 in 0..500 by 25"`  // cp the static evaluation must be above beta at depth 0
	NullStaticSlope int `tune:"20 in 0..60 by 5"`     // cp less for each ply of depth
	NullBase        int `tune:"3 in 1..6 by 1"`       // plies of reduction
	NullDivisor     int `tune:"4 in 2..8 by 1"`       // plies of depth that add one to it
	NullEvalDivisor int `tune:"156 in 50..500 by 20"` // cp above beta that add one, too; SPSA
	NullEvalMax     int `tune:"3 in 0..8 by 1"`       // plies; most for being above beta
	NullVerifyDepth int `tune:"14 in 6..30 by 2"`     // first depth at which the cut is verified
	NullVerifyShare int `tune:"75 in 0..100 by 10"`   // percent of the reduced depth without null moves in the verification

	// ProbCut and internal iterative reduction.

	ProbCutMargin    int `tune:"106 in 50..500 by 25"` // cp above beta; SPSA
	ProbCutDepth     int `tune:"5 in 3..10 by 1"`      // first depth
	ProbCutReduction int `tune:"4 in 2..8 by 1"`       // plies from the node to the search after the capture
	IIRDepth         int `tune:"5 in 2..10 by 1"`      // first depth

	// Shallow pruning of late and quiet moves.

	LMPBase           int `tune:"11 in 1..12 by 1"`          // moves before quiet ones are skipped, at depth 0; SPSA
	LMPSlope          int `tune:"100 in 30..300 by 15"`      // 1/100 moves more for each depth squared
	LMPWorse          int `tune:"50 in 20..100 by 5"`        // percent of them when not improving
	ThreatDepth       int `tune:"3 in 0..10 by 1"`           // last depth with another number of moves if a check is at hand
	ThreatLate        int `tune:"223 in 100..400 by 15"`     // percent of the usual number there; SPSA
	HistoryPruneDepth int `tune:"5 in 1..10 by 1"`           // last depth
	HistoryPrune      int `tune:"2393 in 500..10000 by 400"` // history points below 0 for each ply of depth; SPSA
	FutilityDepth     int `tune:"8 in 2..14 by 1"`           // first reduced depth without
	FutilityBase      int `tune:"58 in 20..500 by 20"`       // cp below alpha; SPSA
	FutilitySlope     int `tune:"56 in 20..300 by 12"`       // cp more for each ply of reduced depth; SPSA
	SEEQuiet          int `tune:"21 in 5..120 by 5"`         // cp a quiet move may lose for each reduced depth squared; SPSA
	SEECapture        int `tune:"115 in 20..400 by 15"`      // cp a capture may lose for each ply of depth; SPSA
	SEECaptureDepth   int `tune:"8 in 1..16 by 1"`           // last depth at which captures are skipped

	// Extensions.

	ExtensionLimit  int `tune:"200 in 100..400 by 25"` // percent of the iteration's depth; no extension at later plies
	SingularDepth   int `tune:"7 in 4..12 by 1"`       // first depth
	SingularTable   int `tune:"3 in 1..8 by 1"`        // plies the table entry may be less deep than the node
	SingularMargin  int `tune:"2 in 1..10 by 1"`       // cp below the table score for each ply of depth; SPSA
	SingularShare   int `tune:"50 in 20..80 by 5"`     // percent of the depth left, for the search without the table move
	SingularBeta    int `tune:"2 in 0..4 by 1"`        // plies off if not singular and the table score reaches beta
	SingularCut     int `tune:"1 in 0..4 by 1"`        // plies off if not singular at an expected cut node
	DoubleExtMargin int `tune:"16 in 5..200 by 8"`     // cp further below for a second ply; SPSA
	DoubleExtMax    int `tune:"6 in 0..20 by 2"`       // most double extensions on one line

	// Late-move reductions, in 1/100 plies unless the comment says otherwise.

	LMRDepth     int `tune:"2 in 1..6 by 1"`             // first depth, in plies
	LMRMoves     int `tune:"1 in 1..8 by 1"`             // moves searched in full; one more at the root
	LMRCaptures  int `tune:"4 in 1..16 by 1"`            // moves after which captures are reduced outside cut nodes, too
	LMRBase      int `tune:"108 in 0..200 by 10"`        // reduction at ln(depth)*ln(move) = 0; SPSA
	LMRSlope     int `tune:"52 in 15..100 by 4"`         // more for each ln(depth)*ln(move); SPSA
	LMRHistory   int `tune:"5899 in 2000..20000 by 800"` // history points that make one ply of difference; SPSA
	LMRCutNode   int `tune:"120 in 0..300 by 15"`        // more at an expected cut node
	LMRWorse     int `tune:"60 in 0..200 by 12"`         // more when not improving
	LMRTableMove int `tune:"20 in 0..200 by 12"`         // more for quiet moves beside a table move that failed high
	LMRPV        int `tune:"80 in 0..250 by 15"`         // less in the principal variation
	LMRTablePV   int `tune:"70 in 0..250 by 15"`         // less where the table remembers one
	LMRInCheck   int `tune:"60 in 0..250 by 15"`         // less in check
	LMRCapture   int `tune:"60 in 0..250 by 15"`         // less for captures
	LMRKiller    int `tune:"90 in 0..250 by 15"`         // less for killer moves

	// Quiescence search.

	QFutility   int `tune:"90 in 20..500 by 20"` // cp a free capture may miss alpha by; SPSA
	QCheckPlies int `tune:"4 in 0..8 by 1"`      // plies with quiet checks; SPSA
	QEvasions   int `tune:"3 in 0..20 by 1"`     // moves after which quiet evasions that lose material are skipped

	// Histories and the order of moves, in history points unless the comment
	// says otherwise.

	HistoryBonus    int `tune:"175 in 40..400 by 20"`       // for each ply of depth; SPSA
	HistoryMax      int `tune:"1796 in 400..4000 by 200"`   // largest bonus; SPSA
	HistoryTableCut int `tune:"50 in 0..200 by 10"`         // percent of the bonus for a quiet table move that cuts off unsearched
	HistoryFollow   int `tune:"32 in 0..128 by 6"`          // 1/64 of the history after the move four plies ago
	OrderKing       int `tune:"80000 in 0..200000 by 4000"` // value of the piece in the order of captures
	OrderRook       int `tune:"40000 in 0..200000 by 2000"` // the same
	OrderCannon     int `tune:"19200 in 0..200000 by 1000"` // the same
	OrderHorse      int `tune:"17200 in 0..200000 by 1000"` // the same
	OrderElephant   int `tune:"5600 in 0..200000 by 400"`   // the same
	OrderAdvisor    int `tune:"5600 in 0..200000 by 400"`   // the same
	OrderPawn       int `tune:"4000 in 0..200000 by 400"`   // the same
	OrderAttacker   int `tune:"64 in 8..1024 by 8"`         // divides the value of the attacker, which counts less than the victim's
	OrderHistory    int `tune:"32 in 0..128 by 6"`          // 1/64 of the capture history
	OrderEvasion    int `tune:"25 in 1..400 by 5"`          // percent of the victim's value among the evasions of a check

	// Search of mates.

	MateShare      int `tune:"2 in 0..50 by 1"`                   // percent of all nodes; match
	MateMore       int `tune:"1400 in 0..4000 by 200"`            // percent added to the share while a mate looks near; match
	MateMost       int `tune:"200000 in 10000..2000000 by 25000"` // nodes; most that a mate that looks near may have
	MateStep       int `tune:"50 in 10..200 by 10"`               // percent of the nodes at each step towards them
	MateBase       int `tune:"280 in 0..5000 by 50"`              // nodes in advance where only depth is limited, at depth 0
	MateGrowth     int `tune:"50 in 0..100 by 5"`                 // percent by which the advance grows with each ply of depth
	MateNodeTime   int `tune:"1500 in 100..20000 by 200"`         // nanoseconds a node is taken to need, if time is limited
	MateQuiets     int `tune:"3 in 0..4 by 1"`                    // moves of a mate that may threaten instead of check
	MateNearQuiets int `tune:"3 in 0..5 by 1"`                    // a mate that needs this many of them does not look near
	MateNear       int `tune:"200 in 50..1000 by 25"`             // percent; least ratio of disproof to proof number of a mate that looks near
	MateReplies    int `tune:"10 in 1..60 by 2"`                  // replies a move out of check is taken to leave
	MateQuietCost  int `tune:"2 in 0..20 by 1"`                   // added to the first proof number of a quiet move
	MateCapture    int `tune:"2 in 1..10 by 1"`                   // first proof number after a capture by the defender
	MateBlock      int `tune:"2 in 1..10 by 1"`                   // first disproof number after the defender steps between
	MateStay       int `tune:"4 in 0..12 by 1"`                   // twelfths by which the best move may fall behind before another is tried

	// Time: what a clock allows for a move, and when it is enough.

	TimeReserve     int `tune:"5 in 0..20 by 1"`        // percent of a fixed move time; most that is kept for delays
	TimeMoves       int `tune:"32 in 10..80 by 3"`      // moves the rest of a game is taken to last
	TimeIncrement   int `tune:"80 in 0..100 by 5"`      // percent of the increment
	TimeMaximum     int `tune:"500 in 100..1000 by 50"` // percent of the optimum; most for one move
	TimeCeiling     int `tune:"60 in 20..90 by 5"`      // percent of the clock; most for one move
	TimeLastOptimum int `tune:"70 in 20..95 by 5"`      // percent of the clock for the last move of a control
	TimeLastCeiling int `tune:"90 in 50..98 by 3"`      // percent of the clock; most for the last move of a control
	TimeOptimumMost int `tune:"80 in 20..100 by 5"`     // percent of the maximum; largest optimum
	TimeStop        int `tune:"62 in 20..100 by 5"`     // percent of the scaled optimum after which no iteration is begun
	TimeFall        int `tune:"120 in 30..500 by 15"`   // cp by which the score must fall to double the time
	TimeFallMin     int `tune:"60 in 20..100 by 5"`     // percent; least time, however the score rises
	TimeFallMax     int `tune:"160 in 100..300 by 10"`  // percent; most time, however it falls
	TimeChangeBase  int `tune:"75 in 30..150 by 5"`     // percent of the time if the best move does not change
	TimeChangeSlope int `tune:"85 in 0..200 by 8"`      // percent more for each recent change
	TimeChangeDecay int `tune:"50 in 0..95 by 5"`       // percent of the earlier changes that count an iteration later
	TimeStableBase  int `tune:"125 in 80..200 by 5"`    // percent of the time for a new best move
	TimeStableSlope int `tune:"7 in 0..30 by 1"`        // percent less for each iteration it has stood
	TimeStableMin   int `tune:"65 in 20..100 by 5"`     // percent; least time, however long it has stood
	TimeMatePlies   int `tune:"4 in 0..40 by 1"`        // plies searched beyond a mate before it is played without further thought
}

// Units of the numbers above.
const (
	percent         = 100
	twelfths        = 12
	historyShares   = 64   // of histories in the order of moves: a power of two, for speed
	perPly          = 100  // 1/100 plies, of reductions
	perMove         = 100  // 1/100 moves, of late-move pruning
	correctionRates = 4096 // of CorrectionRate
)

// DefaultParams returns the constants the engine plays with.
func DefaultParams() Params { return defaultParams }

var (
	features, numbers = declared()
	defaultParams     = makeDefaults()
)

// feature is one switch of Params.
type feature struct {
	name  string
	field int // index in Params
}

// Number is one tunable constant of the search with its range. It is declared
// by the tag of its field: `tune:"DEFAULT in MIN..MAX by STEP"`.
type Number struct {
	Name     string
	Default  int
	Min, Max int
	Step     int // a change that should be felt, about 2 to 5 Elo
	field    int // index in Params
}

// declared reads the tags of Params. A field without one is a mistake in this
// file.
func declared() (features []feature, numbers []Number) {
	for i, f := range reflect.VisibleFields(reflect.TypeFor[Params]()) {
		if name, ok := f.Tag.Lookup("switch"); ok {
			features = append(features, feature{name, i})
			continue
		}
		n := Number{Name: f.Name, field: i}
		if _, err := fmt.Sscanf(f.Tag.Get("tune"), "%d in %d..%d by %d", &n.Default, &n.Min, &n.Max, &n.Step); err != nil {
			panic(fmt.Sprintf("search.Params.%s: tag %q: %v", f.Name, f.Tag, err))
		}
		numbers = append(numbers, n)
	}
	return features, numbers
}

func makeDefaults() (p Params) {
	for _, f := range features {
		f.set(&p, true)
	}
	for _, n := range numbers {
		n.Set(&p, n.Default)
	}
	return p
}

// Features lists the names that Disable takes, in alphabetical order.
func Features() []string {
	names := make([]string, len(features))
	for i, f := range features {
		names[i] = f.name
	}
	slices.Sort(names)
	return names
}

func (f feature) set(p *Params, on bool) { reflect.ValueOf(p).Elem().Field(f.field).SetBool(on) }

// Disable switches features off by name.
func (p *Params) Disable(names ...string) error {
	for _, name := range names {
		i := slices.IndexFunc(features, func(f feature) bool { return f.name == name })
		if i < 0 {
			return fmt.Errorf("unknown search feature %q: want one of %s", name, strings.Join(Features(), ", "))
		}
		features[i].set(p, false)
	}
	return nil
}

// Get reads the constant.
func (n Number) Get(p *Params) int { return int(reflect.ValueOf(p).Elem().Field(n.field).Int()) }

// Set writes the constant; the caller keeps it within the range.
func (n Number) Set(p *Params, v int) { reflect.ValueOf(p).Elem().Field(n.field).SetInt(int64(v)) }

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

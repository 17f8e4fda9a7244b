package eval

// Score packs the two values of the taper, and for sums of the piece table also
// the raw phase, as phase<<56 + mg<<28 + eg, so that one addition adds all of
// them. Parts may be negative: they borrow from their neighbour until unpacked.
// Weighted sums stay below 1<<27 (a test adds up the worst case), so no part
// overflows into the next.
type Score int64

const (
	mgShift    = 28
	phaseShift = 56
)

func pack(mg, eg int) Score { return Score(mg)<<mgShift + Score(eg) }

// unpack returns the three parts of a sum.
func (s Score) unpack() (phase, mg, eg int) {
	eg = int(s << (64 - mgShift) >> (64 - mgShift))
	s = (s - Score(eg)) >> mgShift
	mg = int(s << (64 - mgShift) >> (64 - mgShift))
	return int((s - Score(mg)) >> (phaseShift - mgShift)), mg, eg
}

// maxTerms is the length of tables indexed by term: a power of two, so that
// a mask takes the place of a bounds check.
const maxTerms = 1024

const _ = uint(maxTerms - NumTerms) // they fit

// MaxPhase is the phase of the full set of pieces; 0 is that of bare kings.
const MaxPhase = 66

// phaseValue is what a piece adds to the raw phase, by type: rook 6, horse and
// cannon 3, the rest 1, kings nothing; 66 in all.
var phaseValue = [8]int{0, 0, 1, 1, 3, 6, 3, 1}

// phaseOf bends the raw phase v to v*(2*66-v)/66, as ElephantEye does, so that
// only thin boards count as endgames: half of the pieces make three quarters
// of a middlegame.
var phaseOf = makePhases()

func makePhases() (table [128]int) {
	for v := range table {
		c := min(v, MaxPhase)
		table[v] = (c*(2*MaxPhase-c) + MaxPhase/2) / MaxPhase
	}
	return table
}

// Denominator divides a weighted, tapered sum: percentages count in hundredths
// and the phase in 66ths.
const Denominator = 100 * MaxPhase

// taper mixes the two values by the phase 0..MaxPhase, without dividing.
func taper(mg, eg, phase int) int { return mg*phase + eg*(MaxPhase-phase) }

package dataset

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"xqlab/engine/board"
)

// RecordSize is the size of a record in bytes, in memory and in a file before
// compression.
const RecordSize = 40

const (
	labelUnit = 60000            // labels are stored in units of 1/labelUnit
	noScore   = math.MinInt16    // a record without a search score
	maxScore  = math.MaxInt16    // search scores are cut to -maxScore..maxScore
	maxMen    = 32               // pieces of a placement
	sideBit   = board.NumSquares // bit of the occupancy that says Black is to move
)

// Record is one labelled position.
type Record struct {
	squares [12]byte
	kinds   [16]byte
	label   uint16
	score   int16
	Count   uint16 // occurrences the label is the mean of
	Ply     uint16 // plies played in the game before the position
	Game    uint32
}

// NewRecord returns a record of p with a label from 0 to 1, without score, of
// one occurrence.
func NewRecord(p *board.Position, label float64) (Record, error) {
	r := Record{score: noScore, Count: 1}
	men := 0
	for b := p.Occupied(); !b.IsEmpty(); men++ {
		s := b.Pop()
		r.squares[s>>3] |= 1 << (s & 7)
		r.kinds[men>>1] |= byte(p.At(s)) << (men & 1 * 4)
	}
	if p.SideToMove() == board.Black {
		r.squares[sideBit>>3] |= 1 << (sideBit & 7)
	}
	return r, r.SetLabel(label)
}

// Label returns the expected score of Red, 0 to 1.
func (r *Record) Label() float64 { return float64(r.label) / labelUnit }

// SetLabel changes the label. One outside 0..1 is refused.
func (r *Record) SetLabel(label float64) error {
	if !(label >= 0 && label <= 1) {
		return fmt.Errorf("label %v is outside 0..1", label)
	}
	r.label = uint16(math.Round(label * labelUnit))
	return nil
}

// Score returns the search score in centipawns from Red's view; ok is false if
// there is none.
func (r *Record) Score() (cp int, ok bool) { return int(r.score), r.score != noScore }

// SetScore stores a search score, cut to what fits in 16 bits.
func (r *Record) SetScore(cp int) { r.score = int16(min(max(cp, -maxScore), maxScore)) }

// SideToMove returns whose turn it is.
func (r *Record) SideToMove() board.Color {
	return board.Color(r.squares[sideBit>>3] >> (sideBit & 7) & 1)
}

// Men returns the number of pieces on the board.
func (r *Record) Men() int {
	return bits.OnesCount64(binary.LittleEndian.Uint64(r.squares[:])) +
		bits.OnesCount32(binary.LittleEndian.Uint32(r.squares[8:])&(1<<(sideBit-64)-1))
}

// SetUp makes p the record's position. It fails if the record's squares are no
// legal position.
func (r *Record) SetUp(p *board.Position) error {
	var men [maxMen]board.Man
	n, err := r.men(&men)
	if err != nil {
		return err
	}
	return p.SetUp(men[:n], r.SideToMove())
}

// men lists the pieces.
func (r *Record) men(men *[maxMen]board.Man) (n int, err error) {
	lo := binary.LittleEndian.Uint64(r.squares[:])
	hi := uint64(binary.LittleEndian.Uint32(r.squares[8:])) & (1<<(sideBit-64) - 1)
	if count := bits.OnesCount64(lo) + bits.OnesCount64(hi); count > maxMen {
		return 0, fmt.Errorf("%d pieces, want at most %d", count, maxMen)
	}
	for first, b := range [2]uint64{lo, hi} {
		for ; b != 0; b &= b - 1 {
			kind := r.kinds[n>>1] >> (n & 1 * 4) & 15
			men[n] = board.Man{Piece: board.Piece(kind), Square: board.Square(first*64 + bits.TrailingZeros64(b))}
			n++
		}
	}
	return n, nil
}

// validate checks everything about a record that is read but its placement,
// which SetUp checks.
func (r *Record) validate() error {
	switch {
	case r.label > labelUnit:
		return fmt.Errorf("label %d/%d is outside 0..1", r.label, labelUnit)
	case r.Count == 0:
		return fmt.Errorf("occurrences 0, want at least 1")
	case r.squares[11]>>(sideBit%8+1) != 0:
		return fmt.Errorf("squares beyond the board are taken")
	}
	return nil
}

// samePlacement reports whether two records are of one position.
func (r *Record) samePlacement(o *Record) bool { return r.squares == o.squares && r.kinds == o.kinds }

// Pack writes the record to b.
func (r *Record) Pack(b *[RecordSize]byte) {
	copy(b[0:], r.squares[:])
	copy(b[12:], r.kinds[:])
	binary.LittleEndian.PutUint16(b[28:], r.label)
	binary.LittleEndian.PutUint16(b[30:], uint16(r.score))
	binary.LittleEndian.PutUint16(b[32:], r.Count)
	binary.LittleEndian.PutUint16(b[34:], r.Ply)
	binary.LittleEndian.PutUint32(b[36:], r.Game)
}

// unpack reads the record from b.
func (r *Record) unpack(b *[RecordSize]byte) {
	copy(r.squares[:], b[0:])
	copy(r.kinds[:], b[12:])
	r.label = binary.LittleEndian.Uint16(b[28:])
	r.score = int16(binary.LittleEndian.Uint16(b[30:]))
	r.Count = binary.LittleEndian.Uint16(b[32:])
	r.Ply = binary.LittleEndian.Uint16(b[34:])
	r.Game = binary.LittleEndian.Uint32(b[36:])
}

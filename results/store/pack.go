package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay"
)

// packVersion is the first byte of every packed record.
const packVersion = 1

// Flags of a packed move; the package comment describes the format.
const (
	flagScore = 1 << iota
	flagMate
	flagDepth
	flagNodes
	flagTime
	flagBook

	flagsKnown = flagBook<<1 - 1
)

// packedMin is the smallest number of bytes a move takes.
const packedMin = 3

// PackMoves encodes moves compactly, 8 to 14 bytes per move. Times are kept in
// whole microseconds; negative depths and times become "unknown"; scores, mate
// distances and depths are clamped to 32 bits, whatever an engine says.
func PackMoves(moves []selfplay.MoveRecord) []byte {
	b := make([]byte, 0, 4+12*len(moves))
	b = append(b, packVersion)
	b = binary.AppendUvarint(b, uint64(len(moves)))
	for i := range moves {
		b = appendMove(b, &moves[i])
	}
	return b
}

func appendMove(b []byte, m *selfplay.MoveRecord) []byte {
	flags := byte(0)
	us := m.Time.Microseconds()
	if m.HasScore {
		flags |= flagScore
	}
	if m.Mate != 0 {
		flags |= flagMate
	}
	if m.Depth > 0 {
		flags |= flagDepth
	}
	if m.Nodes != 0 {
		flags |= flagNodes
	}
	if us > 0 {
		flags |= flagTime
	}
	if m.FromBook {
		flags |= flagBook
	}
	b = append(b, flags)
	b = binary.LittleEndian.AppendUint16(b, uint16(m.Move))
	if flags&flagScore != 0 {
		b = binary.AppendVarint(b, int32Range(m.Score))
	}
	if flags&flagMate != 0 {
		b = binary.AppendVarint(b, int32Range(m.Mate))
	}
	if flags&flagDepth != 0 {
		b = binary.AppendUvarint(b, uint64(int32Range(m.Depth)))
	}
	if flags&flagNodes != 0 {
		b = binary.AppendUvarint(b, m.Nodes)
	}
	if flags&flagTime != 0 {
		b = binary.AppendUvarint(b, uint64(us))
	}
	return b
}

func int32Range(x int) int64 { return int64(min(max(x, math.MinInt32), math.MaxInt32)) }

// UnpackMoves decodes what PackMoves made. Errors name the move, counted from 1.
func UnpackMoves(data []byte) ([]selfplay.MoveRecord, error) {
	if len(data) == 0 {
		return nil, errors.New("packed moves: empty")
	}
	if data[0] != packVersion {
		return nil, fmt.Errorf("packed moves: format %d, this program knows %d", data[0], packVersion)
	}
	u := unpacker{data: data[1:]}
	n := u.uvarint()
	if u.failed || n > uint64(len(u.data)/packedMin) {
		return nil, errors.New("packed moves: more moves announced than there are bytes")
	}
	moves := make([]selfplay.MoveRecord, n)
	for i := range moves {
		if err := u.move(&moves[i]); err != nil {
			return nil, fmt.Errorf("packed moves: move %d of %d: %w", i+1, n, err)
		}
	}
	if len(u.data) != 0 {
		return nil, fmt.Errorf("packed moves: %d bytes after the last move", len(u.data))
	}
	return moves, nil
}

// unpacker reads fields from data; failed is set when one is cut off or too
// large.
type unpacker struct {
	data   []byte
	failed bool
}

func (u *unpacker) move(m *selfplay.MoveRecord) error {
	if len(u.data) < packedMin {
		return errors.New("cut")
	}
	flags := u.data[0]
	m.Move = board.Move(binary.LittleEndian.Uint16(u.data[1:]))
	u.data = u.data[packedMin:]
	if flags&^flagsKnown != 0 {
		return fmt.Errorf("unknown flags %#x", flags)
	}
	if m.Move>>14 != 0 || !m.Move.From().Valid() || !m.Move.To().Valid() {
		return fmt.Errorf("move %#04x is off the board", uint16(m.Move))
	}
	m.HasScore = flags&flagScore != 0
	m.FromBook = flags&flagBook != 0
	if m.HasScore {
		m.Score = int(u.varint(math.MinInt32, math.MaxInt32))
	}
	if flags&flagMate != 0 {
		m.Mate = int(u.varint(math.MinInt32, math.MaxInt32))
	}
	if flags&flagDepth != 0 {
		m.Depth = int(u.bounded(math.MaxInt32))
	}
	if flags&flagNodes != 0 {
		m.Nodes = u.uvarint()
	}
	if flags&flagTime != 0 {
		m.Time = time.Duration(u.bounded(math.MaxInt64/1000)) * time.Microsecond
	}
	if u.failed {
		return errors.New("a field is cut or out of range")
	}
	return nil
}

func (u *unpacker) uvarint() uint64 { return u.bounded(math.MaxUint64) }

func (u *unpacker) bounded(limit uint64) uint64 {
	x, n := binary.Uvarint(u.data)
	if n <= 0 || x > limit {
		u.failed = true
		return 0
	}
	u.data = u.data[n:]
	return x
}

func (u *unpacker) varint(low, high int64) int64 {
	x, n := binary.Varint(u.data)
	if n <= 0 || x < low || x > high {
		u.failed = true
		return 0
	}
	u.data = u.data[n:]
	return x
}

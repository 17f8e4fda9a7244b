package book

import "xqlab/engine/board"

// pieceKeys are the random numbers of the position key, part of the file
// format: splitmix64 from a fixed seed, by piece value and square.
var (
	pieceKeys [16][board.NumSquares]uint64
	blackKey  uint64
)

func init() {
	state := uint64(0x7871626F6F6B3031) // "xqbook01"
	next := func() uint64 {
		state += 0x9E3779B97F4A7C15
		return mix(state)
	}
	for c := board.Red; c <= board.Black; c++ {
		for t := board.King; t <= board.Pawn; t++ {
			for s := range board.NumSquares {
				pieceKeys[board.MakePiece(c, t)][s] = next()
			}
		}
	}
	blackKey = next()
}

// mix is the finaliser of splitmix64.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// orientation is how moves of a position relate to moves in the book.
type orientation uint8

const (
	straight  orientation = iota
	mirrored              // the book knows the mirror image
	symmetric             // the position is its own mirror image
)

// keyOf returns the book key of a position and how it is turned.
func keyOf(p *board.Position) (uint64, orientation) {
	var key, image uint64
	for occ := p.Occupied(); !occ.IsEmpty(); {
		s := occ.Pop()
		pc := p.At(s)
		key ^= pieceKeys[pc][s]
		image ^= pieceKeys[pc][s.Mirror()]
	}
	if p.SideToMove() == board.Black {
		key ^= blackKey
		image ^= blackKey
	}
	switch {
	case image < key:
		return image, mirrored
	case image == key:
		return key, symmetric
	}
	return key, straight
}

// turn converts a move of the position to its form in the book and back.
func (o orientation) turn(m board.Move) board.Move {
	switch o {
	case mirrored:
		return m.Mirror()
	case symmetric:
		if from, to := m.From().File(), m.To().File(); from < 4 || from == 4 && to < 4 {
			return m.Mirror() // one of the two: the piece on Red's right
		}
	}
	return m
}

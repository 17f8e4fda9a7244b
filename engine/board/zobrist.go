package board

var (
	pieceKeys [16][128]uint64
	sideKey   uint64 // toggled when Black is to move
)

// zobristSeed fixes the keys: book files and stored positions depend on them.
const zobristSeed = 0x78716c6162 // "xqlab"

func init() {
	state := uint64(zobristSeed)
	// splitmix64, Steele, Lea and Flood 2014
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for c := Red; c <= Black; c++ {
		for t := King; t <= Pawn; t++ {
			for s := Square(0); s < NumSquares; s++ {
				pieceKeys[MakePiece(c, t)][s] = next()
			}
		}
	}
	sideKey = next()
}

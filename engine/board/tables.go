package board

// The tables below are built once from plain loops; the tests compare what is
// read from them with slow generators that walk the board step by step.

var (
	fileOf   [256]uint8
	rankOf   [256]uint8
	squareBB [256]Bitboard
	fileBB   [16]Bitboard
	rankBB   [16]Bitboard
	palace   [2]Bitboard

	// between holds the squares strictly between two squares of one line.
	between [128][128]Bitboard

	// lines is indexed by the position on the line (file on a rank, rank on a
	// file) and the line's occupancy word.
	lines [16][1024]line

	// firstOfRank holds the square of file a on each rank: a factor that moves
	// a word of a rank to its place.
	firstOfRank [16]Bitboard

	// spreadFile turns five bits of a file word into squares of file a.
	spreadFile [32]uint64

	// Index of the tables of 16: bit 0 west or south-west, bit 1 south or
	// north-west, bit 2 east or south-east, bit 3 north or north-east; see
	// legIndex and eyeIndex.
	horseTargets    [256][16]Bitboard // by occupied legs
	horseSources    [256][16]Bitboard // squares of horses that attack, by occupied diagonal legs
	elephantTargets [256][16]Bitboard // by occupied eyes

	near [256]neighbourhood

	pawnTargets [2][256]Bitboard

	// legOffset gives, by the difference of squares to-from plus 32, what to
	// add to a horse's square to get the leg of that leap.
	legOffset [64]int8

	// standable holds, by piece, the squares it can ever stand on.
	standable [16]Bitboard
)

// line is what sliders see along a rank or a file, in both directions, as
// occupancy words. The words lie together because they are often needed together;
// the fourth makes the size a power of two.
type line struct {
	rook   uint16 // empty squares to the next piece, and that piece
	cannon uint16 // empty squares to the screen, and the piece behind it
	shadow uint16 // squares behind the screen up to the next piece, and that piece
	_      uint16
}

// neighbourhood holds sets that depend on one square.
type neighbourhood struct {
	cross    Bitboard    // its rank and its file, itself not included
	horses   Bitboard    // a horse's leap away, legs ignored
	checks   Bitboard    // where a piece that arrives or leaves may attack the square, or uncover an attack
	exchange Bitboard    // where a piece that captures on the square can stand
	king     Bitboard    // one step inside the palace
	advisor  Bitboard    // one diagonal step inside the palace
	pawns    [2]Bitboard // from where a pawn of the colour attacks it
}

func init() {
	initGeometry()
	initLines()
	initSteps()
	initStandable()
}

func initGeometry() {
	for i := range fileOf {
		fileOf[i], rankOf[i] = 15, 15
	}
	for s := Square(0); s < NumSquares; s++ {
		fileOf[s], rankOf[s] = uint8(s%9), uint8(s/9)
		if s < 45 {
			squareBB[s] = Bitboard{Lo: 1 << s}
		} else {
			squareBB[s] = Bitboard{Hi: 1 << (s - 45)}
		}
		f, r := s.File(), s.Rank()
		fileBB[f] = fileBB[f].Or(squareBB[s])
		rankBB[r] = rankBB[r].Or(squareBB[s])
		if f >= 3 && f <= 5 {
			if r <= 2 {
				palace[Red] = palace[Red].Set(s)
			} else if r >= 7 {
				palace[Black] = palace[Black].Set(s)
			}
		}
	}
	for s := Square(0); s < NumSquares; s++ {
		near[s].cross = fileBB[s.File()].Xor(rankBB[s.Rank()])
		for line := near[s].cross; !line.IsEmpty(); {
			t := line.Pop()
			for q := min(s, t) + 1; q < max(s, t); q++ {
				if q.File() == s.File() && q.File() == t.File() || q.Rank() == s.Rank() && q.Rank() == t.Rank() {
					between[s][t] = between[s][t].Set(q)
				}
			}
		}
	}
	for r := range 10 {
		firstOfRank[r] = squareBB[SquareAt(0, r)]
	}
	for m := range spreadFile {
		for r := range 5 {
			if m>>r&1 != 0 {
				spreadFile[m] |= 1 << (9 * r)
			}
		}
	}
}

func initLines() {
	for pos := range 10 {
		for occ := range 1024 {
			for _, step := range [2]int{-1, 1} {
				screens := 0
				for i := pos + step; i >= 0 && i < 10 && screens < 2; i += step {
					bit := uint16(1) << i
					occupied := occ>>i&1 != 0
					switch screens {
					case 0:
						lines[pos][occ].rook |= bit
						if !occupied {
							lines[pos][occ].cannon |= bit
						}
					case 1:
						lines[pos][occ].shadow |= bit
						if occupied {
							lines[pos][occ].cannon |= bit
						}
					}
					if occupied {
						screens++
					}
				}
			}
		}
	}
}

// step returns the square df files and dr ranks away, if it is on the board.
func step(s Square, df, dr int) (Square, bool) {
	f, r := s.File()+df, s.Rank()+dr
	if f < 0 || f > 8 || r < 0 || r > 9 {
		return NoSquare, false
	}
	return SquareAt(f, r), true
}

// The four legs and the four diagonals, in the bit order of the tables of 16.
var (
	legSteps = [4][2]int{{-1, 0}, {0, -1}, {1, 0}, {0, 1}}
	eyeSteps = [4][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}
)

func initSteps() {
	for s := Square(0); s < NumSquares; s++ {
		var home Color
		if s >= 45 {
			home = Black
		}
		for i, leg := range legSteps {
			// the two leaps past a leg end one square further and one to the side
			for _, side := range [2]int{-1, 1} {
				df, dr := 2*leg[0], 2*leg[1]
				if df == 0 {
					df = side
				} else {
					dr = side
				}
				to, ok := step(s, df, dr)
				if !ok {
					continue
				}
				near[s].horses = near[s].horses.Set(to)
				legOffset[int(to)-int(s)+32] = int8(leg[1]*9 + leg[0])
				for occ := range 16 {
					if occ>>i&1 == 0 {
						horseTargets[s][occ] = horseTargets[s][occ].Set(to)
					}
				}
			}
			if to, ok := step(s, leg[0], leg[1]); ok {
				if palace[home].Has(s) && palace[home].Has(to) {
					near[s].king = near[s].king.Set(to)
				}
			}
		}
		for i, eye := range eyeSteps {
			if to, ok := step(s, eye[0], eye[1]); ok {
				near[s].checks = near[s].checks.Set(to) // a horse's leg
			}
			// a horse beyond the diagonal leg stands one further along either axis
			for _, d := range [2][2]int{{2 * eye[0], eye[1]}, {eye[0], 2 * eye[1]}} {
				if from, ok := step(s, d[0], d[1]); ok {
					for occ := range 16 {
						if occ>>i&1 == 0 {
							horseSources[s][occ] = horseSources[s][occ].Set(from)
						}
					}
				}
			}
			if to, ok := step(s, 2*eye[0], 2*eye[1]); ok && (to < 45) == (s < 45) {
				for occ := range 16 {
					if occ>>i&1 == 0 {
						elephantTargets[s][occ] = elephantTargets[s][occ].Set(to)
					}
				}
			}
			if to, ok := step(s, eye[0], eye[1]); ok && palace[home].Has(s) && palace[home].Has(to) {
				near[s].advisor = near[s].advisor.Set(to)
			}
		}
		near[s].checks = near[s].checks.Or(near[s].cross).Or(near[s].horses)
		for c, forward := range [2]int{1, -1} {
			steps := [][2]int{{0, forward}}
			if s.Crossed(Color(c)) {
				steps = append(steps, [2]int{-1, 0}, [2]int{1, 0})
			}
			for _, d := range steps {
				if to, ok := step(s, d[0], d[1]); ok {
					pawnTargets[c][s] = pawnTargets[c][s].Set(to)
					near[to].pawns[c] = near[to].pawns[c].Set(s)
				}
			}
		}
	}
}

func initStandable() {
	everywhere := Bitboard{}.Not()
	for c := Red; c <= Black; c++ {
		for _, t := range [...]PieceType{Horse, Rook, Cannon} {
			standable[MakePiece(c, t)] = everywhere
		}
		standable[MakePiece(c, King)] = palace[c]
		var advisors, elephants, pawns Bitboard
		for s := Square(0); s < NumSquares; s++ {
			f, r := s.File(), s.Rank()
			if c == Black {
				r = 9 - r
			}
			if palace[c].Has(s) && (f+r)%2 == 1 {
				advisors = advisors.Set(s)
			}
			if r <= 4 && r%2 == 0 && f%2 == 0 && (f+r)%4 == 2 {
				elephants = elephants.Set(s)
			}
			if r >= 5 || r >= 3 && f%2 == 0 {
				pawns = pawns.Set(s)
			}
		}
		standable[MakePiece(c, Advisor)] = advisors
		standable[MakePiece(c, Elephant)] = elephants
		standable[MakePiece(c, Pawn)] = pawns
	}
	// steps are kept only from points where such a piece can stand
	for s := Square(0); s < NumSquares; s++ {
		both := standable[MakePiece(Red, Advisor)].Or(standable[MakePiece(Black, Advisor)])
		if !both.Has(s) {
			near[s].advisor = Bitboard{}
		}
		both = standable[MakePiece(Red, Elephant)].Or(standable[MakePiece(Black, Elephant)])
		if !both.Has(s) {
			elephantTargets[s] = [16]Bitboard{}
		}
		near[s].exchange = near[s].cross.Or(near[s].horses).Or(near[s].advisor).Or(elephantTargets[s][0])
	}
}

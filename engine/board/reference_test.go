package board

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// refBoard is the slow reference the fast code is compared with: FEN letters
// on a plain grid, the rules of movement as one predicate that walks the board
// step by step, and legality by playing the move and looking at the king. It
// shares nothing with the package but the spelling of squares.
type refBoard struct {
	grid  [10][9]byte // [rank][file], 0 is empty
	black bool        // Black is to move
}

// refPoint is a point of the grid.
type refPoint struct{ f, r int }

func (a refPoint) square() Square { return Square(a.r*9 + a.f) }

// refMove is a move on the grid.
type refMove struct{ from, to refPoint }

func (m refMove) move() Move { return NewMove(m.from.square(), m.to.square()) }

// newRefBoard reads the first two fields of a canonical FEN.
func newRefBoard(fen string) *refBoard {
	b := new(refBoard)
	fields := strings.Fields(fen)
	for i, row := range strings.Split(fields[0], "/") {
		f := 0
		for _, letter := range []byte(row) {
			if letter >= '1' && letter <= '9' {
				f += int(letter - '0')
				continue
			}
			b.grid[9-i][f] = letter
			f++
		}
	}
	b.black = fields[1] == "b"
	return b
}

func refOf(p *Position) *refBoard { return newRefBoard(p.FEN()) }

func (b *refBoard) at(a refPoint) byte { return b.grid[a.r][a.f] }

func isBlack(letter byte) bool { return letter >= 'a' }

func upper(letter byte) byte { return letter &^ 0x20 }

// count returns the pieces strictly between two points of one line.
func (b *refBoard) count(from, to refPoint) int {
	df, dr := sign(to.f-from.f), sign(to.r-from.r)
	n := 0
	for a := (refPoint{from.f + df, from.r + dr}); a != to; a = (refPoint{a.f + df, a.r + dr}) {
		if b.at(a) != 0 {
			n++
		}
	}
	return n
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

func abs(n int) int { return n * sign(n) }

// inPalace reports whether a is in the palace of the side.
func inPalace(a refPoint, black bool) bool {
	if black {
		a.r = 9 - a.r
	}
	return a.f >= 3 && a.f <= 5 && a.r <= 2
}

// reaches reports whether the piece on from may step to to, or capture there
// if something stands there, whoever owns it. King safety is ignored.
func (b *refBoard) reaches(from, to refPoint) bool {
	if from == to {
		return false
	}
	pc := b.at(from)
	black := isBlack(pc)
	df, dr := to.f-from.f, to.r-from.r
	straight := df == 0 || dr == 0
	forward := 1
	if black {
		forward = -1
	}
	crossed := from.r >= 5 != black
	switch upper(pc) {
	case 'K':
		return abs(df)+abs(dr) == 1 && inPalace(to, black)
	case 'A':
		return abs(df) == 1 && abs(dr) == 1 && inPalace(to, black)
	case 'B':
		return abs(df) == 2 && abs(dr) == 2 && (to.r >= 5) == black && b.grid[from.r+dr/2][from.f+df/2] == 0
	case 'N':
		return abs(df*dr) == 2 && b.grid[from.r+dr/2][from.f+df/2] == 0
	case 'R':
		return straight && b.count(from, to) == 0
	case 'C':
		screens := 0
		if b.at(to) != 0 {
			screens = 1
		}
		return straight && b.count(from, to) == screens
	case 'P':
		return df == 0 && dr == forward || crossed && dr == 0 && abs(df) == 1
	}
	return false
}

// points calls f with every point where a piece of the side stands.
func (b *refBoard) points(black bool, f func(refPoint)) {
	for r := range 10 {
		for file := range 9 {
			if pc := b.grid[r][file]; pc != 0 && isBlack(pc) == black {
				f(refPoint{file, r})
			}
		}
	}
}

func (b *refBoard) king(black bool) refPoint {
	var king refPoint
	b.points(black, func(a refPoint) {
		if upper(b.at(a)) == 'K' {
			king = a
		}
	})
	return king
}

// kingAttackers returns the enemy pieces that attack the side's king, facing
// kings included.
func (b *refBoard) kingAttackers(black bool) []refPoint {
	var attackers []refPoint
	k := b.king(black)
	b.points(!black, func(a refPoint) {
		facing := upper(b.at(a)) == 'K' && a.f == k.f && b.count(a, k) == 0
		if facing || b.reaches(a, k) {
			attackers = append(attackers, a)
		}
	})
	return attackers
}

// after returns the board after a step, whoever owns what is captured.
func (b *refBoard) after(m refMove) *refBoard {
	c := *b
	c.grid[m.to.r][m.to.f] = c.at(m.from)
	c.grid[m.from.r][m.from.f] = 0
	c.black = !b.black
	return &c
}

// pseudoMoves returns the moves of the side to move, king safety ignored.
func (b *refBoard) pseudoMoves() []refMove {
	var moves []refMove
	b.points(b.black, func(from refPoint) {
		for r := range 10 {
			for f := range 9 {
				to := refPoint{f, r}
				pc := b.at(to)
				if (pc == 0 || isBlack(pc) != b.black) && b.reaches(from, to) {
					moves = append(moves, refMove{from, to})
				}
			}
		}
	})
	return moves
}

// legalMoves returns the legal moves.
func (b *refBoard) legalMoves() []refMove {
	return slices.DeleteFunc(b.pseudoMoves(), func(m refMove) bool {
		return len(b.after(m).kingAttackers(b.black)) > 0
	})
}

func refPointOf(s Square) refPoint { return refPoint{int(s) % 9, int(s) / 9} }

// perftRow is one row of testdata/perft.tsv.
type perftRow struct {
	fen   string
	depth int
	nodes uint64
}

// corpusFENs are the positions random games start from: opening, middlegames
// and endings.
func corpusFENs(t testing.TB) []string {
	var fens []string
	for _, row := range perftRows(t) {
		if !slices.Contains(fens, row.fen) {
			fens = append(fens, row.fen)
		}
	}
	return fens
}

// randomPositions calls f with n positions out of random games; f must leave
// the position as it is and may use rng. The same seed gives the same
// positions.
func randomPositions(t testing.TB, n int, seed uint64, f func(p *Position, rng *rand.Rand)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	fens := corpusFENs(t)
	for done, game := 0, 0; done < n; game++ {
		p := mustParse(t, fens[game%len(fens)])
		for range 60 {
			f(p, rng)
			if done++; done == n || t.Failed() {
				return
			}
			var l MoveList
			p.LegalMoves(&l)
			if l.N == 0 {
				break
			}
			p.Make(l.Moves[rng.IntN(l.N)])
		}
	}
}

func mustParse(t testing.TB, fen string) *Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

func mustMove(t testing.TB, text string) Move {
	t.Helper()
	m, err := ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// moveSet returns the moves sorted, for comparison and messages.
func moveSet(moves []Move) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = m.String()
	}
	slices.Sort(names)
	return names
}

// squareSet returns the squares of b in order.
func squareSet(b Bitboard) []Square {
	squares := []Square{}
	for !b.IsEmpty() {
		squares = append(squares, b.Pop())
	}
	return squares
}

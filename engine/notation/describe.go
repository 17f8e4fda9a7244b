package notation

import (
	"fmt"

	"xqlab/engine/board"
)

// direction of a spoken move, from the mover's view.
type direction uint8

const (
	sideways direction = iota
	forward
	backward
)

// action is the second half of a spoken move: where to, from a known square.
type action struct {
	dir direction
	n   int // target file 1..9, or points moved
}

// fileNumber returns the number of a board file (0..8) as c counts it: 1..9
// from its own right.
func fileNumber(c board.Color, file int) int {
	if c == board.Red {
		return 9 - file
	}
	return file + 1
}

// fileOf is the inverse of fileNumber.
func fileOf(c board.Color, number int) int {
	if c == board.Red {
		return 9 - number
	}
	return number - 1
}

// stepsFile reports whether the number of a forward or backward move is the
// target file (horse, elephant, advisor) rather than the points moved.
func stepsFile(t board.PieceType) bool {
	return t == board.Horse || t == board.Elephant || t == board.Advisor
}

// describe returns the action of a move; false if it is no move of the piece.
func describe(p *board.Position, m board.Move) (action, bool) {
	from, to := m.From(), m.To()
	pc := p.At(from)
	dr := to.Rank() - from.Rank()
	if pc.Color() == board.Black {
		dr = -dr
	}
	a := action{sideways, fileNumber(pc.Color(), to.File())}
	switch {
	case dr > 0:
		a.dir = forward
	case dr < 0:
		a.dir = backward
	}
	if stepsFile(pc.Type()) {
		return a, dr != 0
	}
	if dr != 0 {
		a.n = abs(dr)
		return a, from.File() == to.File()
	}
	return a, true
}

// reach returns the square to which an action takes a piece of type t and colour
// c from a square, by the geometry of its moves alone: pieces in the way do not
// matter. It reports false if there is none.
func (a action) reach(c board.Color, t board.PieceType, from board.Square) (to board.Square, ok bool) {
	file, rank := from.File(), from.Rank()
	up := 1
	if (c == board.Black) != (a.dir == backward) {
		up = -1
	}
	switch {
	case stepsFile(t):
		file = fileOf(c, a.n)
		step := sideStep(t, abs(file-from.File()))
		if a.dir == sideways || step == 0 {
			return board.NoSquare, false
		}
		rank += up * step
	case a.dir == sideways:
		file = fileOf(c, a.n)
	default:
		rank += up * a.n
	}
	if rank < 0 || rank > 9 {
		return board.NoSquare, false
	}
	return board.SquareAt(file, rank), true
}

// unreachable explains why reach found no square.
func (a action) unreachable(c board.Color, t board.PieceType, from board.Square) string {
	switch {
	case stepsFile(t) && a.dir == sideways:
		return article(t) + " cannot move sideways"
	case stepsFile(t) && sideStep(t, abs(fileOf(c, a.n)-from.File())) == 0:
		return fmt.Sprintf("the %v on %v (file %d) cannot reach file %d", t, from, fileNumber(c, from.File()), a.n)
	}
	return fmt.Sprintf("the %v on %v would leave the board", t, from)
}

// sideStep returns how many ranks a piece advances when it changes its file by
// df, 0 if it cannot.
func sideStep(t board.PieceType, df int) int {
	switch {
	case t == board.Horse && (df == 1 || df == 2):
		return 3 - df
	case t == board.Elephant && df == 2, t == board.Advisor && df == 1:
		return df
	}
	return 0
}

// article puts the indefinite article before a piece name.
func article(t board.PieceType) string {
	switch t {
	case board.Advisor, board.Elephant:
		return "an " + t.String()
	}
	return "a " + t.String()
}

// squares is a short list of like pieces, front first: at most the five pawns.
type squares struct {
	at [5]board.Square
	n  int
}

func (s *squares) add(sq board.Square) {
	if s.n < len(s.at) {
		s.at[s.n] = sq
		s.n++
	}
}

// column returns the pieces of type t that c has on a board file, front
// (nearest the enemy) first.
func column(p *board.Position, c board.Color, t board.PieceType, file int) squares {
	var s squares
	for b := p.Pieces(c, t).And(board.FileBB(file)); !b.IsEmpty(); {
		s.add(b.Pop())
	}
	if c == board.Red { // Pop goes up the ranks, so Red's front comes last
		for i, j := 0, s.n-1; i < j; i, j = i+1, j-1 {
			s.at[i], s.at[j] = s.at[j], s.at[i]
		}
	}
	return s
}

// tandem lists the files on which c has two or more pieces of type t, from the
// mover's right to its left: at most two files.
func tandem(p *board.Position, c board.Color, t board.PieceType) (files [2]squares, n int) {
	all := p.Pieces(c, t)
	for number := 1; number <= 9 && n < len(files); number++ {
		file := fileOf(c, number)
		if all.And(board.FileBB(file)).Count() > 1 {
			files[n] = column(p, c, t, file)
			n++
		}
	}
	return files, n
}

// place is where a piece stands among those of its type and colour.
type place struct {
	onFile  int // like pieces on its file
	index   int // its place on the file, 0 is the front
	tandems int // files with two or more of the like
	ordinal int // its place over all tandem files, right file first, front first
}

// placeOf finds the place of the piece on a square.
func placeOf(p *board.Position, at board.Square) place {
	pc := p.At(at)
	col := column(p, pc.Color(), pc.Type(), at.File())
	pl := place{onFile: col.n, tandems: 1}
	for col.at[pl.index] != at {
		pl.index++
	}
	pl.ordinal = pl.index
	if pc.Type() != board.Pawn || col.n < 2 {
		return pl
	}
	files, n := tandem(p, pc.Color(), pc.Type())
	pl.tandems = n
	if n == 2 && files[1].at[0].File() == at.File() {
		pl.ordinal += files[0].n
	}
	return pl
}

// byFileNumber reports whether the canonical notations name the piece by its
// file: always for kings, advisors and elephants, for others if they are alone on
// the file.
func (pl place) byFileNumber(t board.PieceType) bool {
	switch t {
	case board.King, board.Advisor, board.Elephant:
		return true
	}
	return pl.onFile < 2
}

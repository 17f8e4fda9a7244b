// Package ending solves endings of few pieces exactly, by examining every position
// of the material: who wins, in how many plies, with which moves.
//
// The solution follows the rules of movement but not those of repetition: a win
// is one that repetition cannot prevent, and everything else is called a draw.
// This agrees with the known results of the endings it is used for, in which the
// weaker side has nothing to give perpetual check or chase with.
package ending

import (
	"fmt"
	"strings"

	"xqlab/engine/board"
)

// maxStates bounds the positions of one material, both sides to move.
const maxStates = 4_000_000

// Ending is the solution of one set of material, including the smaller endings
// that arise when pieces are captured.
type Ending struct {
	pieces  []board.Piece // red king, black king, others
	squares [][]board.Square
	states  int // placements times two

	from   []uint32 // first successor of each state, one more at the end
	next   []uint32 // successors
	value  []int16  // of the side to move: won in v plies, lost in -v-1 plies, or one of those below
	placed [90]board.Piece
}

// Values of states without a winner.
const (
	undecided int16 = 0
	illegal   int16 = 32767
)

// Solve solves material given as FEN letters besides the kings, "R" against
// "aa" for a rook of Red against two advisors.
func Solve(red, black string) (*Ending, error) {
	e := &Ending{pieces: []board.Piece{board.MakePiece(board.Red, board.King), board.MakePiece(board.Black, board.King)}}
	for c, letters := range []string{red, black} {
		for _, l := range strings.ToUpper(letters) {
			t := board.PieceType(strings.IndexRune(" KABNRCP", l))
			if int(t) <= int(board.King) || int(t) > int(board.Pawn) {
				return nil, fmt.Errorf("ending %s-%s: piece %q: want letters out of ABNRCP", red, black, l)
			}
			e.pieces = append(e.pieces, board.MakePiece(board.Color(c), t))
		}
	}
	e.states = 2
	for i, p := range e.pieces {
		var list []board.Square
		for b := board.Standable(p); !b.IsEmpty(); {
			list = append(list, b.Pop())
		}
		if i >= 2 {
			list = append(list, board.NoSquare)
		}
		e.squares = append(e.squares, list)
		e.states *= len(list)
		if e.states > maxStates {
			return nil, fmt.Errorf("ending %s-%s: more than %d positions", red, black, maxStates)
		}
	}
	if err := e.link(); err != nil {
		return nil, err
	}
	e.iterate()
	return e, nil
}

// place sets e.placed up for a state and returns its squares; ok is false if
// two pieces share a square.
func (e *Ending) place(state int, at []board.Square) (side board.Color, ok bool) {
	e.placed = [90]board.Piece{}
	side = board.Color(state & 1)
	state >>= 1
	for i, list := range e.squares {
		sq := list[state%len(list)]
		state /= len(list)
		at[i] = sq
		if sq == board.NoSquare {
			continue
		}
		if e.placed[sq] != board.NoPiece {
			return side, false
		}
		e.placed[sq] = e.pieces[i]
	}
	return side, true
}

// index is the inverse of place.
func (e *Ending) index(at []board.Square, side board.Color) (int, error) {
	state := 0
	for i := len(at) - 1; i >= 0; i-- {
		n := -1
		for k, sq := range e.squares[i] {
			if sq == at[i] {
				n = k
			}
		}
		if n < 0 {
			return 0, fmt.Errorf("%v cannot stand on %v", e.pieces[i], at[i])
		}
		state = state*len(e.squares[i]) + n
	}
	return state<<1 | int(side), nil
}

// fen writes e.placed.
func (e *Ending) fen(b *strings.Builder, side board.Color) string {
	b.Reset()
	for rank := 9; rank >= 0; rank-- {
		empty := 0
		for file := range 9 {
			p := e.placed[rank*9+file]
			if p == board.NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteByte(byte('0' + empty))
				empty = 0
			}
			b.WriteByte(p.Letter())
		}
		if empty > 0 {
			b.WriteByte(byte('0' + empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	b.WriteByte(' ')
	b.WriteByte("wb"[side])
	return b.String()
}

// link finds the successors of every state.
func (e *Ending) link() error {
	e.from = make([]uint32, e.states+1)
	e.value = make([]int16, e.states)
	at, to := make([]board.Square, len(e.pieces)), make([]board.Square, len(e.pieces))
	var b strings.Builder
	for s := range e.states {
		e.from[s] = uint32(len(e.next))
		pos := e.position(s, at, &b)
		if pos == nil {
			e.value[s] = illegal
			continue
		}
		var list board.MoveList
		pos.LegalMoves(&list)
		for _, m := range list.Slice() {
			for i, sq := range at {
				switch sq {
				case m.From():
					sq = m.To()
				case m.To():
					sq = board.NoSquare
				}
				to[i] = sq
			}
			n, err := e.index(to, pos.SideToMove().Other())
			if err != nil {
				return fmt.Errorf("%s, move %v: %w", pos.FEN(), m, err)
			}
			e.next = append(e.next, uint32(n))
		}
		if list.N == 0 {
			e.value[s] = -1
		}
	}
	e.from[e.states] = uint32(len(e.next))
	return nil
}

// position returns the position of a state, nil if it is not legal.
func (e *Ending) position(s int, at []board.Square, b *strings.Builder) *board.Position {
	side, ok := e.place(s, at)
	if !ok {
		return nil
	}
	pos, err := board.ParseFEN(e.fen(b, side))
	if err != nil || !pos.KingAttackers(side.Other()).IsEmpty() {
		return nil
	}
	return pos
}

// iterate decides states by the number of plies to the end: in round n those
// that end after n plies.
func (e *Ending) iterate() {
	for n := int16(1); ; n++ {
		changed := false
		for s := range e.states {
			if e.value[s] != undecided {
				continue
			}
			lost, best := true, false
			for _, t := range e.next[e.from[s]:e.from[s+1]] {
				v := e.value[t]
				if v == -n { // lost in n-1 plies
					best = true
					break
				}
				if v <= 0 || v > n-1 || v == illegal {
					lost = false
				}
			}
			switch {
			case best:
				e.value[s], changed = n, true
			case lost:
				e.value[s], changed = -n-1, true
			}
		}
		if !changed {
			return
		}
	}
}

// Result is the exact value of a position for the side to move.
type Result struct {
	Outcome int // 1 won, 0 drawn, -1 lost
	Plies   int // to the end, if not drawn
}

func resultOf(v int16) Result {
	switch {
	case v > 0:
		return Result{1, int(v)}
	case v < 0:
		return Result{-1, int(-v) - 1}
	}
	return Result{}
}

// stateOf finds the state of a position.
func (e *Ending) stateOf(pos *board.Position) (int, error) {
	at := make([]board.Square, len(e.pieces))
	used := map[board.Square]bool{}
	for i, p := range e.pieces {
		at[i] = board.NoSquare
		for sq := board.Square(0); sq < 90; sq++ {
			if pos.At(sq) == p && !used[sq] {
				at[i], used[sq] = sq, true
				break
			}
		}
	}
	if len(used) != pos.Occupied().Count() {
		return 0, fmt.Errorf("%s is of other material", pos.FEN())
	}
	return e.index(at, pos.SideToMove())
}

// Probe returns the value of a position and of each of its legal moves, for
// the side to move.
func (e *Ending) Probe(pos *board.Position) (Result, map[board.Move]Result, error) {
	s, err := e.stateOf(pos)
	if err != nil {
		return Result{}, nil, err
	}
	moves := map[board.Move]Result{}
	var list board.MoveList
	pos.LegalMoves(&list)
	p := pos.Clone()
	for _, m := range list.Slice() {
		p.Make(m)
		t, err := e.stateOf(p)
		p.Unmake()
		if err != nil {
			return Result{}, nil, err
		}
		r := resultOf(e.value[t])
		r.Outcome = -r.Outcome
		if r.Outcome != 0 {
			r.Plies++
		}
		moves[m] = r
	}
	return resultOf(e.value[s]), moves, nil
}

// Share counts the legal positions with all pieces on the board and one side to
// move, by outcome for that side.
func (e *Ending) Share(side board.Color) (won, drawn, lost int) {
	at := make([]board.Square, len(e.pieces))
	for s := int(side); s < e.states; s += 2 {
		if e.value[s] == illegal || !e.whole(s, at) {
			continue
		}
		switch resultOf(e.value[s]).Outcome {
		case 1:
			won++
		case 0:
			drawn++
		default:
			lost++
		}
	}
	return won, drawn, lost
}

// whole reports whether no piece of a state is missing.
func (e *Ending) whole(s int, at []board.Square) bool {
	e.place(s, at)
	for _, sq := range at {
		if sq == board.NoSquare {
			return false
		}
	}
	return true
}

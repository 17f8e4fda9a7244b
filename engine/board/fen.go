package board

import (
	"fmt"
	"strconv"
	"strings"
)

// StartFEN is the start position.
const StartFEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

// FENError reports what is wrong with a FEN, and where.
type FENError struct {
	Field string // "board", "side to move", "halfmove clock", "move number" or "fields"
	Where string // a row such as "row 1 (rank 9)", a square such as "e0", or empty
	Msg   string
}

func (e *FENError) Error() string {
	if e.Where == "" {
		return fmt.Sprintf("FEN %s: %s", e.Field, e.Msg)
	}
	return fmt.Sprintf("FEN %s, %s: %s", e.Field, e.Where, e.Msg)
}

func boardError(where, format string, args ...any) *FENError {
	return &FENError{Field: "board", Where: where, Msg: fmt.Sprintf(format, args...)}
}

// maxCounter bounds the counters of a FEN, far above any real game.
const maxCounter = 999_999

// ParseFEN reads a position. It is tolerant of what is found in the wild: one
// to six fields, any text in fields 3 and 4 or none ("board w 0 1"), "r" for
// Red to move, E and H for elephant and horse, surrounding quotes, a leading
// "fen". A missing side is Red, missing counters are 0 and 1, move number 0
// means 1, and the last of five fields is the halfmove clock. Positions that
// cannot arise (a king missing or doubled, pieces where they cannot stand or
// beyond the set, kings facing each other, the side not to move in check) are
// refused. Every error is a *FENError.
func ParseFEN(text string) (*Position, error) {
	fields := fenFields(text)
	if len(fields) == 0 {
		return nil, boardError("", "empty input: no board field")
	}
	p := newEmpty()
	if err := p.parseBoard(fields[0]); err != nil {
		return nil, err
	}
	if len(fields) > 1 {
		switch fields[1] {
		case "w", "r":
		case "b":
			p.side = Black
			p.now().key ^= sideKey
		default:
			return nil, &FENError{Field: "side to move", Msg: fmt.Sprintf("bad side %q (want w, r or b)", fields[1])}
		}
		if err := p.parseCounters(fields[2:]); err != nil {
			return nil, err
		}
	}
	p.startSide = p.side
	if err := p.checkPlacement(); err != nil {
		return nil, err
	}
	return p, nil
}

// fenFields splits a FEN into its fields, without surrounding quotes and without
// a leading "fen", inside or outside of the quotes.
func fenFields(text string) []string {
	const quotes = `"'`
	fields := strings.Fields(strings.Trim(strings.TrimSpace(text), quotes))
	if len(fields) > 0 && strings.EqualFold(fields[0], "fen") {
		fields = strings.Fields(strings.Trim(strings.Join(fields[1:], " "), quotes))
	}
	return fields
}

// parseCounters reads what follows the side to move: two unused fields, if
// present, then the halfmove clock and the move number. If there are only one or
// two fields and the first is a number, the unused ones have been left out.
func (p *Position) parseCounters(fields []string) error {
	switch {
	case len(fields) > 4:
		return &FENError{Field: "fields", Msg: fmt.Sprintf("%d fields, want at most 6", len(fields)+2)}
	case len(fields) > 2:
		fields = fields[2:]
	case len(fields) > 0 && !isNumber(fields[0]):
		fields = nil
	}
	for i, field := range fields {
		name := [...]string{"halfmove clock", "move number"}[i]
		n, err := strconv.Atoi(field)
		if err != nil || n < 0 || n > maxCounter {
			return &FENError{Field: name, Msg: fmt.Sprintf("%q is not a number from 0 to %d", field, maxCounter)}
		}
		if i == 0 {
			p.now().halfmove = uint32(n)
		} else {
			p.startMove = max(1, n)
		}
	}
	return nil
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// parseBoard reads field 1, rank 9 first.
func (p *Position) parseBoard(field string) error {
	rows := 1 + strings.Count(field, "/")
	for rank := 9; rank >= max(0, 10-rows); rank-- {
		var row string
		row, field, _ = strings.Cut(field, "/")
		if err := p.parseRow(row, rank); err != nil {
			return err
		}
	}
	switch {
	case rows < 10:
		return boardError("", "too few rows: %d instead of 10", rows)
	case rows > 10:
		return boardError("", "too many rows: %d instead of 10", rows)
	}
	return nil
}

func (p *Position) parseRow(row string, rank int) error {
	where := func() string { return fmt.Sprintf("row %d (rank %d)", 10-rank, rank) }
	points := 0
	for _, r := range row {
		if r >= '1' && r <= '9' {
			points += int(r - '0')
			continue
		}
		pc, ok := pieceFromLetter(r)
		switch {
		case r == '0':
			return boardError(where(), "digit 0 is not a count of empty points")
		case !ok:
			return boardError(where(), "unknown piece letter %q", r)
		case points < 9:
			s := SquareAt(points, rank)
			if pc.Type() == King && p.king[pc.Color()] != NoSquare {
				return boardError(s.String(), "a second %s king", pc.Color())
			}
			p.put(pc, s)
		}
		points++
	}
	switch {
	case points < 9:
		return boardError(where(), "too short: %d points instead of 9", points)
	case points > 9:
		return boardError(where(), "too long: %d points instead of 9", points)
	}
	return nil
}

// impossibleStand describes a square on which a piece of the type cannot stand.
var impossibleStand = [NumPieceTypes]string{
	King:     "outside the palace",
	Advisor:  "on a point an advisor cannot reach",
	Elephant: "beyond the river or on a point an elephant cannot reach",
	Pawn:     "on a point it cannot reach",
}

// checkPlacement refuses positions no game can contain.
func (p *Position) checkPlacement() error {
	for s := Square(0); s < NumSquares; s++ {
		pc := p.board[s]
		if pc != NoPiece && !standable[pc].Has(s) {
			return boardError(s.String(), "%s %s %s", pc.Color(), pc.Type(), impossibleStand[pc.Type()])
		}
	}
	for c := Red; c <= Black; c++ {
		if p.king[c] == NoSquare {
			return boardError("", "no %s king", c)
		}
		for t := King; t <= Pawn; t++ {
			if n := p.Count(c, t); n > t.SetSize() {
				return boardError("", "too many %s %ss: %d", c, t, n)
			}
		}
	}
	waiting := p.side.Other()
	attackers := p.KingAttackers(waiting)
	if attackers.IsEmpty() {
		return nil
	}
	s := attackers.First()
	if p.board[s].Type() == King {
		return boardError(s.String(), "the kings face each other on an open file (the side to move could take the king)")
	}
	return &FENError{
		Field: "side to move",
		Msg: fmt.Sprintf("%s is not to move but in check by the %s on %s",
			waiting, p.board[s].Type(), s),
	}
}

// appendBoard appends FEN field 1 to b.
func (p *Position) appendBoard(b []byte) []byte {
	for r := 9; r >= 0; r-- {
		empty := byte(0)
		for f := range 9 {
			pc := p.board[SquareAt(f, r)]
			if pc == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b = append(b, '0'+empty)
				empty = 0
			}
			b = append(b, pc.Letter())
		}
		if empty > 0 {
			b = append(b, '0'+empty)
		}
		if r > 0 {
			b = append(b, '/')
		}
	}
	return b
}

// EPD returns the first four fields of the FEN: "board side - -".
func (p *Position) EPD() string {
	b := p.appendBoard(make([]byte, 0, 100))
	side := " w - -"
	if p.side == Black {
		side = " b - -"
	}
	return string(append(b, side...))
}

// FEN returns the position in its one canonical spelling, always six fields.
// Counters that ParseFEN would refuse as too large are capped.
func (p *Position) FEN() string {
	return fmt.Sprintf("%s %d %d", p.EPD(), min(p.HalfmoveClock(), maxCounter), min(p.FullmoveNumber(), maxCounter))
}

// String draws the board with rank and file labels, Black on top.
func (p *Position) String() string {
	var b strings.Builder
	for r := 9; r >= 0; r-- {
		fmt.Fprintf(&b, "%d ", r)
		for f := range 9 {
			b.WriteByte(' ')
			b.WriteByte(p.board[SquareAt(f, r)].Letter())
		}
		b.WriteByte('\n')
	}
	b.WriteString("   a b c d e f g h i\n")
	return b.String()
}

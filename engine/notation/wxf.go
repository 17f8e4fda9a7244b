package notation

import (
	"fmt"
	"unicode/utf8"

	"xqlab/engine/board"
)

// wxfLetters are the piece letters written, by type.
var wxfLetters = [board.NumPieceTypes]byte{
	board.King: 'K', board.Advisor: 'A', board.Elephant: 'E', board.Horse: 'H',
	board.Rook: 'R', board.Cannon: 'C', board.Pawn: 'P',
}

// wxfType reads a piece letter of either case, aliases included. G is the
// general; see parseWXF for G as guard.
func wxfType(b byte) board.PieceType {
	switch b &^ 0x20 {
	case 'K', 'G':
		return board.King
	case 'A':
		return board.Advisor
	case 'E', 'B', 'M':
		return board.Elephant
	case 'H', 'N':
		return board.Horse
	case 'R':
		return board.Rook
	case 'C':
		return board.Cannon
	case 'P', 'S':
		return board.Pawn
	}
	return board.NoPieceType
}

// appendWXF writes a move: letter and file, letter and sign where two stand on
// a file, index and file for pawns that three share a file or two files share
// (the index counts from the front of that file).
func appendWXF(dst []byte, p *board.Position, from board.Square, a action) []byte {
	pc := p.At(from)
	t, file := pc.Type(), byte(fileNumber(pc.Color(), from.File()))
	pl := placeOf(p, from)
	switch {
	case pl.byFileNumber(t):
		dst = append(dst, wxfLetters[t], '0'+file)
	case t == board.Pawn && (pl.onFile > 2 || pl.tandems > 1):
		dst = append(dst, '1'+byte(pl.index), '0'+file)
	case pl.index == 0:
		dst = append(dst, wxfLetters[t], '+')
	default:
		dst = append(dst, wxfLetters[t], '-')
	}
	return append(dst, [...]byte{sideways: '=', forward: '+', backward: '-'}[a.dir], '0'+byte(a.n))
}

// splitWXF reduces a text to its four characters, full-width ones included.
func splitWXF(text string) (c [4]byte, wrong string) {
	n := 0
	for i, r := range text {
		b := narrow(r)
		if n == len(c) {
			if rest := TrimMarks(text[i:]); rest != "" {
				return c, fmt.Sprintf("unexpected %q after the move", rest)
			}
			break
		}
		if b == 0 {
			return c, fmt.Sprintf("%s is no character of WXF notation", quoteRune(text[i:]))
		}
		c[n] = b
		n++
	}
	if n < len(c) {
		return c, "move text too short (want four characters such as C2=5)"
	}
	return c, ""
}

func (r *Reader) parseWXF(p *board.Position, text string) (board.Move, error) {
	c, wrong := splitWXF(text)
	if wrong != "" {
		return board.NoMove, &Error{BadText, text, WXF, wrong}
	}
	var a action
	switch c[2] {
	case '=', '.':
		a.dir = sideways
	case '+':
		a.dir = forward
	case '-':
		a.dir = backward
	default:
		return board.NoMove, &Error{BadText, text, WXF,
			fmt.Sprintf("unknown direction %q (want =, + or -)", c[2])}
	}
	if !isDigit(c[3]) || c[3] == '0' {
		return board.NoMove, &Error{BadText, text, WXF,
			fmt.Sprintf("%q where a number 1..9 is expected", c[3])}
	}
	a.n = int(c[3] - '0')
	rd, wrong := r.readWXF(p, c[0], c[1])
	if wrong != "" {
		return board.NoMove, &Error{BadText, text, WXF, wrong}
	}
	if c[0]|0x20 == 'g' && isDigit(c[1]) {
		// In old files G may be a guard. The two are never confused: a king
		// moves one point or sideways, a guard to one of files 4..6.
		guard, _ := r.readWXF(p, 'A', c[1])
		return resolve(p, text, WXF, a, rd, guard)
	}
	m, err := resolve(p, text, WXF, a, rd)
	if err == nil && isDigit(c[0]) && isSign(c[1]) {
		r.signedPawns = true
	}
	return m, err
}

// readWXF interprets the two characters that name the piece.
func (r *Reader) readWXF(p *board.Position, c0, c1 byte) (*reading, string) {
	us := p.SideToMove()
	switch {
	case isLetter(c0) && isDigit(c1):
		t := wxfType(c0)
		if t == board.NoPieceType {
			return nil, fmt.Sprintf("unknown piece letter %q", c0)
		}
		return wxfFile(p, us, t, int(c1-'0'))
	case isLetter(c0) && (isSign(c1) || c1 == '.' || c1 == '='):
		t := wxfType(c0)
		if t == board.NoPieceType {
			return nil, fmt.Sprintf("unknown piece letter %q", c0)
		}
		return wxfSign(p, us, t, c1), ""
	case isSign(c0) && isLetter(c1):
		t := wxfType(c1)
		if t == board.NoPieceType {
			return nil, fmt.Sprintf("unknown piece letter %q", c1)
		}
		return wxfSign(p, us, t, c0), ""
	case wxfType(c0) == board.Pawn && c1|0x20 >= 'a' && c1|0x20 <= 'e':
		return pawnOrdinal(p, us, int(c1|0x20-'a'), convention), ""
	case isSign(c0) && c1 == c0:
		return wxfOutermost(p, us, c0), ""
	case isDigit(c0) && c0 != '0' && isSign(c1):
		return wxfFileSign(p, us, int(c0-'0'), c1), ""
	case isDigit(c0) && isDigit(c1) && c0 != '0' && c1 != '0':
		return r.wxfIndex(p, us, int(c0-'0'), int(c1-'0')), ""
	case isLetter(c0) && wxfType(c0) == board.NoPieceType:
		return nil, fmt.Sprintf("unknown piece letter %q", c0)
	}
	return nil, fmt.Sprintf("%q does not name a piece (want a letter and a file or sign such as C2 or C+)", []byte{c0, c1})
}

// wxfFile is "C2": canonical for a piece alone on its file. If more stand there,
// the official text P5 is the middle one of three or five pawns; otherwise the
// plain number is accepted if only one of them can make the move.
func wxfFile(p *board.Position, us board.Color, t board.PieceType, number int) (*reading, string) {
	if number == 0 {
		return nil, "file 0 does not exist (want 1..9)"
	}
	r := onFile(p, us, t, number)
	if col := r.tiers[loose]; t == board.Pawn && col.n%2 == 1 {
		r.pick(convention, col, col.n/2)
	}
	return r, ""
}

// onFile is the reading by a plain file number, shared with Chinese.
func onFile(p *board.Position, us board.Color, t board.PieceType, number int) *reading {
	col := column(p, us, t, fileOf(us, number))
	r := &reading{t: t}
	tier := loose
	if (place{onFile: col.n}).byFileNumber(t) {
		tier = canonical
	}
	r.add(tier, col)
	if r.empty() {
		r.none = fmt.Sprintf("no %v %v on file %d", us, t, number)
	}
	return r
}

// wxfSign is "C+", "C-" or "P.": front, rear and middle. Among four or five
// pawns the official P+ is the second and P- the second last.
func wxfSign(p *board.Position, us board.Color, t board.PieceType, sign byte) *reading {
	if t == board.King {
		return &reading{t: t, none: fmt.Sprintf("front/rear used for the king, but %v has one king", us)}
	}
	r := &reading{t: t}
	files, n := tandem(p, us, t)
	for _, col := range files[:n] {
		tier := convention
		if n == 1 && col.n == 2 && t != board.Advisor && t != board.Elephant {
			tier = canonical
		}
		step := 0
		if col.n > 3 {
			step = 1
		}
		switch sign {
		case '+':
			r.pick(tier, col, step)
		case '-':
			r.pick(tier, col, -1-step)
		default:
			if col.n%2 == 1 {
				r.pick(convention, col, col.n/2)
			}
		}
	}
	if r.empty() {
		r.none = noTandem(us, t, "front/rear")
	}
	return r
}

// noTandem is the reason given when no file holds two of the type.
func noTandem(us board.Color, t board.PieceType, what string) string {
	return fmt.Sprintf("%s used but no two %v %ss stand on one file", what, us, t)
}

// wxfOutermost is the official "++" and "--" of four or five pawns on a file.
func wxfOutermost(p *board.Position, us board.Color, sign byte) *reading {
	r := &reading{t: board.Pawn, none: noTandem(us, board.Pawn, "foremost/rearmost pawn")}
	files, n := tandem(p, us, board.Pawn)
	for _, col := range files[:n] {
		tier := convention
		if col.n < 4 {
			tier = loose
		}
		if sign == '+' {
			r.pick(tier, col, 0)
		} else {
			r.pick(tier, col, -1)
		}
	}
	return r
}

// wxfFileSign is the official "3+" and "3-": front and rear pawn of file 3
// when two files hold two or more.
func wxfFileSign(p *board.Position, us board.Color, number int, sign byte) *reading {
	r := &reading{t: board.Pawn, none: fmt.Sprintf("no two %v pawns stand on file %d", us, number)}
	col := column(p, us, board.Pawn, fileOf(us, number))
	if col.n < 2 {
		return r
	}
	if sign == '+' {
		r.pick(convention, col, 0)
	} else {
		r.pick(convention, col, -1)
	}
	return r
}

// wxfIndex is "25", the second pawn of file 5 from the front; "33" is also the
// official text for the middle of three pawns on file 3, and is read as that first
// in a game that has used "3+" or "3-".
func (r *Reader) wxfIndex(p *board.Position, us board.Color, index, number int) *reading {
	rd := &reading{t: board.Pawn}
	col := column(p, us, board.Pawn, fileOf(us, number))
	middle := index == number && col.n == 3
	if middle && r.signedPawns {
		rd.pick(canonical, col, 1)
		return rd
	}
	tier := loose
	if col.n > 2 {
		tier = canonical
	} else if _, n := tandem(p, us, board.Pawn); n > 1 {
		tier = canonical
	}
	if index <= col.n && (col.n > 1 || tier == loose) {
		rd.pick(tier, col, index-1)
	}
	if middle {
		rd.pick(convention, col, 1)
	}
	if rd.empty() {
		rd.none = fmt.Sprintf("no %v pawn number %d on file %d (%d stand there)", us, index, number, col.n)
	}
	return rd
}

// pawnOrdinal counts pawns over all tandem files, right file first, front
// first; index 0 is the first.
func pawnOrdinal(p *board.Position, us board.Color, index, tier int) *reading {
	r := &reading{t: board.Pawn}
	var all squares
	files, n := tandem(p, us, board.Pawn)
	for _, col := range files[:n] {
		for i := range col.n {
			all.add(col.at[i])
		}
	}
	if index < all.n {
		r.pick(tier, all, index)
	} else {
		r.none = fmt.Sprintf("no %v pawn number %d among pawns that share a file (%d do)", us, index+1, all.n)
	}
	return r
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

func isSign(b byte) bool { return b == '+' || b == '-' }

// narrow returns the ASCII character of a full-width form, dash or ASCII
// character, 0 for any other.
func narrow(r rune) byte {
	switch {
	case r > ' ' && r < utf8.RuneSelf:
		return byte(r)
	case r >= '！' && r <= '～':
		return byte(r - '！' + '!')
	case r == '−' || r == '–' || r == '—':
		return '-'
	}
	return 0
}

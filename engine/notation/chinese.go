package notation

import (
	"fmt"
	"unicode/utf8"

	"xqlab/engine/board"
)

// hanClass is what a character can be in a Chinese move.
type hanClass uint8

const (
	hanNone hanClass = iota
	hanPiece
	hanNumber
	hanPosition
	hanDirection
)

// han is a character of a Chinese move with its meaning: a PieceType, a number
// 1..9, a position or a direction.
type han struct {
	class hanClass
	value uint8
}

// Positions on a file.
const (
	frontmost uint8 = iota
	middle
	rearmost
)

// hanTable lists the characters that can occur in a move. By custom some piece
// characters belong to one side; that is ignored, since the position decides.
var hanTable = func() map[rune]han {
	table := map[rune]han{
		'前': {hanPosition, frontmost}, '中': {hanPosition, middle},
		'后': {hanPosition, rearmost}, '後': {hanPosition, rearmost},
		'进': {hanDirection, uint8(forward)}, '進': {hanDirection, uint8(forward)}, '上': {hanDirection, uint8(forward)},
		'退': {hanDirection, uint8(backward)}, '下': {hanDirection, uint8(backward)},
		'平': {hanDirection, uint8(sideways)},
	}
	for t, characters := range map[board.PieceType]string{
		board.King:     "帅将帥將",
		board.Advisor:  "仕士",
		board.Elephant: "相象",
		board.Horse:    "马馬傌",
		board.Rook:     "车車俥伡砗硨",
		board.Cannon:   "炮砲包",
		board.Pawn:     "兵卒",
	} {
		for _, r := range characters {
			table[r] = han{hanPiece, uint8(t)}
		}
	}
	for i, r := range []rune("一二三四五六七八九") {
		n := uint8(i + 1)
		table[r] = han{hanNumber, n}
		table['０'+rune(n)] = han{hanNumber, n}
		table['0'+rune(n)] = han{hanNumber, n}
	}
	return table
}()

// IsMoveCharacter reports whether a character can occur in a Chinese move;
// digits count only in their full-width and Chinese forms.
func IsMoveCharacter(r rune) bool {
	return r >= utf8.RuneSelf && hanTable[r].class != hanNone
}

// The characters written: the piece for each colour, simplified and traditional.
var (
	pieceNames = [2][board.NumPieceTypes]string{
		{board.King: "帅", board.Advisor: "仕", board.Elephant: "相", board.Horse: "马", board.Rook: "车", board.Cannon: "炮", board.Pawn: "兵"},
		{board.King: "将", board.Advisor: "士", board.Elephant: "象", board.Horse: "马", board.Rook: "车", board.Cannon: "炮", board.Pawn: "卒"},
	}
	traditionalNames = [2][board.NumPieceTypes]string{
		{board.King: "帥", board.Advisor: "仕", board.Elephant: "相", board.Horse: "馬", board.Rook: "車", board.Cannon: "炮", board.Pawn: "兵"},
		{board.King: "將", board.Advisor: "士", board.Elephant: "象", board.Horse: "馬", board.Rook: "車", board.Cannon: "炮", board.Pawn: "卒"},
	}
	numerals       = [2][10]string{{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"}, {"", "１", "２", "３", "４", "５", "６", "７", "８", "９"}}
	directionNames = [3]string{sideways: "平", forward: "进", backward: "退"}
)

// appendChinese writes a move by the rules of XQBase (2006): front, middle and
// rear for two or three on a file, ordinals in Chinese numerals for four and
// five pawns and for the pawns of two tandem files.
func appendChinese(dst []byte, p *board.Position, from board.Square, a action, traditional bool) []byte {
	pc := p.At(from)
	c, t := pc.Color(), pc.Type()
	name, front, rear, advance := pieceNames[c][t], "前", "后", directionNames[a.dir]
	if traditional {
		name, rear = traditionalNames[c][t], "後"
		if a.dir == forward {
			advance = "進"
		}
	}
	pl := placeOf(p, from)
	switch {
	case pl.byFileNumber(t):
		dst = append(append(dst, name...), numerals[c][fileNumber(c, from.File())]...)
	case pl.tandems > 1 || pl.onFile > 3:
		dst = append(append(dst, numerals[board.Red][pl.ordinal+1]...), name...)
	case pl.index == 0:
		dst = append(append(dst, front...), name...)
	case pl.index == pl.onFile-1:
		dst = append(append(dst, rear...), name...)
	default:
		dst = append(append(dst, "中"...), name...)
	}
	dst = append(dst, advance...)
	return append(dst, numerals[c][a.n]...)
}

func parseChinese(p *board.Position, text string, s Style) (board.Move, error) {
	fail := func(format string, args ...any) (board.Move, error) {
		return board.NoMove, &Error{BadText, text, s, fmt.Sprintf(format, args...)}
	}
	// The first five characters decide; a longer text is no move.
	var c [5]han
	n := 0
	rest := text
	for rest != "" && n < len(c) {
		r, size := utf8.DecodeRuneInString(rest)
		h := hanTable[r]
		if h.class == hanNone {
			break
		}
		c[n] = h
		n++
		rest = rest[size:]
	}
	// Four characters, or five if the third is a file.
	length := 4
	if n > 3 && c[2].class == hanNumber {
		length = 5
	}
	switch {
	case n < length && rest != "":
		r := quoteRune(rest)
		if length-n == 2 {
			return fail("unknown direction word %s (want 进, 平 or 退)", r)
		}
		return fail("%s is no character of Chinese notation", r)
	case n < length:
		return fail("move text too short (want four characters such as 炮二平五)")
	case n > length || TrimMarks(rest) != "":
		return fail("move text too long (want four characters such as 炮二平五)")
	}
	dir, number := c[length-2], c[length-1]
	if dir.class != hanDirection {
		return fail("no direction word (进, 平 or 退) before the last number")
	}
	if number.class != hanNumber {
		return fail("no number after the direction word")
	}
	a := action{direction(dir.value), int(number.value)}
	r := readChinese(p, c[:length-2])
	if r == nil {
		return fail("the first characters do not name a piece (want piece and file, or 前/中/后 and piece)")
	}
	m, err := resolve(p, text, s, a, r)
	return m, err
}

// readChinese interprets the characters that name the piece; it returns nil if
// they do not name one.
func readChinese(p *board.Position, c []han) *reading {
	us := p.SideToMove()
	is := func(classes ...hanClass) bool {
		if len(classes) != len(c) {
			return false
		}
		for i, class := range classes {
			if c[i].class != class {
				return false
			}
		}
		return true
	}
	switch {
	case is(hanPiece, hanNumber): // 炮二
		return onFile(p, us, board.PieceType(c[0].value), int(c[1].value))
	case is(hanPosition, hanPiece): // 前炮
		return hanPlace(p, us, board.PieceType(c[1].value), c[0].value)
	case is(hanPiece, hanPosition): // 炮前
		return hanPlace(p, us, board.PieceType(c[0].value), c[1].value)
	case is(hanNumber, hanPiece) && board.PieceType(c[1].value) == board.Pawn: // 一兵
		return hanOrdinal(p, us, int(c[0].value))
	case is(hanPosition, hanNumber): // 前七, a pawn
		return hanPlaceOnFile(p, us, board.Pawn, c[0].value, int(c[1].value))
	case is(hanPosition, hanPiece, hanNumber): // 前兵七
		return hanPlaceOnFile(p, us, board.PieceType(c[1].value), c[0].value, int(c[2].value))
	}
	return nil
}

// hanPlace is "前炮". Canonical for two horses, rooks or cannons and for two or
// three pawns on the only tandem file. Also read for advisors and elephants,
// for the first and last of four or five pawns, and with two tandem files,
// where only legality can tell which file is meant.
func hanPlace(p *board.Position, us board.Color, t board.PieceType, position uint8) *reading {
	if t == board.King {
		return &reading{t: t, none: fmt.Sprintf("前/后 used for the king, but %v has one king", us)}
	}
	r := &reading{t: t}
	files, n := tandem(p, us, t)
	for _, col := range files[:n] {
		tier := convention
		if n == 1 && col.n < 4 && t != board.Advisor && t != board.Elephant {
			tier = canonical
		}
		pickPlace(r, tier, col, position)
	}
	switch {
	case !r.empty():
	case n > 0:
		r.none = fmt.Sprintf("中 used but no three %v %ss stand on one file", us, t)
	default:
		r.none = noTandem(us, t, "前/后")
	}
	return r
}

// pickPlace adds the front, middle or rear piece of a file; three or five have
// a middle.
func pickPlace(r *reading, tier int, col squares, position uint8) {
	switch {
	case position == frontmost:
		r.pick(tier, col, 0)
	case position == rearmost:
		r.pick(tier, col, -1)
	case col.n%2 == 1:
		r.pick(tier, col, col.n/2)
	}
}

// hanPlaceOnFile is "前七" and "前兵七": the front piece of file 7.
func hanPlaceOnFile(p *board.Position, us board.Color, t board.PieceType, position uint8, number int) *reading {
	r := &reading{t: t, none: fmt.Sprintf("no two %v %ss stand on file %d", us, t, number)}
	if col := column(p, us, t, fileOf(us, number)); col.n > 1 {
		pickPlace(r, convention, col, position)
	}
	return r
}

// hanOrdinal is "二兵": canonical for four or five pawns on a file and for two
// tandem files, also read for fewer.
func hanOrdinal(p *board.Position, us board.Color, ordinal int) *reading {
	tier := convention
	if files, n := tandem(p, us, board.Pawn); n > 1 || n == 1 && files[0].n > 3 {
		tier = canonical
	}
	return pawnOrdinal(p, us, ordinal-1, tier)
}

package notation

import (
	"fmt"

	"xqlab/engine/board"
)

// appendCoordinates writes the two squares in the given coordinate style.
func appendCoordinates(dst []byte, m board.Move, s Style) []byte {
	if m == board.NoMove {
		return append(dst, "0000"...)
	}
	from, to := m.From(), m.To()
	switch s {
	case ICCSHyphen:
		return append(dst, 'A'+byte(from.File()), '0'+byte(from.Rank()), '-',
			'A'+byte(to.File()), '0'+byte(to.Rank()))
	case UCI10:
		return appendSquare10(appendSquare10(dst, from), to)
	}
	return append(dst, 'a'+byte(from.File()), '0'+byte(from.Rank()),
		'a'+byte(to.File()), '0'+byte(to.Rank()))
}

func appendSquare10(dst []byte, s board.Square) []byte {
	dst = append(dst, 'a'+byte(s.File()))
	if s.Rank() == 9 {
		return append(dst, "10"...)
	}
	return append(dst, '1'+byte(s.Rank()))
}

// coordinates is a coordinate move taken apart: files 0..8 and the rank
// numbers as written.
type coordinates struct {
	file, rank [2]int
}

// move returns the move when rank numbers start at base (0 or 1).
func (c coordinates) move(base int) (board.Move, bool) {
	for _, r := range c.rank {
		if r < base || r > base+9 {
			return board.NoMove, false
		}
	}
	from := board.SquareAt(c.file[0], c.rank[0]-base)
	to := board.SquareAt(c.file[1], c.rank[1]-base)
	return board.NewMove(from, to), true
}

// splitCoordinates takes a coordinate move apart, reading ranks greedily
// ("a10a9" goes from rank 10 to rank 9). Letter case, one hyphen and trailing
// marks are accepted. The string describes what is wrong, "" if nothing is.
func splitCoordinates(text string) (c coordinates, wrong string) {
	i := 0
	for part := range 2 {
		if part == 1 && i < len(text) && text[i] == '-' {
			i++
		}
		if i >= len(text) {
			return c, "move text too short (want two squares such as h2e2)"
		}
		f := text[i] | 0x20
		if f < 'a' || f > 'z' {
			return c, fmt.Sprintf("%s where a file letter a..i is expected", quoteRune(text[i:]))
		}
		if f > 'i' {
			return c, fmt.Sprintf("file letter %c is out of range a..i", text[i])
		}
		i++
		if i >= len(text) {
			return c, "move text too short (want two squares such as h2e2)"
		}
		if !isDigit(text[i]) {
			return c, fmt.Sprintf("%s where a rank number is expected", quoteRune(text[i:]))
		}
		r := int(text[i] - '0')
		i++
		if r == 1 && i < len(text) && text[i] == '0' {
			r = 10
			i++
		}
		c.file[part], c.rank[part] = int(f-'a'), r
	}
	if rest := TrimMarks(text[i:]); rest != "" {
		return c, fmt.Sprintf("unexpected %q after the move", rest)
	}
	return c, ""
}

func parseCoordinates(p *board.Position, text string, s Style) (board.Move, error) {
	fail := func(k Kind, format string, args ...any) (board.Move, error) {
		return board.NoMove, &Error{k, text, s, fmt.Sprintf(format, args...)}
	}
	c, wrong := splitCoordinates(text)
	if wrong != "" {
		return fail(BadText, "%s", wrong)
	}
	base, dialect := 0, "0..9"
	if s == UCI10 {
		base, dialect = 1, "1..10"
	}
	m, ok := c.move(base)
	if !ok {
		bad := c.rank[0]
		if bad >= base && bad <= base+9 {
			bad = c.rank[1]
		}
		return fail(BadText, "rank %d does not exist in the %s dialect", bad, dialect)
	}
	if m.From() == m.To() {
		return fail(BadText, "from and to are the same point")
	}
	if p.IsLegal(m) {
		return m, nil
	}
	kind, why := explain(p, m)
	if other, ok := c.move(1 - base); ok && p.IsLegal(other) {
		if base == 0 {
			why += " (ranks look 1-based: legal in the 1..10 dialect)"
		} else {
			why += " (ranks look 0-based: legal in the 0..9 dialect)"
		}
	}
	return fail(kind, "%s", why)
}

// RankDialect determines from a game's coordinate moves whether its ranks run
// 0..9 (ICCS) or 1..10 (UCI10). A rank 0 or a rank 10 decides; otherwise the
// dialect in which more of the moves, replayed from start, are legal. A tie, as
// in an empty list, is ICCS. The first text that is not coordinates ends the list.
func RankDialect(start *board.Position, moves []string) Style {
	parts := make([]coordinates, 0, len(moves))
	for _, text := range moves {
		c, wrong := splitCoordinates(text)
		if wrong != "" {
			break
		}
		for _, r := range c.rank {
			switch r {
			case 0:
				return ICCS
			case 10:
				return UCI10
			}
		}
		parts = append(parts, c)
	}
	if legalPrefix(start, parts, 1) > legalPrefix(start, parts, 0) {
		return UCI10
	}
	return ICCS
}

// legalPrefix counts how many moves in a row are legal when rank numbers
// start at base.
func legalPrefix(start *board.Position, parts []coordinates, base int) int {
	p := start.Clone()
	for i, c := range parts {
		m, ok := c.move(base)
		if !ok || !p.IsLegal(m) {
			return i
		}
		p.Make(m)
	}
	return len(parts)
}

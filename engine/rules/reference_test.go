package rules

import (
	"strings"

	"xqlab/engine/board"
)

// The slow reference: the rules once more, straight from their wording, on a
// board of FEN letters. It shares no code with the package and takes no short
// cuts: every capture is played on a copy, every attack is looked up by trying
// all pieces, threat sets are whole sets, and the history is kept as boards.

type refBoard [90]byte // FEN letters, '.' for an empty square

func refFromPosition(p *board.Position) refBoard {
	var b refBoard
	for s := range b {
		b[s] = p.At(board.Square(s)).Letter()
	}
	return b
}

func refIsRed(c byte) bool { return c >= 'A' && c <= 'Z' }
func refUpper(c byte) byte { return strings.ToUpper(string(rune(c)))[0] }
func refSign(n int) int    { return min(max(n, -1), 1) }

func refPalace(f, r int, red bool) bool {
	if red {
		return f >= 3 && f <= 5 && r <= 2
	}
	return f >= 3 && f <= 5 && r >= 7
}

// refCanTake reports whether the piece on a captures on b as it moves.
func refCanTake(x refBoard, a, b int) bool {
	if a == b || x[a] == '.' {
		return false
	}
	fa, ra, fb, rb := a%9, a/9, b%9, b/9
	df, dr := fb-fa, rb-ra
	red := refIsRed(x[a])
	switch refUpper(x[a]) {
	case 'R', 'C':
		if df != 0 && dr != 0 {
			return false
		}
		screens := 0
		for f, r := fa+refSign(df), ra+refSign(dr); f != fb || r != rb; f, r = f+refSign(df), r+refSign(dr) {
			if x[r*9+f] != '.' {
				screens++
			}
		}
		return screens == map[byte]int{'R': 0, 'C': 1}[refUpper(x[a])]
	case 'N':
		switch {
		case df*df == 4 && dr*dr == 1:
			return x[ra*9+fa+df/2] == '.'
		case df*df == 1 && dr*dr == 4:
			return x[(ra+dr/2)*9+fa] == '.'
		}
		return false
	case 'A':
		return df*df == 1 && dr*dr == 1 && refPalace(fb, rb, red)
	case 'B':
		return df*df == 4 && dr*dr == 4 && (rb <= 4) == red && x[(ra+dr/2)*9+fa+df/2] == '.'
	case 'K':
		return df*df+dr*dr == 1 && refPalace(fb, rb, red)
	case 'P':
		forward, crossed := -1, ra <= 4
		if red {
			forward, crossed = 1, ra >= 5
		}
		return df == 0 && dr == forward || crossed && dr == 0 && df*df == 1
	}
	panic("letter")
}

// refKingAttackers returns the squares of the pieces attacking the king of the
// colour; facing generals attack each other.
func refKingAttackers(x refBoard, red bool) map[int]bool {
	king, other := byte('k'), byte('K')
	if red {
		king, other = 'K', 'k'
	}
	k := strings.IndexByte(string(x[:]), king)
	found := map[int]bool{}
	for s, pc := range x {
		if pc == '.' || refIsRed(pc) == red {
			continue
		}
		if pc == other {
			open := s%9 == k%9
			for r := min(s/9, k/9) + 1; r < max(s/9, k/9); r++ {
				open = open && x[r*9+k%9] == '.'
			}
			if open {
				found[s] = true
			}
		} else if refCanTake(x, s, k) {
			found[s] = true
		}
	}
	return found
}

func refAfter(x refBoard, a, b int) refBoard {
	x[b] = x[a]
	x[a] = '.'
	return x
}

// refAllowed applies rule 4.5 to a capture on board x: after it every attacker
// of the capturer's king is in before.
func refAllowed(x refBoard, a, b int, before map[int]bool) bool {
	for s := range refKingAttackers(refAfter(x, a, b), refIsRed(x[a])) {
		if !before[s] {
			return false
		}
	}
	return true
}

// refThreats returns the threat pairs (attacker's square, victim's square) of
// a side, rule 4.1.
func refThreats(x refBoard, red bool) map[[2]int]bool {
	own, enemy := refKingAttackers(x, red), refKingAttackers(x, !red)
	set := map[[2]int]bool{}
	for a, pa := range x {
		if pa == '.' || refIsRed(pa) != red || !strings.ContainsRune("RNCAB", rune(refUpper(pa))) {
			continue
		}
		for v, pv := range x {
			if pv == '.' || refIsRed(pv) == red || refUpper(pv) == 'K' || refUpper(pv) == 'P' && (v/9 <= 4) == red == false {
				continue
			}
			if !refCanTake(x, a, v) || !refAllowed(x, a, v, own) {
				continue
			}
			kinds := string([]byte{refUpper(pa), refUpper(pv)})
			if strings.Contains("NR CR AR AN AC BR BN BC", kinds) {
				set[[2]int{a, v}] = true
				continue
			}
			y := refAfter(x, a, v)
			rooted := false
			for r, pr := range y {
				if pr == '.' || refIsRed(pr) == red || !refCanTake(y, r, v) {
					continue
				}
				if refUpper(pr) == 'K' {
					rooted = rooted || len(refKingAttackers(refAfter(y, r, v), !red)) == 0
				} else {
					rooted = rooted || refAllowed(y, r, v, enemy)
				}
			}
			if rooted {
				continue
			}
			if refUpper(pa) == refUpper(pv) && refCanTake(x, v, a) && refAllowed(x, v, a, enemy) {
				continue
			}
			set[[2]int{a, v}] = true
		}
	}
	return set
}

// refPinnedRook reports whether lifting the rook on s would let an enemy horse
// attack its king, rule 4.7.
func refPinnedRook(x refBoard, s int) bool {
	red := refIsRed(x[s])
	before := refKingAttackers(x, red)
	x[s] = '.'
	for a := range refKingAttackers(x, red) {
		if refUpper(x[a]) == 'N' && !before[a] {
			return true
		}
	}
	return false
}

// refGame is the history as boards, with the identity of every piece.
type refGame struct {
	opts   Options
	boards []refBoard
	ids    [][90]int
	red    []bool // side to move on each board
	took   []bool // whether the move before the board was a capture
	moves  [][2]int
	quiet  int
	checks [2]int
	free   bool
}

func newRefGame(p *board.Position, opts Options) *refGame {
	g := &refGame{opts: opts.resolve(), quiet: p.HalfmoveClock()}
	var ids [90]int
	for s := range ids {
		ids[s] = s
	}
	g.boards = append(g.boards, refFromPosition(p))
	g.ids = append(g.ids, ids)
	g.red = append(g.red, p.SideToMove() == board.Red)
	g.took = append(g.took, true)
	return g
}

func (g *refGame) play(m board.Move) {
	n := len(g.boards) - 1
	a, b := int(m.From()), int(m.To())
	ids := g.ids[n]
	ids[b] = ids[a]
	red := g.red[n]
	took := g.boards[n][b] != '.'
	g.moves = append(g.moves, [2]int{a, b})
	g.boards = append(g.boards, refAfter(g.boards[n], a, b))
	g.ids = append(g.ids, ids)
	g.red = append(g.red, !red)
	g.took = append(g.took, took)
	check := len(refKingAttackers(g.boards[n+1], !red)) > 0
	side := 1
	if red {
		side = 0
	}
	reply := g.free
	g.free = false
	if took {
		g.quiet, g.checks = 0, [2]int{}
	} else if check {
		g.checks[side]++
		if g.checks[side] <= 10 {
			g.quiet++
		} else {
			g.free = true
		}
	} else if !reply {
		g.quiet++
	}
}

// refVerdict is what the reference says: "none", "red", "black", "draw", and
// the levels if a repetition was judged.
type refVerdict struct {
	result string
	cycle  bool
	first  int
	levels [2]Level
	chases [2]int
}

func (g *refGame) judge(canMove bool) refVerdict {
	n := len(g.boards) - 1
	winner := map[bool]string{true: "red", false: "black"}
	if !canMove {
		return refVerdict{result: winner[!g.red[n]]}
	}
	start, seen := n, 1
	for i := n; i > 0 && !g.took[i]; i-- {
		if g.boards[i-1] == g.boards[n] && g.red[i-1] == g.red[n] {
			if seen++; seen == g.opts.NFold {
				start = i - 1
				break
			}
		}
	}
	if seen == g.opts.NFold {
		v := refVerdict{result: "draw", cycle: true, first: start + 1}
		for side, red := range []bool{true, false} {
			v.levels[side], v.chases[side] = g.class(start, red)
		}
		if v.levels[0] != v.levels[1] {
			v.result = winner[v.levels[0] < v.levels[1]]
		}
		return v
	}
	if g.opts.Limit != NoLimit && g.quiet >= g.opts.Limit {
		return refVerdict{result: "draw"}
	}
	if !strings.ContainsAny(string(g.boards[n][:]), "RNCPrncp") {
		return refVerdict{result: "draw"}
	}
	return refVerdict{result: "none"}
}

// class classes one side's moves of the window that begins at board start.
func (g *refGame) class(start int, red bool) (Level, int) {
	moves, checks, chases := 0, 0, 0
	victims := map[int]int{} // id: moves that newly chase it
	pinned := map[int]int{}  // id: moves that newly chase it as a pinned rook
	for i := start; i < len(g.moves); i++ {
		if g.red[i] != red {
			continue
		}
		moves++
		if len(refKingAttackers(g.boards[i+1], !red)) > 0 {
			checks++
		}
		old := map[[2]int]bool{}
		for t := range refThreats(g.boards[i], red) {
			old[[2]int{g.ids[i][t[0]], g.ids[i][t[1]]}] = true
		}
		newly := map[int]int{} // id: square
		for t := range refThreats(g.boards[i+1], red) {
			if !old[[2]int{g.ids[i+1][t[0]], g.ids[i+1][t[1]]}] {
				newly[g.ids[i+1][t[1]]] = t[1]
			}
		}
		if len(newly) > 0 {
			chases++
		}
		for id, s := range newly {
			victims[id]++
			if refUpper(g.boards[i+1][s]) == 'R' && refPinnedRook(g.boards[i+1], s) {
				pinned[id]++
			}
		}
	}
	if g.opts.Ruleset == Basic {
		victims, pinned, chases = nil, nil, 0
	}
	if g.opts.Ruleset != Asian {
		pinned = nil
	}
	level := Idle
	for _, n := range victims {
		if n == moves {
			level = Chase
		}
	}
	for _, n := range pinned {
		if n == moves {
			level = PinnedRook
		}
	}
	if checks == moves {
		level = Check
	}
	return level, chases
}

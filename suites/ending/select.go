package ending

import (
	"hash/fnv"
	"sort"
	"strings"

	"xqlab/engine/board"
)

// Wanted describes the positions to select.
type Wanted struct {
	Side     board.Color // to move
	Outcome  int         // 1 or 0: a win or a draw that exactly one move keeps
	MinPlies int         // of a win
	// MaxPlies, if not 0, selects wins in at most this many plies that have one
	// fastest move; other moves may win too.
	MaxPlies int
	Choices  int // least number of legal moves
	Count    int
	Seed     uint64
}

// Selected is a position in which one move alone keeps the result.
type Selected struct {
	Position *board.Position
	Best     board.Move
	Result
}

// Select returns positions with all pieces on the board in which exactly one
// move, not a capture, keeps the result, in an order that the seed determines. Of
// a position and its mirror image only one is selected.
func (e *Ending) Select(w Wanted) []Selected {
	type ticket struct {
		lot   uint64
		state int
	}
	var tickets []ticket
	at := make([]board.Square, len(e.pieces))
	for s := int(w.Side); s < e.states; s += 2 {
		r := resultOf(e.value[s])
		if e.value[s] == illegal || r.Outcome != w.Outcome || r.Plies < w.MinPlies || int(e.from[s+1]-e.from[s]) < w.Choices {
			continue
		}
		if w.MaxPlies > 0 && r.Plies > w.MaxPlies {
			continue
		}
		if e.keeping(s, w) == 1 && e.whole(s, at) {
			h := fnv.New64a()
			h.Write([]byte{byte(w.Seed), byte(s), byte(s >> 8), byte(s >> 16), byte(s >> 24)})
			tickets = append(tickets, ticket{h.Sum64(), s})
		}
	}
	sort.Slice(tickets, func(i, j int) bool {
		if tickets[i].lot != tickets[j].lot {
			return tickets[i].lot < tickets[j].lot
		}
		return tickets[i].state < tickets[j].state
	})
	var out []Selected
	seen := map[string]bool{}
	var b strings.Builder
	for _, t := range tickets {
		if len(out) == w.Count {
			break
		}
		pos := e.position(t.state, at, &b)
		_, moves, err := e.Probe(pos)
		if err != nil {
			continue
		}
		for m, r := range moves {
			if !w.keeps(resultOf(e.value[t.state]), r) || pos.At(m.To()) != board.NoPiece {
				continue
			}
			key := pos.EPD()
			if mirror := mirrored(pos); !seen[key] && !seen[mirror] {
				seen[key] = true
				out = append(out, Selected{pos, m, resultOf(e.value[t.state])})
			}
		}
	}
	return out
}

// keeps reports whether a move of value m, in a position of value r, is of the kind
// wanted.
func (w *Wanted) keeps(r, m Result) bool {
	return m.Outcome == w.Outcome && (w.MaxPlies == 0 || m.Plies == r.Plies)
}

// keeping counts the moves of a state that are of the kind wanted.
func (e *Ending) keeping(s int, w Wanted) int {
	n := 0
	for _, t := range e.next[e.from[s]:e.from[s+1]] {
		m := resultOf(e.value[t])
		m.Outcome = -m.Outcome
		if m.Outcome != 0 {
			m.Plies++
		}
		if w.keeps(resultOf(e.value[s]), m) {
			n++
		}
	}
	return n
}

// mirrored writes the EPD of the mirror image.
func mirrored(pos *board.Position) string {
	field, rest, _ := strings.Cut(pos.EPD(), " ")
	rows := strings.Split(field, "/")
	for i, row := range rows {
		b := []byte(row)
		for l, r := 0, len(b)-1; l < r; l, r = l+1, r-1 {
			b[l], b[r] = b[r], b[l]
		}
		rows[i] = string(b)
	}
	return strings.Join(rows, "/") + " " + rest
}

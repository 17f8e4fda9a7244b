package player

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// language is what differs between the protocols: the text of commands. All
// methods append whole lines to dst.
type language interface {
	// hello returns the first command and the words that end its answer.
	hello() (command, end string)
	option(dst []byte, o Option) []byte
	newGame(dst []byte) []byte
	// think appends everything from the position to "go". If sync is set,
	// "isready" stands where whatever was said before belongs to the past.
	think(dst []byte, r *Request, sync bool) []byte
	// ranks is the coordinate dialect of moves.
	ranks() notation.Style
}

// uci is the Universal Chess Interface for xiangqi.
type uci struct{ style notation.Style }

func (u uci) hello() (string, string) { return "uci\n", "uciok" }

func (u uci) ranks() notation.Style { return u.style }

func (u uci) option(dst []byte, o Option) []byte {
	dst = append(append(dst, "setoption name "...), o.Name...)
	if o.Value != "" {
		dst = append(append(dst, " value "...), o.Value...)
	}
	return append(dst, '\n')
}

func (u uci) newGame(dst []byte) []byte { return append(dst, "ucinewgame\n"...) }

func (u uci) think(dst []byte, r *Request, sync bool) []byte {
	dst = appendPosition(dst, r.StartFEN, r.Pos, 0, u.style)
	if sync {
		dst = append(dst, "isready\n"...)
	}
	dst = append(dst, "go"...)
	if r.Limits.MoveTime > 0 {
		dst = appendField(dst, "movetime", millis(r.Limits.MoveTime))
	}
	if own := r.Clocks[r.Pos.SideToMove()]; own != nil {
		for c, clock := range r.Clocks {
			if clock != nil {
				dst = appendField(dst, [...]string{"wtime", "btime"}[c], millis(clock.Left))
				dst = appendField(dst, [...]string{"winc", "binc"}[c], clock.Inc.Milliseconds())
			}
		}
		if own.MovesToGo > 0 {
			dst = appendField(dst, "movestogo", int64(own.MovesToGo))
		}
	}
	if r.Limits.Nodes > 0 {
		dst = appendField(dst, "nodes", int64(r.Limits.Nodes))
	}
	if r.Limits.Depth > 0 {
		dst = appendField(dst, "depth", int64(r.Limits.Depth))
	}
	if len(r.Banned) > 0 {
		dst = append(dst, " searchmoves"...)
		for _, m := range allowed(r) {
			dst = notation.Append(append(dst, ' '), r.Pos, m, u.style)
		}
	}
	return append(dst, '\n')
}

// allowed lists the legal moves that are not banned.
func allowed(r *Request) []board.Move {
	var list board.MoveList
	r.Pos.LegalMoves(&list)
	var out []board.Move
	for _, m := range list.Slice() {
		if !slices.Contains(r.Banned, m) {
			out = append(out, m)
		}
	}
	return out
}

// ucci is the Universal Chinese Chess Interface, version 3.
type ucci struct {
	millis     bool // the engine counts in milliseconds (usemillisec)
	newGameCmd bool // the engine has a button "newgame"
}

func (u ucci) hello() (string, string) { return "ucci\n", "ucciok" }

func (u ucci) ranks() notation.Style { return notation.ICCS }

func (u ucci) option(dst []byte, o Option) []byte {
	dst = append(append(dst, "setoption "...), o.Name...)
	if o.Value != "" {
		dst = append(append(dst, ' '), o.Value...)
	}
	return append(dst, '\n')
}

func (u ucci) newGame(dst []byte) []byte {
	if u.newGameCmd {
		dst = append(dst, "setoption newgame\n"...)
	}
	return dst
}

// think sends the position from the last capture on: that is the custom, it
// shows all repetitions, and it keeps lines within the 8 KB some engines have
// room for.
func (u ucci) think(dst []byte, r *Request, sync bool) []byte {
	if sync {
		dst = append(dst, "isready\n"...)
	}
	first := r.Pos.Plies()
	for first > 0 && r.Pos.CapturedAt(first-1) == board.NoPiece {
		first--
	}
	fen := r.StartFEN
	if first > 0 {
		p := r.Pos.Clone()
		for p.Plies() > first {
			p.Unmake()
		}
		fen = p.FEN()
	}
	dst = appendPosition(dst, fen, r.Pos, first, notation.ICCS)
	if len(r.Banned) > 0 {
		dst = append(dst, "banmoves"...)
		for _, m := range r.Banned {
			dst = append(append(dst, ' '), m.String()...)
		}
		dst = append(dst, '\n')
	}
	dst = append(dst, "go"...)
	if r.DrawOffered {
		dst = append(dst, " draw"...)
	}
	mover := r.Pos.SideToMove()
	own, other := r.Clocks[mover], r.Clocks[mover.Other()]
	switch {
	case r.Limits.MoveTime > 0:
		dst = appendField(dst, "time", u.time(r.Limits.MoveTime))
		dst = appendField(dst, "movestogo", 1)
	case own != nil:
		dst = u.appendClock(dst, "time", "movestogo", "increment", own)
		if other != nil {
			dst = u.appendClock(dst, "opptime", "oppmovestogo", "oppincrement", other)
		}
	case r.Limits.Nodes > 0:
		dst = appendField(dst, "nodes", int64(r.Limits.Nodes))
	default:
		dst = appendField(dst, "depth", int64(r.Limits.Depth))
	}
	return append(dst, '\n')
}

func (u ucci) appendClock(dst []byte, left, moves, inc string, c *Clock) []byte {
	dst = appendField(dst, left, u.time(c.Left))
	if c.MovesToGo > 0 {
		return appendField(dst, moves, int64(c.MovesToGo))
	}
	if u.millis {
		return appendField(dst, inc, c.Inc.Milliseconds())
	}
	return appendField(dst, inc, int64(c.Inc/time.Second))
}

// time returns a duration in the engine's unit, at least 1.
func (u ucci) time(d time.Duration) int64 {
	if u.millis {
		return millis(d)
	}
	return max(int64(d/time.Second), 1)
}

// checkLimits returns an error for limits that the protocol cannot express.
func (u ucci) checkLimits(l Limits) error {
	kinds := 0
	for _, set := range []bool{l.Timed(), l.Nodes > 0, l.Depth > 0} {
		if set {
			kinds++
		}
	}
	if kinds > 1 {
		return fmt.Errorf("%s: a UCCI engine takes one limit only", l)
	}
	if u.millis {
		return nil
	}
	for _, d := range []time.Duration{l.TC.Base, l.TC.Inc, l.MoveTime} {
		if d%time.Second != 0 {
			return fmt.Errorf("%s: the engine does not offer usemillisec and counts whole seconds", l)
		}
	}
	return nil
}

func millis(d time.Duration) int64 { return max(d.Milliseconds(), 1) }

func appendField(dst []byte, name string, n int64) []byte {
	dst = append(append(dst, ' '), name...)
	return strconv.AppendInt(append(dst, ' '), n, 10)
}

// appendPosition writes a position command: a FEN, and the moves of pos from
// the given ply on.
func appendPosition(dst []byte, fen string, pos *board.Position, first int, style notation.Style) []byte {
	if fen == board.StartFEN {
		dst = append(dst, "position startpos"...)
	} else {
		dst = append(append(dst, "position fen "...), fen...)
	}
	for i := first; i < pos.Plies(); i++ {
		if i == first {
			dst = append(dst, " moves"...)
		}
		dst = appendMove(append(dst, ' '), pos.MoveAt(i), style)
	}
	return append(dst, '\n')
}

func appendMove(dst []byte, m board.Move, style notation.Style) []byte {
	if style == notation.ICCS { // no position needed, and by far the commonest
		f, t := m.From(), m.To()
		return append(dst, 'a'+byte(f.File()), '0'+byte(f.Rank()), 'a'+byte(t.File()), '0'+byte(t.Rank()))
	}
	return notation.Append(dst, nil, m, style)
}

// endOfSearch is a line that ends a search, taken apart.
type endOfSearch struct {
	move   string // "" if the engine has no move
	draw   bool
	resign bool
}

// parseBestMove reads "bestmove M [ponder M2] [draw] [resign]" or
// "nobestmove".
func parseBestMove(line string) (end endOfSearch, ok bool) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return end, false
	}
	switch words[0] {
	case "nobestmove":
		return end, true
	case "bestmove":
	default:
		return end, false
	}
	words = words[1:]
	for i := 0; i < len(words); i++ {
		switch word := strings.ToLower(words[i]); word {
		case "ponder":
			i++
		case "draw":
			end.draw = true
		case "resign":
			end.resign = true
		default:
			if i == 0 && !notation.IsNull(word) {
				end.move = words[i]
			}
		}
	}
	return end, true
}

// readMove turns an engine's move text into a legal move of the position. The
// error is about the text.
func readMove(pos *board.Position, text string, style notation.Style) (board.Move, error) {
	if style == notation.ICCS && len(text) == 4 {
		if m, err := board.ParseMove(text); err == nil && pos.IsLegal(m) {
			return m, nil
		}
	}
	return notation.Parse(pos, text, style)
}

func firstWord(line string) string {
	word, _, _ := strings.Cut(line, " ")
	return word
}

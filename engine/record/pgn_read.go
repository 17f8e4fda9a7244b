package record

import (
	"errors"
	"io"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// PGNReader reads games in PGN, decoded to UTF-8.
//
// Moves may be Chinese, WXF or coordinates of either rank dialect; the Format
// tag says which, else the first move does. A game with a move that cannot be
// played is kept up to there with a warning. A variation with such a move, or
// with text that is no move, is cut there.
type PGNReader struct {
	source string
	lex    *lexer
	number int
	pos    *board.Position // scratch
	start  *board.Position // start position of the last game
	games  bool            // a game was found
}

// NewPGNReader returns a reader of PGN text; source names it in problems.
// The text must be UTF-8: wrap others in NewDecoder.
func NewPGNReader(r io.Reader, source string) *PGNReader {
	return &PGNReader{source: source, lex: newLexer(r), pos: board.NewPosition(), start: board.NewPosition()}
}

// Next implements Reader.
func (r *PGNReader) Next() (*Game, error) {
	for r.lex.next(r.number == 0) {
		r.number++
		if len(r.lex.tags) == 0 && r.lex.fault == "" && !r.hasMove() {
			r.number-- // a title or other text before the first game
			if r.lex.done {
				break
			}
			continue
		}
		r.games = true
		return r.build()
	}
	if r.lex.err != nil {
		return nil, r.lex.err
	}
	if !r.games {
		r.games = true
		return nil, &BadGame{Problem{File: r.source, Reason: "no game found"}}
	}
	return nil, io.EOF
}

// hasMove reports whether any word of the game looks like a move.
func (r *PGNReader) hasMove() bool {
	for _, t := range r.lex.tokens {
		if t.kind == tokMove && notation.LooksLikeMove(r.text(t)) {
			return true
		}
	}
	return false
}

func (r *PGNReader) text(t token) string { return string(r.lex.text[t.start:t.end]) }

// build makes a game of what the lexer read.
func (r *PGNReader) build() (*Game, error) {
	g := &Game{Source: r.source, Number: r.number, Line: r.lex.first}
	if r.lex.fault != "" {
		return nil, g.bad(r.lex.faultLine, 0, "%s", r.lex.fault)
	}
	h, err := r.readHeader(g)
	if err != nil {
		return nil, err
	}
	b := pgnBuilder{r: r, g: g, pos: r.pos, stack: make([]frame, 1, 4)}
	b.reader.Style, err = r.style(g, h)
	if err != nil {
		return nil, err
	}
	if err := b.run(); err != nil {
		return nil, err
	}
	r.settleResult(g, h, b.terminator, b.terminated)
	return g, nil
}

// header is what the tags say beyond Game.Tags.
type header struct {
	format     string
	formatLine int
	result     Result
	hasResult  bool
}

// readHeader fills the game from its tags and sets up r.pos.
func (r *PGNReader) readHeader(g *Game) (header, error) {
	var h header
	fen := ""
	fenLine := 0
	for _, t := range r.lex.tags {
		name, value := canonicalTag(t.name), strings.TrimSpace(t.value)
		switch name {
		case "Game":
			if !isXiangqi(value) {
				return h, g.bad(t.line, 0, "not a xiangqi game: Game tag is %q, want \"Chinese Chess\"", value)
			}
		case "Variant":
			if value != "" && !isXiangqi(value) {
				return h, g.bad(t.line, 0, "not a xiangqi game: Variant tag is %q, want \"xiangqi\"", value)
			}
		case "Result":
			res, ok := ParseResult(value)
			if !ok {
				return h, g.bad(t.line, 0, "unknown result value %q (want 1-0, 0-1, 1/2-1/2 or *)", value)
			}
			h.result, h.hasResult = res, true
		case "FEN":
			fen, fenLine = value, t.line
		case "Format":
			h.format, h.formatLine = value, t.line
		case "SetUp":
		default:
			if g.Tag(name) == "" {
				g.setTag(name, value)
			} else if g.Tag(name) != value {
				g.warn(t.line, 0, "tag %s is given twice; the first value is kept", name)
			}
		}
	}
	r.start.CopyFrom(startPosition)
	if fen != "" && fen != board.StartFEN {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return h, g.bad(fenLine, 0, "FEN tag is not a valid position: %v", err)
		}
		r.start = p
	}
	r.pos.CopyFrom(r.start)
	return h, nil
}

// startPosition is read only.
var startPosition = board.NewPosition()

// isXiangqi reports whether a Game or Variant tag means this game.
func isXiangqi(value string) bool {
	switch strings.ToLower(strings.Join(strings.Fields(value), " ")) {
	case "chinese chess", "chinesechess", "xiangqi", "象棋", "中国象棋", "中國象棋":
		return true
	}
	return false
}

// formatStyles are the values of the Format tag, in lower case.
var formatStyles = map[string]notation.Style{
	"chinese": notation.Chinese, "中文": notation.Chinese,
	"wxf":  notation.WXF,
	"iccs": notation.ICCS, "ucci": notation.ICCS, "uci": notation.ICCS,
}

// style finds the notation of the game's moves: the Format tag's, which the
// first move must agree with, else the first move's.
func (r *PGNReader) style(g *Game, h header) (notation.Style, error) {
	var first token
	for _, t := range r.lex.tokens {
		if t.kind == tokMove {
			first = t
			break
		}
	}
	named, known := formatStyles[strings.ToLower(h.format)]
	if h.format != "" && !known {
		g.warn(h.formatLine, 0, "unknown Format %q (want Chinese, WXF or ICCS); the moves decide", h.format)
	}
	if first.end == 0 {
		return named, nil
	}
	text := r.text(first)
	seen := notation.Detect(text)
	if seen == notation.UCI10 {
		seen = notation.ICCS
	}
	if known && seen != named && notation.LooksLikeMove(text) {
		return 0, g.bad(first.line, 1, "move text is not in the notation named by the Format tag: %q is not %s", text, h.format)
	}
	if known {
		seen = named
	}
	if seen == notation.ICCS {
		return r.rankDialect(), nil
	}
	return seen, nil
}

// rankDialect decides about coordinate moves by the whole main line.
func (r *PGNReader) rankDialect() notation.Style {
	var moves []string
	depth := 0
	for _, t := range r.lex.tokens {
		switch t.kind {
		case tokOpen:
			depth++
		case tokClose:
			depth--
		case tokMove:
			if depth == 0 {
				moves = append(moves, r.text(t))
			}
		}
	}
	return notation.RankDialect(r.start, moves)
}

// settleResult weighs tag and terminator; the tag wins if it says anything.
func (r *PGNReader) settleResult(g *Game, h header, terminator Result, terminated bool) {
	line := r.lex.line
	g.Result = h.result
	switch {
	case !terminated:
		if h.hasResult && len(g.Main) > 0 {
			g.warn(line, 0, "no result at the end of the moves")
		}
	case !h.hasResult || h.result == Unknown && terminator != Unknown:
		g.Result = terminator
		if h.hasResult {
			g.warn(line, 0, "Result tag (%v) and game terminator (%v) disagree; the terminator is kept", h.result, terminator)
		}
	case terminator != h.result:
		g.warn(line, 0, "Result tag (%v) and game terminator (%v) disagree; the tag is kept", h.result, terminator)
	}
}

// frame is a line of moves being read. While it is not dead the position
// stands after its last node.
type frame struct {
	nodes   []Node
	pending string // comment before the first move of a variation
	dead    bool   // the rest of the line cannot be played
	line    int    // where the variation was opened
}

// maxNesting bounds variations within variations.
const maxNesting = 1000

// pgnBuilder plays the tokens of one game.
type pgnBuilder struct {
	r          *PGNReader
	g          *Game
	pos        *board.Position
	reader     notation.Reader
	stack      []frame
	terminator Result
	terminated bool
}

func (b *pgnBuilder) top() *frame { return &b.stack[len(b.stack)-1] }

func (b *pgnBuilder) run() error {
	g := b.g
	g.FEN = b.r.start.FEN()
	for _, t := range b.r.lex.tokens {
		f := b.top()
		switch t.kind {
		case tokMove:
			if !f.dead {
				if err := b.move(t); err != nil {
					return err
				}
			}
		case tokComment:
			b.comment(b.r.text(t))
		case tokGlyph:
			if n := len(f.nodes); n > 0 && !f.dead {
				f.nodes[n-1].Glyphs = append(f.nodes[n-1].Glyphs, t.value)
			}
		case tokOpen:
			if err := b.open(t); err != nil {
				return err
			}
		case tokClose:
			if len(b.stack) == 1 {
				return g.bad(t.line, b.ply(), "closing bracket without an open variation")
			}
			b.close()
		case tokResult:
			b.terminator, b.terminated = Result(t.value), true
		}
	}
	if n := len(b.stack); n > 1 {
		where := "end of the game"
		if b.terminated {
			where = "result"
		}
		return g.bad(b.stack[n-1].line, b.ply(), "variation is not closed before the %s", where)
	}
	g.Main = b.stack[0].nodes
	return nil
}

// ply returns the number of the next ply of the current line, from 1.
func (b *pgnBuilder) ply() int { return b.pos.Plies() + 1 }

func (b *pgnBuilder) open(t token) error {
	f := b.top()
	if len(b.stack) > maxNesting {
		return b.g.bad(t.line, b.ply(), "more than %d nested variations", maxNesting)
	}
	if len(f.nodes) == 0 && !f.dead {
		return b.g.bad(t.line, b.ply(), "variation before the first move")
	}
	if !f.dead {
		b.pos.Unmake()
	}
	b.stack = append(b.stack, frame{dead: f.dead, line: t.line})
	return nil
}

// close ends the innermost variation and hangs it on the move it replaces.
func (b *pgnBuilder) close() {
	f := *b.top()
	b.stack = b.stack[:len(b.stack)-1]
	parent := b.top()
	if parent.dead {
		return
	}
	for range f.nodes {
		b.pos.Unmake()
	}
	last := &parent.nodes[len(parent.nodes)-1]
	b.pos.Make(last.Move)
	if len(f.nodes) > 0 {
		last.Variations = append(last.Variations, f.nodes)
	}
}

func (b *pgnBuilder) comment(text string) {
	f := b.top()
	if f.dead {
		return
	}
	switch n := len(f.nodes); {
	case n > 0:
		f.nodes[n-1].Comment = joinComments(f.nodes[n-1].Comment, text)
	case len(b.stack) == 1:
		b.g.Comment = joinComments(b.g.Comment, text)
	default:
		f.pending = joinComments(f.pending, text)
	}
}

func joinComments(a, b string) string {
	if a == "" {
		return b
	}
	return a + "\n" + b
}

// move reads and plays one move of the current line.
func (b *pgnBuilder) move(t token) error {
	f := b.top()
	text := b.r.text(t)
	inVariation := len(b.stack) > 1
	m, err := b.reader.Parse(b.pos, text)
	if !inVariation && len(f.nodes) == 0 {
		red := b.pos.SideToMove() == board.Red
		if err != nil || red && b.r.lex.blackFirst {
			if other, ok := b.otherSide(text); ok {
				m, err = other, nil
				b.g.warn(t.line, 1, "%q is taken for a move of %v, who is not to move in the start position", text, b.pos.SideToMove())
			}
		}
	}
	if err != nil {
		return b.refuse(t, text, err)
	}
	b.pos.Make(m)
	f.nodes = append(f.nodes, Node{Move: m, Comment: f.pending, Glyphs: trailingGlyphs(text)})
	f.pending = ""
	return nil
}

// refuse deals with a move that cannot be read or played: it ends its line, or
// the game if its text is no move and it stands in the main line.
func (b *pgnBuilder) refuse(t token, text string, err error) error {
	var e *notation.Error
	if !errors.As(err, &e) {
		return b.g.bad(t.line, b.ply(), "%v", err)
	}
	kind := e.Kind.String()
	side := "Red"
	if b.pos.SideToMove() == board.Black {
		side = "Black"
	}
	ply := b.ply()
	number := b.pos.FullmoveNumber()
	if len(b.stack) > 1 {
		b.g.warn(t.line, ply, "%s in a variation at move %d %s: %s (%s); the variation is cut there", kind, number, side, text, e.Reason)
		b.top().dead = true
		return nil
	}
	if e.Kind == notation.BadText {
		return b.g.bad(t.line, ply, "%s at move %d %s: %s (%s)", kind, number, side, text, e.Reason)
	}
	b.g.cut(t.line, ply, "%s at move %d %s: %s (%s); the game is kept up to there", kind, number, side, text, e.Reason)
	b.top().dead = true
	return nil
}

// otherSide tries a first move with the other side to move and, if it fits,
// makes that the game's start position.
func (b *pgnBuilder) otherSide(text string) (board.Move, bool) {
	p, err := withSide(b.r.start, b.r.start.SideToMove().Other())
	if err != nil {
		return board.NoMove, false
	}
	m, err := b.reader.Parse(p, text)
	if err != nil {
		return board.NoMove, false
	}
	b.pos.CopyFrom(p)
	b.g.FEN = p.FEN()
	return m, true
}

// withSide returns a position with the given side to move.
func withSide(p *board.Position, side board.Color) (*board.Position, error) {
	fields := strings.Fields(p.FEN())
	fields[1] = "w"
	if side == board.Black {
		fields[1] = "b"
	}
	return board.ParseFEN(strings.Join(fields, " "))
}

// trailingGlyphs turns marks after a move into glyphs.
func trailingGlyphs(text string) []uint8 {
	marks := text[len(strings.TrimRight(text, "+#!?！？")):]
	if marks == "" {
		return nil
	}
	if g, ok := markGlyph(marks); ok && g != 0 {
		return []uint8{g}
	}
	return nil
}

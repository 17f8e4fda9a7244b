package record

import (
	"errors"
	"strings"
	"unicode/utf8"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

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
			b.comment(t)
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

func (b *pgnBuilder) comment(t token) {
	text := b.r.text(t)
	if strings.ContainsRune(text, utf8.RuneError) {
		b.g.warn(t.line, 0, "a comment holds bytes that cannot be decoded")
	}
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

// refuse handles a move that cannot be read or played: it ends its line or, if
// its text is not a move and it stands in the main line, rejects the game.
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

// trailingGlyphs converts marks after a move to glyphs.
func trailingGlyphs(text string) []uint8 {
	marks := text[len(notation.TrimMarks(text)):]
	if marks == "" {
		return nil
	}
	if g, ok := markGlyph(marks); ok && g != 0 {
		return []uint8{g}
	}
	return nil
}

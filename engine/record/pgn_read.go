package record

import (
	"io"
	"strings"
	"unicode/utf8"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// PGNReader reads games in PGN, decoded to UTF-8.
//
// Moves may be Chinese, WXF or coordinates of either rank dialect, as given by the
// Format tag or else by the first move. A game with a move that cannot be played
// is kept up to that move, with a warning. A variation is cut at such a move and
// at text that is not a move.
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

// header is the information of the tags that is not kept in Game.Tags.
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
			if strings.ContainsRune(value, utf8.RuneError) {
				g.warn(t.line, 0, "tag %s holds bytes that cannot be decoded", name)
			}
			if old := g.Tag(name); old != "" && old != value {
				g.warn(t.line, 0, "tag %s is given twice; the first value is kept", name)
			}
			g.setTag(name, value)
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

// isXiangqi reports whether a Game or Variant tag means xiangqi.
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

// settleResult combines the result of the tag and of the terminator; a known
// result of the tag wins.
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

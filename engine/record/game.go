package record

import (
	"fmt"
	"strings"

	"xqlab/engine/board"
)

// Game is one record: where it came from, its tags, the start position and a tree
// of moves.
type Game struct {
	Source string // file, or archive and member, as given to the reader
	Number int    // place in the source, from 1
	Line   int    // line of the source where it begins, 0 in binary formats

	// Tags hold what has no field of its own, names spelled as the PGN writer
	// spells them, empty values left out.
	Tags []Tag

	FEN     string // start position, canonical six fields
	Comment string // on the start position
	Main    []Node // the game as played
	Result  Result

	// Truncated is set if Main ends before a move of the record that cannot be
	// played.
	Truncated bool

	// Warnings list the faults of the record that did not prevent reading it.
	Warnings []Problem
}

// Tag is a named text about a game.
type Tag struct{ Name, Value string }

// Node is a move with what was written about it.
type Node struct {
	Move    board.Move
	Comment string  // after the move
	Glyphs  []uint8 // numeric annotation glyphs, 1 is "!", 2 is "?"
	// Variations are lines that begin with another move in place of this one.
	Variations [][]Node
}

// Tag returns the value of a tag, "" if the game has none of that name.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// setTag adds a tag, its name as a PGN file can hold it, unless the value is
// empty or the game has the tag already.
func (g *Game) setTag(name, value string) {
	name = canonicalTag(tagName(name))
	if value = strings.TrimSpace(value); value != "" && g.Tag(name) == "" && !reservedTags[name] {
		g.Tags = append(g.Tags, Tag{name, value})
	}
}

// Moves returns the main line.
func (g *Game) Moves() []board.Move {
	moves := make([]board.Move, len(g.Main))
	for i := range g.Main {
		moves[i] = g.Main[i].Move
	}
	return moves
}

// Start returns the start position.
func (g *Game) Start() (*board.Position, error) {
	return board.ParseFEN(g.FEN)
}

// Final returns the position at the end of the main line.
func (g *Game) Final() (*board.Position, error) {
	p, err := g.Start()
	if err != nil {
		return nil, err
	}
	for i := range g.Main {
		if !p.IsLegal(g.Main[i].Move) {
			return nil, fmt.Errorf("ply %d: %v is not legal", i+1, g.Main[i].Move)
		}
		p.Make(g.Main[i].Move)
	}
	return p, nil
}

// maxWarnings bounds the warnings kept of one game.
const maxWarnings = 100

// warn adds a warning at a line and ply (0 for none).
func (g *Game) warn(line, ply int, format string, args ...any) {
	switch {
	case len(g.Warnings) == maxWarnings:
		format, args = "further warnings are left out", nil
	case len(g.Warnings) > maxWarnings:
		return
	}
	g.Warnings = append(g.Warnings, g.problem(line, ply, fmt.Sprintf(format, args...)))
}

// cut is warn for a main line that ends before its record does.
func (g *Game) cut(line, ply int, format string, args ...any) {
	g.Truncated = true
	g.warn(line, ply, format, args...)
}

func (g *Game) problem(line, ply int, reason string) Problem {
	return Problem{File: g.Source, Game: g.Number, Line: line, Ply: ply, Reason: reason}
}

// bad is the error for a game that cannot be used.
func (g *Game) bad(line, ply int, format string, args ...any) *BadGame {
	return &BadGame{g.problem(line, ply, fmt.Sprintf(format, args...))}
}

// Problem is something wrong at a place of a record.
type Problem struct {
	File   string
	Game   int // number in the file, from 1
	Line   int // 0 if the format has no lines
	Ply    int // half-move from 1, 0 if not about a move
	Reason string
}

// String returns place and reason on one line.
func (p Problem) String() string {
	var b strings.Builder
	if p.File != "" {
		fmt.Fprintf(&b, "%s: ", p.File)
	}
	if p.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", p.Line)
	}
	if p.Game > 0 {
		fmt.Fprintf(&b, "game %d: ", p.Game)
	}
	if p.Ply > 0 {
		fmt.Fprintf(&b, "ply %d: ", p.Ply)
	}
	return b.String() + p.Reason
}

// BadGame is the error for a game that was skipped; reading can continue.
type BadGame struct{ Problem }

func (e *BadGame) Error() string { return e.Problem.String() }

// Reader reads games one after the other. After the last game Next returns
// io.EOF. After a *BadGame it can be called again, after any other error it must
// not be. The caller may keep the games.
type Reader interface {
	Next() (*Game, error)
}

package selfplay

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/book"
	"xqlab/engine/record"
	"xqlab/engine/rules"
)

// Sources and licence of the embedded sets are in data/README.md.
var (
	//go:embed data/balanced.epd
	balancedEPD []byte
	//go:embed data/popular.epd
	popularEPD []byte
)

// Openings is a set of positions that games begin from.
type Openings struct {
	Source string // name of the embedded set, or the file
	Hash   string // of the content, whatever the file looks like
	List   []Opening

	// What was left out: positions that occur earlier in the set, and positions
	// in which the game is over by the rules.
	Duplicates, Decided int
}

// Names of the embedded sets.
const (
	BalancedOpenings = "balanced"
	PopularOpenings  = "popular"
	StartOpening     = "start" // the start position alone

	DefaultOpenings = BalancedOpenings
)

// OpeningSets lists the embedded sets by name.
func OpeningSets() []string { return []string{BalancedOpenings, PopularOpenings, StartOpening} }

// OtherOpenings returns the name of an embedded set of openings that has no
// position in common with the embedded set source; ok is false if there is none,
// or if source is a file.
func OtherOpenings(source string) (name string, ok bool) {
	switch source {
	case BalancedOpenings:
		return PopularOpenings, true
	case PopularOpenings:
		return BalancedOpenings, true
	}
	return "", false
}

// AbsoluteOpenings makes the name of a file of openings absolute, so that a run
// can be resumed from any folder; names of embedded sets stay.
func AbsoluteOpenings(source string) (string, error) {
	if slices.Contains(OpeningSets(), source) {
		return source, nil
	}
	return filepath.Abs(source)
}

// LoadOpenings returns an embedded set by name, or reads a file: lists of EPD
// or FEN (one position a line, or "fen F moves m1 m2"), PGN, and every other
// format of package record. From game files the first plies moves of each game
// are taken; 0 means all moves. Duplicates and decided positions are left out
// and counted; anything that cannot be read is an error. From an opening book
// (see package book) the most played lines are taken.
func LoadOpenings(ctx context.Context, source string, plies int) (*Openings, error) {
	switch source {
	case BalancedOpenings:
		return readOpenings(ctx, source, bytes.NewReader(balancedEPD), record.EPDList, plies)
	case PopularOpenings:
		return readOpenings(ctx, source, bytes.NewReader(popularEPD), record.EPDList, plies)
	case StartOpening:
		return readOpenings(ctx, source, strings.NewReader(board.StartFEN+"\n"), record.EPDList, plies)
	}
	info, err := os.Stat(source)
	if err != nil {
		return nil, fmt.Errorf("openings: %w (embedded sets: %s)", err, strings.Join(OpeningSets(), ", "))
	}
	if info.IsDir() {
		return nil, fmt.Errorf("openings: %s is a folder, not a file", source)
	}
	if book.IsBook(source) {
		return openingsFromBook(ctx, source, plies)
	}
	return collectOpenings(ctx, source, record.Options{Strict: true}, source, plies)
}

// readOpenings reads a stream of one format.
func readOpenings(ctx context.Context, source string, r io.Reader, f record.Format, plies int) (*Openings, error) {
	return collectOpenings(ctx, "-", record.Options{Strict: true, Stdin: r, Format: f}, source, plies)
}

func collectOpenings(ctx context.Context, path string, o record.Options, source string, plies int) (*Openings, error) {
	set := &Openings{Source: source}
	seen := map[string]bool{}
	_, err := record.Walk(ctx, []string{path}, o, func(g *record.Game) error {
		op, err := newOpening(g, plies)
		if err != nil {
			return err
		}
		set.add(op, seen)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	if len(set.List) == 0 {
		return nil, fmt.Errorf("openings %s: no position to play from (%d already decided)", source, set.Decided)
	}
	set.Hash = hashOpenings(set.List)
	return set, nil
}

// newOpening cuts an opening out of a record.
func newOpening(g *record.Game, plies int) (Opening, error) {
	op := Opening{FEN: g.FEN, Moves: g.Moves(), Name: g.Tag("id")}
	if plies > 0 && len(op.Moves) > plies {
		op.Moves = op.Moves[:plies]
	}
	if op.Name == "" {
		op.Name = g.Tag("Opening")
	}
	return op, nil
}

// add appends an opening unless it cannot be used, which it counts.
func (set *Openings) add(op Opening, seen map[string]bool) {
	start, err := board.ParseFEN(op.FEN)
	if err != nil {
		set.Decided++
		return
	}
	game := rules.NewGame(start, rules.Options{})
	for _, m := range op.Moves {
		if game.Play(m) != nil {
			set.Decided++ // the record continues after the end of the game
			return
		}
	}
	if game.Verdict().Over || noPieceLeft(game.Position()) {
		set.Decided++
		return
	}
	key := game.Position().EPD()
	if seen[key] {
		set.Duplicates++
		return
	}
	seen[key] = true
	op.Index = len(set.List)
	set.List = append(set.List, op)
}

// noPieceLeft reports whether neither side has a piece that can win: by the
// rules the game would be drawn after the first move.
func noPieceLeft(p *board.Position) bool {
	for _, t := range []board.PieceType{board.Rook, board.Horse, board.Cannon, board.Pawn} {
		if !p.ByType(t).IsEmpty() {
			return false
		}
	}
	return true
}

// hashOpenings returns a hash of positions and moves in order, in hexadecimal.
// Names and the form of the file do not matter.
func hashOpenings(list []Opening) string {
	h := sha256.New()
	for _, op := range list {
		fmt.Fprintf(h, "%s\n%s\n", op.FEN, board.FormatMoves(op.Moves))
	}
	return hex.EncodeToString(h.Sum(nil))
}

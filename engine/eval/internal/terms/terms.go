// Package terms declares the terms of the evaluation, each once: its group, its
// key in weight files, how many entries it has, what its parameters may be
// worth, and the comment it is written with. The declarations are in table.go.
//
// Everything else follows from them. Package eval reads the names and bounds of
// parameters and the format of weight files from Groups. Its counting code
// needs the number of each term as a constant, because a load from memory for
// each term would cost time in the hottest loop of the engine; the command
// genterms writes these constants to eval/zterms.go. After a change of the
// table run
//
//	go generate ./engine/eval
//
// A test of genterms fails while the file is out of date.
package terms

import (
	"fmt"
	"strings"

	"xqlab/engine/board"
)

// Group is one group of the evaluation: a section of a weight file.
type Group struct {
	Key    string // name of the section
	Doc    string // comment above the section
	Prefix string // of the constants for its terms; empty if there are none
	Blocks []Block
}

// Shape is how the entries of a block are laid out in a weight file.
type Shape uint8

const (
	Scalar Shape = iota // key = n, or key = [mg, eg]
	List                // key.mg = [n, n, ...], key.eg = [...]
	Grid                // key.mg = [[n, n], [n, n]], key.eg = [...]
	Table               // a grid of the board as Red sees it: top rank first, files a-e
)

// Block is a named run of terms with consecutive numbers: one entry of a weight
// file.
type Block struct {
	Group string // its key
	Key   string
	Doc   string // comment above the entry, may be empty
	Shape Shape
	Bound int // parameters lie in -Bound..Bound

	Rows, Cols       int // 1 where the shape has none
	FromRow, FromCol int // label of the first row and column; of a table, rank and file
	Piece            board.PieceType

	Const string // the constant that holds First; empty if nothing counts it by name
	First int    // number of the first term
	Len   int    // how many terms there are

	cells []int // term of each row and column, -1 where there is none
}

// Count is the number of terms.
var Count = func() int {
	n := 0
	for _, g := range Groups {
		n += g.Len()
	}
	return n
}()

// First returns the number of the group's first term.
func (g *Group) First() int { return g.Blocks[0].First }

// Len returns how many terms the group has.
func (g *Group) Len() int {
	n := 0
	for i := range g.Blocks {
		n += g.Blocks[i].Len
	}
	return n
}

// Term returns the number of the term at a row and column counted from 0; for a
// table, row 0 is the lowest rank. It is -1 for a square that the piece cannot
// reach.
func (b *Block) Term(row, col int) int { return b.cells[row*b.Cols+col] }

// Name returns the name of the term at a row and column: material.rook,
// mobility.horse[5], guards.set[2][1], position.rook[e4].
func (b *Block) Name(row, col int) string {
	name := b.Group + "." + b.Key
	switch b.Shape {
	case List:
		return fmt.Sprintf("%s[%d]", name, b.FromRow+row)
	case Grid:
		return fmt.Sprintf("%s[%d][%d]", name, b.FromRow+row, b.FromCol+col)
	case Table:
		return name + "[" + board.SquareAt(b.FromCol+col, b.FromRow+row).String() + "]"
	}
	return name
}

// The functions below are the words of the table. bound is what the parameters
// of a term may be worth at most, in centipawns, with either sign; doc is the
// comment above it in a weight file, empty for a block that belongs to the one
// before.

func group(key, prefix, doc string, parts ...[]Block) Group {
	g := Group{Key: key, Doc: doc, Prefix: prefix}
	for _, p := range parts {
		g.Blocks = append(g.Blocks, p...)
	}
	return g
}

// one declares a single term.
func one(key string, bound int, doc string) []Block {
	return []Block{{Key: key, Doc: doc, Bound: bound, Rows: 1, Cols: 1, Const: key}}
}

// list declares a term for each number from..to.
func list(key string, from, to, bound int, doc string) []Block {
	return []Block{{Key: key, Doc: doc, Shape: List, Bound: bound, Rows: to + 1 - from, Cols: 1, FromRow: from, Const: key}}
}

// grid declares a term for each pair of numbers.
func grid(key string, fromRow, toRow, fromCol, toCol, bound int, doc string) []Block {
	return []Block{{Key: key, Doc: doc, Shape: Grid, Bound: bound, Rows: toRow + 1 - fromRow, Cols: toCol + 1 - fromCol,
		FromRow: fromRow, FromCol: fromCol, Const: key}}
}

// table declares a term for each left-right pair of squares that a piece of the
// type can stand on. It has no constant, since the counting code reaches its
// terms by piece and square.
func table(t board.PieceType, doc string) []Block {
	reach := board.Standable(board.MakePiece(board.Red, t))
	from, to := reach.First().Rank(), 9
	for !reach.Intersects(board.RankBB(to)) {
		to--
	}
	return []Block{{Key: t.String(), Doc: doc, Shape: Table, Bound: 1000, Rows: to + 1 - from, Cols: 5, FromRow: from,
		Piece: t}}
}

// byType declares a single term for each type of piece: prefix_advisor and so
// on. The constant of the first is named after the prefix.
func byType(prefix string, types []board.PieceType, doc string) []Block {
	var bs []Block
	for _, t := range types {
		bs = append(bs, one(prefix+"_"+t.String(), 1000, "")...)
		bs[len(bs)-1].Const = ""
	}
	bs[0].Const, bs[0].Doc = prefix, doc
	return bs
}

// number fills in what a block's place in the table decides: its group, the
// numbers of its terms, which follow the order of the table, and the full name of
// its constant.
func number(groups []Group) []Group {
	next := 0
	for i := range groups {
		g := &groups[i]
		for j := range g.Blocks {
			b := &g.Blocks[j]
			b.Group = g.Key
			b.First = next
			for row := range b.Rows {
				for col := range b.Cols {
					cell := -1
					if b.has(row, col) {
						cell = next
						next++
					}
					b.cells = append(b.cells, cell)
				}
			}
			b.Len = next - b.First
			if b.Const != "" {
				b.Const = g.Prefix + camel(b.Const)
			}
		}
	}
	return groups
}

// has reports whether there is a term at a row and column.
func (b *Block) has(row, col int) bool {
	if b.Shape != Table {
		return true
	}
	square := board.SquareAt(b.FromCol+col, b.FromRow+row)
	return board.Standable(board.MakePiece(board.Red, b.Piece)).Has(square)
}

// camel turns a key into a part of a Go name: rook_pair into RookPair.
func camel(key string) string {
	var name strings.Builder
	for word := range strings.SplitSeq(key, "_") {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String()
}

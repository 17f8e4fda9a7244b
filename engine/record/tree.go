package record

import (
	"fmt"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// rawNode is a move of a binary record before it is checked. Nodes are stored
// depth first: a node, all that follows it, then its sibling.
type rawNode struct {
	from, to board.Square // NoSquare if off the board
	comment  string
	child    int // index of the first move that follows, 0 if none
	sibling  int // index of the next alternative to this move, 0 if none
}

// maxRawNodes bounds the moves of one binary record.
const maxRawNodes = 1 << 20

// rawTree links nodes read depth first into a tree. Node 0 is the root: the
// start position, no move.
type rawTree struct {
	nodes   []rawNode
	waiting []int // nodes whose sibling is still to come, innermost last
	last    int   // node whose child is next, -1 if a sibling is next
	full    bool  // all announced nodes have been read
}

// add appends a node; hasChild and hasSibling announce nodes still to come.
func (t *rawTree) add(n rawNode, hasChild, hasSibling bool) {
	i := len(t.nodes)
	t.nodes = append(t.nodes, n)
	switch {
	case i == 0:
		hasSibling = false // the root has none
	case t.last >= 0:
		t.nodes[t.last].child = i
	default:
		k := len(t.waiting) - 1
		t.nodes[t.waiting[k]].sibling = i
		t.waiting = t.waiting[:k]
	}
	if hasSibling {
		t.waiting = append(t.waiting, i)
	}
	t.last = i
	if !hasChild {
		t.last = -1
		t.full = len(t.waiting) == 0
	}
}

// firstMover returns the colour of the piece that the first move takes.
func (t *rawTree) firstMover(at func(board.Square) board.Piece) (board.Color, bool) {
	if len(t.nodes) == 0 || t.nodes[0].child == 0 {
		return board.Red, false
	}
	n := t.nodes[t.nodes[0].child]
	if !n.from.Valid() || at(n.from) == board.NoPiece {
		return board.Red, false
	}
	return at(n.from).Color(), true
}

// fill builds the game's lines from the tree. Moves that are not legal end their
// line with a warning; their continuations and alternatives are dropped.
func (t *rawTree) fill(g *Game, p *board.Position) {
	if len(t.nodes) == 0 {
		return
	}
	g.Comment = t.nodes[0].comment
	b := treeBuilder{t: t, g: g, p: p}
	g.Main = b.line(t.nodes[0].child, 0)
}

type treeBuilder struct {
	t *rawTree
	g *Game
	p *board.Position
}

// line builds the line that begins with node i and leaves the position as it
// was.
func (b *treeBuilder) line(i, depth int) []Node {
	var nodes []Node
	for i != 0 {
		n := &b.t.nodes[i]
		m, why := b.move(n)
		if why != "" {
			if depth > 0 {
				b.g.warn(0, b.p.Plies()+1, "%s; the variation is cut there", why)
			} else {
				b.g.cut(0, b.p.Plies()+1, "%s; the game is kept up to there", why)
			}
			break
		}
		node := Node{Move: m, Comment: n.comment}
		// Alternatives hang on the first of a chain of siblings; the others
		// begin the lines of a variation and have theirs handled by the caller.
		if len(nodes) > 0 || depth == 0 {
			for s := n.sibling; s != 0; s = b.t.nodes[s].sibling {
				if depth >= maxNesting {
					b.g.warn(0, b.p.Plies()+1, "more than %d nested variations; the rest is dropped", maxNesting)
					break
				}
				if v := b.line(s, depth+1); len(v) > 0 {
					node.Variations = append(node.Variations, v)
				}
			}
		}
		nodes = append(nodes, node)
		b.p.Make(m)
		i = n.child
	}
	for range nodes {
		b.p.Unmake()
	}
	return nodes
}

func (b *treeBuilder) move(n *rawNode) (board.Move, string) {
	if !n.from.Valid() || !n.to.Valid() {
		return board.NoMove, "move off the board"
	}
	if n.from == n.to {
		return board.NoMove, fmt.Sprintf("passing move on %v", n.from)
	}
	m := board.NewMove(n.from, n.to)
	if !b.p.IsLegal(m) {
		return board.NoMove, fmt.Sprintf("illegal move %v: %s", m, notation.Explain(b.p, m))
	}
	return m, ""
}

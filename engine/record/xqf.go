package record

import (
	"encoding/binary"
	"fmt"

	"xqlab/engine/board"
)

// Layout of an XQF file (XQStudio): a header of 0x400 bytes, then nodes.
// Numbers are little endian, squares file*10+rank, strings a length byte and
// GBK text.
const (
	xqfHeader     = 0x400
	xqfVersion10  = 0x0A // version 1.0; later ones scramble what follows
	xqfSlotShift  = 0x0C // from here on the piece slots are rotated too
	xqfFromOffset = 24   // added to a node's squares in every version
	xqfToOffset   = 32
)

// xqfCopyright is the text from which later versions derive their key stream.
const xqfCopyright = "[(C) Copyright Mr. Dong Shiwei.]"

// xqfKeys undo the scrambling of versions after 1.0; the zero value changes
// nothing.
type xqfKeys struct {
	piece, from, to byte
	comment         uint32 // subtracted from comment lengths
	stream          [32]byte
}

func newXQFKeys(h []byte) xqfKeys {
	if h[2] <= xqfVersion10 {
		return xqfKeys{}
	}
	f := func(k byte) byte { return 54*k*k + 221 }
	k12, k13, k14, k15 := h[12], h[13], h[14], h[15]
	var k xqfKeys
	k.piece = f(k13) * k13
	k.from = f(k14) * k.piece
	k.to = f(k15) * k.from
	k.comment = (uint32(k12)*256+uint32(k13))%32000 + 767
	for i := range k.stream {
		k.stream[i] = xqfCopyright[i] & (h[8+i%4] | h[12+i%4]&h[3])
	}
	return k
}

// xqfPieces is the order of the 32 pieces in the header, Red's sixteen first.
var xqfPieces = [16]board.PieceType{
	board.Rook, board.Horse, board.Elephant, board.Advisor, board.King,
	board.Advisor, board.Elephant, board.Horse, board.Rook, board.Cannon, board.Cannon,
	board.Pawn, board.Pawn, board.Pawn, board.Pawn, board.Pawn,
}

// xqfSquare converts a square byte; NoSquare if it is off the board.
func xqfSquare(b byte) board.Square {
	if b >= 90 {
		return board.NoSquare
	}
	return board.SquareAt(int(b/10), int(b%10))
}

// ReadXQF reads a whole XQF file: one game with its variations and comments.
func ReadXQF(data []byte, source string) (*Game, error) {
	g := &Game{Source: source, Number: 1}
	if len(data) < xqfHeader || data[0] != 'X' || data[1] != 'Q' {
		return nil, g.bad(0, 0, "not an XQF file: want %q and a header of %d bytes, have %d bytes", "XQ", xqfHeader, len(data))
	}
	keys := newXQFKeys(data)
	pieces, err := xqfBoard(data, keys)
	if err != nil {
		return nil, g.bad(0, 0, "%v", err)
	}
	readXQFTags(g, data)
	var tree rawTree
	if why := readXQFNodes(&tree, data, keys); why != "" {
		g.cut(0, 0, "%s; the moves up to there are kept", why)
	}
	// Byte 0x32 names the side to move, often wrongly: the first move decides.
	side, ok := tree.firstMover(func(s board.Square) board.Piece { return pieces[s] })
	if !ok && data[0x32] == 1 {
		side = board.Black
	}
	p, err := placement(pieces[:], side)
	if err != nil && !ok {
		p, err = placement(pieces[:], side.Other())
	}
	if err != nil {
		return nil, g.bad(0, 0, "start position: %v", err)
	}
	g.FEN = p.FEN()
	tree.fill(g, p)
	return g, nil
}

// xqfBoard reads the start position's pieces.
func xqfBoard(h []byte, keys xqfKeys) (pieces [board.NumSquares]board.Piece, err error) {
	for i := range 32 {
		slot := i
		if h[2] >= xqfSlotShift {
			slot = (int(keys.piece) + 1 + i) % 32
		}
		s := xqfSquare(h[0x10+i] - keys.piece)
		if s == board.NoSquare {
			continue // captured
		}
		if pieces[s] != board.NoPiece {
			return pieces, fmt.Errorf("start position: two pieces on %v", s)
		}
		c := board.Color(slot / 16)
		pieces[s] = board.MakePiece(c, xqfPieces[slot%16])
	}
	return pieces, nil
}

// placement makes a position of pieces by square.
func placement(pieces []board.Piece, side board.Color) (*board.Position, error) {
	var fen []byte
	for rank := 9; rank >= 0; rank-- {
		for file := range 9 {
			if pc := pieces[board.SquareAt(file, rank)]; pc != board.NoPiece {
				fen = append(fen, pc.Letter())
			} else {
				fen = append(fen, '1')
			}
		}
		if rank > 0 {
			fen = append(fen, '/')
		}
	}
	if side == board.Black {
		return board.ParseFEN(string(fen) + " b")
	}
	return board.ParseFEN(string(fen) + " w")
}

// readXQFTags reads the texts and the result of the header.
func readXQFTags(g *Game, h []byte) {
	for _, t := range []struct {
		name string
		at   int
		size int // longest text
	}{
		{"Title", 0x50, 63}, {"Event", 0xD0, 63}, {"Date", 0x110, 15}, {"Site", 0x120, 15},
		{"Red", 0x130, 15}, {"Black", 0x140, 15}, {"TimeRule", 0x150, 63}, {"RedTime", 0x190, 15},
		{"BlackTime", 0x1A0, 15}, {"Annotator", 0x1D0, 15}, {"Author", 0x1E0, 15},
	} {
		n := min(int(h[t.at]), t.size)
		g.setTag(t.name, decodeText(h[t.at+1:t.at+1+n], GB18030))
	}
	if h[0x40] >= 1 && h[0x40] <= 3 {
		g.setTag("Stage", [...]string{1: "opening", 2: "middlegame", 3: "endgame"}[h[0x40]])
	}
	g.Result = binaryResult(h[0x33])
}

// binaryResult is the result byte of XQF and CBR.
func binaryResult(b byte) Result {
	switch b {
	case 1:
		return RedWins
	case 2:
		return BlackWins
	case 3, 4:
		return Draw
	}
	return Unknown
}

// readXQFNodes reads the move tree; the text explains why it is incomplete.
func readXQFNodes(tree *rawTree, data []byte, keys xqfKeys) string {
	body := make([]byte, len(data)-xqfHeader)
	for i := range body {
		body[i] = data[xqfHeader+i] - keys.stream[i%32]
	}
	old := data[2] <= xqfVersion10
	for at := 0; !tree.full; {
		if len(body)-at < 4 || old && len(body)-at < 8 {
			return fmt.Sprintf("the file ends in the middle of the moves, at byte %d", xqfHeader+at)
		}
		if len(tree.nodes) >= maxRawNodes {
			return fmt.Sprintf("more than %d moves", maxRawNodes)
		}
		n := rawNode{
			from: xqfSquare(body[at] - xqfFromOffset - keys.from),
			to:   xqfSquare(body[at+1] - xqfToOffset - keys.to),
		}
		tag := body[at+2]
		hasChild, hasSibling, hasComment := tag&0x80 != 0, tag&0x40 != 0, tag&0x20 != 0
		if old {
			hasChild, hasSibling, hasComment = tag&0xF0 != 0, tag&0x0F != 0, true
		}
		at += 4
		if hasComment {
			if len(body)-at < 4 {
				return fmt.Sprintf("the file ends in the middle of the moves, at byte %d", xqfHeader+at)
			}
			size := binary.LittleEndian.Uint32(body[at:]) - keys.comment
			at += 4
			if uint64(size) > uint64(len(body)-at) {
				return fmt.Sprintf("comment of %d bytes at byte %d is longer than the file", size, xqfHeader+at)
			}
			n.comment = decodeText(body[at:at+int(size)], GB18030)
			at += int(size)
		}
		tree.add(n, hasChild, hasSibling)
	}
	return ""
}

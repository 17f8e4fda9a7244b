package record

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"xqlab/engine/board"
)

// Layout of a CBR file (CCBridge): a header of 2214 bytes, then nodes. Texts
// are UTF-16LE in fields of fixed length.
const (
	cbrMagic  = "CCBridge Record\x00"
	cblMagic  = "CCBridgeLibrary\x00"
	cbrHeader = 2214
	cblStep   = 4096 // records of a library begin on this grid
)

// cbrTexts are the header fields read: place and length in bytes.
var cbrTexts = []struct {
	name     string
	at, size int
}{
	{"Title", 180, 128}, {"Event", 692, 64}, {"Red", 1076, 64}, {"Black", 1300, 64},
}

// cbrPieces are the piece codes 1..7 of the low digit.
var cbrPieces = [8]board.PieceType{
	1: board.Rook, 2: board.Horse, 3: board.Elephant, 4: board.Advisor,
	5: board.King, 6: board.Cannon, 7: board.Pawn,
}

// ReadCBR reads a whole CBR file: one game with its variations and comments.
func ReadCBR(data []byte, source string) (*Game, error) {
	return readCBR(data, &Game{Source: source, Number: 1})
}

func readCBR(data []byte, g *Game) (*Game, error) {
	if len(data) < cbrHeader || !bytes.HasPrefix(data, []byte(cbrMagic)) {
		return nil, g.bad(0, 0, "not a CBR record: want %q and a header of %d bytes, have %d bytes", cbrMagic, cbrHeader, len(data))
	}
	for _, t := range cbrTexts {
		g.setTag(t.name, decodeText(data[t.at:t.at+t.size], UTF16LE))
	}
	g.Result = binaryResult(data[2076])
	var pieces [board.NumSquares]board.Piece
	for i := range pieces {
		code := data[2120+i]
		if code == 0 {
			continue
		}
		s := cbrSquare(byte(i))
		color, t := code>>4, code&15
		if color < 1 || color > 2 || t < 1 || t > 7 {
			return nil, g.bad(0, 0, "start position: unknown piece code %#x on %v", code, s)
		}
		pieces[s] = board.MakePiece(board.Color(color-1), cbrPieces[t])
	}
	var tree rawTree
	if why := readCBRNodes(&tree, data[cbrHeader:]); why != "" {
		g.cut(0, 0, "%s; the moves up to there are kept", why)
	}
	side, ok := tree.firstMover(func(s board.Square) board.Piece { return pieces[s] })
	if !ok && binary.LittleEndian.Uint16(data[2116:]) == 2 {
		side = board.Black
	}
	p, err := placement(pieces[:], side)
	if err != nil {
		return nil, g.bad(0, 0, "start position: %v", err)
	}
	g.FEN = p.FEN()
	tree.fill(g, p)
	return g, nil
}

// cbrSquare converts a square number that runs from a9 to i0, row by row.
func cbrSquare(b byte) board.Square {
	if b >= board.NumSquares {
		return board.NoSquare
	}
	return board.SquareAt(int(b%9), 9-int(b/9))
}

// readCBRNodes reads the move tree; the text explains why it is incomplete.
func readCBRNodes(tree *rawTree, body []byte) string {
	for at := 0; !tree.full; {
		if len(body)-at < 4 {
			return fmt.Sprintf("the record ends in the middle of the moves, at byte %d", cbrHeader+at)
		}
		if len(tree.nodes) >= maxRawNodes {
			return fmt.Sprintf("more than %d moves", maxRawNodes)
		}
		flags := body[at]
		n := rawNode{from: cbrSquare(body[at+2]), to: cbrSquare(body[at+3])}
		at += 4
		if flags&4 != 0 {
			if len(body)-at < 4 {
				return fmt.Sprintf("the record ends in the middle of the moves, at byte %d", cbrHeader+at)
			}
			size := binary.LittleEndian.Uint32(body[at:])
			at += 4
			if uint64(size) > uint64(len(body)-at) {
				return fmt.Sprintf("comment of %d bytes at byte %d is longer than the record", size, cbrHeader+at)
			}
			n.comment = decodeText(body[at:at+int(size)], UTF16LE)
			at += int(size)
		}
		tree.add(n, flags&1 == 0, flags&2 != 0)
	}
	return ""
}

// cblReader reads the records of a CBL library one after the other.
type cblReader struct {
	data   []byte // from the next record on
	source string
	name   string
	number int
}

// NewCBLReader returns a reader of the games of a whole CBL file; records that
// are only headings are left out. The library's name becomes the tag Library
// of each game.
func NewCBLReader(data []byte, source string) (Reader, error) {
	if !bytes.HasPrefix(data, []byte(cblMagic)) || len(data) < 64 {
		return nil, fmt.Errorf("%s: not a CBL library: want %q at the start", source, cblMagic)
	}
	r := &cblReader{source: source, name: decodeText(data[64:min(len(data), 576)], UTF16LE)}
	// The index before the first record has no dependable size.
	if i := bytes.Index(data, []byte(cbrMagic)); i >= 0 {
		r.data = data[i:]
	}
	return r, nil
}

func (r *cblReader) Next() (*Game, error) {
	for {
		record := r.cut()
		if record == nil {
			return nil, io.EOF
		}
		r.number++
		if isHeading(record) {
			continue
		}
		g := &Game{Source: r.source, Number: r.number}
		g.setTag("Library", r.name)
		return readCBR(record, g)
	}
}

// isHeading reports whether a record has no piece on its board: libraries hold
// such records between groups of games, with a title and a comment.
func isHeading(record []byte) bool {
	return len(record) >= cbrHeader && len(bytes.Trim(record[2120:2120+board.NumSquares], "\x00")) == 0
}

// cut takes the next record off the library, nil at the end.
func (r *cblReader) cut() []byte {
	if len(r.data) == 0 {
		return nil
	}
	// The record reaches to the next one; long ones span several steps.
	end := cblStep
	for end < len(r.data) && !bytes.HasPrefix(r.data[end:], []byte(cbrMagic)) {
		end += cblStep
	}
	end = min(end, len(r.data))
	record := r.data[:end]
	r.data = r.data[end:]
	return record
}

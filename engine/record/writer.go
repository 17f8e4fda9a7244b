package record

import (
	"fmt"
	"io"

	"golang.org/x/text/encoding"
	xunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"xqlab/engine/notation"
)

// Writer writes games in one format. An error of Write that is about the game
// leaves the output usable; Flush must be called at the end.
type Writer interface {
	Write(g *Game) error
	Flush() error
}

// NewWriter returns a writer of a format that can be written. The style is
// that of moves in PGN; other formats use ICCS.
func NewWriter(w io.Writer, f Format, style notation.Style) (Writer, error) {
	switch f {
	case PGN:
		return NewPGNWriter(w, style), nil
	case MoveList:
		return NewMoveListWriter(w), nil
	case EPDList:
		return NewEPDWriter(w, Selection{}), nil
	case JSONL:
		return NewJSONLWriter(w), nil
	}
	return nil, fmt.Errorf("format %v cannot be written (want pgn, moves, epd or jsonl)", f)
}

// NewEncoder returns a writer that encodes UTF-8 text. GB18030 and Big5 files
// get CRLF line ends, as their readers expect; UTF-16 gets a byte order mark.
// Characters that Big5 lacks become "?". Close flushes but does not close w.
func NewEncoder(w io.Writer, e Encoding) io.WriteCloser {
	switch e {
	case GB18030, Big5:
		t := transform.Chain(crlf{}, encoding.ReplaceUnsupported(e.codec().NewEncoder()))
		return transform.NewWriter(w, t)
	case UTF16LE:
		return transform.NewWriter(w, xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM).NewEncoder())
	case UTF16BE:
		return transform.NewWriter(w, xunicode.UTF16(xunicode.BigEndian, xunicode.UseBOM).NewEncoder())
	}
	return transform.NewWriter(w, transform.Nop)
}

// crlf turns LF into CRLF.
type crlf struct{ transform.NopResetter }

func (crlf) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for _, c := range src {
		need := 1
		if c == '\n' {
			need = 2
		}
		if len(dst)-nDst < need {
			return nDst, nSrc, transform.ErrShortDst
		}
		if c == '\n' {
			dst[nDst] = '\r'
			nDst++
		}
		dst[nDst] = c
		nDst++
		nSrc++
	}
	return nDst, nSrc, nil
}

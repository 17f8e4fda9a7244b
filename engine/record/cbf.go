package record

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"

	"xqlab/engine/board"
)

// cbfRecord is the XML of a CBF file, the text form of CCBridge's records.
type cbfRecord struct {
	XMLName xml.Name `xml:"ChineseChessRecord"`
	Head    struct {
		Name, Contest, Round, Date, Site, TimeRule string
		Red, RedTeam, RedTime, RedRating           string
		Black, BlackTeam, BlackTime, BlackRating   string
		Commentator, Creator, ECCO, RecordResult   string
		FEN                                        string
	}
	Moves []struct {
		Value   string `xml:"value,attr"`
		End     string `xml:"end,attr"`
		Comment string `xml:",chardata"`
	} `xml:"MoveList>Move"`
}

// ReadCBF reads the main line of a whole CBF file. Moves are file and row, the
// row counted from Black's side: 77-47 is h2e2; 00-00 is the start position.
func ReadCBF(data []byte, source string) (*Game, error) {
	g := &Game{Source: source, Number: 1}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	var rec cbfRecord
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.CharsetReader = func(label string, r io.Reader) (io.Reader, error) {
		e, err := ParseEncoding(label)
		if err != nil {
			return nil, err
		}
		return NewDecoder(r, e), nil
	}
	if err := dec.Decode(&rec); err != nil {
		return nil, g.bad(0, 0, "%v", err)
	}
	h := &rec.Head
	for _, t := range []Tag{
		{"Title", h.Name}, {"Event", h.Contest}, {"Round", h.Round}, {"Date", h.Date}, {"Site", h.Site},
		{"RedTeam", h.RedTeam}, {"Red", h.Red}, {"RedElo", h.RedRating}, {"RedTime", h.RedTime},
		{"BlackTeam", h.BlackTeam}, {"Black", h.Black}, {"BlackElo", h.BlackRating}, {"BlackTime", h.BlackTime},
		{"TimeRule", h.TimeRule}, {"ECCO", h.ECCO}, {"Annotator", h.Commentator}, {"Creator", h.Creator},
	} {
		g.setTag(t.Name, t.Value)
	}
	if len(h.RecordResult) == 1 {
		g.Result = binaryResult(h.RecordResult[0] - '0')
	}
	if h.FEN == "" {
		h.FEN = board.StartFEN
	}
	p, err := board.ParseFEN(h.FEN)
	if err != nil {
		return nil, g.bad(0, 0, "start position: %v", err)
	}
	var tree rawTree
	for i, m := range rec.Moves {
		n := rawNode{comment: decodeText([]byte(m.Comment), UTF8)}
		if i > 0 || m.Value != "00-00" {
			if len(tree.nodes) == 0 {
				tree.add(rawNode{}, true, false)
			}
			if n.from, n.to, err = cbfMove(m.Value); err != nil {
				return nil, g.bad(0, len(tree.nodes), "%v", err)
			}
		}
		last := m.End == "1" || i == len(rec.Moves)-1
		tree.add(n, !last, false)
		if last && i < len(rec.Moves)-1 {
			g.warn(0, 0, "%d moves of variations after the main line are not read", len(rec.Moves)-1-i)
			break
		}
	}
	g.FEN = p.FEN()
	tree.fill(g, p)
	return g, nil
}

// cbfMove reads "77-47".
func cbfMove(text string) (from, to board.Square, err error) {
	if len(text) != 5 || text[2] != '-' {
		return 0, 0, fmt.Errorf("move %q: want two squares of digits such as 77-47", text)
	}
	var s [2]board.Square
	for i, part := range []string{text[:2], text[3:]} {
		file, row := part[0]-'0', part[1]-'0'
		if file > 8 || row > 9 {
			return 0, 0, fmt.Errorf("move %q: square %s is not on the board", text, part)
		}
		s[i] = board.SquareAt(int(file), 9-int(row))
	}
	return s[0], s[1], nil
}

package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"xqlab/engine/board"
)

// jsonGame is one line of JSONL:
//
//	{"source": "games.pgn", "fen": "...", "moves": ["h2e2"], "result": "1-0", "tags": {"Red": "..."}}
//
// Comments and variations are not represented.
type jsonGame struct {
	Source string   `json:"source"`
	FEN    string   `json:"fen"`
	Moves  []string `json:"moves"`
	Result string   `json:"result"`
	Tags   tagList  `json:"tags"`
}

// tagList is a JSON object that keeps its order.
type tagList []Tag

// MarshalJSON writes the object.
func (t tagList) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, tag := range t {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendJSON(b, tag.Name), ':')
		b = appendJSON(b, tag.Value)
	}
	return append(b, '}'), nil
}

// UnmarshalJSON reads an object of strings.
func (t *tagList) UnmarshalJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	tok, err := dec.Token()
	if err != nil || tok == nil {
		return err
	}
	if tok != json.Delim('{') {
		return fmt.Errorf("tags: want an object, have %v", tok)
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		value, err := dec.Token()
		if err != nil {
			return err
		}
		text, ok := value.(string)
		if !ok {
			return fmt.Errorf("tag %v: want a text, have %v", name, value)
		}
		*t = append(*t, Tag{name.(string), text})
	}
	return nil
}

// appendJSON appends a text as a JSON string, HTML characters unescaped.
func appendJSON(b []byte, text string) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		return append(b, `""`...) // a string always encodes
	}
	return append(b, bytes.TrimSpace(buf.Bytes())...)
}

type jsonlReader struct {
	source string
	lines  *lineScanner
	number int
}

// NewJSONLReader returns a reader of JSONL. Unknown fields are ignored; a game without fen starts from the start position.
func NewJSONLReader(r io.Reader, source string) Reader {
	return &jsonlReader{source: source, lines: newLineScanner(r)}
}

func (r *jsonlReader) Next() (*Game, error) {
	text, err := r.lines.next()
	if err != nil && !errors.Is(err, errLongLine) {
		return nil, err
	}
	r.number++
	g := &Game{Source: r.source, Number: r.number, Line: r.lines.line}
	if err != nil {
		return nil, g.bad(g.Line, 0, "%v", err)
	}
	var j jsonGame
	if err := json.Unmarshal(text, &j); err != nil {
		return nil, g.bad(g.Line, 0, "not a JSON game: %v", err)
	}
	if j.FEN == "" {
		j.FEN = board.StartFEN
	}
	p, err := board.ParseFEN(j.FEN)
	if err != nil {
		return nil, g.bad(g.Line, 0, "fen: %v", err)
	}
	res, ok := ParseResult(j.Result)
	if !ok {
		return nil, g.bad(g.Line, 0, "unknown result %q (want 1-0, 0-1, 1/2-1/2 or *)", j.Result)
	}
	g.FEN, g.Result = p.FEN(), res
	for _, t := range j.Tags {
		g.setTag(t.Name, t.Value)
	}
	if err := playList(g, p, j.Moves, g.Line); err != nil {
		return nil, err
	}
	if j.Source != "" {
		g.Source = j.Source
	}
	return g, nil
}

type jsonlWriter struct{ w *bufio.Writer }

// NewJSONLWriter returns a writer of JSONL.
func NewJSONLWriter(w io.Writer) Writer {
	return &jsonlWriter{bufio.NewWriterSize(w, 64<<10)}
}

func (w *jsonlWriter) Write(g *Game) error {
	j := jsonGame{Source: g.Source, FEN: g.FEN, Moves: make([]string, len(g.Main)), Result: g.Result.String(), Tags: g.Tags}
	for i := range g.Main {
		j.Moves[i] = g.Main[i].Move.String()
	}
	enc := json.NewEncoder(w.w)
	enc.SetEscapeHTML(false)
	return enc.Encode(j)
}

func (w *jsonlWriter) Flush() error { return w.w.Flush() }

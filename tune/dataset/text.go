package dataset

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/record"
)

// TextFormat is a way to write labelled positions as text.
type TextFormat string

const (
	// CSV has a header line and the columns fen, label, score, count, game and
	// ply; fen and label are required, columns may come in any order, others are
	// ignored. score may be empty.
	CSV TextFormat = "csv"
	// EPD has one position a line with the operations label "0.5", ce (the
	// score, from the side to move), count, game and ply. Only a label is
	// required; c9 with a label or a result ("1-0") will do.
	EPD TextFormat = "epd"
)

// ParseTextFormat returns the format of a name.
func ParseTextFormat(name string) (TextFormat, error) {
	switch f := TextFormat(name); f {
	case CSV, EPD:
		return f, nil
	}
	return "", fmt.Errorf("unknown format %q (want csv or epd)", name)
}

var csvColumns = []string{"fen", "label", "score", "count", "game", "ply"}

// Export writes all records of a file as text.
func Export(w io.Writer, f TextFormat, r *Reader) error {
	out := bufio.NewWriter(w)
	if f == CSV {
		fmt.Fprintln(out, strings.Join(csvColumns, ","))
	}
	var pos board.Position
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out.Flush()
		}
		if err != nil {
			return err
		}
		if err := rec.SetUp(&pos); err != nil {
			return r.RecordError(err)
		}
		label := strconv.FormatFloat(rec.Label(), 'g', 6, 64)
		score, scored := rec.Score()
		if f == CSV {
			text := ""
			if scored {
				text = strconv.Itoa(score)
			}
			_, err = fmt.Fprintf(out, "%s,%s,%s,%d,%d,%d\n", pos.FEN(), label, text, rec.Count, rec.Game, rec.Ply)
		} else {
			fmt.Fprintf(out, `%s label "%s";`, pos.EPD(), label)
			if scored {
				if pos.SideToMove() == board.Black {
					score = -score
				}
				fmt.Fprintf(out, " ce %d;", score)
			}
			_, err = fmt.Fprintf(out, " count %d; game %d; ply %d;\n", rec.Count, rec.Game, rec.Ply)
		}
		if err != nil {
			return err
		}
	}
}

// Import reads text and hands out records. Positions without a game number are
// a game of their own each. An error names the line.
func Import(r io.Reader, name string, f TextFormat, emit func(*Record) error) error {
	if f == CSV {
		return importCSV(r, name, emit)
	}
	return importEPD(r, name, emit)
}

// fields are the parts of a record as text; empty ones are missing.
type fields struct {
	label, score, count, game, ply string
}

// record makes a record of a position and what stands beside it. number is
// the place in the text, from 0.
func (f fields) record(p *board.Position, number uint32) (Record, error) {
	y, err := parseLabel(f.label)
	if err != nil {
		return Record{}, err
	}
	r, err := NewRecord(p, y)
	if err != nil {
		return r, err
	}
	if f.score != "" {
		s, err := strconv.Atoi(f.score)
		if err != nil {
			return r, fmt.Errorf("score %q is not a whole number of centipawns", f.score)
		}
		r.SetScore(s)
	}
	r.Game = number
	for _, x := range []struct {
		name, text string
		max        uint64
		set        func(uint64)
	}{
		{"count", f.count, math.MaxUint16, func(n uint64) { r.Count = uint16(n) }},
		{"game", f.game, math.MaxUint32, func(n uint64) { r.Game = uint32(n) }},
		{"ply", f.ply, math.MaxUint16, func(n uint64) { r.Ply = uint16(n) }},
	} {
		if x.text == "" {
			continue
		}
		n, err := strconv.ParseUint(x.text, 10, 64)
		if err != nil || n > x.max {
			return r, fmt.Errorf("%s %q is not a number from 0 to %d", x.name, x.text, x.max)
		}
		x.set(n)
	}
	return r, r.validate()
}

// parseLabel reads a number from 0 to 1 or a result.
func parseLabel(text string) (float64, error) {
	text = strings.Trim(strings.TrimSpace(text), "[]")
	if y, err := strconv.ParseFloat(text, 64); err == nil {
		return y, nil
	}
	if result, ok := record.ParseResult(text); ok {
		if y, ok := label(result); ok {
			return y, nil
		}
	}
	if text == "" {
		return 0, errors.New("no label")
	}
	return 0, fmt.Errorf("label %q is neither a number from 0 to 1 nor a result", text)
}

func importCSV(r io.Reader, name string, emit func(*Record) error) error {
	in := csv.NewReader(r)
	in.ReuseRecord = true
	head, err := in.Read()
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: empty file: no header line", name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	at := map[string]int{}
	for i, column := range head {
		at[strings.TrimSpace(strings.TrimPrefix(column, "\uFEFF"))] = i
	}
	for _, column := range csvColumns[:2] {
		if _, ok := at[column]; !ok {
			return fmt.Errorf("%s: line 1: no column %q in the header (%s)", name, column, strings.Join(head, " "))
		}
	}
	get := func(row []string, column string) string {
		if i, ok := at[column]; ok {
			return strings.TrimSpace(row[i])
		}
		return ""
	}
	for n := uint32(0); ; n++ {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		line, _ := in.FieldPos(0)
		p, err := board.ParseFEN(get(row, "fen"))
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", name, line, err)
		}
		f := fields{get(row, "label"), get(row, "score"), get(row, "count"), get(row, "game"), get(row, "ply")}
		rec, err := f.record(p, n)
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", name, line, err)
		}
		if err := emit(&rec); err != nil {
			return err
		}
	}
}

func importEPD(r io.Reader, name string, emit func(*Record) error) error {
	in := record.NewEPDReader(r, name)
	for n := uint32(0); ; n++ {
		e, line, err := in.NextEPD()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		f := fields{label: e.Text("label"), count: e.Text("count"), game: e.Text("game"), ply: e.Text("ply")}
		if f.label == "" {
			f.label = e.Text("c9")
		}
		if cp, ok := e.Int("ce"); ok {
			if e.Position.SideToMove() == board.Black {
				cp = -cp
			}
			f.score = strconv.Itoa(cp)
		}
		rec, err := f.record(e.Position, n)
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", name, line, err)
		}
		if err := emit(&rec); err != nil {
			return err
		}
	}
}

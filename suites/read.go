package suites

import (
	"bufio"
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/notation"
	"xqlab/engine/record"
)

//go:embed data/*.epd
var shipped embed.FS

// Shipped lists the names of the suites that come with the program.
func Shipped() []string {
	entries, err := shipped.ReadDir("data")
	if err != nil {
		panic("suites: " + err.Error()) // embedded: cannot fail
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".epd")
	}
	return names
}

// Load reads a suite: the name of a shipped one, or a file.
func Load(name string) (*Suite, error) {
	if slices.Contains(Shipped(), name) {
		data, err := shipped.ReadFile("data/" + name + ".epd")
		if err != nil {
			return nil, err
		}
		s, err := Read(bytes.NewReader(data), name)
		if err == nil {
			s.Source = name
		}
		return s, err
	}
	f, err := os.Open(name)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("suite %q: no such file, and none of the shipped suites (%s)", name, strings.Join(Shipped(), ", "))
		}
		return nil, fmt.Errorf("suite: %w", err)
	}
	defer f.Close()
	s, err := Read(f, name)
	if err != nil {
		return nil, err
	}
	s.Name = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	s.Source, err = filepath.Abs(name)
	return s, err
}

// LoadAll reads several suites, which must have different names.
func LoadAll(names []string) ([]*Suite, error) {
	var list []*Suite
	seen := map[string]bool{}
	for _, name := range names {
		s, err := Load(name)
		if err != nil {
			return nil, err
		}
		if seen[s.Name] {
			return nil, fmt.Errorf("two suites are named %q: want different file names", s.Name)
		}
		seen[s.Name] = true
		list = append(list, s)
	}
	return list, nil
}

// maxLine bounds a line of a suite file.
const maxLine = 1 << 16

// Read reads a suite in either form. Errors name the source and the line. A
// suite without a position is an error.
func Read(r io.Reader, name string) (*Suite, error) {
	s := &Suite{Name: name}
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 4096), maxLine)
	var bars []barLine
	line := 0
	for sc.Scan() {
		line++
		text := strings.TrimSpace(strings.TrimPrefix(sc.Text(), "\ufeff"))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if strings.Contains(text, "|") && !strings.Contains(text, ";") {
			b, err := parseBarLine(text, line)
			if err != nil {
				return nil, fmt.Errorf("suite %s: line %d: %w", name, line, err)
			}
			bars = append(bars, b)
			s.Positions = append(s.Positions, b.pos)
			continue
		}
		p, err := parsePosition(text)
		if err != nil {
			return nil, fmt.Errorf("suite %s: line %d: %w", name, line, err)
		}
		p.Line = line
		s.Positions = append(s.Positions, p)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("suite %s: line %d: %w", name, line+1, err)
	}
	if err := resolveBarMoves(bars); err != nil {
		return nil, fmt.Errorf("suite %s: %w", name, err)
	}
	if len(s.Positions) == 0 {
		return nil, fmt.Errorf("suite %s: no position", name)
	}
	for i, p := range s.Positions {
		if p.ID == "" {
			p.ID = fmt.Sprintf("%03d", i+1)
		}
	}
	return s, nil
}

// parsePosition reads an EPD line of a suite.
func parsePosition(text string) (*Position, error) {
	e, err := record.ParseEPD(text)
	if err != nil {
		return nil, err
	}
	p := &Position{
		ID: e.ID(), Board: e.Position, Best: e.Moves("bm"), Avoid: e.Moves("am"),
		Comment: e.Text("c0"), Themes: strings.Fields(e.Text("c2")),
	}
	p.Mate, _ = e.Int("dm")
	p.Gain, _ = e.Int("ce")
	if e.Op("c1") != nil {
		if p.Difficulty, err = parseDifficulty(e.Text("c1")); err != nil {
			return nil, fmt.Errorf("c1: %w", err)
		}
	}
	if e.Op("c3") != nil {
		if p.Start, p.Board, err = parseHistory(e.Text("c3"), e.Position); err != nil {
			return nil, fmt.Errorf("c3: %w", err)
		}
	}
	if e.Op("c8") != nil || e.Op("c9") != nil {
		if err := p.parsePoints(e.Text("c8"), e.Text("c9")); err != nil {
			return nil, err
		}
	}
	if len(p.Best) == 0 && len(p.Avoid) == 0 {
		return nil, errors.New("no best move (bm), no move to avoid (am), no points (c8, c9)")
	}
	return p, nil
}

func parseDifficulty(text string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > 5 {
		return 0, fmt.Errorf("difficulty %q: want 1 (easy) to 5", text)
	}
	return n, nil
}

// parsePoints reads the lists of points and of the moves that earn them. The
// moves with most points are the best ones if bm names none.
func (p *Position) parsePoints(points, moves string) error {
	values, texts := strings.Fields(points), strings.Fields(moves)
	if len(values) != len(texts) || len(values) == 0 {
		return fmt.Errorf("c8 has %d points, c9 %d moves: want as many of both", len(values), len(texts))
	}
	p.Points = make(map[board.Move]float64, len(values))
	top := 0.0
	for i, text := range texts {
		v, err := strconv.ParseFloat(values[i], 64)
		if err != nil || !(v >= 0 && v <= 1e6) {
			return fmt.Errorf("c8: points %q: want a number from 0", values[i])
		}
		m, _, err := notation.ParseAny(p.Board, text)
		if err != nil {
			return fmt.Errorf("c9: %w", err)
		}
		p.Points[m] = v
		top = max(top, v)
	}
	if len(p.Best) == 0 && len(p.Avoid) == 0 {
		for m, v := range p.Points {
			if v == top && v > 0 {
				p.Best = append(p.Best, m)
			}
		}
		slices.Sort(p.Best)
	}
	return nil
}

// barLine is a line FEN|move|difficulty whose move still has to be read: the
// ranks' dialect is decided for the whole file.
type barLine struct {
	pos  *Position
	move string
}

func parseBarLine(text string, line int) (barLine, error) {
	fields := strings.Split(text, "|")
	if len(fields) < 2 || len(fields) > 3 {
		return barLine{}, fmt.Errorf("%d fields between bars, want FEN|move|difficulty", len(fields))
	}
	pos, err := board.ParseFEN(fields[0])
	if err != nil {
		return barLine{}, err
	}
	p := &Position{Board: pos, Line: line}
	if len(fields) == 3 && strings.TrimSpace(fields[2]) != "" {
		if p.Difficulty, err = parseDifficulty(fields[2]); err != nil {
			return barLine{}, err
		}
	}
	move := strings.TrimSpace(fields[1])
	if move == "" {
		return barLine{}, errors.New("the best move between the bars is missing")
	}
	return barLine{p, move}, nil
}

// resolveBarMoves reads the moves in the one dialect in which all are legal,
// ranks 0-9 first.
func resolveBarMoves(bars []barLine) error {
	if len(bars) == 0 {
		return nil
	}
	var firstErr error
	for _, style := range []notation.Style{notation.ICCS, notation.UCI10} {
		err := readBarMoves(bars, style)
		if err == nil {
			return nil
		}
		if firstErr == nil {
			firstErr = err
		}
	}
	return firstErr
}

func readBarMoves(bars []barLine, style notation.Style) error {
	for _, b := range bars {
		m, err := notation.Parse(b.pos.Board, b.move, style)
		if err != nil {
			return fmt.Errorf("line %d: %w", b.pos.Line, err)
		}
		b.pos.Best = []board.Move{m}
	}
	return nil
}

// Write writes a suite as EPD lines.
func (s *Suite) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, p := range s.Positions {
		if _, err := fmt.Fprintln(b, p.EPD()); err != nil {
			return err
		}
	}
	return b.Flush()
}

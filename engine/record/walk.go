package record

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// Options of Walk. The zero value detects encodings and formats and continues
// after problems.
type Options struct {
	Encoding Encoding // of text files
	Format   Format   // of all files; UnknownFormat finds it for each
	// Strict makes the first bad or truncated game an error.
	Strict bool
	// OnProblem, if set, is called for every skipped game and every warning.
	OnProblem func(p Problem, skipped bool)
	Stdin     io.Reader // what the path "-" means
}

// Counts summarises a Walk.
type Counts struct {
	Files   int `json:"files"`   // files with a known format
	Ignored int `json:"ignored"` // files of folders and archives without one
	Games   int `json:"games"`   // games handed out
	Bad     int `json:"bad"`     // games or files skipped
	Warned  int `json:"warned"`  // games handed out with warnings
}

// String returns the counts on one line.
func (c Counts) String() string {
	s := fmt.Sprintf("%d games from %d files, %d bad, %d with warnings", c.Games, c.Files, c.Bad, c.Warned)
	if c.Ignored > 0 {
		s += fmt.Sprintf(", %d other files ignored", c.Ignored)
	}
	return s
}

// Walk reads all games of the paths in order: files, folders (files in them in
// name order, subfolders included), .zip and .gz. A game's Source is the path
// of its file, for members of a zip archive the path inside the archive. An
// error of visit, of the context or of reading ends it; bad games do not,
// unless Strict is set.
func Walk(ctx context.Context, paths []string, o Options, visit func(*Game) error) (Counts, error) {
	w := walker{ctx: ctx, o: o, visit: visit}
	for _, p := range paths {
		if err := w.path(p); err != nil {
			return w.counts, err
		}
	}
	return w.counts, nil
}

type walker struct {
	ctx    context.Context
	o      Options
	visit  func(*Game) error
	counts Counts
}

// input is one stream of records.
type input struct {
	name   string // shown in problems
	source string // Game.Source
	given  bool   // named by the caller, so that an unknown format is a problem
}

func (w *walker) path(name string) error {
	if name == "-" {
		if w.o.Stdin == nil {
			return errors.New("no standard input to read")
		}
		return w.stream(input{"-", "-", true}, w.o.Stdin)
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return w.file(name, true)
	}
	if link, err := os.Lstat(name); err == nil && link.Mode()&fs.ModeSymlink != 0 {
		if name, err = filepath.EvalSymlinks(name); err != nil { // WalkDir does not follow links
			return err
		}
	}
	return filepath.WalkDir(name, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		return w.file(p, false)
	})
}

func (w *walker) file(name string, given bool) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var magic [4]byte
	if n, _ := f.ReadAt(magic[:], 0); n == 4 && string(magic[:]) == "PK\x03\x04" {
		info, err := f.Stat()
		if err != nil {
			return err
		}
		return w.archive(name, f, info.Size())
	}
	return w.stream(input{name, name, given}, f)
}

// archive reads the members of a zip archive.
func (w *walker) archive(name string, r io.ReaderAt, size int64) error {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return w.skip(Problem{File: name, Reason: "damaged zip archive: " + err.Error()})
	}
	for _, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		member := memberName(f.Name)
		in := input{name + ": " + member, member, false}
		m, err := f.Open()
		if err == nil {
			err = w.stream(in, m)
			m.Close()
		} else {
			err = w.skip(Problem{File: in.name, Reason: err.Error()})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// memberName decodes the name of a zip member; old Chinese archives hold GBK.
func memberName(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	if s, err := simplifiedchinese.GB18030.NewDecoder().String(name); err == nil {
		return s
	}
	return strings.ToValidUTF8(name, "\uFFFD")
}

// stream reads one file's games, unpacking gzip.
func (w *walker) stream(in input, r io.Reader) error {
	buf := bufio.NewReaderSize(r, sniffLength)
	head, err := buf.Peek(sniffLength)
	if err != nil && err != io.EOF {
		return w.skip(Problem{File: in.name, Reason: err.Error()})
	}
	if bytes.HasPrefix(head, []byte("\x1F\x8B")) {
		gz, err := gzip.NewReader(buf)
		if err != nil {
			return w.skip(Problem{File: in.name, Reason: "damaged gzip file: " + err.Error()})
		}
		in.source = strings.TrimSuffix(in.source, path.Ext(in.source))
		return w.stream(in, gz)
	}
	format := w.o.Format
	if format == UnknownFormat {
		format = Sniff(in.source, head)
	}
	if format == UnknownFormat {
		if in.given {
			return w.skip(Problem{File: in.name, Reason: "not a game record or list of positions of a known format"})
		}
		w.counts.Ignored++
		return nil
	}
	w.counts.Files++
	reader, err := NewReader(buf, format, w.o.Encoding, in.name)
	if err != nil {
		return w.skip(Problem{File: in.name, Reason: err.Error()})
	}
	return w.games(in, reader)
}

// games hands out the games of one reader.
func (w *walker) games(in input, r Reader) error {
	for {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		g, err := r.Next()
		var bad *BadGame
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &bad):
			if err := w.skip(bad.Problem); err != nil {
				return err
			}
			continue
		case err != nil:
			// Reading failed: the rest of this file is lost, but the others are not.
			return w.skip(Problem{File: in.name, Reason: err.Error()})
		}
		if g.Source == in.name {
			g.Source = in.source
		}
		if g.Truncated && w.o.Strict {
			return &BadGame{g.Warnings[len(g.Warnings)-1]}
		}
		if len(g.Warnings) > 0 {
			w.counts.Warned++
			for _, p := range g.Warnings {
				w.report(p, false)
			}
		}
		w.counts.Games++
		if err := w.visit(g); err != nil {
			return err
		}
	}
}

// skip counts and reports something that could not be used.
func (w *walker) skip(p Problem) error {
	w.counts.Bad++
	if w.o.Strict {
		return &BadGame{p}
	}
	w.report(p, true)
	return nil
}

func (w *walker) report(p Problem, skipped bool) {
	if w.o.OnProblem != nil {
		w.o.OnProblem(p, skipped)
	}
}

// maxBinary bounds the size of a binary record, which is read whole.
const maxBinary = 256 << 20

// NewReader returns a reader of records in one format. Text is decoded from
// the encoding given or detected; binary formats are read whole.
func NewReader(r io.Reader, f Format, e Encoding, source string) (Reader, error) {
	switch f {
	case PGN:
		return NewPGNReader(NewDecoder(r, e), source), nil
	case MoveList:
		return NewMoveListReader(NewDecoder(r, e), source), nil
	case EPDList:
		return NewEPDReader(NewDecoder(r, e), source), nil
	case JSONL:
		return NewJSONLReader(NewDecoder(r, e), source), nil
	}
	data, err := io.ReadAll(io.LimitReader(r, maxBinary+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxBinary {
		return nil, fmt.Errorf("%v file larger than %d MiB", f, maxBinary>>20)
	}
	switch f {
	case XQF:
		return &single{func() (*Game, error) { return ReadXQF(data, source) }}, nil
	case CBR:
		return &single{func() (*Game, error) { return ReadCBR(data, source) }}, nil
	case CBF:
		return &single{func() (*Game, error) { return ReadCBF(data, source) }}, nil
	case CBL:
		return NewCBLReader(data, source)
	}
	return nil, fmt.Errorf("format %v cannot be read", f)
}

// single is the Reader of a format with one game a file.
type single struct{ read func() (*Game, error) }

func (s *single) Next() (*Game, error) {
	if s.read == nil {
		return nil, io.EOF
	}
	read := s.read
	s.read = nil
	return read()
}

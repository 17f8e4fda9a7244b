package eval

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
)

// Weights is a full set of parameters. The zero value has all parameters zero;
// usually one starts from Default, Seed, Load or Read.
type Weights struct {
	v [NumParams]int32
}

//go:embed default.toml
var defaultTOML []byte

//go:embed seed.toml
var seedTOML []byte

var (
	readDefault = sync.OnceValue(func() *Weights { return mustRead("default.toml", defaultTOML) })
	readSeed    = sync.OnceValue(func() *Weights { return mustRead("seed.toml", seedTOML) })
)

func mustRead(name string, data []byte) *Weights {
	w, err := Read(bytes.NewReader(data), name)
	if err != nil {
		panic("eval: embedded " + err.Error())
	}
	return w
}

// Default returns the weights the engine plays with.
func Default() *Weights { return readDefault().Clone() }

// Seed returns the weights of the article the project started from: piece
// values and group percentages as published, plain values for the rest.
func Seed() *Weights { return readSeed().Clone() }

// Names of the built-in weights, which Load accepts in place of a path.
const (
	DefaultName = "default"
	SeedName    = "seed"
)

// Load reads a weight file. The names "default" and "seed" stand for the
// built-in weights. Errors name the file and, where they
// concern one, the line and the key.
func Load(path string) (*Weights, error) {
	switch path {
	case DefaultName:
		return Default(), nil
	case SeedName:
		return Seed(), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	defer f.Close()
	return Read(f, path)
}

// maxFileSize bounds what Read accepts; a file written by WriteTOML has about
// 40 kB.
const maxFileSize = 1 << 20

// Read reads weights from r; name stands for the file in errors.
func Read(r io.Reader, name string) (*Weights, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFileSize+1))
	if err != nil {
		return nil, fmt.Errorf("weights %s: %w", name, err)
	}
	if len(data) > maxFileSize {
		return nil, &FileError{File: name, Msg: fmt.Sprintf("larger than %d bytes: not a weight file", maxFileSize)}
	}
	return decode(data, name)
}

// Clone returns an independent copy.
func (w *Weights) Clone() *Weights {
	c := *w
	return &c
}

// Get returns parameter i.
func (w *Weights) Get(i int) int { return int(w.v[i]) }

// Set changes parameter i. A value outside the parameter's bounds is refused.
func (w *Weights) Set(i, value int) error {
	if p := &params[i]; value < p.min || value > p.max {
		return fmt.Errorf("%s: %d is out of range %d..%d", p.name, value, p.min, p.max)
	}
	w.v[i] = int32(value)
	return nil
}

// Percent returns the percentage of a group.
func (w *Weights) Percent(g Group) int { return w.Get(g.PercentIndex()) }

// Equal reports whether all parameters are equal.
func (w *Weights) Equal(o *Weights) bool { return w.v == o.v }

// hashVersion is part of what is hashed. It must change with the way content is
// hashed, so that no new content gets an old hash.
const hashVersion = "xqlab weights 1\n"

// Hash identifies the content: the SHA-256, in hexadecimal, of the parameters'
// names and values in order. It does not depend on a file's layout.
func (w *Weights) Hash() string {
	buf := []byte(hashVersion)
	for i := range w.v {
		buf = append(buf, params[i].name...)
		buf = append(buf, '=')
		buf = strconv.AppendInt(buf, int64(w.v[i]), 10)
		buf = append(buf, '\n')
	}
	sum := sha256.Sum256(buf)
	return hex.EncodeToString(sum[:])
}

package dataset

import (
	"bytes"
	_ "embed"
	"errors"
	"io"
	"io/fs"
	"os"
)

// sample holds quiet positions of master games; data/README.md has their
// source and licence and how the file is made.
//
//go:embed data/master.xqd
var sample []byte

// Sample returns a reader of the embedded sample: about 200,000 quiet positions
// of master games.
func Sample() (*Reader, error) { return NewReader(bytes.NewReader(sample), "sample") }

// SampleName stands for the embedded sample where a data file is asked for,
// unless there is a file of this name.
const SampleName = "sample"

// IsSample reports whether a path stands for the embedded sample.
func IsSample(path string) bool {
	_, err := os.Stat(path)
	return path == SampleName && errors.Is(err, fs.ErrNotExist)
}

// Open opens a file of labelled positions, or the embedded sample by
// SampleName. The Closer is never nil if the error is.
func Open(path string) (*Reader, io.Closer, error) {
	if IsSample(path) {
		r, err := Sample()
		return r, io.NopCloser(nil), err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	r, err := NewReader(f, path)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return r, f, nil
}

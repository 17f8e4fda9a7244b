package dataset

import (
	"bytes"
	_ "embed"
)

// sample holds quiet positions of master games; data/README.md has their
// source and licence and how the file is made.
//
//go:embed data/master.xqd
var sample []byte

// Sample returns a reader of the embedded sample: about 200,000 quiet positions
// of master games.
func Sample() (*Reader, error) { return NewReader(bytes.NewReader(sample), "sample") }

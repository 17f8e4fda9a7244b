package main

import (
	"bytes"
	"os"
	"testing"
)

// TestFileIsUpToDate compares the file in the tree with the table.
func TestFileIsUpToDate(t *testing.T) {
	want, err := source()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../" + fileName)
	if err != nil {
		t.Fatal(err)
	}
	// a checkout may have changed the line ends
	if !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
		t.Errorf("%s is out of date: run go generate ./engine/eval", fileName)
	}
}

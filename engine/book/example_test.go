package book_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"xqlab/engine/board"
	"xqlab/engine/book"
)

func Example() {
	if err := example(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// h2e2 1 1.0
	// h2e2 true
}

func example() error {
	dir, err := os.MkdirTemp("", "book")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)

	b, err := book.NewBuilder(book.BuildOptions{Plies: 10})
	if err != nil {
		return err
	}
	defer b.Close()
	p := board.NewPosition()
	m, err := board.ParseMove("h2e2")
	if err != nil {
		return err
	}
	if err := b.Add(p, []board.Move{m}, book.RedWon); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "example.xqb"))
	if err != nil {
		return err
	}
	if _, err := b.WriteTo(f); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}

	opened, err := book.Open(f.Name())
	if err != nil {
		return err
	}
	defer opened.Close()
	for _, e := range opened.Probe(p) {
		fmt.Printf("%v %d %.1f\n", e.Move, e.Games(), e.Score())
	}
	fmt.Println(opened.Pick(p, rand.New(rand.NewPCG(1, 2))))
	return nil
}

package protocol

import (
	"math/rand/v2"

	"xqlab/engine/board"
	"xqlab/engine/book"
)

// noBook is how the option BookFile says that there is none.
const noBook = "<empty>"

// library is the opening book of the engine.
type library struct {
	path string // noBook if none is open
	book *book.Book
	use  bool // option OwnBook
	rng  *rand.Rand
}

func newLibrary(seed uint64) library {
	return library{path: noBook, use: true, rng: rand.New(rand.NewPCG(seed, 0))}
}

// open takes another book; with an error the old one stays.
func (l *library) open(path string) error {
	if path == "" || path == noBook {
		return l.close()
	}
	b, err := book.Open(path)
	if err != nil {
		return err
	}
	if err := l.close(); err != nil {
		b.Close()
		return err
	}
	l.path, l.book = path, b
	return nil
}

func (l *library) close() error {
	b := l.book
	l.path, l.book = noBook, nil
	if b == nil {
		return nil
	}
	return b.Close()
}

// move draws a move for a "go" of a game. Analysis, pondering and a choice of
// moves are not answered from a book, nor is a position that has stood on the
// board before.
func (l *library) move(p *board.Position, r request) (board.Move, bool) {
	if l.book == nil || !l.use || p.RepetitionPly() > 0 ||
		r.limits.Infinite || r.limits.Ponder || r.limits.Mate > 0 || r.limits.SearchMoves != nil {
		return board.NoMove, false
	}
	return l.book.Pick(p, l.rng)
}

package protocol

import (
	"math/rand/v2"

	"xqlab/engine/board"
	"xqlab/engine/book"
)

// noBook is the value of the option BookFile if no book is open.
const noBook = "<empty>"

// openingBook is the book the engine plays from, if one is open.
type openingBook struct {
	path string // noBook if none is open
	book *book.Book
	use  bool // option OwnBook
	rng  *rand.Rand
}

func newOpeningBook(seed uint64) openingBook {
	return openingBook{path: noBook, use: true, rng: rand.New(rand.NewPCG(seed, 0))}
}

// open opens another book in place of the present one, which stays if there is
// an error.
func (o *openingBook) open(path string) error {
	if path == "" || path == noBook {
		return o.close()
	}
	b, err := book.Open(path)
	if err != nil {
		return err
	}
	if err := o.close(); err != nil {
		b.Close()
		return err
	}
	o.path, o.book = path, b
	return nil
}

func (o *openingBook) close() error {
	b := o.book
	o.path, o.book = noBook, nil
	if b == nil {
		return nil
	}
	return b.Close()
}

// move draws a move for a "go" in a game. Analysis, pondering and a "go"
// restricted to some moves are not answered from the book, nor is a position
// that has occurred before.
func (o *openingBook) move(p *board.Position, r request) (board.Move, bool) {
	if o.book == nil || !o.use || p.RepetitionPly() > 0 ||
		r.limits.Infinite || r.limits.Ponder || r.limits.Mate > 0 || r.limits.SearchMoves != nil {
		return board.NoMove, false
	}
	return o.book.Pick(p, o.rng)
}

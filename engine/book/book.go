package book

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"sort"

	"xqlab/engine/board"
)

// Layout of the file; see the package comment.
const (
	version     = 1
	headMagic   = "XQBOOK\r\n"
	tailMagic   = "XQBOOK\x1A\n"
	headerSize  = 32
	entrySize   = 22
	trailerSize = 56
)

// ErrDamaged is wrapped by the errors of Open for files that a Builder did not
// write or that have changed since.
var ErrDamaged = errors.New("damaged or not a book file")

// Entry is a move of a position with the results of the games in which it was
// played, from the view of the player of the move.
type Entry struct {
	Move                board.Move
	Wins, Draws, Losses uint32
}

// Games returns the number of games counted in the entry.
func (e Entry) Games() uint64 {
	return uint64(e.Wins) + uint64(e.Draws) + uint64(e.Losses)
}

// Score returns the player's average points per game, 0 to 1; 0 without games.
func (e Entry) Score() float64 {
	n := e.Games()
	if n == 0 {
		return 0
	}
	return (float64(e.Wins) + float64(e.Draws)/2) / float64(n)
}

// Info describes a book.
type Info struct {
	Entries  int    `json:"entries"`   // number of entries, each a position and a move
	Games    uint64 `json:"games"`     // games it was built from
	Plies    int    `json:"plies"`     // of each game
	MinGames int    `json:"min_games"` // of each entry
	SHA256   string `json:"sha256"`    // of header and entries: the book's identity
}

// Book is an open book. It is safe for concurrent use until Close.
type Book struct {
	info    Info
	entries []byte
	unmap   func() error
}

// IsBook reports whether the file begins like a book.
func IsBook(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(headMagic))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == headMagic
}

// Open maps a book file and checks it. The error wraps ErrDamaged if the
// content is wrong.
func Open(path string) (*Book, error) {
	data, unmap, err := mapFile(path)
	if err != nil {
		return nil, fmt.Errorf("open book: %w", err)
	}
	b, err := parse(data)
	if err != nil {
		unmap()
		return nil, fmt.Errorf("open book %s: %w", path, err)
	}
	b.unmap = unmap
	return b, nil
}

// parse checks the bytes of a book file.
func parse(data []byte) (*Book, error) {
	damaged := func(format string, args ...any) (*Book, error) {
		return nil, fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
	}
	if len(data) < headerSize+trailerSize || !bytes.HasPrefix(data, []byte(headMagic)) {
		return damaged("no book header in %d bytes", len(data))
	}
	u32 := func(at int) uint32 { return binary.LittleEndian.Uint32(data[at:]) }
	if v := u32(8); v != version {
		return nil, fmt.Errorf("book version %d is not known (this program reads version %d)", v, version)
	}
	trailer := data[len(data)-trailerSize:]
	if !bytes.HasSuffix(data, []byte(tailMagic)) {
		return damaged("the end of the file is missing")
	}
	count := binary.LittleEndian.Uint64(trailer)
	body := data[headerSize : len(data)-trailerSize]
	if u32(12) != entrySize || uint64(len(body)) != count*entrySize || count > uint64(len(body)) {
		return damaged("%d bytes do not hold %d entries", len(body), count)
	}
	hashed := len(data) - trailerSize + 16
	sum := sha256.Sum256(data[:hashed])
	if !bytes.Equal(sum[:], trailer[16:48]) {
		return damaged("checksum does not match")
	}
	return &Book{
		info: Info{
			Entries:  int(count),
			Games:    binary.LittleEndian.Uint64(trailer[8:]),
			Plies:    int(u32(16)),
			MinGames: int(u32(20)),
			SHA256:   hex.EncodeToString(sum[:]),
		},
		entries: body,
		unmap:   func() error { return nil },
	}, nil
}

// Close releases the file. The book must not be used afterwards.
func (b *Book) Close() error {
	b.entries = nil
	return b.unmap()
}

// Info returns the description stored in the file.
func (b *Book) Info() Info { return b.info }

// key returns the key of entry i.
func (b *Book) key(i int) uint64 {
	return binary.LittleEndian.Uint64(b.entries[i*entrySize:])
}

// entry returns entry i, its move as stored.
func (b *Book) entry(i int) Entry {
	e := b.entries[i*entrySize : (i+1)*entrySize]
	return Entry{
		Move:   board.Move(binary.LittleEndian.Uint16(e[8:])),
		Wins:   binary.LittleEndian.Uint32(e[10:]),
		Draws:  binary.LittleEndian.Uint32(e[14:]),
		Losses: binary.LittleEndian.Uint32(e[18:]),
	}
}

// Probe returns the book's legal moves of a position, most played first; nil
// if it has none.
func (b *Book) Probe(p *board.Position) []Entry {
	key, o := keyOf(p)
	n := b.info.Entries
	var found []Entry
	for i := sort.Search(n, func(i int) bool { return b.key(i) >= key }); i < n && b.key(i) == key; i++ {
		e := b.entry(i)
		e.Move = o.turn(e.Move)
		if p.IsLegal(e.Move) { // a key may collide
			found = append(found, e)
		}
	}
	slices.SortStableFunc(found, func(x, y Entry) int {
		switch {
		case x.Games() > y.Games():
			return -1
		case x.Games() < y.Games():
			return 1
		}
		return 0
	})
	return found
}

// Pick draws a book move at random, weighted by the points it scored (two for
// a win, one for a draw). It reports false if the book has no move or only
// moves that lost every game. Equal generator states pick equal moves.
func (b *Book) Pick(p *board.Position, rng *rand.Rand) (board.Move, bool) {
	entries := b.Probe(p)
	total := uint64(0)
	for _, e := range entries {
		total += e.weight()
	}
	if total == 0 {
		return board.NoMove, false
	}
	r := rng.Uint64N(total)
	for _, e := range entries {
		if r < e.weight() {
			return e.Move, true
		}
		r -= e.weight()
	}
	return board.NoMove, false
}

func (e Entry) weight() uint64 { return 2*uint64(e.Wins) + uint64(e.Draws) }

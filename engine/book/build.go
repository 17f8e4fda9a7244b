package book

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"xqlab/engine/board"
)

// Outcome is how a game ended.
type Outcome uint8

const (
	NoResult Outcome = iota
	RedWon
	BlackWon
	Drawn
)

// BuildOptions select what goes into a book. The zero value takes 30 plies of
// every game and keeps every move.
type BuildOptions struct {
	Plies    int     // of each game, 0 is 30
	MinGames int     // least number of games in which a move was played
	MinScore float64 // and least average score of its player, 0 to 1
	// AnyStart also takes games that do not begin from the start position.
	AnyStart bool
	// KeepDuplicates counts every copy of a game; by default copies, which
	// collections of game files are full of, count once.
	KeepDuplicates bool
	// Memory bounds the bytes used for counting, 0 is 64 MiB. More distinct
	// moves than fit are sorted on disk.
	Memory  int
	TempDir string // for that, "" is the system's
}

// DefaultPlies is how deep into the games a book reaches.
const DefaultPlies = 30

const (
	defaultMemory = 64 << 20
	countSize     = 24 // bytes of a count in memory
	minMemory     = 64 * countSize
)

// Stats counts what became of the games given to a Builder.
type Stats struct {
	Games      int `json:"games"`      // counted
	Duplicates int `json:"duplicates"` // left out as copies
	NoResult   int `json:"no_result"`  // left out for want of a result
	OtherStart int `json:"other_start"`
	Entries    int `json:"entries"` // moves written
	Dropped    int `json:"dropped"` // moves below the thresholds
}

// count is a move of a position with its results.
type count struct {
	key  uint64
	move board.Move
	wdl  [3]uint32 // wins, draws, losses of the player of the move
}

func compareCounts(a, b count) int {
	if c := cmp.Compare(a.key, b.key); c != 0 {
		return c
	}
	return cmp.Compare(a.move, b.move)
}

// add sums results, saturating at the largest number the file can hold.
func (c *count) add(o count) {
	for i := range c.wdl {
		c.wdl[i] += min(o.wdl[i], math.MaxUint32-c.wdl[i])
	}
}

// Builder collects games and writes a book. Its memory is bounded: by
// BuildOptions.Memory for the counts, plus about 20 bytes a game to recognise
// copies. The order of the games does not matter to the file written.
type Builder struct {
	o      BuildOptions
	stats  Stats
	counts []count // unsorted at the end, room for limit
	limit  int
	seen   map[uint64]struct{}
	runs   []*os.File
	start  string // the start position, four fields
}

// NewBuilder returns an empty Builder. Close must be called at the end.
func NewBuilder(o BuildOptions) (*Builder, error) {
	if o.Plies == 0 {
		o.Plies = DefaultPlies
	}
	if o.Memory == 0 {
		o.Memory = defaultMemory
	}
	switch {
	case o.Plies < 1 || o.Plies > math.MaxUint16:
		return nil, fmt.Errorf("plies %d: want 1 to %d", o.Plies, math.MaxUint16)
	case o.MinGames < 0 || o.MinGames > math.MaxInt32:
		return nil, fmt.Errorf("minimum of %d games: want 0 or more", o.MinGames)
	case !(o.MinScore >= 0 && o.MinScore <= 1):
		return nil, fmt.Errorf("minimum score %v: want 0 to 1", o.MinScore)
	case o.Memory < minMemory:
		return nil, fmt.Errorf("memory of %d bytes: want at least %d", o.Memory, minMemory)
	}
	return &Builder{
		o: o, limit: o.Memory / countSize, seen: make(map[uint64]struct{}),
		start: board.NewPosition().EPD(),
	}, nil
}

// Add counts the opening moves of one game. The position is left as it was;
// the error names an illegal move, or a failure to write temporary files.
func (b *Builder) Add(p *board.Position, moves []board.Move, result Outcome) error {
	switch {
	case result == NoResult:
		b.stats.NoResult++
		return nil
	case !b.o.AnyStart && p.EPD() != b.start:
		b.stats.OtherStart++
		return nil
	}
	if !b.o.KeepDuplicates {
		id := gameID(p, moves)
		if _, ok := b.seen[id]; ok {
			b.stats.Duplicates++
			return nil
		}
		b.seen[id] = struct{}{}
	}
	b.stats.Games++
	made := 0
	defer func() {
		for range made {
			p.Unmake()
		}
	}()
	for i, m := range moves[:min(len(moves), b.o.Plies)] {
		if !p.IsLegal(m) {
			return fmt.Errorf("ply %d: %v is not legal", i+1, m)
		}
		key, o := keyOf(p)
		c := count{key: key, move: o.turn(m)}
		c.wdl[resultIndex(result, p.SideToMove())] = 1
		if err := b.put(c); err != nil {
			return err
		}
		p.Make(m)
		made++
	}
	return nil
}

// resultIndex is the place of a result in count.wdl, seen by side.
func resultIndex(r Outcome, side board.Color) int {
	switch {
	case r == Drawn:
		return 1
	case (r == RedWon) == (side == board.Red):
		return 0
	}
	return 2
}

// gameID identifies a game by start position and moves.
func gameID(p *board.Position, moves []board.Move) uint64 {
	id, _ := keyOf(p)
	for _, m := range moves {
		id = mix(id + uint64(m) + 1)
	}
	return id
}

// put adds a count, making room when there is none.
func (b *Builder) put(c count) error {
	if len(b.counts) >= b.limit {
		b.counts = combine(b.counts)
		if len(b.counts) > b.limit/2 {
			if err := b.spill(); err != nil {
				return err
			}
		}
	}
	b.counts = append(b.counts, c)
	return nil
}

// combine sorts counts and sums equal ones, in place.
func combine(counts []count) []count {
	slices.SortFunc(counts, compareCounts)
	out := counts[:0]
	for _, c := range counts {
		if n := len(out); n > 0 && compareCounts(out[n-1], c) == 0 {
			out[n-1].add(c)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// spill writes the sorted counts to a temporary file and forgets them.
func (b *Builder) spill() (err error) {
	f, err := os.CreateTemp(b.o.TempDir, "xqbook-*.run")
	if err != nil {
		return fmt.Errorf("book: sorting on disk: %w", err)
	}
	b.runs = append(b.runs, f)
	w := bufio.NewWriterSize(f, 1<<20)
	var buf [entrySize]byte
	for _, c := range b.counts {
		if _, err := w.Write(c.encode(buf[:0])); err != nil {
			return fmt.Errorf("book: sorting on disk: %w", err)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("book: sorting on disk: %w", err)
	}
	b.counts = b.counts[:0]
	return nil
}

// encode appends the count in the form of the file.
func (c count) encode(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, c.key)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(c.move))
	for _, n := range c.wdl {
		dst = binary.LittleEndian.AppendUint32(dst, n)
	}
	return dst
}

func decodeCount(e []byte) count {
	c := count{key: binary.LittleEndian.Uint64(e), move: board.Move(binary.LittleEndian.Uint16(e[8:]))}
	for i := range c.wdl {
		c.wdl[i] = binary.LittleEndian.Uint32(e[10+4*i:])
	}
	return c
}

// Close removes the temporary files.
func (b *Builder) Close() error {
	var errs []error
	for _, f := range b.runs {
		errs = append(errs, f.Close(), os.Remove(f.Name()))
	}
	b.runs = nil
	return errors.Join(errs...)
}

// Stats returns the counts so far.
func (b *Builder) Stats() Stats { return b.stats }

package book

import (
	"bufio"
	"container/heap"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"io"
)

// run is a sorted sequence of counts: a temporary file or the last ones in
// memory.
type run struct {
	head count
	next func() (count, error) // io.EOF at the end
}

// runHeap orders runs by their heads.
type runHeap []*run

func (h runHeap) Len() int           { return len(h) }
func (h runHeap) Less(i, j int) bool { return compareCounts(h[i].head, h[j].head) < 0 }
func (h runHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *runHeap) Push(x any)        { *h = append(*h, x.(*run)) }
func (h *runHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// advance moves the first run on.
func (h *runHeap) advance() error {
	c, err := (*h)[0].next()
	switch {
	case err == io.EOF:
		heap.Pop(h)
	case err != nil:
		return fmt.Errorf("book: sorting on disk: %w", err)
	default:
		(*h)[0].head = c
		heap.Fix(h, 0)
	}
	return nil
}

// openRuns prepares the merge of all runs.
func (b *Builder) openRuns() (runHeap, error) {
	b.counts = combine(b.counts)
	rest := b.counts
	runs := []*run{{next: func() (count, error) {
		if len(rest) == 0 {
			return count{}, io.EOF
		}
		c := rest[0]
		rest = rest[1:]
		return c, nil
	}}}
	for _, f := range b.runs {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, fmt.Errorf("book: sorting on disk: %w", err)
		}
		r := bufio.NewReaderSize(f, 64<<10)
		runs = append(runs, &run{next: func() (count, error) {
			var buf [entrySize]byte
			_, err := io.ReadFull(r, buf[:])
			return decodeCount(buf[:]), err
		}})
	}
	h := runHeap{}
	for _, r := range runs {
		c, err := r.next()
		if err == io.EOF {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("book: sorting on disk: %w", err)
		}
		r.head = c
		heap.Push(&h, r)
	}
	return h, nil
}

// WriteTo writes the book of all games added.
func (b *Builder) WriteTo(w io.Writer) (int64, error) {
	out := newFileWriter(w)
	out.header(b.o)
	h, err := b.openRuns()
	if err != nil {
		return out.n, err
	}
	for h.Len() > 0 {
		c := h[0].head
		if err := h.advance(); err != nil {
			return out.n, err
		}
		for h.Len() > 0 && compareCounts(h[0].head, c) == 0 {
			c.add(h[0].head)
			if err := h.advance(); err != nil {
				return out.n, err
			}
		}
		e := Entry{Wins: c.wdl[0], Draws: c.wdl[1], Losses: c.wdl[2]}
		if e.Games() < uint64(b.o.MinGames) || e.Score() < b.o.MinScore {
			b.stats.Dropped++
			continue
		}
		b.stats.Entries++
		out.write(c.encode(out.buf[:0]))
	}
	out.trailer(uint64(b.stats.Entries), uint64(b.stats.Games))
	return out.n, out.flush()
}

// fileWriter writes the parts of the file and computes their checksum.
type fileWriter struct {
	w    *bufio.Writer
	hash hash.Hash
	n    int64
	err  error
	buf  [headerSize + trailerSize]byte
}

func newFileWriter(w io.Writer) *fileWriter {
	return &fileWriter{w: bufio.NewWriterSize(w, 1<<20), hash: sha256.New()}
}

func (f *fileWriter) write(b []byte) {
	f.hash.Write(b)
	n, err := f.w.Write(b)
	f.n += int64(n)
	if f.err == nil {
		f.err = err
	}
}

func (f *fileWriter) header(o BuildOptions) {
	b := append(f.buf[:0], headMagic...)
	for _, v := range []uint32{version, entrySize, uint32(o.Plies), uint32(o.MinGames), 0, 0} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	f.write(b)
}

func (f *fileWriter) trailer(entries, games uint64) {
	b := binary.LittleEndian.AppendUint64(f.buf[:0], entries)
	f.write(binary.LittleEndian.AppendUint64(b, games))
	f.write(append(f.hash.Sum(f.buf[:0]), tailMagic...))
}

func (f *fileWriter) flush() error {
	if f.err != nil {
		return f.err
	}
	return f.w.Flush()
}

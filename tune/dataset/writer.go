package dataset

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
)

// blockRecords is how many records a written block holds, but for the last.
const blockRecords = 8192

// Writer writes a file as a stream. Close must be called at the end, and does
// not close the underlying writer.
type Writer struct {
	w       io.Writer
	packer  *flate.Writer
	pending []Record
	columns []byte
	packed  bytes.Buffer
	records uint64
	games   gameCount
}

// NewWriter writes the header and returns a writer of records.
func NewWriter(w io.Writer, m Meta) (*Writer, error) {
	packer, err := flate.NewWriter(nil, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("dataset description: %w", err)
	}
	if len(text) > maxDescription {
		return nil, fmt.Errorf("dataset description: %d bytes, want at most %d", len(text), maxDescription)
	}
	head := []byte(magic)
	head = binary.LittleEndian.AppendUint16(head, Version)
	head = binary.LittleEndian.AppendUint16(head, RecordSize)
	head = binary.LittleEndian.AppendUint32(head, uint32(len(text)))
	head = append(head, text...)
	head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, castagnoli))
	if _, err := w.Write(head); err != nil {
		return nil, err
	}
	return &Writer{w: w, packer: packer}, nil
}

// Write adds a record. Records of a game must come together.
func (w *Writer) Write(r *Record) error {
	if err := r.validate(); err != nil {
		return fmt.Errorf("dataset record %d: %w", w.records+uint64(len(w.pending))+1, err)
	}
	w.games.see(r)
	w.pending = append(w.pending, *r)
	if len(w.pending) == blockRecords {
		return w.flush()
	}
	return nil
}

// flush writes the pending records as a block.
func (w *Writer) flush() error {
	n := len(w.pending)
	if n == 0 {
		return nil
	}
	w.columns = append(w.columns[:0], make([]byte, n*RecordSize)...)
	var row, before [RecordSize]byte
	for i := range w.pending {
		w.pending[i].Pack(&row)
		for c, x := range row {
			if c < placementSize {
				x, before[c] = x^before[c], x
			}
			w.columns[c*n+i] = x
		}
	}
	w.packed.Reset()
	w.packer.Reset(&w.packed)
	if _, err := w.packer.Write(w.columns); err != nil {
		return err
	}
	if err := w.packer.Close(); err != nil {
		return err
	}
	var head [12]byte
	binary.LittleEndian.PutUint32(head[0:], uint32(n))
	binary.LittleEndian.PutUint32(head[4:], uint32(w.packed.Len()))
	binary.LittleEndian.PutUint32(head[8:], crc32.Checksum(w.packed.Bytes(), castagnoli))
	if _, err := w.w.Write(head[:]); err != nil {
		return err
	}
	if _, err := w.w.Write(w.packed.Bytes()); err != nil {
		return err
	}
	w.records += uint64(n)
	w.pending = w.pending[:0]
	return nil
}

// Close writes what is pending and the end mark.
func (w *Writer) Close() error {
	if err := w.flush(); err != nil {
		return err
	}
	end := make([]byte, 4, 20)
	end = binary.LittleEndian.AppendUint64(end, w.records)
	end = binary.LittleEndian.AppendUint32(end, w.games.n)
	end = binary.LittleEndian.AppendUint32(end, crc32.Checksum(end[4:], castagnoli))
	_, err := w.w.Write(end)
	return err
}

// gameCount counts games by the changes of the game number.
type gameCount struct {
	n    uint32
	last uint32
}

func (g *gameCount) see(r *Record) {
	if g.n == 0 || r.Game != g.last {
		g.n++
		g.last = r.Game
	}
}

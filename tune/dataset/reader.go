package dataset

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// Reader reads a file as a stream, block by block. It is not safe for
// concurrent use.
type Reader struct {
	r        *bufio.Reader
	name     string
	meta     Meta
	offset   int64 // of the next byte
	block    int64 // offset of the block of records
	unpacker io.ReadCloser
	packed   []byte
	columns  []byte
	records  []Record // of the block
	next     int      // of records
	read     uint64   // records of all blocks
	games    gameCount
	done     bool
}

// NewReader reads the header; name stands for the file in errors.
func NewReader(r io.Reader, name string) (*Reader, error) {
	d := &Reader{r: bufio.NewReaderSize(r, 1<<16), name: name, unpacker: flate.NewReader(bytes.NewReader(nil))}
	var head [16]byte
	if err := d.fill(head[:], "the header"); err != nil {
		return nil, err
	}
	if string(head[:8]) != magic {
		d.offset = 0
		return nil, d.errorf("not a file of labelled positions: it begins with %q, want %q", head[:8], magic)
	}
	version := binary.LittleEndian.Uint16(head[8:])
	size := binary.LittleEndian.Uint16(head[10:])
	length := binary.LittleEndian.Uint32(head[12:])
	switch {
	case version > Version:
		return nil, d.errorf("format version %d is newer than this program knows (%d): update xqlab", version, Version)
	case version == 0 || size != RecordSize:
		return nil, d.errorf("version %d with %d bytes a record, want version %d with %d", version, size, Version, RecordSize)
	case length > maxDescription:
		return nil, d.errorf("description of %d bytes, want at most %d", length, maxDescription)
	}
	text := make([]byte, length)
	if err := d.fill(text, "the description"); err != nil {
		return nil, err
	}
	sum := crc32.Update(crc32.Checksum(head[:], castagnoli), castagnoli, text)
	if err := d.checksum(sum, "the header"); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &d.meta); err != nil {
		return nil, d.errorf("description: %v", err)
	}
	return d, nil
}

// Meta returns the file's description of itself.
func (d *Reader) Meta() Meta { return d.meta }

// Next returns the next record, valid until the next call, or io.EOF after
// the last. A file that ends without its end mark is an error.
func (d *Reader) Next() (*Record, error) {
	for d.next == len(d.records) {
		if _, err := d.NextBlock(); err != nil {
			return nil, err
		}
		d.next = 0
	}
	d.next++
	return &d.records[d.next-1], nil
}

// Number returns the number in the file, from 1, of the record that Next
// returned last.
func (d *Reader) Number() int64 { return int64(d.read) - int64(len(d.records)-d.next) }

// NextBlock returns the records of the next block, valid until the next call,
// or io.EOF after the last.
func (d *Reader) NextBlock() ([]Record, error) {
	if d.done {
		return nil, io.EOF
	}
	d.records, d.next = d.records[:0], 0
	d.block = d.offset
	var head [12]byte
	if err := d.fill(head[:4], "a block's head, or the end mark"); err != nil {
		return nil, err
	}
	n := int(binary.LittleEndian.Uint32(head[:]))
	if n == 0 {
		if err := d.end(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	if err := d.fill(head[4:], "a block's head"); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(head[4:])
	if n > maxBlock || length > maxPacked {
		d.offset = d.block
		return nil, d.errorf("block of %d records in %d bytes, want at most %d in %d", n, length, maxBlock, maxPacked)
	}
	d.packed = resize(d.packed, int(length))
	if err := d.fill(d.packed, "a block"); err != nil {
		return nil, err
	}
	if crc32.Checksum(d.packed, castagnoli) != binary.LittleEndian.Uint32(head[8:]) {
		d.offset = d.block
		return nil, d.errorf("checksum of the block differs: the file is damaged")
	}
	if err := d.unpack(n); err != nil {
		return nil, err
	}
	return d.records, nil
}

// unpack decodes the packed block into n records and checks them.
func (d *Reader) unpack(n int) error {
	if err := d.unpacker.(flate.Resetter).Reset(bytes.NewReader(d.packed), nil); err != nil {
		return err
	}
	d.columns = resize(d.columns, n*RecordSize)
	if _, err := io.ReadFull(d.unpacker, d.columns); err != nil {
		d.offset = d.block
		return d.errorf("block does not unpack to %d records: %v", n, err)
	}
	if cap(d.records) < n {
		d.records = make([]Record, 0, n)
	}
	var row [RecordSize]byte
	for i := range n {
		for c := range row {
			if x := d.columns[c*n+i]; c < placementSize {
				row[c] ^= x
			} else {
				row[c] = x
			}
		}
		d.records = d.records[:i+1]
		r := &d.records[i]
		r.unpack(&row)
		d.read++
		d.games.see(r)
		if err := r.validate(); err != nil {
			return &FormatError{File: d.name, Offset: d.block, Record: int64(d.read), Msg: err.Error()}
		}
	}
	return nil
}

// end checks the end mark.
func (d *Reader) end() error {
	var end [12]byte
	if err := d.fill(end[:], "the end mark"); err != nil {
		return err
	}
	if err := d.checksum(crc32.Checksum(end[:], castagnoli), "the end mark"); err != nil {
		return err
	}
	records, games := binary.LittleEndian.Uint64(end[:]), binary.LittleEndian.Uint32(end[8:])
	if records != d.read || games != d.games.n {
		return d.errorf("%d records of %d games were read, the end mark says %d of %d", d.read, d.games.n, records, games)
	}
	if _, err := d.r.ReadByte(); err == nil {
		return d.errorf("data after the end mark")
	}
	d.done = true
	return nil
}

// fill reads exactly len(b) bytes.
func (d *Reader) fill(b []byte, what string) error {
	n, err := io.ReadFull(d.r, b)
	d.offset += int64(n)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return d.errorf("the file ends inside %s: it was cut", what)
	case err != nil:
		return fmt.Errorf("%s: offset %d: %w", d.name, d.offset, err)
	}
	return nil
}

// checksum reads a CRC and compares it.
func (d *Reader) checksum(sum uint32, what string) error {
	var b [4]byte
	if err := d.fill(b[:], what); err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(b[:]) != sum {
		return d.errorf("checksum of %s differs: the file is damaged", what)
	}
	return nil
}

func (d *Reader) errorf(format string, args ...any) error {
	return &FormatError{File: d.name, Offset: d.offset, Msg: fmt.Sprintf(format, args...)}
}

// RecordError is an error about the record that Next returned last.
func (d *Reader) RecordError(err error) error {
	return &FormatError{File: d.name, Offset: d.block, Record: d.Number(), Msg: err.Error()}
}

// resize returns a slice of n bytes, reusing b's memory.
func resize(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, n)
	}
	return b[:n]
}

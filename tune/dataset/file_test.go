package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"testing"
)

// file writes records as a file.
func file(t testing.TB, records []Record) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, Meta{Source: "test", Program: "xqlab test", Filters: []FilterCount{{"in check", 3}}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range records {
		if err := w.Write(&records[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readAll reads a file to its end.
func readAll(data []byte) (list []Record, err error) {
	r, err := NewReader(bytes.NewReader(data), "f.xqd")
	if err != nil {
		return nil, err
	}
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return list, err
		}
		list = append(list, *rec)
	}
}

func TestFileRoundTrip(t *testing.T) {
	for _, games := range []int{0, 1, 40, 200} { // the last fills more than a block
		records := someRecords(t, games)
		data := file(t, records)
		got, err := readAll(data)
		if err != nil {
			t.Fatalf("%d records: %v", len(records), err)
		}
		if !slices.Equal(got, records) {
			t.Errorf("%d records come back as %d, or changed", len(records), len(got))
		}
		if !bytes.Equal(file(t, got), data) {
			t.Errorf("%d records: written again, the file differs", len(records))
		}
	}
}

func TestReaderNumbersRecords(t *testing.T) {
	records := someRecords(t, 200)
	r, err := NewReader(bytes.NewReader(file(t, records)), "f.xqd")
	if err != nil {
		t.Fatal(err)
	}
	if m := r.Meta(); m.Source != "test" || len(m.Filters) != 1 {
		t.Errorf("description %+v", m)
	}
	for i := range records {
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
		if r.Number() != int64(i)+1 {
			t.Fatalf("record %d has number %d", i+1, r.Number())
		}
	}
}

// TestCutFile cuts a file at every length: it must be noticed, and the error
// must name the offset.
func TestCutFile(t *testing.T) {
	data := file(t, someRecords(t, 3))
	for n := range data {
		_, err := readAll(data[:n])
		var f *FormatError
		if !errors.As(err, &f) || !strings.Contains(err.Error(), "it was cut") {
			t.Fatalf("cut to %d of %d bytes: error %v", n, len(data), err)
		}
		if f.Offset > int64(n) || f.File != "f.xqd" {
			t.Fatalf("cut to %d bytes: error %v names offset %d", n, err, f.Offset)
		}
	}
}

// TestDamagedFile changes every byte of a file in turn.
func TestDamagedFile(t *testing.T) {
	data := file(t, someRecords(t, 3))
	for i := range data {
		damaged := slices.Clone(data)
		damaged[i] ^= 0x10
		if _, err := readAll(damaged); err == nil {
			t.Fatalf("a change of byte %d of %d is not noticed", i, len(data))
		}
	}
}

func TestFileErrors(t *testing.T) {
	records := someRecords(t, 2)
	good := file(t, records)
	version := slices.Clone(good)
	binary.LittleEndian.PutUint16(version[8:], 2)
	size := slices.Clone(good)
	binary.LittleEndian.PutUint16(size[10:], 44)
	description := slices.Clone(good)
	binary.LittleEndian.PutUint32(description[12:], maxDescription+1)
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "f.xqd: offset 0: the file ends inside the header: it was cut"},
		{"other file", []byte("fen,label\n4k4/9/9/9/9/9/9/9/9/4K4 w,1\n"), `f.xqd: offset 0: not a file of labelled positions: it begins with "fen,labe", want "XQLABDS\n"`},
		{"newer version", version, "f.xqd: offset 16: format version 2 is newer than this program knows (1): update xqlab"},
		{"record size", size, "version 1 with 44 bytes a record, want version 1 with 40"},
		{"long description", description, "description of 1048577 bytes, want at most 1048576"},
		{"appended", append(slices.Clone(good), 1), "data after the end mark"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := readAll(tt.data)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// TestBadRecordInFile writes records a Writer refuses and reads them back with
// good checksums: the error names the record.
func TestBadRecordInFile(t *testing.T) {
	tests := []struct {
		name string
		edit func(r *Record)
		want string
	}{
		{"label", func(r *Record) { r.label = labelUnit + 1 }, "record 3 (block at offset %): label 60001/60000 is outside 0..1"},
		{"count", func(r *Record) { r.Count = 0 }, "occurrences 0, want at least 1"},
		{"beyond the board", func(r *Record) { r.squares[11] |= 0x80 }, "squares beyond the board are taken"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			records := someRecords(t, 1)[:5]
			tt.edit(&records[2])
			var b bytes.Buffer
			w, err := NewWriter(&b, Meta{})
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Write(&records[2]); err == nil || !strings.Contains(err.Error(), "dataset record 1: ") {
				t.Errorf("Write: error %v", err)
			}
			w.pending = append(w.pending, records...)
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			_, err = readAll(b.Bytes())
			before, after, _ := strings.Cut(tt.want, "%")
			if err == nil || !strings.Contains(err.Error(), before) || !strings.Contains(err.Error(), after) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// FuzzReader reads arbitrary bytes: whatever they are, reading ends without a
// panic, and a file that is read can be written and read again.
func FuzzReader(f *testing.F) {
	good := file(f, someRecords(f, 1)[:9])
	f.Add(good)
	f.Add(good[:len(good)-7])
	f.Add([]byte(magic))
	f.Add(file(f, nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := readAll(fixChecksums(data))
		if err != nil {
			return
		}
		again, err := readAll(file(t, list))
		if err != nil || !slices.Equal(again, list) {
			t.Errorf("%d records do not survive: %v", len(list), err)
		}
	})
}

// fixChecksums makes the checksums of a file right, so that a fuzzer gets
// beyond them.
func fixChecksums(data []byte) []byte {
	data = slices.Clone(data)
	if len(data) < 16 {
		return data
	}
	at := 16 + int(min(binary.LittleEndian.Uint32(data[12:]), maxDescription))
	put := func(sum uint32, at int) {
		if at+4 <= len(data) {
			binary.LittleEndian.PutUint32(data[at:], sum)
		}
	}
	if at > len(data) {
		return data
	}
	put(crc32.Checksum(data[:at], castagnoli), at)
	for at += 4; at+12 <= len(data); {
		if binary.LittleEndian.Uint32(data[at:]) == 0 {
			if at+16 <= len(data) {
				put(crc32.Checksum(data[at+4:at+16], castagnoli), at+16)
			}
			break
		}
		n := int(binary.LittleEndian.Uint32(data[at+4:]))
		if n < 0 || n > len(data)-at-12 {
			break
		}
		put(crc32.Checksum(data[at+12:at+12+n], castagnoli), at+8)
		at += 12 + n
	}
	return data
}

package dataset

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
)

// Version is the format version that is written, and the newest that is read.
const Version = 1

const (
	magic          = "XQLABDS\n"
	maxDescription = 1 << 20
	maxBlock       = 1 << 16 // records
	maxPacked      = 4 << 20 // bytes
	placementSize  = 28      // leading bytes of a record stored as differences
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Meta is the description in a file's header.
type Meta struct {
	Source  string `json:"source"`            // where the games come from
	Licence string `json:"licence,omitempty"` // of the games
	Program string `json:"program"`           // that wrote the file
	Weights string `json:"weights,omitempty"` // hash of the weights that judged what is quiet, or played
	// Settings are those of the command that made the file.
	Settings json.RawMessage `json:"settings,omitempty"`
	// Filters count what was read and what each filter removed.
	Filters []FilterCount `json:"filters,omitempty"`
}

// FilterCount is how many games or positions a filter removed.
type FilterCount struct {
	Filter string `json:"filter"`
	Count  int64  `json:"count"`
}

// FormatError is a fault of a file, with its place.
type FormatError struct {
	File   string
	Offset int64 // bytes from the beginning, of the block if Record is set
	Record int64 // number of the record in the file, from 1; 0 if not about one
	Msg    string
}

func (e *FormatError) Error() string {
	if e.Record > 0 {
		return fmt.Sprintf("%s: record %d (block at offset %d): %s", e.File, e.Record, e.Offset, e.Msg)
	}
	return fmt.Sprintf("%s: offset %d: %s", e.File, e.Offset, e.Msg)
}

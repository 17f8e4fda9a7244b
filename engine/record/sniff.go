package record

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"

	"xqlab/engine/notation"
)

// Format is a kind of record file.
type Format uint8

const (
	UnknownFormat Format = iota
	PGN
	XQF
	CBR
	CBL
	CBF
	MoveList
	EPDList
	JSONL
)

var formatNames = [...]string{"unknown", "pgn", "xqf", "cbr", "cbl", "cbf", "moves", "epd", "jsonl"}

// String returns the name that ParseFormat reads.
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return fmt.Sprintf("format(%d)", uint8(f))
}

// ParseFormat returns the format of a name.
func ParseFormat(name string) (Format, error) {
	for f, n := range formatNames {
		if f > 0 && strings.EqualFold(n, name) {
			return Format(f), nil
		}
	}
	return UnknownFormat, fmt.Errorf("unknown format %q (want one of %s)", name, strings.Join(formatNames[1:], ", "))
}

// extensions maps file name endings to formats.
var extensions = map[string]Format{
	".pgn": PGN, ".xqf": XQF, ".cbr": CBR, ".cbl": CBL, ".cbf": CBF,
	".moves": MoveList, ".iccs": MoveList, ".epd": EPDList, ".fen": EPDList, ".jsonl": JSONL,
}

// sniffLength is how much of a file Sniff needs.
const sniffLength = 4096

// Sniff determines a file's format: by its signature, else by the ending of its
// name, else by the form of its first lines.
func Sniff(name string, head []byte) Format {
	switch {
	case len(head) > 2 && head[0] == 'X' && head[1] == 'Q' && head[2] < 0x20:
		return XQF
	case bytes.HasPrefix(head, []byte(cbrMagic)):
		return CBR
	case bytes.HasPrefix(head, []byte(cblMagic)):
		return CBL
	case bytes.Contains(head, []byte("<ChineseChessRecord")):
		return CBF
	}
	if f, ok := extensions[strings.ToLower(path.Ext(name))]; ok {
		return f
	}
	text, err := io.ReadAll(NewDecoder(bytes.NewReader(head), Detect))
	if err != nil {
		return UnknownFormat
	}
	return sniffText(string(text))
}

// sniffText judges the first line that is neither empty nor a comment.
func sniffText(text string) Format {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' || line[0] == '%' {
			continue
		}
		words := strings.Fields(line)
		switch {
		case line[0] == '[' && tagNameLength([]byte(strings.TrimLeft(line[1:], " "))) > 0:
			return PGN
		case strings.HasPrefix(line, `{"`) && (strings.Contains(line, `"moves"`) || strings.Contains(line, `"fen"`)):
			return JSONL
		case words[0] == "position" || words[0] == "startpos", words[0] == "fen" && strings.Contains(line, " moves "):
			return MoveList
		case strings.Count(words[0], "/") == 9, words[0] == "fen":
			if strings.Contains(line, " moves ") {
				return MoveList
			}
			if i+1 < len(lines) && notation.LooksLikeMove(strings.TrimSpace(lines[i+1])) {
				return UnknownFormat // a position with moves below it
			}
			return EPDList
		}
		number, rest := cutMoveNumber(words[0])
		if rest == "" && len(words) > 1 {
			_, rest = cutMoveNumber(words[1])
		}
		switch {
		case !notation.LooksLikeMove(rest):
			return UnknownFormat
		case number || notation.Detect(rest) > notation.UCI10:
			return PGN
		}
		return MoveList
	}
	return UnknownFormat
}

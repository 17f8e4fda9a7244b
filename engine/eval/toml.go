package eval

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Only this file uses the TOML library. It flattens a document into entries with
// line numbers, which decode.go interprets.

// entry is one value of a document with its full path: group, key, and what
// follows.
type entry struct {
	path []string
	line int
	val  value
}

func (e *entry) key() string { return strings.Join(e.path, ".") }

// value is a whole number, an array, or something else, which is kept as text.
type value struct {
	kind  valueKind
	line  int
	n     int64
	items []value
	text  string
}

type valueKind uint8

const (
	otherValue valueKind = iota
	intValue
	arrayValue
)

var utf8BOM = []byte("\xef\xbb\xbf")

// parseTOML reads a document. file stands for it in errors.
func parseTOML(data []byte, file string) ([]entry, error) {
	data = bytes.TrimPrefix(data, utf8BOM)
	d := document{file: file, headers: make(map[string]int)}
	for i, b := range data {
		if b == '\n' {
			d.newlines = append(d.newlines, i)
		}
	}
	d.parser.Reset(data)
	for d.parser.NextExpression() {
		n := d.parser.Expression()
		switch n.Kind {
		case unstable.KeyValue:
			d.keyValue(d.header, n)
		case unstable.Table:
			if err := d.table(n); err != nil {
				return nil, err
			}
		case unstable.ArrayTable:
			path, line := d.path(n.Key())
			return nil, &FileError{file, line, strings.Join(path, "."), "an array of tables; expected [group]"}
		}
	}
	if err := d.parser.Error(); err != nil {
		line := 0
		var pe *unstable.ParserError
		if errors.As(err, &pe) {
			line = d.line(d.parser.Range(pe.Highlight))
		}
		return nil, &FileError{file, line, "", err.Error()}
	}
	return d.entries, nil
}

// document is the state of flattening.
type document struct {
	parser   unstable.Parser
	file     string
	newlines []int          // where lines end
	header   []string       // path of the current [table]
	headers  map[string]int // lines of the tables seen
	entries  []entry
}

// line returns the line on which a range begins. (Asking the parser reads the
// document from its start each time.)
func (d *document) line(r unstable.Range) int {
	i, _ := slices.BinarySearch(d.newlines, int(r.Offset))
	return i + 1
}

// path returns the parts of a dotted key and its line.
func (d *document) path(key unstable.Iterator) (parts []string, line int) {
	for key.Next() {
		n := key.Node()
		if line == 0 {
			line = d.line(n.Raw)
		}
		parts = append(parts, string(n.Data))
	}
	return parts, line
}

func (d *document) table(n *unstable.Node) error {
	path, line := d.path(n.Key())
	name := strings.Join(path, ".")
	if first, twice := d.headers[name]; twice {
		return &FileError{d.file, line, "", "table [" + name + "] is given twice, first on line " + strconv.Itoa(first)}
	}
	d.headers[name] = line
	d.header = path
	return nil
}

// keyValue appends the entries of a key; an inline table has one per key.
func (d *document) keyValue(prefix []string, n *unstable.Node) {
	key, line := d.path(n.Key())
	path := append(append([]string(nil), prefix...), key...)
	if v := n.Value(); v.Kind == unstable.InlineTable {
		for it := v.Children(); it.Next(); {
			d.keyValue(path, it.Node())
		}
	} else {
		d.entries = append(d.entries, entry{path, line, d.value(v, line)})
	}
}

// value converts a node; line is where its key or its neighbour stands, since
// arrays carry no position of their own.
func (d *document) value(n *unstable.Node, line int) value {
	switch n.Kind {
	case unstable.Array:
		v := value{kind: arrayValue, line: line, text: "an array"}
		for it := n.Children(); it.Next(); {
			item := d.value(it.Node(), line)
			line = item.line
			v.items = append(v.items, item)
		}
		if len(v.items) > 0 {
			v.line = v.items[0].line
		}
		return v
	case unstable.InlineTable:
		return value{line: line, text: "a table"}
	case unstable.Integer:
		v := value{line: d.line(n.Raw), text: string(n.Data)}
		i, err := strconv.ParseInt(strings.ReplaceAll(v.text, "_", ""), 0, 64)
		if err == nil || errors.Is(err, strconv.ErrRange) { // then i is the nearest number
			v.kind, v.n = intValue, i
		}
		return v
	case unstable.String:
		return value{line: d.line(n.Raw), text: strconv.Quote(string(n.Data))}
	}
	return value{line: d.line(n.Raw), text: string(n.Data)}
}

package eval

import (
	"fmt"
	"strings"

	"xqlab/engine/eval/internal/terms"
)

// FileError reports what is wrong with a weight file, and where.
type FileError struct {
	File string
	Line int    // 0 if the error concerns the file as a whole
	Key  string // dotted path, may be empty
	Msg  string // what is wrong and what was expected
}

func (e *FileError) Error() string {
	s := "weights " + e.File + ": "
	if e.Line > 0 {
		s += fmt.Sprintf("line %d: ", e.Line)
	}
	if e.Key != "" {
		s += e.Key + ": "
	}
	return s + e.Msg
}

const (
	// formatKey is the optional version of the file format at the top.
	formatKey     = "format"
	formatVersion = 1
)

// decoder fills weights from the entries of a document.
type decoder struct {
	file string
	w    *Weights
	line [NumParams]int // where each parameter was given, 0 = nowhere
}

func decode(data []byte, file string) (*Weights, error) {
	entries, err := parseTOML(data, file)
	if err != nil {
		return nil, err
	}
	d := decoder{file: file, w: new(Weights)}
	for i := range entries {
		if err := d.entry(&entries[i]); err != nil {
			return nil, err
		}
	}
	if err := d.missing(); err != nil {
		return nil, err
	}
	return d.w, nil
}

func (d *decoder) fail(line int, key, format string, args ...any) error {
	return &FileError{d.file, line, key, fmt.Sprintf(format, args...)}
}

func (d *decoder) entry(e *entry) error {
	if e.path[0] == formatKey && len(e.path) == 1 {
		if e.val.kind != intValue || e.val.n != formatVersion {
			return d.fail(e.line, formatKey, "%s is not a version this program reads: expected %d", e.val.text, formatVersion)
		}
		return nil
	}
	g, ok := ParseGroup(e.path[0])
	if !ok {
		return d.fail(e.line, e.path[0], "unknown weight group: expected one of %s", strings.Join(groupNames[:], ", "))
	}
	if len(e.path) < 2 {
		return d.fail(e.line, e.key(), "a value where a table was expected: write [%s] and its weights below", g)
	}
	if e.path[1] == percentKey {
		if len(e.path) > 2 {
			return d.fail(e.line, e.key(), "expected %s.%s = a percentage", g, percentKey)
		}
		return d.set(g.PercentIndex(), &e.val)
	}
	for i := range g.blocks() {
		if b := &g.blocks()[i]; b.Key == e.path[1] {
			return d.block(b, e)
		}
	}
	return d.fail(e.line, e.key(), "unknown weight: [%s] has %s", g, strings.Join(groupKeys(g), ", "))
}

// groupKeys returns the keys a group's table must have.
func groupKeys(g Group) []string {
	keys := []string{percentKey}
	for i := range g.blocks() {
		keys = append(keys, g.blocks()[i].Key)
	}
	return keys
}

// block reads key = ..., key.mg = ... or key.eg = ...
func (d *decoder) block(b *terms.Block, e *entry) error {
	phases := []int{midgame, endgame}
	switch {
	case len(e.path) == 2 && b.Shape == terms.Scalar && e.val.kind == arrayValue:
		if len(e.val.items) != 2 {
			return d.fail(e.line, e.key(), "%d values: expected %s", len(e.val.items), expected(b, true))
		}
		for _, p := range phases {
			if err := d.set(2*b.First+p, &e.val.items[p]); err != nil {
				return err
			}
		}
		return nil
	case len(e.path) == 2:
	case len(e.path) == 3 && e.path[2] == "mg":
		phases = phases[:1]
	case len(e.path) == 3 && e.path[2] == "eg":
		phases = phases[1:]
	default:
		return d.fail(e.line, e.key(), "unknown weight: expected %s.%s, or %[1]s.%[2]s.mg and %[1]s.%[2]s.eg", b.Group, b.Key)
	}
	for _, p := range phases {
		if err := d.fill(b, p, e, len(e.path) == 2); err != nil {
			return err
		}
	}
	return nil
}

// expected describes what the value of a block must be, for both phases or for
// one of them.
func expected(b *terms.Block, both bool) string {
	switch b.Shape {
	case terms.Scalar:
		if both {
			return "a whole number, or two as [mg, eg]"
		}
		return "a whole number"
	case terms.List:
		return fmt.Sprintf("an array of %d whole numbers", b.Rows)
	}
	return fmt.Sprintf("%d rows of %d whole numbers", b.Rows, b.Cols)
}

// fill reads one phase of a block.
func (d *decoder) fill(b *terms.Block, phase int, e *entry, both bool) error {
	v := &e.val
	if b.Shape == terms.Scalar {
		return d.set(2*b.First+phase, v)
	}
	if v.kind != arrayValue || len(v.items) != b.Rows {
		return d.fail(v.line, e.key(), "%s: expected %s", describe(v), expected(b, both))
	}
	for i := range v.items {
		row := []value{v.items[i]}
		if b.Shape != terms.List {
			if v.items[i].kind != arrayValue || len(v.items[i].items) != b.Cols {
				return d.fail(v.items[i].line, e.key(), "row %d is %s: expected %s", i+1, describe(&v.items[i]), expected(b, both))
			}
			row = v.items[i].items
		}
		r := i
		if b.Shape == terms.Table {
			r = b.Rows - 1 - i // top rank first
		}
		for c := range row {
			if err := d.cell(b, phase, r, c, e, &row[c]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *decoder) cell(b *terms.Block, phase, row, col int, e *entry, v *value) error {
	if t := b.Term(row, col); t >= 0 {
		return d.set(2*t+phase, v)
	}
	if v.kind != intValue || v.n != 0 {
		return d.fail(v.line, e.key(), "%s on %s, where the piece cannot stand: expected 0", v.text, b.Name(row, col))
	}
	return nil
}

// describe names a value of the wrong kind or length.
func describe(v *value) string {
	if v.kind == arrayValue {
		return fmt.Sprintf("%d values", len(v.items))
	}
	return v.text
}

// set gives parameter i the value v.
func (d *decoder) set(i int, v *value) error {
	p := &params[i]
	if d.line[i] != 0 {
		return d.fail(v.line, p.name, "given twice, first on line %d", d.line[i])
	}
	switch v.kind {
	case arrayValue:
		return d.fail(v.line, p.name, "%s: expected a whole number", describe(v))
	case otherValue:
		switch strings.TrimLeft(v.text, "+-") {
		case "nan", "inf":
			return d.fail(v.line, p.name, "%s is not a finite number: expected a whole number %d..%d", v.text, p.min, p.max)
		}
		return d.fail(v.line, p.name, "%s is not a whole number: expected %d..%d", v.text, p.min, p.max)
	}
	if v.n < int64(p.min) || v.n > int64(p.max) {
		return d.fail(v.line, p.name, "%s is out of range: expected %d..%d", v.text, p.min, p.max)
	}
	d.w.v[i] = int32(v.n)
	d.line[i] = v.line
	return nil
}

// missing reports what the file does not give. Groups and blocks that are
// missing altogether are reported by their names.
func (d *decoder) missing() error {
	var parts []string
	n, groups := 0, 0
	for _, g := range Groups() {
		var keys []string
		given := d.line[g.PercentIndex()] != 0
		if !given {
			keys = append(keys, percentKey)
			n++
		}
		for i := range g.blocks() {
			missing := d.blockMissing(&g.blocks()[i])
			n += missing.count
			given = given || missing.count < missing.of
			if missing.count > 0 {
				keys = append(keys, missing.key)
			}
		}
		switch {
		case !given:
			groups++
			parts = append(parts, "all of ["+g.String()+"]")
		case len(keys) > 0:
			parts = append(parts, "["+g.String()+"] "+strings.Join(keys, ", "))
		}
	}
	switch {
	case n == 0:
		return nil
	case groups == NumGroups:
		return d.fail(0, "", "no weights: expected the groups %s", strings.Join(groupNames[:], ", "))
	}
	return d.fail(0, "", "%d of %d values are missing: %s", n, NumParams, strings.Join(parts, "; "))
}

type absence struct {
	key       string
	count, of int
}

// blockMissing counts what is missing of a block. A phase is given
// whole or not at all, so the key need only say which phase is missing.
func (d *decoder) blockMissing(b *terms.Block) absence {
	a := absence{key: b.Key}
	var lack [2]int
	for r := range b.Rows {
		for c := range b.Cols {
			t := b.Term(r, c)
			if t < 0 {
				continue
			}
			for p := range lack {
				a.of++
				if d.line[2*t+p] == 0 {
					a.count++
					lack[p]++
				}
			}
		}
	}
	switch {
	case lack[midgame] == 0 && lack[endgame] > 0:
		a.key += ".eg"
	case lack[endgame] == 0 && lack[midgame] > 0:
		a.key += ".mg"
	}
	return a
}

package eval

import (
	"bytes"
	"fmt"
	"io"
)

// WriteTOML writes the weights as a file that Read takes back unchanged: the
// same hash. A value whose mg and eg are equal is written once.
func (w *Weights) WriteTOML(out io.Writer) error {
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "# xqlab evaluation weights, in centipawns (a rook is about 1000).\n"+
		"# key = n or key = [mg, eg]: with all pieces on the board, and on an empty one.\n"+
		"# weight is the group's percentage, 0 to %d.\n\n%s = %d\n", MaxPercent, formatKey, formatVersion)
	for _, g := range Groups() {
		buf.WriteByte('\n')
		w.writeGroup(&buf, g)
	}
	_, err := out.Write(buf.Bytes())
	return err
}

// WriteGroup writes one group as WriteTOML does, without the rest of the file.
func (w *Weights) WriteGroup(out io.Writer, g Group) error {
	var buf bytes.Buffer
	w.writeGroup(&buf, g)
	_, err := out.Write(buf.Bytes())
	return err
}

func (w *Weights) writeGroup(buf *bytes.Buffer, g Group) {
	fmt.Fprintf(buf, "# %s\n[%s]\n%s = %d\n", groupDocs[g], g, percentKey, w.Percent(g))
	for i := range blocks {
		if b := &blocks[i]; b.group == g {
			w.writeBlock(buf, b)
		}
	}
}

func (w *Weights) writeBlock(buf *bytes.Buffer, b *block) {
	if b.doc != "" {
		fmt.Fprintf(buf, "\n# %s\n", b.doc)
	}
	if b.shape == scalar {
		mg, eg := w.v[2*b.first+midgame], w.v[2*b.first+endgame]
		if mg == eg {
			fmt.Fprintf(buf, "%s = %d\n", b.key, mg)
		} else {
			fmt.Fprintf(buf, "%s = [%d, %d]\n", b.key, mg, eg)
		}
		return
	}
	if w.samePhases(b) {
		fmt.Fprintf(buf, "%s = ", b.key)
		w.writeArray(buf, b, midgame)
		return
	}
	for phase, name := range [2]string{"mg", "eg"} {
		fmt.Fprintf(buf, "%s.%s = ", b.key, name)
		w.writeArray(buf, b, phase)
	}
}

// samePhases reports whether mg and eg of the whole block are equal.
func (w *Weights) samePhases(b *block) bool {
	for r := range b.rows {
		for c := range b.cols {
			if t := b.term(r, c); t >= 0 && w.v[2*t+midgame] != w.v[2*t+endgame] {
				return false
			}
		}
	}
	return true
}

func (w *Weights) writeArray(buf *bytes.Buffer, b *block, phase int) {
	cell := func(r, c int) int32 {
		if t := b.term(r, c); t >= 0 {
			return w.v[2*t+phase]
		}
		return 0
	}
	buf.WriteByte('[')
	if b.shape == list {
		for r := range b.rows {
			if r > 0 {
				buf.WriteString(", ")
			}
			fmt.Fprint(buf, cell(r, 0))
		}
		buf.WriteString("]\n")
		return
	}
	buf.WriteByte('\n')
	for i := range b.rows {
		r := i
		if b.shape == table {
			r = b.rows - 1 - i // top rank first
		}
		buf.WriteString("  [")
		for c := range b.cols {
			if c > 0 {
				buf.WriteString(", ")
			}
			fmt.Fprintf(buf, "%4d", cell(r, c))
		}
		buf.WriteString("],\n")
	}
	buf.WriteString("]\n")
}

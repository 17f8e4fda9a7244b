package eval

import (
	"bytes"
	"fmt"
	"io"

	"xqlab/engine/eval/internal/terms"
)

// WriteTOML writes a weight file. Reading it gives equal weights, with the same
// hash. A value whose mg and eg are equal is written once.
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
	fmt.Fprintf(buf, "# %s\n[%s]\n%s = %d\n", g.declared().Doc, g, percentKey, w.Percent(g))
	for i := range g.blocks() {
		w.writeBlock(buf, &g.blocks()[i])
	}
}

func (w *Weights) writeBlock(buf *bytes.Buffer, b *terms.Block) {
	if b.Doc != "" {
		fmt.Fprintf(buf, "\n# %s\n", b.Doc)
	}
	if b.Shape == terms.Scalar {
		mg, eg := w.v[2*b.First+midgame], w.v[2*b.First+endgame]
		if mg == eg {
			fmt.Fprintf(buf, "%s = %d\n", b.Key, mg)
		} else {
			fmt.Fprintf(buf, "%s = [%d, %d]\n", b.Key, mg, eg)
		}
		return
	}
	if w.samePhases(b) {
		fmt.Fprintf(buf, "%s = ", b.Key)
		w.writeArray(buf, b, midgame)
		return
	}
	for phase, name := range [2]string{"mg", "eg"} {
		fmt.Fprintf(buf, "%s.%s = ", b.Key, name)
		w.writeArray(buf, b, phase)
	}
}

// samePhases reports whether mg and eg of the whole block are equal.
func (w *Weights) samePhases(b *terms.Block) bool {
	for r := range b.Rows {
		for c := range b.Cols {
			if t := b.Term(r, c); t >= 0 && w.v[2*t+midgame] != w.v[2*t+endgame] {
				return false
			}
		}
	}
	return true
}

func (w *Weights) writeArray(buf *bytes.Buffer, b *terms.Block, phase int) {
	cell := func(r, c int) int32 {
		if t := b.Term(r, c); t >= 0 {
			return w.v[2*t+phase]
		}
		return 0
	}
	buf.WriteByte('[')
	if b.Shape == terms.List {
		for r := range b.Rows {
			if r > 0 {
				buf.WriteString(", ")
			}
			fmt.Fprint(buf, cell(r, 0))
		}
		buf.WriteString("]\n")
		return
	}
	buf.WriteByte('\n')
	for i := range b.Rows {
		r := i
		if b.Shape == terms.Table {
			r = b.Rows - 1 - i // top rank first
		}
		buf.WriteString("  [")
		for c := range b.Cols {
			if c > 0 {
				buf.WriteString(", ")
			}
			fmt.Fprintf(buf, "%4d", cell(r, c))
		}
		buf.WriteString("],\n")
	}
	buf.WriteString("]\n")
}

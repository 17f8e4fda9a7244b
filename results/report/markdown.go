package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"xqlab/results/table"
)

// Maximal numbers of rows in Markdown, of a table and of the data of a figure:
// longer ones are for CSV.
const (
	markdownRows = 60
	figureRows   = 20
)

// WriteMarkdown writes the tables of the document, and those behind its figures
// that are short enough to read.
func (d *Document) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\nxqlab %s, %s\n\n", table.EscapeMarkdown(d.Title), table.EscapeMarkdown(d.Program), d.Generated.UTC().Format("2006-01-02 15:04 UTC"))
	for i := range d.Sections {
		if err := d.Sections[i].markdown(&b, d.Runs); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

func (s *Section) markdown(b *strings.Builder, runs []string) error {
	fmt.Fprintf(b, "## %s\n\n", table.EscapeMarkdown(s.Title))
	written := map[string]bool{}
	tab := func(t *table.Table, rows int) error {
		if t == nil || written[t.Name] {
			return nil
		}
		written[t.Name] = true
		if len(t.Rows) > rows {
			fmt.Fprintf(b, "%s: %d rows, in %s of `xqlab report %s --format csv -o FOLDER`\n\n", table.EscapeMarkdown(t.Title), len(t.Rows), csvName(s.ID, t), strings.Join(runs, " "))
			return nil
		}
		return t.WriteMarkdown(b, 4)
	}
	for _, it := range s.Items {
		var err error
		switch {
		case it.Heading != "":
			fmt.Fprintf(b, "### %s\n\n", table.EscapeMarkdown(it.Heading))
		case it.Text != "":
			fmt.Fprintf(b, "%s\n\n", table.EscapeMarkdown(it.Text))
		case it.Facts != nil:
			for _, f := range it.Facts {
				fmt.Fprintf(b, "- %s: **%s** %s\n", table.EscapeMarkdown(f.Label), table.EscapeMarkdown(f.Value), table.EscapeMarkdown(f.Note))
			}
			b.WriteString("\n")
		case it.Table != nil:
			err = tab(it.Table, markdownRows)
		case it.Figure != nil:
			err = tab(it.Figure.Data, figureRows)
		case it.Games != nil:
			err = tab(it.Games.Table, figureRows)
		case it.Positions != nil:
			err = tab(it.Positions.Table, markdownRows)
		case it.Repeat != nil:
			it.Repeat.markdown(b)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *Repeat) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "### %s\n\n", table.EscapeMarkdown(r.Title))
	if r.Command == "" {
		fmt.Fprintf(b, "There is no command line: %s.\n\n", r.Fault)
	} else {
		fmt.Fprintf(b, "```sh\n%s\n```\n\n", strings.ReplaceAll(r.Command, "```", "` ` `"))
	}
	for _, f := range r.Facts {
		fmt.Fprintf(b, "- %s: %s\n", table.EscapeMarkdown(f[0]), table.EscapeMarkdown(f[1]))
	}
	b.WriteString("\n")
}

// WriteCSV writes every table, and the data of every figure, as a file in the
// folder, which is created if missing. It returns the names of the files.
func (d *Document) WriteCSV(dir string) ([]string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	var names []string
	seen := map[string]bool{}
	for i := range d.Sections {
		s := &d.Sections[i]
		for _, it := range s.Items {
			t := it.data()
			if t == nil || len(t.Rows) == 0 {
				continue
			}
			name := csvName(s.ID, t)
			if seen[name] {
				continue
			}
			seen[name] = true
			if err := writeFile(filepath.Join(dir, name), t); err != nil {
				return names, err
			}
			names = append(names, name)
		}
	}
	return names, nil
}

// data returns the table of an item, if it has one.
func (it *Item) data() *table.Table {
	switch {
	case it.Table != nil:
		return it.Table
	case it.Figure != nil:
		return it.Figure.Data
	case it.Games != nil:
		return it.Games.Table
	case it.Positions != nil:
		return it.Positions.Table
	}
	return nil
}

func writeFile(path string, t *table.Table) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := t.WriteCSV(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"xqlab/results/table"
)

//go:embed assets
var assets embed.FS

// WriteHTML writes the document as one self-contained page.
func (d *Document) WriteHTML(w io.Writer) error {
	css, err := assets.ReadFile("assets/page.css")
	if err != nil {
		return err
	}
	js, err := assets.ReadFile("assets/page.js")
	if err != nil {
		return err
	}
	t, err := template.New("page.tmpl").Funcs(template.FuncMap{
		"csv":      csvName,
		"words":    func(list []string) string { return strings.Join(list, " ") },
		"shown":    (*table.Table).Shown,
		"numeric":  (*table.Table).Numeric,
		"raw":      rawValue,
		"sortable": func(t *table.Table) bool { return len(t.Rows) > 1 },
		"long":     func(t *table.Table) bool { return len(t.Rows) > 25 },
	}).ParseFS(assets, "assets/page.tmpl")
	if err != nil {
		return err
	}
	return t.Execute(w, struct {
		*Document
		CSS     template.CSS
		JS      template.JS
		Symbols template.HTML
	}{d, template.CSS(css), template.JS(js), symbols()})
}

// rawValue is what a cell is sorted by if that differs from its text.
func rawValue(c table.Cell) string {
	switch {
	case !c.Number || c.Raw == c.Text:
		return ""
	case c.Raw == "+inf":
		return "Infinity"
	case c.Raw == "-inf":
		return "-Infinity"
	}
	return c.Raw
}

// csvName is the name of a table's file in the folder of CSV files.
func csvName(section string, t *table.Table) string {
	return fmt.Sprintf("%s-%s.csv", section, t.Name)
}

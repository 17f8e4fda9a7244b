// Package report turns stored runs into documents for people: win rate, depth
// scaling, tuning and ratings, as one self-contained HTML page, as Markdown, or
// as a folder of CSV files.
//
// Build reads the runs and makes a Document, a list of sections of tables and
// figures. Every figure carries the table it was drawn from, so that the three
// writers agree. Texts that come from engines and files are escaped by the
// writers.
package report

import (
	"html/template"
	"time"

	"xqlab/results/table"
)

// Document is a report before it is written.
type Document struct {
	Title     string
	Generated time.Time
	Program   string // version of the program that made the report
	Runs      []string
	Sections  []Section
}

// Section is one run, or one subject of several runs.
type Section struct {
	ID    string // unique in the document; prefix of its CSV file names
	Title string
	Items []Item
}

// Item is one thing in a section; exactly one field is set.
type Item struct {
	Heading   string
	Text      string
	Facts     []Fact
	Table     *table.Table
	Figure    *Figure
	Games     *Games
	Positions *Positions
	Repeat    *Repeat
}

// Fact is a figure worth showing in large letters.
type Fact struct{ Label, Value, Note string }

// Figure is a drawing with the data it shows.
type Figure struct {
	Title  string
	Note   string
	Legend []Key
	SVG    template.HTML
	Wide   bool // needs the full width of the page
	Data   *table.Table
}

// Key explains a colour of a figure.
type Key struct {
	Text   string
	Colour string // name of a colour of the page
}

func (s *Section) add(items ...Item) { s.Items = append(s.Items, items...) }

func (s *Section) heading(text string) { s.add(Item{Heading: text}) }

func (s *Section) text(text string) { s.add(Item{Text: text}) }

// table adds a table unless it is empty.
func (s *Section) table(t *table.Table) {
	if t != nil && len(t.Rows) > 0 {
		s.add(Item{Table: t})
	}
}

// figure adds a figure unless there was nothing to draw.
func (s *Section) figure(f *Figure) {
	if f != nil {
		s.add(Item{Figure: f})
	}
}

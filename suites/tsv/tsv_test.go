package tsv

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// rows reads a whole table as "line:field|field".
func rows(r io.Reader) (list []string, err error) {
	t, err := NewReader(r, "t.tsv")
	if err != nil {
		return nil, err
	}
	for t.Next() {
		fields := make([]string, len(t.Header()))
		for i, name := range t.Header() {
			fields[i] = t.Get(name)
		}
		list = append(list, fmt.Sprintf("%d:%s", t.Line(), strings.Join(fields, "|")))
	}
	return list, t.Err()
}

func TestReader(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []string
		err        string
	}{
		{"rows", "a\tb\n1\t2\n3\t\n", []string{"2:1|2", "3:3|"}, ""},
		{"no newline at the end", "a\tb\n1\t2", []string{"2:1|2"}, ""},
		{"mark, carriage returns, blank lines", "\uFEFF\r\na\tb\r\n\r\n1\t2\r\n", []string{"4:1|2"}, ""},
		{"a lone quote", "a\tb\n\"x\ty\n\"\t\"\nz\tw\"\n", []string{`2:"x|y`, `3:"|"`, `4:z|w"`}, ""},
		{"quotes stay", "a\n\"x\"\"y\"\n", []string{`2:"x""y"`}, ""},
		{"blanks stay", "a\n x \n", []string{"2: x "}, ""},
		{"header alone", "a\n", nil, ""},
		{"empty", "", nil, "t.tsv: empty file: no header line"},
		{"blank", "\n\r\n", nil, "t.tsv: empty file: no header line"},
		{"too few columns", "a\tb\n1\t2\n\n3\n4\t5\n", []string{"2:1|2"}, `t.tsv: line 4: 1 columns, want 2 ("a b")`},
		{"too many columns", "a\n1\t2\n", nil, `t.tsv: line 2: 2 columns, want 1 ("a")`},
		{"line too long", "a\n1\n" + strings.Repeat("x", maxLine+1), []string{"2:1"}, "t.tsv: line 3: bufio.Scanner: token too long"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := rows(strings.NewReader(tc.text))
			text := ""
			if err != nil {
				text = err.Error()
			}
			if !slices.Equal(got, tc.want) || text != tc.err {
				t.Errorf("got %q, error %q; want %q, %q", got, text, tc.want, tc.err)
			}
		})
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("disk")
	for _, text := range []string{"", "a\n1\n"} {
		_, err := rows(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) {
			t.Errorf("after %q: error %v, want that of the source", text, err)
		}
	}
}

func TestRequire(t *testing.T) {
	r, err := NewReader(strings.NewReader("a\tb\n1\t2\n"), "t.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Require("b", "a"), r.RequireExactly([]string{"a", "b"})); err != nil {
		t.Error(err)
	}
	for want, err := range map[string]error{
		`t.tsv: line 1: no column "c" in the header ("a b")`: r.Require("a", "c"),
		`t.tsv: line 1: header ["a" "b"], want ["b" "a"]`:    r.RequireExactly([]string{"b", "a"}),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if r.Next(); r.Get("c") != "" || r.Get("b") != "2" {
		t.Errorf("c is %q, b is %q", r.Get("c"), r.Get("b"))
	}
}

// FuzzReader compares with the rule in one sentence: lines, without carriage
// return and mark, without blank ones, cut at tabs.
func FuzzReader(f *testing.F) {
	for _, s := range []string{"a\tb\n1\t2\n", "\uFEFFa\r\n\"1\n2\"\n", "\n\na\n\n", "a\tb\n1\n", "\r\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want []string
		columns := -1
		ragged := false
		for i, line := range strings.Split(strings.TrimPrefix(text, "\uFEFF"), "\n") {
			// The scanner drops one carriage return, the reader another.
			line = strings.TrimSuffix(strings.TrimSuffix(line, "\r"), "\r")
			if line == "" {
				continue
			}
			fields := strings.Split(line, "\t")
			if columns < 0 {
				columns = len(fields)
				continue
			}
			if ragged = len(fields) != columns; ragged {
				break
			}
			want = append(want, fmt.Sprintf("%d:%d", i+1, len(fields)))
		}
		r, err := NewReader(strings.NewReader(text), "t")
		if (err != nil) != (columns < 0) {
			t.Fatalf("error %v for a table of %d columns", err, columns)
		}
		if err != nil {
			return
		}
		var got []string
		for r.Next() {
			got = append(got, fmt.Sprintf("%d:%d", r.Line(), len(r.row)))
		}
		if !slices.Equal(got, want) || (r.Err() != nil) != ragged {
			t.Errorf("rows %q, error %v; want %q, ragged %v", got, r.Err(), want, ragged)
		}
	})
}

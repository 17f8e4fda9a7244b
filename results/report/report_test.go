package report

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	update = flag.Bool("update", false, "rewrite the golden files of testdata")
	keep   = flag.String("keep", "", "folder to keep the pages of the tests in, to look at them")
)

// pages are the reports that are tested, by the names of their runs.
var pages = map[string][]string{
	"winrate": {"winrate"}, "ratings": {"cup"}, "scaling": {"scaling"}, "tuning": {"fit", "walk"},
	"all": {"winrate", "cup", "scaling", "fit", "walk"},
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("differs from %s (rewrite it with -update if the change is meant)\ngot:\n%s", path, got)
	}
}

var written = map[string]string{}

// pageOf returns the HTML of one of pages.
func pageOf(t *testing.T, name string) string {
	t.Helper()
	if written[name] == "" {
		var buf bytes.Buffer
		if err := shared(t).build(pages[name]...).WriteHTML(&buf); err != nil {
			t.Fatal(err)
		}
		written[name] = buf.String()
	}
	return written[name]
}

func TestMarkdown(t *testing.T) {
	f := shared(t)
	for _, name := range []string{"winrate", "cup", "scaling", "fit", "walk"} {
		var buf bytes.Buffer
		if err := f.build(name).WriteMarkdown(&buf); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".md", buf.String())
	}
}

func TestCSV(t *testing.T) {
	f := shared(t)
	dir := filepath.Join(t.TempDir(), "csv")
	names, err := f.build(pages["all"]...).WriteCSV(dir)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(names) {
		t.Fatalf("%d files in the folder, %d reported: %v", len(entries), len(names), err)
	}
	slices.Sort(names)
	golden(t, "csv/files.txt", strings.Join(names, "\n")+"\n")
	for _, name := range []string{"m1-colours.csv", "m1-ends.csv", "m1-pairs.csv", "t2-ratings.csv", "suite1-scaling-depth.csv", "suite1-first-solved.csv", "p5-parameters.csv"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
			continue
		}
		golden(t, "csv/"+name, string(data))
	}
}

// A report must not refer to anything outside of itself.
var outside = regexp.MustCompile(`(?i)(https?:)?//[a-z0-9]|src\s*=\s*["']?[^"' >]|url\(|@import`)

func TestPageIsSelfContained(t *testing.T) {
	for name := range pages {
		page := pageOf(t, name)
		// The only address is the name of the SVG language in the script.
		text := strings.ReplaceAll(page, `"http://www.w3.org/2000/svg"`, "")
		text = regexp.MustCompile(`&lt;img src=x`).ReplaceAllString(text, "")
		text = strings.ReplaceAll(text, `\u003cimg src=x`, "")
		if at := outside.FindStringIndex(text); at != nil {
			t.Errorf("%s: refers to something outside: %.80q", name, text[max(0, at[0]-20):])
		}
		if strings.Contains(page, "<img") || strings.Contains(page, "<i>") || strings.Contains(page, "<b>checks") {
			t.Errorf("%s: text of an engine became markup", name)
		}
		for _, word := range []string{"NaN", "#0707"} {
			if strings.Contains(strings.ReplaceAll(page, "Number.isNaN", ""), word) {
				t.Errorf("%s: page contains %s", name, word)
			}
		}
	}
}

// Every element of the page must be closed in order, which the XML reader
// checks; what HTML allows beyond XML is taken out before.
func TestPageIsWellFormed(t *testing.T) {
	for name := range pages {
		page := pageOf(t, name)
		page = regexp.MustCompile(`(?s)<(script|style)[^>]*>.*?</(script|style)>`).ReplaceAllString(page, "")
		page = regexp.MustCompile(`<(meta|input|br)\b([^>]*)>`).ReplaceAllString(page, `<$1$2/>`)
		page = strings.ReplaceAll(strings.ReplaceAll(page, " hidden>", ">"), "<!DOCTYPE html>", "")
		dec := xml.NewDecoder(strings.NewReader(page))
		dec.Entity = xml.HTMLEntity
		for {
			_, err := dec.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				line, _ := dec.InputPos()
				t.Errorf("%s: line %d: %v", name, line, err)
				break
			}
		}
	}
}

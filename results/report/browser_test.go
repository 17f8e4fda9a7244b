package report

import (
	"context"
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// chromium returns the browser, or skips the test where there is none; in CI
// there must be one.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatal("no chromium: install it (Debian: apt-get install chromium), reports must be opened in a browser")
	}
	t.Skip("no chromium: reports are not opened in a browser (Debian: apt-get install chromium)")
	return ""
}

// collector runs before the page: it keeps errors, console messages and
// requests, and at the end uses what can be clicked. Its findings become an
// attribute of the page.
const collector = `<script>
const found = {errors: [], sorted: 0, games: 0, pieces: 0, moved: 0, svgs: 0, empty: 0, overflow: 0, requests: 0};
addEventListener("error", e => found.errors.push(String(e.message || e.target)), true);
addEventListener("unhandledrejection", e => found.errors.push(String(e.reason)));
addEventListener("securitypolicyviolation", e => found.errors.push("request: " + e.blockedURI));
for (const level of ["error", "warn", "assert"]) console[level] = (...a) => found.errors.push(level + ": " + a.join(" "));
addEventListener("load", () => {
  const finish = () => document.documentElement.setAttribute("data-found", JSON.stringify(found));
  try {
    for (const table of document.querySelectorAll("table.sortable")) {
      for (const head of table.tHead.rows[0].cells) { head.click(); head.click(); }
      const n = table.tHead.rows[0].cells.length;
      if (table.tHead.rows[0].cells[n - 1].getAttribute("aria-sort") === "descending") found.sorted++;
    }
    for (const g of document.querySelectorAll(".games")) {
      const buttons = g.querySelectorAll("[data-game]");
      found.games += buttons.length;
      buttons[buttons.length - 1].click();
      const before = g.querySelector("[data-el=pieces]").innerHTML;
      found.pieces = g.querySelectorAll("[data-el=pieces] use").length;
      g.querySelector("[data-go=next]").click();
      if (g.querySelector("[data-el=pieces]").innerHTML !== before) found.moved++;
      g.querySelector("[data-go=last]").click();
      g.querySelector("[data-go=back]").click();
      g.querySelector("[data-go=first]").click();
      if (g.querySelector("[data-el=pieces]").innerHTML !== before) found.errors.push("start is not where it was");
    }
    for (const d of document.querySelectorAll("details")) d.open = true;
    for (const svg of document.querySelectorAll("figure svg, svg.board")) {
      const box = svg.getBoundingClientRect();
      found.svgs++;
      if (box.width < 50 || box.height < 30) found.empty++;
    }
    found.overflow = document.documentElement.scrollWidth - innerWidth;
    found.requests = performance.getEntriesByType("resource").length;
  } catch (e) { found.errors.push("collector: " + e); }
  finish();
});
</script>`

type browserFindings struct {
	Errors                                                        []string
	Sorted, Games, Pieces, Moved, SVGs, Empty, Overflow, Requests int
}

var foundAttribute = regexp.MustCompile(`data-found="([^"]*)"`)

// Starts of the browser for one page, at most, and the time of each: on a busy
// machine it may not come up. What it says about the page is never asked twice.
const (
	browserStarts = 3
	browserTime   = 100 * time.Second
)

// open loads a page in the browser at a width in pixels and returns what the
// collector found.
func open(t *testing.T, browser, page, width string) browserFindings {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(strings.Replace(page, "<head>", "<head>"+collector, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	for range browserStarts {
		dom, err := dump(browser, path, filepath.Join(t.TempDir(), "profile"), width)
		match := foundAttribute.FindSubmatch(dom)
		if match == nil {
			t.Logf("the browser did not show the page (%d bytes): %v", len(dom), err)
			continue
		}
		var f browserFindings
		if err := json.Unmarshal([]byte(html.UnescapeString(string(match[1]))), &f); err != nil {
			t.Fatal(err)
		}
		return f
	}
	t.Fatalf("the browser did not show the page in %d attempts", browserStarts)
	return browserFindings{}
}

// dump returns the page as the browser has it after loading.
func dump(browser, path, profile, width string) ([]byte, error) {
	limited, cancel := context.WithTimeout(context.Background(), browserTime)
	defer cancel()
	cmd := exec.CommandContext(limited, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--user-data-dir="+profile,
		"--window-size="+width+",900", "--timeout=60000", "--dump-dom", "file://"+path)
	cmd.WaitDelay = 5 * time.Second
	return cmd.Output()
}

func TestPagesInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("short: no browser")
	}
	browser := chromium(t)
	for _, c := range []struct {
		name                string
		width               string
		sorted, games, svgs int // at least; all sortable tables must sort
	}{
		{"winrate", "1280", 3, 80, 6}, {"ratings", "1280", 4, 48, 4}, {"scaling", "1280", 3, 0, 9}, {"tuning", "1280", 2, 0, 8}, {"all", "500", 12, 128, 27},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := pageOf(t, c.name)
			if *keep != "" {
				if err := os.WriteFile(filepath.Join(*keep, c.name+".html"), []byte(page), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			got := open(t, browser, page, c.width)
			if len(got.Errors) > 0 {
				t.Errorf("errors in the browser: %q", got.Errors)
			}
			if got.Requests != 0 {
				t.Errorf("%d requests, want none", got.Requests)
			}
			if want := strings.Count(page, `<table class="sortable"`); got.Sorted != want || want < c.sorted {
				t.Errorf("%d of %d tables were sorted, want at least %d", got.Sorted, want, c.sorted)
			}
			if got.Games != c.games {
				t.Errorf("%d games can be opened, want %d", got.Games, c.games)
			}
			if c.games > 0 && (got.Pieces != 32 || got.Moved == 0) {
				t.Errorf("the board shows %d pieces, moved %d", got.Pieces, got.Moved)
			}
			if got.SVGs < c.svgs || got.Empty > 0 {
				t.Errorf("%d drawings, %d of them empty, want at least %d", got.SVGs, got.Empty, c.svgs)
			}
			if got.Overflow > 0 {
				t.Errorf("the page is %d px wider than the window of %s", got.Overflow, c.width)
			}
		})
	}
}

package protocol

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// patience is how long tests wait for what must come.
const patience = 30 * time.Second

// client is a board at the other end of a server.
type client struct {
	t     testing.TB
	in    *io.PipeWriter
	lines chan string // what the server said; closed when it has ended
	ended chan error  // what Serve returned
}

// connect starts a server.
func connect(t testing.TB, ctx context.Context, c Config) *client {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	cl := &client{t: t, in: inW, lines: make(chan string, 1<<16), ended: make(chan error, 1)}
	go func() {
		err := Serve(ctx, inR, outW, c)
		outW.Close()
		cl.ended <- err
	}()
	go func() {
		defer close(cl.lines)
		sc := bufio.NewScanner(outR)
		sc.Buffer(nil, 1<<22)
		for sc.Scan() {
			cl.lines <- sc.Text()
		}
	}()
	t.Cleanup(func() { inW.Close() })
	return cl
}

func (c *client) send(lines ...string) {
	c.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(c.in, l+"\n"); err != nil {
			c.t.Fatalf("send %q: %v", l, err)
		}
	}
}

// next returns the next line, false at the end.
func (c *client) next() (string, bool) {
	c.t.Helper()
	select {
	case l, ok := <-c.lines:
		return l, ok
	case <-time.After(patience):
		c.t.Fatal("the server has been silent for too long")
		return "", false
	}
}

// until reads up to the first line that begins with one of the texts, and
// returns all lines read.
func (c *client) until(starts ...string) []string {
	c.t.Helper()
	var got []string
	for {
		l, ok := c.next()
		if !ok {
			c.t.Fatalf("the server ended before saying %v; it said:\n%s", starts, strings.Join(got, "\n"))
		}
		got = append(got, l)
		for _, s := range starts {
			if strings.HasPrefix(l, s) {
				return got
			}
		}
	}
}

// move waits for the answer to a "go".
func (c *client) move() string {
	c.t.Helper()
	got := c.until("bestmove", "nobestmove")
	return got[len(got)-1]
}

// end waits for the server to end and returns what it still said.
func (c *client) end() []string {
	c.t.Helper()
	var rest []string
	for {
		l, ok := c.next()
		if !ok {
			break
		}
		rest = append(rest, l)
	}
	if err := <-c.ended; err != nil {
		c.t.Errorf("Serve: %v", err)
	}
	return rest
}

// serve sends a text as the whole input and returns all lines said.
func serve(t testing.TB, c Config, input string) []string {
	t.Helper()
	var out strings.Builder
	if err := Serve(context.Background(), strings.NewReader(input), &out, c); err != nil {
		t.Fatalf("Serve: %v", err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// only keeps the lines that begin with a text.
func only(lines []string, start string) (kept []string) {
	for _, l := range lines {
		if strings.HasPrefix(l, start) {
			kept = append(kept, l)
		}
	}
	return kept
}

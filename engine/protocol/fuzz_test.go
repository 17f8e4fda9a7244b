package protocol

import (
	"context"
	"strings"
	"testing"
)

// FuzzServer talks at random: the server must neither end nor hang, and must
// answer every go exactly once. Searches are cut to depth 2 so that they end;
// options that take much memory or open files are left alone.
func FuzzServer(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nposition startpos moves h2e2\ngo depth 3\n",
		"setoption name MultiPV value 3\ngo infinite\nposition startpos\ngo ponder\nponderhit\nstop\n",
		"fen 3k5/9/9/9/9/9/9/9/9/3R1K3 b\nbanmoves d9e9\ngo\nstartpos moves h3e3\ngo wtime -1\n",
		"go searchmoves a0a1 h2e2 time 1 increment 2 draw\nsetoption usemillisec true\nd\neval\nprobe\n",
		"go depth abc\ngo\ngo\ngo\nstop\nquit\ngo\n",
		"\x00\xff\xfe go\r\n\tgo\vdepth 1\n",
	} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, text string, inUCCI bool) {
		c := Config{}
		if inUCCI {
			c.Dialect = UCCI
		}
		cl := connect(t, context.Background(), c)
		asked := 0
		for _, l := range strings.Split(text, "\n") {
			plain := strings.ToLower(clean(l))
			word, _ := cutWord(plain)
			switch {
			case word == "ucci", word == "uci", word == "quit", strings.Contains(plain, "weights"):
				continue
			case strings.Contains(plain, "hash"), strings.Contains(plain, "threads"):
				continue
			case word == "go":
				asked++
				l = clean(l) + " depth 2"
			}
			cl.send(l)
		}
		cl.send("stop", "isready")
		answered, ready := 0, false
		for answered < asked || !ready {
			l, ok := cl.next()
			if !ok {
				t.Fatal("the server has ended")
			}
			switch {
			case strings.HasPrefix(l, "bestmove "), l == "nobestmove":
				answered++
			case l == "readyok":
				ready = true
			}
		}
		cl.send("quit")
		rest := cl.end()
		answered += len(only(rest, "bestmove")) + len(only(rest, "nobestmove"))
		// in UCCI a stop of nothing is answered too
		if answered != asked && !inUCCI || answered < asked {
			t.Errorf("%d answers to %d go", answered, asked)
		}
	})
}

package protocol

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"xqlab/engine"
	"xqlab/engine/board"
	"xqlab/engine/eval"
)

// Config gives the engine's identity and its initial settings. The zero value
// serves UCI with the default weights.
type Config struct {
	Dialect               Dialect // UCI, or UCCI; the client's greeting overrides it
	Name, Version, Author string  // sent in the greeting; Name is "xqlab" if empty
	Weights               string  // weight file or built-in name; "" means "default"
	Expose                bool    // list the constants of the search among the options
	Seed                  uint64  // of the choice among book moves
}

// server is one conversation.
type server struct {
	cfg        Config
	vocabulary vocabulary // of the dialect in use
	out        output

	engine  *engine.Engine
	opts    engine.Options
	weights string // name of opts.Weights as it was given
	millis  bool   // UCCI: times are in milliseconds
	ponder  bool   // the client intends to ponder; makes no difference here
	pos     *board.Position
	banned  []board.Move // moves not to play in pos
	book    openingBook

	active *activeSearch    // the running search, nil when idle
	retry  <-chan time.Time // when to repeat a ponder hit
	queue  []string         // commands that wait for the answer
	over   bool             // no more commands are read
}

// Serve answers the client at the other end of in and out until it sends "quit"
// (Serve returns nil), the input ends (nil), ctx is cancelled (its error) or
// writing fails. When it returns, the search and all goroutines it started have
// ended, with one exception: after a cancellation the goroutine that reads is
// left behind until its Read returns. Serve raises GOMAXPROCS to two more than
// the search threads if it is lower, so that commands are handled at once.
func Serve(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	s, err := newServer(out, c)
	if err != nil {
		return err
	}
	defer s.book.close()
	lines := startReading(in)
	err = s.loop(ctx, lines)
	lines.close(err == nil)
	return err
}

func newServer(out io.Writer, c Config) (*server, error) {
	if c.Name == "" {
		c.Name = "xqlab"
	}
	if c.Author == "" {
		c.Author = "the xqlab authors"
	}
	if c.Weights == "" {
		c.Weights = eval.DefaultName
	}
	w, err := eval.Load(c.Weights)
	if err != nil {
		return nil, err
	}
	s := &server{
		cfg: c, vocabulary: c.Dialect.vocabulary(), out: output{w: bufio.NewWriter(out)},
		opts: defaultOptions(w), weights: c.Weights, pos: board.NewPosition(),
		book: newOpeningBook(c.Seed),
	}
	reserveThreads(s.opts.Threads)
	s.engine, err = engine.New(s.opts)
	return s, err
}

// loop is the only place where commands and results of searches arrive; nothing
// else changes the server's state.
func (s *server) loop(ctx context.Context, lines *lineSource) error {
	for !s.over {
		var done chan outcome
		if s.active != nil {
			done = s.active.done
		}
		select {
		case l := <-lines.c:
			s.read(ctx, l)
			if !s.over {
				lines.more <- struct{}{}
			}
		case o := <-done:
			s.answer(o)
			s.handleQueued(ctx)
		case <-s.retry:
			s.ponderHit()
		case <-ctx.Done():
			s.finish()
			return ctx.Err()
		}
		if err := s.out.failed(); err != nil {
			s.finish()
			return err
		}
	}
	s.finish()
	return s.out.failed()
}

// read processes one line from the client.
func (s *server) read(ctx context.Context, l line) {
	switch {
	case l.tooLong:
		s.infoString("line of more than %d bytes ignored", maxLine)
	case l.err != nil:
		if l.err != io.EOF {
			s.infoString("input: %v", l.err)
		}
		s.over = true
	case l.text != "":
		s.dispatch(ctx, l.text)
	}
}

// dispatch handles a command now or, if it must wait for the answer of the
// running search, queues it.
func (s *server) dispatch(ctx context.Context, text string) {
	if s.active == nil {
		s.handle(ctx, text)
		return
	}
	word, _ := cutWord(text)
	goWaits := slices.ContainsFunc(s.queue, isGo)
	switch strings.ToLower(word) {
	case "isready":
		s.out.send("readyok")
	case "quit":
		s.over = true
	case "stop":
		// also meant for the queued searches
		if goWaits {
			s.queue = append(s.queue, text)
		}
		s.active.cancel()
	case "ponderhit":
		if goWaits {
			s.queue = append(s.queue, text)
			return
		}
		s.handle(ctx, text)
	case "d", "eval":
		if len(s.queue) == 0 {
			s.handle(ctx, text)
			return
		}
		s.queue = append(s.queue, text)
	default:
		s.queue = append(s.queue, text)
		if isGo(text) && s.active.endless() {
			s.active.cancel()
		}
	}
}

func isGo(text string) bool {
	word, _ := cutWord(text)
	return strings.EqualFold(word, "go")
}

// handleQueued dispatches the commands that have waited. Those after a "go" are
// queued again.
func (s *server) handleQueued(ctx context.Context) {
	waiting := s.queue
	s.queue = nil
	for _, text := range waiting {
		s.dispatch(ctx, text)
	}
}

// handle carries out a command.
func (s *server) handle(ctx context.Context, text string) {
	word, rest := cutWord(text)
	switch strings.ToLower(word) {
	case "uci":
		s.greet(UCI)
	case "ucci":
		s.greet(UCCI)
	case "isready":
		s.out.send("readyok")
	case "setoption":
		s.setOption(rest)
	case "ucinewgame":
		s.engine.NewGame()
	case "position":
		s.position(rest)
	case "fen", "startpos":
		s.position(text)
	case "banmoves":
		s.ban(rest)
	case "go":
		s.goCommand(ctx, rest)
	case "stop":
		s.out.send(s.vocabulary.idleStop()...)
	case "ponderhit":
		s.ponderHitCommand(rest)
	case "d":
		s.showPosition()
	case "eval":
		s.showEvaluation()
	case "probe":
		s.out.send("pophash")
	case "debug", "register":
		// part of the protocols, but without effect here
	case "quit":
		s.over = true
	default:
		s.infoString("unknown command %s", quote(word))
	}
}

func (s *server) greet(d Dialect) {
	s.cfg.Dialect = d
	s.vocabulary = d.vocabulary()
	s.out.send(s.vocabulary.greeting(s.cfg, s.options())...)
}

// finish ends the running search with its answer, and the conversation.
func (s *server) finish() {
	if s.active != nil {
		s.active.cancel()
		s.answer(<-s.active.done)
	}
	s.out.send(s.vocabulary.bye()...)
}

// infoString sends the client a message for people: what is wrong with its
// input.
func (s *server) infoString(format string, args ...any) {
	text := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	s.out.send("info string " + shorten(text, maxMessage))
}

// cutWord splits off the first word of a line.
func cutWord(text string) (word, rest string) {
	text = strings.TrimLeft(text, " ")
	if i := strings.IndexByte(text, ' '); i >= 0 {
		return text[:i], strings.TrimLeft(text[i:], " ")
	}
	return text, ""
}

// maxMessage is the longest message in bytes, maxQuote that of a piece of input
// in it.
const (
	maxMessage = 500
	maxQuote   = 60
)

// quote shows a piece of input in a message.
func quote(text string) string { return fmt.Sprintf("%q", shorten(text, maxQuote)) }

func shorten(text string, most int) string {
	if len(text) > most {
		text = text[:most] + "..."
	}
	return strings.ToValidUTF8(text, "?")
}

// reserveThreads raises GOMAXPROCS so that the given number of search goroutines
// and the goroutines that read input and keep time can each run on a thread of
// its own. Otherwise a "stop" has to wait until the runtime's scheduler takes a
// search goroutine off its processor, 10 ms or more; this way the operating
// system schedules them, which wakes a thread that has input at once. Measured
// on two busy cores: median from "stop" to "bestmove" 12 ms before, 0.4 ms after.
func reserveThreads(threads int) {
	const others = 2
	if n := threads + others; runtime.GOMAXPROCS(0) < n {
		runtime.GOMAXPROCS(n)
	}
}

package protocol

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"xqlab/engine"
	"xqlab/engine/board"
	"xqlab/engine/eval"
)

// Config says who the engine is and how it starts. The zero value serves UCI
// with the default weights.
type Config struct {
	Dialect               Dialect // UCI, or UCCI; the client's greeting overrules it
	Name, Version, Author string  // who the engine says it is; "xqlab" if empty
	Weights               string  // weight file or built-in name; "" means "default"
	Expose                bool    // list the constants of the search among the options
	Seed                  uint64  // of the choice among book moves
}

// server is one conversation.
type server struct {
	cfg    Config
	speech speech
	out    output

	engine  *engine.Engine
	opts    engine.Options
	weights string // name of opts.Weights as it was given
	millis  bool   // UCCI: times are in milliseconds
	ponder  bool   // the client means to ponder; the search does not care
	pos     *board.Position
	banned  []board.Move // moves not to play in pos
	library library

	thought *thought         // the running search, nil when idle
	retry   <-chan time.Time // when to repeat a ponder hit
	queue   []string         // commands that wait for the answer
	over    bool
}

// Serve speaks with the client at the other end of in and out until it says
// "quit" (nil), the input ends (nil), ctx is cancelled (its error) or out
// fails. When it returns, the search and all goroutines it started have ended,
// but for one: after a cancellation the goroutine that reads is left behind
// until its Read returns. Serve raises GOMAXPROCS if there are fewer than two
// more than search threads, so that commands are heard at once.
func Serve(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	s, err := newServer(out, c)
	if err != nil {
		return err
	}
	defer s.library.close()
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
		cfg: c, speech: c.Dialect.speech(), out: output{w: bufio.NewWriter(out)},
		opts: defaultOptions(w), weights: c.Weights, pos: board.NewPosition(),
		library: newLibrary(c.Seed),
	}
	makeRoom(s.opts.Threads)
	s.engine, err = engine.New(s.opts)
	return s, err
}

// loop is the one place where lines and answers meet; nothing else changes the
// server's state.
func (s *server) loop(ctx context.Context, lines *lineSource) error {
	for !s.over {
		var done chan outcome
		if s.thought != nil {
			done = s.thought.done
		}
		select {
		case l := <-lines.c:
			s.read(ctx, l)
			if !s.over {
				lines.more <- struct{}{}
			}
		case o := <-done:
			s.answer(o)
			s.drain(ctx)
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

// read takes one line from the client.
func (s *server) read(ctx context.Context, l line) {
	switch {
	case l.tooLong:
		s.complain("line of more than %d bytes ignored", maxLine)
	case l.err != nil:
		if l.err != io.EOF {
			s.complain("input: %v", l.err)
		}
		s.over = true
	case l.text != "":
		s.take(ctx, l.text)
	}
}

// take obeys a command now or, if it must wait for the answer of the running
// search, puts it in line.
func (s *server) take(ctx context.Context, text string) {
	if s.thought == nil {
		s.obey(ctx, text)
		return
	}
	word, _ := cutWord(text)
	goWaits := slices.ContainsFunc(s.queue, isGo)
	switch strings.ToLower(word) {
	case "isready":
		s.out.say("readyok")
	case "quit":
		s.over = true
	case "stop":
		// also meant for the searches that wait
		if goWaits {
			s.queue = append(s.queue, text)
		}
		s.thought.cancel()
	case "ponderhit":
		if goWaits {
			s.queue = append(s.queue, text)
			return
		}
		s.obey(ctx, text)
	case "d", "eval":
		if len(s.queue) == 0 {
			s.obey(ctx, text)
			return
		}
		s.queue = append(s.queue, text)
	default:
		s.queue = append(s.queue, text)
		if isGo(text) && s.thought.endless() {
			s.thought.cancel()
		}
	}
}

func isGo(text string) bool {
	word, _ := cutWord(text)
	return strings.EqualFold(word, "go")
}

// drain obeys the commands that have waited, up to the next search.
func (s *server) drain(ctx context.Context) {
	waiting := s.queue
	s.queue = nil
	for _, text := range waiting {
		s.take(ctx, text)
	}
}

// obey carries out a command.
func (s *server) obey(ctx context.Context, text string) {
	word, rest := cutWord(text)
	switch strings.ToLower(word) {
	case "uci":
		s.greet(UCI)
	case "ucci":
		s.greet(UCCI)
	case "isready":
		s.out.say("readyok")
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
		s.out.say(s.speech.idleStop()...)
	case "ponderhit":
		s.ponderHitCommand(rest)
	case "d":
		s.showPosition()
	case "eval":
		s.showEvaluation()
	case "probe":
		s.out.say("pophash")
	case "debug", "register":
		// part of the protocols, without effect here
	case "quit":
		s.over = true
	default:
		s.complain("unknown command %s", quote(word))
	}
}

func (s *server) greet(d Dialect) {
	s.cfg.Dialect = d
	s.speech = d.speech()
	s.out.say(s.speech.greeting(s.cfg, s.options())...)
}

// finish ends the running search with its answer and says goodbye.
func (s *server) finish() {
	if s.thought != nil {
		s.thought.cancel()
		s.answer(<-s.thought.done)
	}
	s.out.say(s.speech.goodbye()...)
}

// complain tells the client what was wrong with its input.
func (s *server) complain(format string, args ...any) {
	text := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	s.out.say("info string " + shorten(text, maxMessage))
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

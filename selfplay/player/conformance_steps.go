package player

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"xqlab/engine/board"
)

func (k *checker) greeting() (string, error) {
	start := time.Now()
	f, err := Prepare(k.ctx, k.cfg, &k.env)
	if err != nil {
		return "", err
	}
	k.factory = f
	p := f.Profile()
	k.report.Protocol, k.report.Ranks, k.report.ID, k.report.Author = p.Protocol, p.Ranks(), p.Name, p.Author
	detail := fmt.Sprintf("%s, ranks %s, %q, ready in %v", p.Protocol, p.Ranks(), p.Name, time.Since(start).Round(time.Millisecond))
	if p.Protocol == UCCI && !p.millis {
		detail += ", counts seconds"
	}
	if !p.Ready {
		return "", notedError(detail + "; does not answer isready")
	}
	if p.Name == "" {
		return "", notedError(detail + "; gives no id name")
	}
	return detail, nil
}

func (k *checker) options() (string, error) {
	p := k.factory.Profile()
	if len(k.warned) > 0 {
		return "", notedError(strings.Join(k.warned, "; "))
	}
	detail := fmt.Sprintf("%d declared", len(p.Decls))
	if len(p.Options) > 0 {
		detail += fmt.Sprintf(", %d set", len(p.Options))
	}
	return detail, nil
}

// fresh starts a process and brings it to the idle state.
func (k *checker) fresh() (*external, error) {
	player, err := k.factory.New(-1)
	if err != nil {
		return nil, err
	}
	x := player.(*external)
	return x, x.NewGame(k.ctx)
}

// with runs f with a fresh process.
func (k *checker) with(f func(x *external) (string, error)) (string, error) {
	x, err := k.fresh()
	if err != nil {
		return "", err
	}
	defer x.Close()
	return f(x)
}

// ready asks isready and measures the answer.
func (k *checker) ready(x *external, limit time.Duration) (time.Duration, error) {
	start := time.Now()
	if err := x.proc.write([]byte("isready\n")); err != nil {
		return 0, x.disconnected()
	}
	err := x.proc.await(k.ctx, limit, func(ev lineEvent) bool { return firstWord(ev.text) == "readyok" })
	if err != nil {
		return 0, x.proc.lacking(err, "readyok", limit)
	}
	return time.Since(start), nil
}

const checkLimit = 5 * time.Second

func (k *checker) idle() (string, error) {
	if !k.factory.profile.Ready {
		return "the engine does not know isready", errSkip
	}
	return k.with(func(x *external) (string, error) {
		var worst time.Duration
		for range 10 {
			d, err := k.ready(x, checkLimit)
			if err != nil {
				return "", err
			}
			worst = max(worst, d)
		}
		return fmt.Sprintf("10 times, slowest %v", worst.Round(time.Microsecond)), nil
	})
}

// infinite returns the command for a search without end.
func (k *checker) infinite() string {
	if k.factory.profile.Protocol == UCCI {
		return "go depth infinite\n"
	}
	return "go infinite\n"
}

func (k *checker) readyInSearch() (string, error) {
	if k.factory.profile.Protocol == UCCI {
		return "UCCI does not ask for it", errSkip
	}
	return k.with(func(x *external) (string, error) {
		if err := x.proc.write([]byte("position startpos\n" + k.infinite())); err != nil {
			return "", x.disconnected()
		}
		d, err := k.ready(x, checkLimit)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("answered in %v", d.Round(time.Microsecond)), nil
	})
}

func (k *checker) unknown() (string, error) {
	if !k.factory.profile.Ready {
		return "the engine does not know isready", errSkip
	}
	return k.with(func(x *external) (string, error) {
		if err := x.proc.write([]byte("xqlab-unknown-command 1 2 3\n\n")); err != nil {
			return "", x.disconnected()
		}
		if _, err := k.ready(x, checkLimit); err != nil {
			return "", notedError("an unknown command is not ignored: " + err.Error())
		}
		return "ignored", nil
	})
}

// ask returns the engine's move in a position reached from a FEN.
func (k *checker) ask(x *external, fen string, moves []board.Move, l Limits) (Answer, error) {
	pos, err := board.ParseFEN(fen)
	if err != nil {
		return Answer{}, err
	}
	for _, m := range moves {
		pos.Make(m)
	}
	return x.Move(k.ctx, &Request{Pos: pos, StartFEN: fen, Limits: l, Stall: checkLimit})
}

// checkFENs are positions full of traps for a move generator: pins, screens,
// facing kings, checks from several sides.
var checkFENs = []string{
	board.StartFEN,
	"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
	"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
	"1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
	"5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
	"CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
	"R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w - - 0 1",
	"C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
	"4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 0 1",
	"2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1",
	"4k4/9/9/9/9/9/4N4/9/9/4K4 w - - 0 1",
}

func (k *checker) legality() (string, error) {
	return k.with(func(x *external) (string, error) {
		for _, fen := range checkFENs {
			if _, err := k.ask(x, fen, nil, Limits{Depth: 1}); err != nil {
				return "", fmt.Errorf("%s: %w", fen, err)
			}
		}
		return fmt.Sprintf("in %d positions", len(checkFENs)), nil
	})
}

// checkGame is a game with captures by every kind of piece.
const checkGame = "h2e2 h9g7 h0g2 i9h9 i0h0 c6c5 h0h4 b9c7 c3c4 c5c4 h4c4 c7d5 c4d4 d5b4 b0c2 g6g5 g3g4 g5g4 d4g4 h7h8 e2e6 b4c2"

func (k *checker) follows() (string, error) {
	pos := board.NewPosition()
	var moves []board.Move
	for _, text := range strings.Fields(checkGame) {
		m, err := board.ParseMove(text)
		if err != nil || !pos.IsLegal(m) {
			return "", fmt.Errorf("move %s of the test game is not legal", text)
		}
		pos.Make(m)
		moves = append(moves, m)
	}
	return k.with(func(x *external) (string, error) {
		for n := range len(moves) + 1 {
			if _, err := k.ask(x, board.StartFEN, moves[:n], Limits{Depth: 1}); err != nil {
				return "", fmt.Errorf("after %d moves: %w", n, err)
			}
		}
		return fmt.Sprintf("legal moves after each of %d plies", len(moves)), nil
	})
}

func (k *checker) onlyMove() (string, error) {
	return k.with(func(x *external) (string, error) {
		// Every square but one beside the king is attacked.
		const fen = "3k5/9/9/9/9/9/9/9/3p5/4K4 w - - 0 1"
		a, err := k.ask(x, fen, nil, Limits{Depth: 1})
		if err != nil {
			return "", fmt.Errorf("%s: %w", fen, err)
		}
		return "found " + a.Move.String(), nil
	})
}

// noMove asks for a move where there is none.
func (k *checker) noMove() (string, error) {
	return k.with(func(x *external) (string, error) {
		_, err := k.ask(x, "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1", nil, Limits{Depth: 1})
		var f *Fault
		switch {
		case errors.As(err, &f) && f.Kind == NoMove:
			return "says so: " + f.Text, nil
		case err != nil:
			return "", notedError("a side without a legal move: " + err.Error())
		}
		return "", notedError("it gave a move")
	})
}

func (k *checker) newGames() (string, error) {
	return k.with(func(x *external) (string, error) {
		first := map[string]string{}
		same := true
		for game := range 3 {
			if err := x.NewGame(k.ctx); err != nil {
				return "", err
			}
			for _, fen := range checkFENs[:4] {
				a, err := k.ask(x, fen, nil, Limits{Depth: 3})
				if err != nil {
					return "", err
				}
				if game == 0 {
					first[fen] = a.Move.String()
				}
				same = same && first[fen] == a.Move.String()
			}
		}
		if !same {
			return "", notedError("moves at depth 3 differ from game to game: results cannot be repeated exactly")
		}
		return "the same moves at depth 3 after each", nil
	})
}

func (k *checker) stop() (string, error) {
	return k.with(func(x *external) (string, error) {
		var worst time.Duration
		for range 3 {
			if err := x.proc.write([]byte("position startpos\n" + k.infinite())); err != nil {
				return "", x.disconnected()
			}
			if err := sleep(k.ctx, 200*time.Millisecond); err != nil {
				return "", err
			}
			start := time.Now()
			if err := x.proc.write([]byte("stop\n")); err != nil {
				return "", x.disconnected()
			}
			var line string
			err := x.proc.await(k.ctx, checkLimit, func(ev lineEvent) bool {
				_, ok := parseBestMove(ev.text)
				line = ev.text
				return ok
			})
			if err != nil {
				return "", fmt.Errorf("after stop: %w", x.proc.lacking(err, "bestmove", checkLimit))
			}
			worst = max(worst, time.Since(start))
			end, _ := parseBestMove(line)
			if _, err := readMove(board.NewPosition(), end.move, x.profile.style); err != nil && end.move != "" {
				return "", fmt.Errorf("after stop: %s: %w", cleanText(line), err)
			}
		}
		detail := fmt.Sprintf("bestmove within %v", worst.Round(time.Microsecond))
		if worst > 200*time.Millisecond {
			return "", notedError(detail)
		}
		return detail, nil
	})
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (k *checker) moveTime() (string, error) {
	limit := 200 * time.Millisecond
	if k.secondsOnly() {
		limit = time.Second
	}
	return k.timed(func(x *external, pos *board.Position) (Answer, error) {
		return x.Move(k.ctx, &Request{Pos: pos, StartFEN: board.StartFEN, Limits: Limits{MoveTime: limit}, Margin: checkLimit, Stall: checkLimit})
	}, limit, 3)
}

func (k *checker) clock() (string, error) {
	left := 500 * time.Millisecond
	if k.secondsOnly() {
		left = 2 * time.Second
	}
	return k.timed(func(x *external, pos *board.Position) (Answer, error) {
		c := &Clock{Left: left}
		return x.Move(k.ctx, &Request{
			Pos: pos, StartFEN: board.StartFEN, Limits: Limits{TC: TimeControl{Base: left}}, Clocks: [2]*Clock{c, c}, Margin: checkLimit, Stall: checkLimit,
		})
	}, left, 5)
}

func (k *checker) secondsOnly() bool {
	p := k.factory.profile
	return p.Protocol == UCCI && !p.millis
}

// timed measures moves with a time limit.
func (k *checker) timed(ask func(*external, *board.Position) (Answer, error), limit time.Duration, moves int) (string, error) {
	return k.with(func(x *external) (string, error) {
		pos := board.NewPosition()
		var worst time.Duration
		for range moves {
			a, err := ask(x, pos)
			if err != nil {
				return "", err
			}
			worst = max(worst, a.Time)
			pos.Make(a.Move)
		}
		detail := fmt.Sprintf("%v given, slowest move %v", limit, worst.Round(time.Microsecond))
		switch over := worst - limit; {
		case over > 500*time.Millisecond:
			return "", errors.New(detail)
		case over > 0:
			return "", notedError(fmt.Sprintf("%s: allow --timemargin %v", detail, over.Round(time.Millisecond)+time.Millisecond))
		}
		return detail, nil
	})
}

func (k *checker) nodes() (string, error) {
	const limit = 10_000
	return k.with(func(x *external) (string, error) {
		a, err := k.ask(x, board.StartFEN, nil, Limits{Nodes: limit})
		if err != nil {
			return "", err
		}
		detail := fmt.Sprintf("%d given, %d reported", limit, a.Nodes)
		if a.Nodes == 0 || a.Nodes > 2*limit {
			return "", notedError(detail)
		}
		return detail, nil
	})
}

func (k *checker) quit() (string, error) {
	return k.leaves(func(x *external) { _ = x.proc.write([]byte("quit\n")) })
}

func (k *checker) endOfInput() (string, error) {
	detail, err := k.leaves(func(x *external) { _ = x.proc.in.Close() })
	if err != nil {
		return "", notedError("when its input ends: " + err.Error())
	}
	return detail, nil
}

// leaves measures how long a process takes to go.
func (k *checker) leaves(tell func(*external)) (string, error) {
	x, err := k.fresh()
	if err != nil {
		return "", err
	}
	defer x.Close()
	p := x.proc
	ended := make(chan struct{})
	go func() { // nobody else reads its last lines
		defer close(ended)
		for range p.lines {
		}
	}()
	start := time.Now()
	tell(x)
	timer := time.NewTimer(checkLimit)
	defer timer.Stop()
	select {
	case <-p.exited:
	case <-timer.C:
		err = fmt.Errorf("still running after %v", checkLimit)
	case <-k.ctx.Done():
		err = k.ctx.Err()
	}
	if err != nil {
		p.kill()
	}
	<-ended
	if err != nil {
		return "", err
	}
	took := time.Since(start)
	detail := fmt.Sprintf("%s after %v", p.epitaph(), took.Round(time.Millisecond))
	switch {
	case p.state == nil || p.state.ExitCode() != 0:
		return "", notedError(detail)
	case took > quitLimit:
		return "", notedError(detail + ": it would have been killed")
	}
	return detail, nil
}

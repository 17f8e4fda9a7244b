package player

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// setTimer restarts the player's one timer.
func (x *external) setTimer(d time.Duration) {
	if x.timer == nil {
		x.timer = time.NewTimer(d)
		return
	}
	x.timer.Reset(d)
}

// pendingSearch is a search the engine has been asked for, until its answer.
type pendingSearch struct {
	x       *external
	r       *Request
	started time.Time
	synced  bool // "readyok" has come: what follows belongs to this search
	late    bool // the time is over and "stop" was sent
	enough  bool // Request.OnIteration has seen enough and "stop" was sent
	// doubtful is the fault of an answer that may belong to an earlier search:
	// it counts unless another answer comes.
	doubtful *Fault
}

// allowed returns how long the engine may take.
func (s *pendingSearch) allowed() time.Duration {
	if budget, timed := s.r.budget(); timed {
		return budget + s.r.Margin
	}
	return s.r.Stall
}

func (s *pendingSearch) wait(ctx context.Context) (Answer, error) {
	x := s.x
	if s.synced {
		x.setTimer(s.allowed())
	} else {
		x.setTimer(min(s.r.Stall, readyLimit))
	}
	defer x.timer.Stop()
	for {
		select {
		case ev, ok := <-x.proc.lines:
			if !ok {
				return Answer{}, x.disconnected()
			}
			switch firstWord(ev.text) {
			case "info":
				s.report(ev)
			case "readyok":
				if !s.synced {
					s.synced, s.started = true, ev.at
					x.setTimer(s.allowed())
				}
			case "bestmove", "nobestmove":
				if !s.synced {
					x.stale(ev)
					continue
				}
				answer, done, err := s.answer(ev)
				if done {
					return answer, err
				}
			}
		case now := <-x.timer.C:
			if fault := s.timeout(now); fault != nil {
				return Answer{}, fault
			}
		case <-ctx.Done():
			x.trusted = false
			return Answer{}, ctx.Err()
		}
	}
}

// timeout is called when the timer has expired. It returns nil if an answer may
// still come.
func (s *pendingSearch) timeout(now time.Time) *Fault {
	x := s.x
	if s.doubtful != nil {
		return s.doubtful
	}
	if !s.synced {
		x.giveUp()
		return x.fault(Stall, fmt.Sprintf("no answer to isready within %v", min(s.r.Stall, readyLimit)))
	}
	if !s.late {
		s.late = true
		x.stop()
		x.setTimer(x.env.grace())
		return nil
	}
	x.giveUp()
	if _, timed := s.r.budget(); timed {
		f := s.r.overdue(now.Sub(s.started))
		f.Text = fmt.Sprintf("no move, and no answer to stop within %v", x.env.grace())
		f.Stderr = x.proc.stderr.last()
		return f
	}
	return x.fault(Stall, fmt.Sprintf("no move within %v", s.r.Stall))
}

// stop asks for an answer now. The error of writing is ignored: the end of its
// output shows that an engine is dead.
func (x *external) stop() {
	if !x.profile.Ready {
		x.idleStops++
	}
	_ = x.proc.write([]byte("stop\n"))
}

// giveUp kills a process that cannot be brought back in step.
func (x *external) giveUp() {
	x.trusted = false
	x.proc.kill()
}

// answer judges the line that ends a search. done is false if the line is not
// taken as the answer.
func (s *pendingSearch) answer(ev lineEvent) (a Answer, done bool, err error) {
	x, r := s.x, s.r
	used := ev.at.Sub(s.started)
	if f := r.overdue(used); f != nil {
		f.Text, f.Stderr = cleanText(ev.text), x.proc.stderr.last()
		return a, true, f
	}
	if _, timed := r.budget(); !timed && used > r.Stall {
		return a, true, x.fault(Stall, fmt.Sprintf("%s after %v", ev.text, used.Round(time.Millisecond)))
	}
	end, _ := parseBestMove(ev.text)
	a = Answer{Text: cleanText(ev.text), Resign: end.resign, Draw: end.draw, Time: used, Info: ev.info}
	if end.move == "" {
		if end.resign {
			return a, true, nil
		}
		if x.idleStops > 0 {
			x.idleStops--
			x.stale(ev)
			return a, false, nil
		}
		if s.doubtful != nil {
			return a, true, s.doubtful
		}
		return a, true, x.fault(NoMove, ev.text)
	}
	a.Move, err = readMove(r.Pos, end.move, x.profile.language().ranks())
	if err == nil {
		x.recent[x.moves%len(x.recent)] = end.move
		x.moves++
		return a, true, nil
	}
	if end.resign {
		return a, true, nil
	}
	f := x.fault(IllegalMove, fmt.Sprintf("%s: %v", cleanText(ev.text), err))
	if !s.late && slices.Contains(x.recent[:], end.move) {
		s.doubt(ev, f)
		return a, false, nil
	}
	if s.doubtful != nil {
		f = s.doubtful
	}
	return a, true, f
}

// doubt handles an illegal move that is word for word one of the engine's last
// ones: a line sent twice, so late that "readyok" overtook it. If a search is
// still running, "stop" brings the real answer.
func (s *pendingSearch) doubt(ev lineEvent, f *Fault) {
	s.x.stale(ev)
	if s.doubtful != nil { // and another one
		return
	}
	s.doubtful = f
	s.x.stop()
	s.x.setTimer(secondChance)
}

package runs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
)

// Lab is where runs are carried out: a database and its observers. The runs of
// one Lab may follow one another, or be carried out at the same time from
// several goroutines; observers get one event at a time.
type Lab struct {
	Store   *store.Store
	Program Program            // stored with every run
	Log     *player.Transcript // gets every line to and from external engines; nil: none

	observers []Observer
	told      sync.Mutex // one event at a time

	mu     sync.Mutex
	inHand map[store.RunID]bool // runs that are being carried out
}

// Program is what is stored about the program that carries out a run.
type Program struct {
	Version string
	Commit  string
}

// New returns a Lab that stores runs in st, which the caller still has to
// close.
func New(st *store.Store, p Program, observers ...Observer) *Lab {
	return &Lab{Store: st, Program: p, observers: observers}
}

// Watch adds observers. It must not be called while a run is being carried out.
func (l *Lab) Watch(observers ...Observer) { l.observers = append(l.observers, observers...) }

// Job is a run of one kind: *Match, *Suite, *Texel, *SPSA, *Data or *Regress.
// Its configuration is stored, its other exported fields are not; its Result
// covers what has been done when Start or Resume returns. A job holds the state of
// a run and is used once: Start, Resume, Create and Check refuse it after that.
type Job interface {
	// Kind is what the run is stored as.
	Kind() store.Kind

	config() any          // pointer to what is stored
	seed(uint64)          // of a new run, into the configuration
	changeable() []change // what Resume may change
	change(Changes) error // does so
	restore(context.Context, *session) error
	prepare(context.Context, *session) error
	describe(*session) (store.NewRun, error)
	use() bool // false if it was used before
	do(context.Context, *session) error
	finish(context.Context, *session, *store.Finish) error

	// stopped describes where the run is if it is stopped now, as in "stopped
	// before the first game"; it may be "".
	stopped(*session) string
}

// once is the part of a job that knows whether it was used.
type once struct{ used bool }

func (o *once) use() bool {
	first := !o.used
	o.used = true
	return first
}

// NewJob returns an empty job of a kind, to be resumed; nil for an unknown kind.
func NewJob(kind store.Kind) Job {
	switch kind {
	case store.Match, store.Tournament:
		return &Match{Tournament: kind == store.Tournament}
	case store.Suite:
		return &Suite{}
	case store.Texel:
		return &Texel{}
	case store.SPSA:
		return &SPSA{}
	case store.Data:
		return &Data{}
	case store.Regress:
		return &Regress{}
	}
	return nil
}

// Options are what a new run has besides its configuration.
type Options struct {
	Name string // for people; may be empty
	Seed uint64 // of everything random, 0 too; goes into the configuration
}

// Start creates a run and carries it out. What cannot work is found out before
// the run is created: engines are started once, openings, suites and data are
// read.
//
// The error is nil if the run is finished, *Interrupted if ctx was cancelled,
// *Broken if the run had begun and could not be finished, and any other error
// if no run was created. Whatever was stored of an interrupted or broken run
// stays, and Resume continues it.
func (l *Lab) Start(ctx context.Context, j Job, o Options) error {
	s := &session{lab: l, job: j, o: o}
	return s.start(ctx)
}

// Resume continues a stored run of j's kind, taking its configuration, what is
// done and its weights from the database. name is a short id, a name, the
// beginning of a UID, or "last". The run is claimed: a second process that
// tries the same gets a *store.ClaimedError. A finished run is summed up again,
// and continued if the changes leave more to do. Errors are those of Start.
func (l *Lab) Resume(ctx context.Context, j Job, name string, c Changes) error {
	s := &session{lab: l, job: j}
	return s.resume(ctx, name, c)
}

// Check prepares a new run as Start does and stops there: nothing is stored,
// and the Lab needs no Store.
func (l *Lab) Check(ctx context.Context, j Job, o Options) error {
	s := &session{lab: l, job: j, o: o}
	return s.whole(ctx, s.prepareNew, func(context.Context) error { return nil })
}

// Create prepares a new run as Start does, stores it and stops there. It can be
// resumed later, or by another process once the store is closed.
func (l *Lab) Create(ctx context.Context, j Job, o Options) (*store.Run, error) {
	s := &session{lab: l, job: j, o: o}
	err := s.whole(ctx, s.open, func(ctx context.Context) error {
		f := store.Finish{Status: store.Interrupted, Verdict: "not begun"}
		return l.Store.FinishRun(context.WithoutCancel(ctx), s.run.ID, f)
	})
	if err != nil {
		return nil, err
	}
	return s.run, nil
}

// session is one run while it is carried out.
type session struct {
	lab    *Lab
	job    Job
	o      Options
	parent *session   // of the run that this one is a part of; nil without
	run    *store.Run // nil until it exists
	warn   warnings
	held   []store.RunID // claims to give up at the end, those of parts too

	started    bool          // observers were told so
	progressed bool          // something was stored since
	finished   *store.Finish // how the run to be resumed had ended, if it was finished
}

// part carries out a run that is a part of this one: the given stored one if
// that is not nil, a new one otherwise.
func (s *session) part(ctx context.Context, j Job, name string, stored *store.Run, c Changes) error {
	p := &session{lab: s.lab, job: j, o: Options{Name: name, Seed: s.run.Seed}, parent: s}
	if stored != nil {
		return p.resume(ctx, stored.Short, c)
	}
	return p.start(ctx)
}

func (s *session) start(ctx context.Context) error { return s.whole(ctx, s.open, s.carryOut) }

// open prepares and creates a new run.
func (s *session) open(ctx context.Context) error {
	if err := s.prepareNew(ctx); err != nil {
		return err
	}
	return s.create(ctx)
}

// prepareNew prepares a run that does not exist yet.
func (s *session) prepareNew(ctx context.Context) error {
	s.job.seed(s.o.Seed)
	return s.prepare(ctx)
}

func (s *session) resume(ctx context.Context, name string, c Changes) error {
	return s.whole(ctx, func(ctx context.Context) error {
		if err := s.claim(ctx, name); err != nil {
			return err
		}
		if err := s.change(c); err != nil {
			return err
		}
		if err := s.job.restore(ctx, s); err != nil {
			return err
		}
		if err := s.prepare(ctx); err != nil {
			return err
		}
		return s.lab.Store.ResumeRun(ctx, s.run.ID)
	}, s.carryOut)
}

// errUsed refuses a job that was carried out before: it holds what was done then.
var errUsed = errors.New("a job is used once: make another to resume its run")

// whole is the frame of every run: it opens the run, carries it out, and gives
// everything up again. A context that is cancelled while the run is opened is an
// interrupt, wherever it was noticed.
func (s *session) whole(ctx context.Context, open, then func(context.Context) error) error {
	if !s.job.use() {
		return errUsed
	}
	defer s.release()
	err := open(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		return &Interrupted{Run: s.run, Where: s.job.stopped(s)}
	case err != nil:
		return err
	}
	return then(ctx)
}

// hold notes a claim that the session has.
func (s *session) hold(run store.RunID) {
	root := s
	for root.parent != nil {
		root = root.parent
	}
	root.held = append(root.held, run)
}

// release gives up the claims of a run and its parts when all is done: another
// process may continue with it then.
func (s *session) release() {
	for _, run := range s.held {
		s.lab.Store.ReleaseRun(run)
		s.lab.leave(run)
	}
}

// enter notes that a run is being carried out by this Lab; false if it is already.
func (l *Lab) enter(run store.RunID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.inHand[run] {
		return false
	}
	if l.inHand == nil {
		l.inHand = map[store.RunID]bool{}
	}
	l.inHand[run] = true
	return true
}

func (l *Lab) leave(run store.RunID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.inHand, run)
}

// prepare does everything that can fail before there is something to store.
func (s *session) prepare(ctx context.Context) error {
	s.warn.start(s)
	return s.job.prepare(ctx, s)
}

// create stores the new run.
func (s *session) create(ctx context.Context) error {
	n, err := s.job.describe(s)
	if err != nil {
		return err
	}
	n.Kind, n.Name, n.Seed = s.job.Kind(), s.o.Name, s.o.Seed
	if s.parent != nil {
		n.Parent = s.parent.run.ID
	}
	n.Version, n.Commit = s.lab.Program.Version, s.lab.Program.Commit
	if n.Config, err = encodeConfig(s.job.config()); err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	if s.run, err = s.lab.Store.CreateRun(ctx, n); err != nil {
		return err
	}
	s.lab.enter(s.run.ID)
	s.hold(s.run.ID)
	return nil
}

// claim finds the run to be resumed, which must be of the job's kind, claims it
// so that nobody else changes what is left to do, and reads its configuration.
func (s *session) claim(ctx context.Context, name string) error {
	run, err := s.lab.Store.FindRun(ctx, name)
	if err != nil {
		return err
	}
	if run.Kind != s.job.Kind() {
		return &KindError{Run: run, Want: s.job.Kind()}
	}
	if !s.lab.enter(run.ID) {
		return fmt.Errorf("run %s is being carried out already, by this process", run.Short)
	}
	if err := s.lab.Store.ClaimRun(ctx, run.ID); err != nil {
		s.lab.leave(run.ID)
		return err
	}
	s.hold(run.ID)
	if err := decodeConfig(run, s.job.config()); err != nil {
		return err
	}
	s.run, s.o = run, Options{run.Name, run.Seed}
	if run.Status == store.Finished {
		s.finished = &store.Finish{Status: run.Status, Verdict: run.Verdict}
		if len(run.Summary) > 0 {
			s.finished.Summary = run.Summary
		}
		if run.Ended != nil {
			s.finished.Ended = *run.Ended
		}
	}
	return nil
}

// change applies the changes. It fails if the kind of run does not allow one of
// them.
func (s *session) change(c Changes) error {
	allowed := s.job.changeable()
	for _, given := range c.given() {
		if !slices.Contains(allowed, given) {
			return fmt.Errorf("run %s: %s cannot be changed: a %s run is continued as it was begun", s.run.Short, given, s.run.Kind)
		}
	}
	return s.job.change(c)
}

// carryOut does what is left of a run that is stored as running, and stores how
// it ended. This is the only place that decides what status a run ends with.
func (s *session) carryOut(ctx context.Context) error {
	s.warn.keep(ctx)
	err := s.job.do(ctx, s)
	f := store.Finish{Status: store.Finished, Ended: time.Now()}
	var end error
	switch {
	case err == nil:
	case ctx.Err() != nil && !isBreakdown(err):
		f.Status, f.Verdict = store.Interrupted, "interrupted"
		end = &Interrupted{Run: s.run, Where: s.job.stopped(s)}
	default:
		f.Status, f.Verdict = store.Interrupted, err.Error()
		end = &Broken{Run: s.run, Err: err}
	}
	after := context.WithoutCancel(ctx) // results are stored even when the run is stopped
	storing := s.job.finish(after, s, &f)
	if end != nil && s.finished != nil && !s.progressed {
		f = *s.finished // nothing came of looking at it again: it stays as it was
	}
	if storing == nil {
		storing = s.lab.Store.FinishRun(after, s.run.ID, f)
	}
	if storing != nil {
		// What is stored does not tell how the run ended: that is worse than any end.
		end = &Broken{Run: s.run, Err: errors.Join(storing, err)}
		f = store.Finish{Status: store.Interrupted, Verdict: storing.Error(), Ended: f.Ended}
		_ = s.lab.Store.FinishRun(after, s.run.ID, f) // may well fail for the same reason
	}
	if s.started {
		s.emit(RunEnded{Status: f.Status, Verdict: f.Verdict, Err: end})
	}
	return end
}

// isBreakdown reports whether an error is more than the echo of a cancelled context:
// an engine that broke down, or a fault of the machine such as a full disk.
func isBreakdown(err error) bool {
	var engine *selfplay.EngineError
	var fault interface{ MachineFault() bool }
	return errors.As(err, &engine) || errors.As(err, &fault) && fault.MachineFault()
}

// emit passes an event of this run to the observers.
func (s *session) emit(e Event) {
	s.lab.told.Lock()
	defer s.lab.told.Unlock()
	switch e.(type) {
	case RunStarted:
		s.started = true
	case PairStored, PositionSearched, StepTaken:
		for one := s; one != nil; one = one.parent {
			one.progressed = true
		}
	}
	for _, o := range s.lab.observers {
		o.Observe(s.run, e)
	}
}

// watched reports whether there are observers.
func (s *session) watched() bool { return len(s.lab.observers) > 0 }

// movesWatched reports whether one of them wants to hear of moves.
func (s *session) movesWatched() bool {
	return slices.ContainsFunc(s.lab.observers, func(o Observer) bool {
		m, ok := o.(MoveObserver)
		return ok && m.ObservesMoves()
	})
}

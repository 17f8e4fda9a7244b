package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
)

// runFlags are the flags of all commands that carry out stored runs.
type runFlags struct {
	name   string
	resume string
}

func (o *runFlags) add(a *app, cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.name, "name", "", "name of the run, for people")
	f.StringVar(&o.resume, "resume", "", "continue a stored `RUN`")
	_ = cmd.RegisterFlagCompletionFunc("resume", a.completeRuns)
}

// onlyWithResume rejects flags that would change a stored run. Allowed are --resume
// itself, the global flags except --seed, and those named.
func onlyWithResume(cmd *cobra.Command, names ...string) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "resume", "db", "json", "quiet":
			return
		}
		if !slices.Contains(names, f.Name) && err == nil {
			err = ui.Usagef("--%s cannot be changed by --resume: the run continues as it was begun", f.Name)
		}
	})
	return err
}

// carry holds how a job is carried out, apart from the job itself.
type carry struct {
	runFlags
	changes runs.Changes // with resume
	log     string       // file for every line to and from external engines
	// observers, if not nil, returns the observers besides the progress line.
	observers func(*store.Store) []runs.Observer
	// after, if not nil, is called with the error of the run when it has ended,
	// while the database is still open. It reports the result and returns the
	// error of the command.
	after func(end error) error
}

// carryOut starts a job, or resumes it, with a progress line and warnings on
// stderr.
func (a *app) carryOut(ctx context.Context, j runs.Job, c carry) (err error) {
	if a.onJob != nil {
		return a.onJob(j, c)
	}
	st, err := openStore(a.db, c.resume != "")
	if err != nil {
		return err
	}
	defer closeStore(st, &err)
	lab := a.newLab(st)
	if c.observers != nil {
		lab.Watch(c.observers(st)...)
	}
	lab.Watch(&watcher{a: a})
	if c.log != "" {
		if lab.Log, err = player.OpenTranscript(c.log); err != nil {
			return err
		}
		defer func() {
			if closing := lab.Log.Close(); err == nil && closing != nil {
				err = ui.Usagef("log: %w", closing)
			}
		}()
	}
	if c.resume != "" {
		err = lab.Resume(ctx, j, c.resume, c.changes)
	} else {
		err = lab.Start(ctx, j, runs.Options{Name: c.name, Seed: a.seed})
	}
	if c.after != nil {
		return c.after(err)
	}
	return a.ended(err, "")
}

// newLab returns a Lab for this program.
func (a *app) newLab(st *store.Store) *runs.Lab {
	v := currentVersion()
	return runs.New(st, runs.Program{Version: v.Version, Commit: v.Commit})
}

// resumeCommand returns the arguments of xqlab that continue a run.
func (a *app) resumeCommand(run *store.Run) string {
	db := a.db
	if db == defaultDB && os.Getenv("XQLAB_DB") == "" {
		db = ""
	}
	return runs.ResumeArguments(run, db)
}

// again returns the flags of a command that the one that continues its run needs as
// well: with --resume all that were given, for the run stores none of them; of a new
// run those named, for what is not part of a run.
func again(cmd *cobra.Command, names ...string) string {
	resumed := cmd.Flags().Changed("resume")
	var b strings.Builder
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Changed || f.Name == "resume" || !resumed && !slices.Contains(names, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			switch {
			case f.Value.Type() == "bool" && v == "true":
				b.WriteString(" --" + f.Name)
			case f.Value.Type() == "bool":
				b.WriteString(" --" + f.Name + "=" + v)
			default:
				b.WriteString(" --" + f.Name + " " + runs.Quote(v))
			}
		}
	})
	return b.String()
}

// ended turns the error that ended a run into that of the command. An interrupted
// run is exit code 3 and a broken engine the answer "no"; the text of both gives the
// command that continues, to which more is appended.
func (a *app) ended(err error, more string) error {
	var stopped *runs.Interrupted
	var broken *runs.Broken
	var kind *runs.KindError
	var engine *selfplay.EngineError
	switch {
	case errors.As(err, &kind):
		return ui.Usagef("%s is a %s run: resume it with xqlab %s", kind.Run.Short, kind.Run.Kind, a.resumeCommand(kind.Run))
	case errors.As(err, &broken) && errors.As(err, &engine) && (broken.Run.Kind == store.Match || broken.Run.Kind == store.Tournament):
		more = strings.ReplaceAll(more, " --recover", "")
		return ui.No("%w\nthe running pairs were finished, no new ones begun; go on with\n  xqlab %s --recover%s", err, a.resumeCommand(broken.Run), more)
	case errors.As(err, &broken) && errors.As(err, &engine):
		return ui.No("%w\ngo on with\n  xqlab %s%s", err, a.resumeCommand(broken.Run), more)
	case errors.As(err, &stopped) && stopped.Run != nil:
		return ui.Interruptedf("%v; go on with\n  xqlab %s%s", stopped, a.resumeCommand(stopped.Run), more)
	case errors.As(err, &stopped):
		return ui.Interruptedf("%v", stopped)
	case errors.As(err, &broken):
		return fmt.Errorf("%w\ngo on with\n  xqlab %s%s", err, a.resumeCommand(broken.Run), more)
	}
	return err
}

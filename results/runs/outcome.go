package runs

import (
	"fmt"

	"xqlab/results/store"
)

// Interrupted is the error of a run whose context was cancelled. What it had
// done is stored, and Lab.Resume continues it.
type Interrupted struct {
	Run   *store.Run // nil if stopped before there was a run
	Where string     // as in "before the first game"; may be empty
}

func (e *Interrupted) Error() string {
	if e.Where == "" {
		return "stopped"
	}
	return "stopped " + e.Where
}

// Broken is the error of a run that could not be finished: an engine broke down
// (Err wraps a *selfplay.EngineError), a disk was full. What it had done is
// stored, and Lab.Resume continues it.
type Broken struct {
	Run *store.Run
	Err error
}

func (e *Broken) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Broken) Unwrap() error { return e.Err }

// KindError means that the run to be resumed is of another kind than the job.
type KindError struct {
	Run  *store.Run
	Want store.Kind
}

func (e *KindError) Error() string {
	return fmt.Sprintf("%s is a %s run, not a %s run", e.Run.Short, e.Run.Kind, e.Want)
}

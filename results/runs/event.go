package runs

import (
	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/stats"
	"xqlab/suites"
	"xqlab/tune/spsa"
)

// Observer is told what happens in the runs of a Lab: a progress bar, a file of
// games, a web page. It is called by one goroutine at a time and holds up the
// run while it works; it must not call the Lab. run is nil for warnings and
// PositionsRead that come before there is a run.
//
// What stands for results (PairStored, PositionSearched, StepTaken) is told after
// it was stored. Of one game, GameStarted comes first, then its moves, then
// GameEnded, then PairStored of its pair; a TestState comes just before the
// PairStored of the pair that changed it. The parts of a regression test and the
// test of a tuning's result appear as runs of their own within the other, from
// their RunStarted to their RunEnded. Runs that a Lab carries out at the same time
// mix their events; run tells which is which.
type Observer interface {
	Observe(run *store.Run, e Event)
}

// MoveObserver is an Observer that wants to hear of moves. Others are not told of
// them: a move of a fast engine takes less time than an event.
type MoveObserver interface {
	Observer
	// ObservesMoves reports whether MoveMade is wanted in the next run.
	ObservesMoves() bool
}

// Event is one of the types below.
type Event interface{ event() }

// RunStarted is the first event of a run that exists, new or resumed.
type RunStarted struct {
	Unit  Unit // what is counted
	Done  int  // units already done when a run is resumed
	Total int  // units planned; a sequential test may need fewer

	Players   int
	Pairs     int // pairs planned in a match or tournament; a single game is a pair
	PairsDone int
	Score     stats.Counts // of the games done before, from the first player's view
	Cells     stats.Pairs  // the same by pairs
	Test      *stats.SPRT  // the test that stops the match; nil: none
}

// Unit is what a run's progress is counted in.
type Unit string

const (
	Games     Unit = "games"
	Positions Unit = "positions" // searches of positions
	Epochs    Unit = "epochs"
	Parts     Unit = "parts" // runs within a run
)

// GameStarted is the start of a game.
type GameStarted struct{ selfplay.GameStart }

// MoveMade is one move of a game under way, told if a MoveObserver asks for it.
type MoveMade struct{ selfplay.MovePlayed }

// GameEnded is a game that has ended. It is stored once its pair is; games of a
// tuning are counted only.
type GameEnded struct{ Game *selfplay.Game }

// PairStored is a pair of games that is now in the database.
type PairStored struct {
	Pair  *selfplay.Pair
	Games int          // ended and stored so far, of the whole run
	Score stats.Counts // of them, from the first player's view
	Cells stats.Pairs  // the same by pairs
}

// TestState is a sequential test after one more pair, in schedule order.
type TestState struct {
	Test *stats.SPRT
	stats.TestResult
}

// PositionSearched is the answer of an engine to a position.
type PositionSearched struct {
	Result suites.Result
	Done   int // searches of the whole run so far
	Solved int // of those in this process
	Now    int // searches in this process
}

// PositionsRead counts the positions of a data set while it is read; the run
// has not been created yet.
type PositionsRead struct{ Count int }

// StepTaken is one step of a tuning: an epoch of Texel's method or an iteration
// of SPSA.
type StepTaken struct {
	Number int // counted from 1; 0 is the start
	Of     int // planned
	// Train and Valid are the mean losses of an epoch.
	Train, Valid *float64
	// Tuner is the state of an SPSA run, to be read only while the event is
	// observed.
	Tuner *spsa.Tuner
}

// Warning is an oddity that people should know about. Each text comes once per
// run and is stored with it.
type Warning struct{ Text string }

// RunEnded is the last event of a run that was started. Its status and verdict are
// stored, unless Err says that they could not be.
type RunEnded struct {
	Status  store.Status
	Verdict string
	Err     error // as Lab.Start returns it
}

func (RunStarted) event()       {}
func (GameStarted) event()      {}
func (MoveMade) event()         {}
func (GameEnded) event()        {}
func (PairStored) event()       {}
func (TestState) event()        {}
func (PositionSearched) event() {}
func (PositionsRead) event()    {}
func (StepTaken) event()        {}
func (Warning) event()          {}
func (RunEnded) event()         {}

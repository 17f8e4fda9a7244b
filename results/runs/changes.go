package runs

import (
	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// Changes are what may differ when a run is resumed. None of them changes a
// game, search or step that is stored; each kind of run allows some of them.
// Nil fields leave things as they were.
type Changes struct {
	Concurrency *int                   // games or searches at a time
	Recover     *bool                  // as in selfplay.Settings
	Pause       *selfplay.Milliseconds // after each game
	Pin         *bool                  // as in selfplay.Settings
	Pairs       *int                   // planned pairs of a tuning
	Epochs      *int                   // epochs of a tuning, at most
	Data        []string               // where the positions are now; their content must be the same
	Out         *string                // file for the result of a tuning
	Anchors     []stats.Anchor         // of the ratings of a tournament
	Simulations *int                   // replays for their errors
	Verify      *bool                  // false: do not test the result of a tuning
}

// change is the name of a field of Changes.
type change string

const (
	changeConcurrency change = "concurrency"
	changeRecover     change = "recover"
	changePause       change = "pause"
	changePin         change = "affinity"
	changePairs       change = "pairs"
	changeEpochs      change = "epochs"
	changeData        change = "data"
	changeOut         change = "out"
	changeVerify      change = "verify"
	changeRating      change = "rating"
)

// given returns the names of what is to be changed.
func (c *Changes) given() (names []change) {
	for _, f := range []struct {
		name  change
		given bool
	}{
		{changeConcurrency, c.Concurrency != nil}, {changeRecover, c.Recover != nil}, {changePause, c.Pause != nil},
		{changePin, c.Pin != nil}, {changePairs, c.Pairs != nil}, {changeEpochs, c.Epochs != nil},
		{changeData, c.Data != nil}, {changeOut, c.Out != nil}, {changeVerify, c.Verify != nil},
		{changeRating, c.Anchors != nil || c.Simulations != nil},
	} {
		if f.given {
			names = append(names, f.name)
		}
	}
	return names
}

// set replaces a value if there is a new one.
func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// setGames applies the changes to how games are played that do not affect the
// games themselves.
func (c *Changes) setGames(e *selfplay.Experiment) {
	set(&e.Concurrency, c.Concurrency)
	set(&e.Recover, c.Recover)
	set(&e.Pause, c.Pause)
	set(&e.Pin, c.Pin)
}

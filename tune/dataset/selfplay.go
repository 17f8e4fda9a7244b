package dataset

import "xqlab/engine/eval"

// SelfPlay is the full configuration of a set of positions from self-play:
// which games are played and which of their positions are kept. It is stored
// with the run as JSON, and with the positions.
type SelfPlay struct {
	Games   Generation `json:"games"`
	Filters Filters    `json:"filters"`
	Weights string     `json:"weights_name"` // as eval.Load takes it; the content is Games.WeightsHash
}

// DefaultSelfPlay returns the values that are used unless told otherwise. The
// first plies of a game are not left out: they are random already.
func DefaultSelfPlay() SelfPlay {
	s := SelfPlay{Games: DefaultGeneration(), Filters: DefaultFilters(), Weights: eval.DefaultName}
	s.Filters.SkipPlies = 0
	return s
}

// Validate reports the first value out of range.
func (s *SelfPlay) Validate() error {
	if err := s.Games.Validate(); err != nil {
		return err
	}
	return s.Filters.Validate()
}

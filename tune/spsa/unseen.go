package spsa

import (
	"fmt"

	"xqlab/selfplay"
)

// HeldShare is the share of a set of openings that is kept for the test of a
// result where there is no other set for it.
const HeldShare = 0.5

// TestOpenings returns the openings for the test of a result that was tuned on
// the openings tuning: those wanted, if any, else another embedded set, else
// tuning itself. held is the share of the set that tuning must leave to the
// test: HeldShare if both use one set, 0 otherwise.
func TestOpenings(tuning, wanted string) (source string, held float64) {
	source = wanted
	if source == "" {
		other, ok := selfplay.OtherOpenings(tuning)
		if !ok {
			other = tuning
		}
		source = other
	}
	if source == tuning {
		held = HeldShare
	}
	return source, held
}

// CheckUnseen reports an error if openings of a test lead to positions that
// tuning begins from as well: a result is adapted to those.
func CheckUnseen(tuning, test []selfplay.Opening) error {
	used := make(map[string]bool, len(tuning))
	for i := range tuning {
		key, err := tuning[i].EPD()
		if err != nil {
			return fmt.Errorf("opening %d of the tuning: %w", tuning[i].Index+1, err)
		}
		used[key] = true
	}
	common := 0
	for i := range test {
		key, err := test[i].EPD()
		if err != nil {
			return fmt.Errorf("opening %d of the test: %w", test[i].Index+1, err)
		}
		if used[key] {
			common++
		}
	}
	if common > 0 {
		return fmt.Errorf("%d of its %d openings are used for tuning as well: want unseen ones", common, len(test))
	}
	return nil
}

package stats

import "fmt"

// Outcome is the result of one game for the engine under test.
type Outcome int8

// The three outcomes.
const (
	Loss Outcome = -1
	Draw Outcome = 0
	Win  Outcome = 1
)

// String returns "loss", "draw" or "win".
func (o Outcome) String() string {
	switch o {
	case Loss:
		return "loss"
	case Draw:
		return "draw"
	case Win:
		return "win"
	}
	return fmt.Sprintf("Outcome(%d)", int8(o))
}

// maxCount bounds one counter, so that sums stay exact in float64 and int64.
const maxCount = int64(1e15)

// Counts are the results of single games from the view of the engine under test
// (trinomial).
type Counts struct {
	Wins   int64 `json:"wins"`
	Draws  int64 `json:"draws"`
	Losses int64 `json:"losses"`
}

// Add counts one game.
func (c *Counts) Add(o Outcome) {
	switch {
	case o > 0:
		c.Wins++
	case o < 0:
		c.Losses++
	default:
		c.Draws++
	}
}

// Plus returns the sum of two records.
func (c Counts) Plus(d Counts) Counts {
	return Counts{c.Wins + d.Wins, c.Draws + d.Draws, c.Losses + d.Losses}
}

// Games returns the number of games.
func (c Counts) Games() int64 { return c.Wins + c.Draws + c.Losses }

// Flip returns the same games from the view of the opponent.
func (c Counts) Flip() Counts { return Counts{c.Losses, c.Draws, c.Wins} }

// Validate returns an error if a counter is negative or above 1e15.
func (c Counts) Validate() error {
	return validCells([]string{"wins", "draws", "losses"}, c.Wins, c.Draws, c.Losses)
}

// DrawRatio is the share of drawn games.
func (c Counts) DrawRatio() Figure { return ratio(c.Draws, c.Games()) }

// Pairs are the results of finished game pairs (one opening, colours swapped) from the
// view of the engine under test. WL and DD give the same points but are kept apart,
// because otherwise the single games could not be counted again. An unfinished pair is
// not counted here; its game belongs to [Counts] only.
type Pairs struct {
	LL int64 `json:"ll"`
	LD int64 `json:"ld"`
	DD int64 `json:"dd"`
	WL int64 `json:"wl"`
	WD int64 `json:"wd"`
	WW int64 `json:"ww"`
}

// Add counts one pair; the order of the two games does not matter.
func (p *Pairs) Add(first, second Outcome) {
	switch first + second {
	case Loss + Loss:
		p.LL++
	case Loss + Draw:
		p.LD++
	case Win + Draw:
		p.WD++
	case Win + Win:
		p.WW++
	default:
		if first == Draw {
			p.DD++
		} else {
			p.WL++
		}
	}
}

// Plus returns the sum of two records.
func (p Pairs) Plus(q Pairs) Pairs {
	return Pairs{p.LL + q.LL, p.LD + q.LD, p.DD + q.DD, p.WL + q.WL, p.WD + q.WD, p.WW + q.WW}
}

// Count returns the number of pairs.
func (p Pairs) Count() int64 { return p.LL + p.LD + p.DD + p.WL + p.WD + p.WW }

// Flip returns the same pairs from the view of the opponent.
func (p Pairs) Flip() Pairs { return Pairs{p.WW, p.WD, p.DD, p.WL, p.LD, p.LL} }

// Counts returns the single games of the pairs.
func (p Pairs) Counts() Counts {
	return Counts{
		Wins:   2*p.WW + p.WD + p.WL,
		Draws:  p.WD + 2*p.DD + p.LD,
		Losses: p.WL + p.LD + 2*p.LL,
	}
}

// Penta returns the five-cell view.
func (p Pairs) Penta() Penta { return Penta{p.LL, p.LD, p.DD + p.WL, p.WD, p.WW} }

// Validate returns an error if a counter is negative or above 1e15.
func (p Pairs) Validate() error {
	return validCells([]string{"LL", "LD", "DD", "WL", "WD", "WW"}, p.LL, p.LD, p.DD, p.WL, p.WD, p.WW)
}

// WLDDRatio is the number of won-and-lost pairs by the number of twice drawn ones: +inf
// if only the latter are missing.
func (p Pairs) WLDDRatio() Figure { return ratio(p.WL, p.DD) }

// Penta are the pentanomial counts LL, LD, DD+WL, WD, WW: pairs that gave 0, ½, 1, 1½
// and 2 points.
type Penta [5]int64

// Count returns the number of pairs.
func (p Penta) Count() int64 { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Flip returns the same pairs from the view of the opponent.
func (p Penta) Flip() Penta { return Penta{p[4], p[3], p[2], p[1], p[0]} }

// Validate returns an error if a counter is negative or above 1e15.
func (p Penta) Validate() error {
	return validCells([]string{"LL", "LD", "DD+WL", "WD", "WW"}, p[:]...)
}

// DrawRatio is the share of level pairs (DD or WL), which fastchess prints as
// "DrawRatio". It is not the share of drawn games.
func (p Penta) DrawRatio() Figure { return ratio(p[2], p.Count()) }

// PairRatio is won pairs by lost pairs, (WW+WD)/(LD+LL); +inf if no pair was lost.
func (p Penta) PairRatio() Figure { return ratio(p[3]+p[4], p[0]+p[1]) }

// ratio divides counts: n/a for 0/0, +inf for n/0, n/a for anything negative.
func ratio(num, den int64) Figure {
	if num < 0 || den < 0 {
		return Figure{}
	}
	return Known(float64(num) / float64(den))
}

func validCells(names []string, cells ...int64) error {
	for i, n := range cells {
		if n < 0 {
			return fmt.Errorf("count %s is negative: %d", names[i], n)
		}
		if n > maxCount {
			return fmt.Errorf("count %s is too large: %d (at most %d)", names[i], n, maxCount)
		}
	}
	return nil
}

package selfplay

import (
	"fmt"
	"sync"
)

// Format is the pairing system of a tournament.
type Format string

const (
	RoundRobin Format = "roundrobin" // every player meets every other player
	Gauntlet   Format = "gauntlet"   // each of the first players (the seeds) meets all players after them
)

// Schedule numbers the pairs of a match or tournament. The k-th pair of every
// pairing is played from the k-th opening of the order, so that all pairings
// meet the same openings; all k-th pairs come before the first pair k+1.
type Schedule struct {
	Pairings [][2]int // indices of players; the first has Red in a pair's first game
	PerPair  int      // pairs (or single games) of each pairing
	// Single plays one game from each opening, colours changing from game to
	// game, instead of two with the colours swapped.
	Single   bool
	Openings []Opening
	Order    Order

	mu  sync.Mutex
	seq *sequence
}

// Pairings lists who plays whom among n players. In a gauntlet the first seeds
// players each play all the others.
func Pairings(f Format, n, seeds int) ([][2]int, error) {
	var list [][2]int
	switch {
	case n < 2:
		return nil, fmt.Errorf("%d player: want at least 2", n)
	case f == RoundRobin:
		for a := range n {
			for b := a + 1; b < n; b++ {
				list = append(list, [2]int{a, b})
			}
		}
	case f == Gauntlet:
		if seeds < 1 || seeds >= n {
			return nil, fmt.Errorf("gauntlet of %d: want 1 to %d of %d players", seeds, n-1, n)
		}
		for a := range seeds {
			for b := seeds; b < n; b++ {
				list = append(list, [2]int{a, b})
			}
		}
	default:
		return nil, fmt.Errorf("unknown tournament format %q: want %s or %s", f, RoundRobin, Gauntlet)
	}
	return list, nil
}

// Len returns the number of pairs.
func (s *Schedule) Len() int { return len(s.Pairings) * s.PerPair }

// Games returns the number of games.
func (s *Schedule) Games() int {
	if s.Single {
		return s.Len()
	}
	return 2 * s.Len()
}

// pair returns pair n without games.
func (s *Schedule) pair(n int) *Pair {
	k, pairing := n/len(s.Pairings), s.Pairings[n%len(s.Pairings)]
	p := &Pair{Number: n, A: pairing[0], B: pairing[1]}
	if s.Single && k%2 == 1 {
		p.A, p.B = p.B, p.A
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seq == nil {
		s.seq = &sequence{order: s.Order, n: len(s.Openings)}
	}
	p.Opening = s.Openings[s.seq.index(k)]
	return p
}

package selfplay

import (
	"math/bits"
	"math/rand/v2"
)

// Order is the order in which the openings of a set are used, pass after pass,
// beginning with Start. In random order each pass has an order of its own. The
// same seed gives the same order on every platform.
type Order struct {
	Random bool   `json:"random"`
	Seed   uint64 `json:"seed"`
	Start  int    `json:"start"` // openings of the first pass to skip, 0 or more
}

// sequence is an Order over a set of openings. It remembers the order of the
// latest pass.
type sequence struct {
	order Order
	n     int // openings in the set
	pass  int
	perm  []int
}

// index returns the position in the set of the k-th opening played.
func (s *sequence) index(k int) int {
	k += s.order.Start
	pass, i := k/s.n, k%s.n
	if !s.order.Random {
		return i
	}
	if s.perm == nil || s.pass != pass {
		s.perm, s.pass = permutation(s.n, s.order.Seed, uint64(pass)), pass
	}
	return s.perm[i]
}

// permutation shuffles 0..n-1 (Fisher and Yates). It is spelled out because
// stored runs rely on it.
func permutation(n int, seed, stream uint64) []int {
	r := rand.NewPCG(seed, stream)
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := below(r, uint64(i+1))
		p[i], p[j] = p[j], p[i]
	}
	return p
}

// below returns an unbiased number in 0..n-1 (Lemire's method).
func below(r *rand.PCG, n uint64) int {
	for {
		hi, lo := bits.Mul64(r.Uint64(), n)
		if lo >= -n%n {
			return int(hi)
		}
	}
}

package selfplay

import (
	"math/bits"
	"math/rand/v2"
	"sync"
)

// Order says which opening comes when. Openings are gone through from Start
// on, again and again; in random order each pass has its own order. The same
// seed gives the same order on every platform.
type Order struct {
	Random bool   `json:"random"`
	Seed   uint64 `json:"seed"`
	Start  int    `json:"start"` // how many openings of the order to leave out at first, from 0

	mu    sync.Mutex
	n     int
	pass  int
	perm  []int
	ready bool
}

// index returns the position in the set of the k-th opening played, for a set
// of n.
func (o *Order) index(k, n int) int {
	k += o.Start
	pass, i := k/n, k%n
	if !o.Random {
		return i
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.ready || o.pass != pass || o.n != n {
		o.perm, o.pass, o.n, o.ready = permutation(n, o.Seed, uint64(pass)), pass, n, true
	}
	return o.perm[i]
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

package spsa

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Clip is the treatment of perturbed values outside the bounds.
type Clip string

const (
	// Shift moves both sides together until they are inside: 100 +- 4 with a
	// maximum of 100 plays as 100 and 92. The distance between the sides, which
	// the step relies on, stays; only where it is wider than the range do the
	// sides play the bounds.
	Shift Clip = "shift"
	// Cut cuts each side by itself, as Fishtest and OpenBench do. At a bound
	// the sides are nearer than the step assumes.
	Cut Clip = "cut"
)

// ParseClip reads the name of a Clip.
func ParseClip(text string) (Clip, error) {
	switch c := Clip(text); c {
	case Shift, Cut:
		return c, nil
	}
	return Shift, fmt.Errorf("clip %q: want %s or %s", text, Shift, Cut)
}

// Draw holds the random numbers of one parameter in one iteration.
type Draw struct {
	Flip float64 // +1 or -1, the direction of theta+
	U    float64 // in [0,1), rounds both sides
}

// Draws returns the draws of n parameters in an iteration. The same arguments
// give the same draws on every platform and in every version: stored runs rely
// on it.
func Draws(seed uint64, iteration, n int) []Draw {
	// The golden ratio spreads neighbouring iterations over all bits.
	r := rand.NewPCG(seed, (uint64(iteration)+1)*0x9e3779b97f4a7c15)
	list := make([]Draw, n)
	for i := range list {
		flip := 1.0
		if r.Uint64()>>63 == 0 {
			flip = -1
		}
		list[i] = Draw{flip, float64(r.Uint64()>>11) / (1 << 53)}
	}
	return list
}

// minDistance is the least perturbation of an integer: the sides are then one
// apart at least, whatever the rounding.
const minDistance = 0.5

// Sides returns the values that theta+ and theta- play with. Integers are
// rounded up or down by one common random number for both sides, so that their
// expectation is exact and they always differ.
func (p *Param) Sides(theta, c float64, d Draw, clip Clip) (plus, minus float64) {
	if p.Integer {
		c = max(c, minDistance)
		plus, minus = math.Floor(theta+d.Flip*c+d.U), math.Floor(theta-d.Flip*c+d.U)
	} else {
		plus, minus = theta+d.Flip*c, theta-d.Flip*c
	}
	if clip == Cut {
		return p.cut(plus, minus)
	}
	return p.shift(plus, minus)
}

// shift moves both sides inside the bounds.
func (p *Param) shift(plus, minus float64) (float64, float64) {
	lo, hi := min(plus, minus), max(plus, minus)
	switch {
	case hi-lo >= p.Max-p.Min:
		lo, hi = p.Min, p.Max
	case lo < p.Min:
		lo, hi = p.Min, hi+(p.Min-lo)
	case hi > p.Max:
		lo, hi = lo-(hi-p.Max), p.Max
	}
	if plus > minus {
		return hi, lo
	}
	return lo, hi
}

// cut cuts each side. Integers that meet at a bound are moved apart by one.
func (p *Param) cut(plus, minus float64) (float64, float64) {
	up := plus > minus
	plus, minus = p.clip(plus), p.clip(minus)
	if !p.Integer || plus != minus {
		return plus, minus
	}
	inner := &minus // the side that points away from the bound
	if up == (plus == p.Min) {
		inner = &plus
	}
	if *inner == p.Min {
		*inner++
	} else {
		*inner--
	}
	return plus, minus
}

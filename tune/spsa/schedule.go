package spsa

import (
	"fmt"
	"math"
)

// Schedule is how perturbations c and steps a shrink in the course of a run: in
// pair k, c = c0/k^Gamma and a = a0/(A+k)^Alpha, with c0 and a0 such that the
// last pair has c_end and r_end*c_end^2 of the parameter.
type Schedule struct {
	Pairs int `json:"pairs"` // N, the pairs of games planned
	// A delays the shrinking of steps: below 1 a share of Pairs (rounded
	// down), from 1 on a number of pairs.
	A     float64 `json:"A"`
	Alpha float64 `json:"alpha"` // exponent of the steps
	Gamma float64 `json:"gamma"` // exponent of the perturbations
}

// DefaultSchedule has the usual constants; Pairs is left to the caller.
func DefaultSchedule() Schedule { return Schedule{A: 0.1, Alpha: 0.602, Gamma: 0.101} }

// maxPairs bounds a run.
const maxPairs = 100_000_000

// Validate reports the first constant that makes no sense.
func (s *Schedule) Validate() error {
	switch {
	case s.Pairs < 1 || s.Pairs > maxPairs:
		return fmt.Errorf("pairs %d: want 1 to %d", s.Pairs, maxPairs)
	case !(s.A >= 0 && s.A <= maxPairs):
		return fmt.Errorf("offset A %g: want a share below 1 or a number of pairs", s.A)
	case !(s.Alpha >= 0 && s.Alpha <= 2):
		return fmt.Errorf("alpha %g: want 0 to 2", s.Alpha)
	case !(s.Gamma >= 0 && s.Gamma <= 1):
		return fmt.Errorf("gamma %g: want 0 to 1", s.Gamma)
	}
	return nil
}

// Offset returns A as a number of pairs.
func (s *Schedule) Offset() float64 {
	if s.A < 1 {
		return math.Floor(s.A * float64(s.Pairs))
	}
	return s.A
}

// Gains are the constants of one parameter at one time.
type Gains struct {
	C float64 // perturbation
	R float64 // R*C is the move per net win
}

// Gains returns the constants of a parameter for the pair after pairsDone.
func (s *Schedule) Gains(p *Param, pairsDone int) Gains { return s.at(pairsDone).gains(p) }

// factors are c/c_end and a/a_end of one time, the same for all parameters.
type factors struct{ c, a float64 }

func (s *Schedule) at(pairsDone int) factors {
	n, k, offset := float64(s.Pairs), float64(pairsDone)+1, s.Offset()
	return factors{math.Pow(n/k, s.Gamma), math.Pow((offset+n)/(offset+k), s.Alpha)}
}

func (f factors) gains(p *Param) Gains {
	return Gains{C: f.c * p.CEnd, R: f.a * p.REnd / (f.c * f.c)}
}

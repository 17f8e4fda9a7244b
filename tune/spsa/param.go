package spsa

import (
	"fmt"
	"math"
)

// Param is one parameter to tune.
type Param struct {
	Name    string  `json:"name"`
	Start   float64 `json:"start"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	CEnd    float64 `json:"c_end"` // perturbation at the end of the run
	REnd    float64 `json:"r_end"` // move per net win at the end, in units of CEnd
	Integer bool    `json:"integer"`
}

// Line writes the parameter as a line of OpenBench's, which ReadPlan reads back.
func (p *Param) Line() string {
	kind := "float"
	if p.Integer {
		kind = "int"
	}
	return fmt.Sprintf("%s, %s, %v, %v, %v, %v, %v", p.Name, kind, p.Start, p.Min, p.Max, p.CEnd, p.REnd)
}

// Validate reports what makes no sense.
func (p *Param) Validate() error {
	for _, x := range []float64{p.Start, p.Min, p.Max, p.CEnd, p.REnd} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("parameter %s: %v is not a value", p.Name, x)
		}
	}
	switch {
	case p.Min >= p.Max:
		return fmt.Errorf("parameter %s: min %g, max %g: want min below max", p.Name, p.Min, p.Max)
	case p.Start < p.Min || p.Start > p.Max:
		return fmt.Errorf("parameter %s: start %g: want %g to %g", p.Name, p.Start, p.Min, p.Max)
	case p.CEnd <= 0:
		return fmt.Errorf("parameter %s: c_end %g: want more than 0", p.Name, p.CEnd)
	case p.REnd <= 0:
		return fmt.Errorf("parameter %s: r_end %g: want more than 0", p.Name, p.REnd)
	case p.CEnd > (p.Max-p.Min)/2:
		return fmt.Errorf("parameter %s: c_end %g: want at most half of the range %g..%g", p.Name, p.CEnd, p.Min, p.Max)
	case p.Integer && (p.Min != math.Trunc(p.Min) || p.Max != math.Trunc(p.Max)):
		return fmt.Errorf("parameter %s: bounds %g..%g: want whole numbers", p.Name, p.Min, p.Max)
	}
	return nil
}

// clip cuts a value to the bounds.
func (p *Param) clip(x float64) float64 { return min(max(x, p.Min), p.Max) }

// Round returns the value nearest to x that can be played.
func (p *Param) Round(x float64) float64 {
	x = p.clip(x)
	if p.Integer {
		return math.Round(x)
	}
	return x
}

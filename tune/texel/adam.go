package texel

import "math"

// Adam's constants, as published (Kingma and Ba, 2015).
const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
)

// adam is gradient descent with a step size of its own for every parameter.
type adam struct {
	Steps int       `json:"steps"`
	M     []float64 `json:"m"` // mean of gradients
	V     []float64 `json:"v"` // mean of their squares
}

func newAdam(n int) *adam { return &adam{M: make([]float64, n), V: make([]float64, n)} }

// step moves x against the gradient, each parameter by about rate. Frozen ones
// stay. Both means are corrected for having begun at zero.
func (a *adam) step(x, grad []float64, rate float64, frozen []bool) {
	a.Steps++
	c1 := 1 - math.Pow(beta1, float64(a.Steps))
	c2 := 1 - math.Pow(beta2, float64(a.Steps))
	for k, g := range grad {
		if frozen[k] {
			continue
		}
		a.M[k] = beta1*a.M[k] + (1-beta1)*g
		a.V[k] = beta2*a.V[k] + (1-beta2)*g*g
		x[k] -= rate * (a.M[k] / c1) / (math.Sqrt(a.V[k]/c2) + epsilon)
	}
}

package texel

import (
	"fmt"
	"math"
)

// Loss is a measure of how far a prediction s is from a label y.
type Loss string

const (
	MSE Loss = "mse" // (y-s)^2
	Log Loss = "log" // -y ln s - (1-y) ln(1-s)
)

// ParseLoss reads the name of a loss.
func ParseLoss(name string) (Loss, error) {
	switch l := Loss(name); l {
	case MSE, Log:
		return l, nil
	}
	return "", fmt.Errorf("unknown loss %q (want mse or log)", name)
}

// sigmoid is the expected score of Red at z = K*q/400.
func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// at returns the loss at z = K*q/400 for label y, and its derivative by z.
func (l Loss) at(z, y float64) (loss, slope float64) {
	s := sigmoid(z)
	if l == Log {
		// ln(1+e^-|z|) keeps its digits where s is rounded to 0 or 1.
		return math.Log1p(math.Exp(-math.Abs(z))) + max(z, 0) - y*z, s - y
	}
	d := y - s
	return d * d, -2 * d * s * (1 - s)
}

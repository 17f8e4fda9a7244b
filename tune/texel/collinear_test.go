package texel

import (
	"math"
	"math/rand/v2"
	"testing"

	"xqlab/engine/eval"
)

func TestCollinearPairs(t *testing.T) {
	d := &Data{}
	rng := rand.New(rand.NewPCG(5, 5))
	rs := &rows{}
	for range 3000 {
		n := int16(rng.IntN(3) - 1)
		var coefs []eval.Coef
		if n != 0 {
			coefs = append(coefs, eval.Coef{Term: 10, N: n}, eval.Coef{Term: 20, N: 2 * n})
		}
		if k := int16(rng.IntN(5) - 2); k != 0 {
			coefs = append(coefs, eval.Coef{Term: 30, N: k})
		}
		if err := rs.append(coefs, 30, 0.5, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	d.parts[Train] = rs
	got := collinearPairs(d, 100)
	if len(got) != 1 || got[0].A != termName(10) || got[0].B != termName(20) || math.Abs(got[0].Correlation-1) > 1e-9 {
		t.Errorf("pairs %+v, want terms 10 and 20", got)
	}
}

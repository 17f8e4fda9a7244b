package selfplay

// Holdout cuts a set of openings in two in the first pass of an order: those to
// be used, and a share that is held back, for a test on openings that were not
// used before. An Experiment with the same order that starts at len(use) plays
// the held openings first.
func Holdout(list []Opening, order Order, share float64) (use, held []Opening) {
	n := len(list)
	keep := n - int(share*float64(n))
	s := sequence{order: order, n: n}
	for k := range n {
		op := list[s.index(k)]
		if k < keep {
			use = append(use, op)
		} else {
			held = append(held, op)
		}
	}
	return use, held
}

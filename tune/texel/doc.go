// Package texel fits evaluation parameters to labelled positions, by the method
// named after the engine Texel.
//
// # Method
//
// The evaluation q of a position, in centipawns from Red's view, predicts that
// Red scores sigma(K*q/400) on average, sigma the logistic function to base e.
// Tuning looks for the parameters that bring predictions close to labels: game
// results, or a mixture with the scores of a search. K is fitted once, to the
// start weights, and then held: it fixes the scale of the parameters.
//
// The evaluation is linear in its terms (package eval): a position is a short
// list of counts, which eval.Evaluator.Trace gives, and its phase. Positions
// are kept in order of phase. All positions of a phase share one table with mg
// and eg already mixed, so that a count costs one addition to evaluate and one
// in the gradient, which is exact.
//
// The gradient feeds Adam with bias correction, over all training positions or
// mini-batches. Games, not positions, are held out: for validation, which decides
// when to stop and which parameters were best, and for a test at the end.
// Parameters that too few positions bear on are left alone. What the data cannot
// determine (how much of a rook's value stands in the table of its squares) is
// held by a pull to the start values and redistributed at the end.
//
// Sums are made over chunks of fixed size and added in fixed order: the result
// is the same, bit for bit, for any number of threads.
//
// [Load] reads positions, [Run] tunes.
package texel

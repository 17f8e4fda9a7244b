// Package stats holds the statistics of engine matches: Elo with its error, sequential
// tests, ratings of many engines, and the small tests of proportions that suites need.
//
// # The idea
//
// A match is a handful of integers. [Counts] are the wins, draws and losses of the
// engine under test (trinomial). [Pairs] are the six results two games from one opening
// with colours swapped can have, and [Penta] is their five-cell view by points. The two
// games of a pair share an opening and are therefore correlated, so whenever games come
// in pairs the pentanomial figures are the right ones; [Summarize] reports them first
// and the trinomial ones beside them.
//
//   - [Counts.Estimate], [Penta.Estimate]: score, Elo and bounds, normalized Elo, LOS.
//   - [SPRT]: the sequential test (generalised likelihood ratio), its expected length and
//     the median-unbiased Elo after it has stopped.
//   - [Rate]: one joint fit for a tournament with red advantage, anchors and errors.
//   - [McNemar], [Wilson]: paired and single proportions.
//
// Package vectors checks estimates, tests and ratings against files of test vectors.
//
// # Figures that do not exist
//
// One game has no error bar and ten wins of ten have no finite Elo. Such figures are of
// type [Figure], whose zero value is "not available": it prints n/a and becomes null in
// JSON. Infinite ones print +inf and become the string "+inf". No function returns NaN.
//
// # Conventions
//
// Elo is the logistic scale with 400 points per factor ten in the odds. Intervals are
// two-sided 95 % (z = 1.96). Counts may be as large as 1e15. Every function is pure, and
// simulations are deterministic for a seed.
//
// # Sources
//
// The formulas are those in use in the field: fishtest (stats/LLRcalc, stat_util, sprt,
// brownian), fastchess (matchmaking/elo, sprt), Ordo (ratings), and M. Van den Bergh's
// notes on the generalised SPRT and normalized Elo, with the differences noted at each
// function.
package stats

// Package engine is xqlab's own xiangqi engine as a library: set up a
// position, ask for moves, play them. Its parts can be used on their own:
// board (rules of movement), rules (repetition and other ends of games),
// eval, search, notation and record.
//
// # What made it stronger
//
// Changes that were measured by matches against the engine without them, all by
// this program (xqlab match, normalized Elo bounds, alpha and beta 0.05). Elo is
// that of the games, with a 95 % interval; nodes are those of a move.
//
//	change                              nodes   bounds   games  Elo             verdict
//	weights: seed tuned on master games  5,000  [0, 10]    170  +345 +-  66     accepted
//	weights: default tuned likewise      5,000  [0, 10]    706   +48 +-  22     accepted
//	weights: those again on master games
//	  and 1,300 games of self-play       4,000  [0, 10]  1,152    -2 +-  16     undecided, left out
//	weights: SPSA of the 7 percentages   1,000  [0, 10]  4,210    +7 +-   9     undecided, left out
//	  (from the seed with all at 100)    1,000  [0, 10]    756   +50 +-  23     accepted, to show the method
//	search: one-reply extension          8,000  none       300    +5 +-  31     undecided, kept for its mates
//	search: no pruning where a check is
//	  at hand, 3 plies of quiet checks   5,000  [-5, 5]    402   -20 +-  30     undecided, made margins instead
//	search: 24 constants by SPSA, those
//	  margins among them                 1,500  [0, 10]    374  +102 +-  35     accepted
//	search: all of these and mates by
//	  checks, against none of them      10,000  [0, 10]    548   +48 +-  24     undecided, LLR 2.33 of 2.94
//	search: no pruning at all where a
//	  check is at hand, with these       1,500  [-10, 0]   746   -17 +-  22     undecided, left out
//	search: mates by threats too         40 ms  none       400    +4 +-  26     undecided, kept for its mates
//	search: the first 5 iterations
//	  without pruning where a check is
//	  at hand                           20,000  none       300   -45 +-  32     left out
//	search: the first 6 without static
//	  cuts there, and mates by threats,
//	  against none of the two           20,000  none       300   -13 +-  31     undecided, kept for its mates
//	search: mates that leave checks and
//	  threaten quieter mates, 20 % of
//	  the nodes if a side is 200 ahead  10,000  none       422   -27 +-  24     left out
//	search: the same, 2 % of the nodes
//	  and more if a mate looks near      2,500  none     1,000   -13 +-  18     undecided, kept for its mates
//	  against no search of mates at all  4,000  none     1,200    -6 +-  17     undecided, kept for its mates
//	search: only checks that lose
//	  nothing are extended               3,000  [0, 10]  1,806   +12 +-  13     undecided
//	  the same                           5,000  [0, 10]  1,564   -10 +-  15     undecided, left out
//
// The weights come from
//
//	xqlab tune texel --from OLD --batch 16384 --rate 2 --patience 15 --l2 0.02 --epochs 100 --out default.toml
//
// with the weights before as OLD, and the constants from
//
//	xqlab tune spsa --engine builtin:search.QCheckPlies=2 --pairs 4000 --nodes 1500 --inflight 2 --r-end 0.015 \
//	    --resign score=1000,moves=4,twosided=true --params search.NAME ...
//
// with every NAME of search.Params among ReverseFutMargin, ReverseFutImprove,
// RazorBase, NullEvalDivisor, ProbCutMargin, FutilityBase, FutilitySlope,
// SEEQuiet, SEECapture, HistoryPrune, LMRBase, LMRSlope, LMRHistory,
// SingularMargin, DoubleExtMargin, QFutility, QCheckPlies, HistoryBonus,
// HistoryMax, ThreatMargin, ThreatRazor, ThreatLate, LMPBase and TempoBonus.
package engine

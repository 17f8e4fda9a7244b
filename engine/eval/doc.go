// Package eval scores a xiangqi position from seven groups of features:
// material, position (piece-square tables), king_safety, pins, guards
// (advisors and elephants), center and mobility.
//
// # The idea
//
// A term is something that can be counted on the board for either side, such as
// horses with five safe moves. Every term has two parameters, its worth in
// centipawns (a rook is about 1000): mg with all pieces on the board and eg on an
// empty board. A group has a percentage. The score from Red's side is
//
//	sum over groups g of percent[g] * sum over terms i of g of n[i] * (mg[i]*p + eg[i]*(66-p))
//
// divided once by 100*66 and truncated toward zero, where n[i] is Red's count
// minus Black's and p, 0..66, is the phase of the game. All arithmetic is in
// integers, so the score is exact; it is linear in the parameters while the
// percentages are fixed, and linear in the percentages while the parameters are
// fixed, which is what a tuner needs. Exchanging the colours negates it, and
// reflecting the board left to right does not change it.
//
// # Where each group is counted
//
// The terms are declared, each once, in internal/terms/table.go. Most groups
// have a file of their own; where several groups need the same lines or attacks,
// they are counted together, which saves finding them twice.
//
//	material     table.go (single pieces), material.go (sets of pieces)
//	position     table.go
//	king_safety  king.go, pins.go (cannons on the king's lines), pieces.go (distances)
//	pins         pins.go
//	guards       guards.go
//	center       center.go
//	mobility     pieces.go
//
// # Use
//
// [Default], [Seed] and [Load] return [Weights]; [New] folds them into an
// [Evaluator], which is read-only and may be shared by goroutines:
//
//	e := eval.New(eval.Default())
//	e.Attach(pos)             // once; Make and Unmake keep material and tables up to date
//	score := e.Evaluate(pos)  // centipawns, from the side to move
//
// [Evaluator.Trace] records the counts n[i]; [Evaluator.Breakdown] shows what
// each group contributes for each side.
//
// # Parameters
//
// All parameters live in one flat vector of whole numbers: mg and eg of each
// term, group by group, then the seven percentages. [Names], [Index], [Bounds]
// and [Group.Range] describe it. A parameter's name is the path to it in a
// weight file: material.rook.mg, mobility.horse[5].eg, position.rook[e4].mg,
// guards.set[2][1].mg, king_safety.weight.
package eval

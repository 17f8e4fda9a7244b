// Package suites reads test suites (positions with known best moves), runs
// engines over them at several depths, node counts or times, checks suites,
// and mines new positions from games.
//
// # Files
//
// A suite is a list of EPD lines:
//
//	board side - - bm h2e2; dm 3; id "wac.001"; c1 "2"; c2 "rook sacrifice";
//
// with the operations
//
//	bm     best moves, any of which solves the position
//	am     moves to avoid: any other move solves it
//	dm     moves to mate, ce: gain in centipawns
//	id     name of the position
//	c0     comment
//	c1     difficulty, 1 (easy) to 5
//	c2     themes, separated by blanks
//	c3     how the position came about, "fen FEN moves M M ...", where the
//	       rules of repetition make the right move depend on it
//	c8 c9  points and the moves that earn them, both separated by blanks
//
// The other form read is one position a line as "FEN|move|difficulty", the
// moves with ranks 0-9 or 1-10 throughout the file.
//
// # Shipped suites
//
//	wac_chinese  300 mates chosen from testdata/pool.tsv, spread over the depths
//	             from which the built-in engine keeps the solution; "xqlab suite
//	             choose suites/testdata/pool.tsv --grades
//	             suites/testdata/grades.tsv --seed 1" makes it again. 37 candidates
//	             were refuted by longer searches than it makes itself: in those
//	             Pikafish-HCE found a second, slower mate (two lines for 5 s, 2 s
//	             where the pool has the second move below 200 centipawns), and found
//	             it again from the position after that move (6 s)
//	endgames     standard endings, every solution proved by package ending
//	rules        positions in which repeating wins, draws or loses; what the
//	             repetition does is proved by package rules, that it matters by a
//	             search of the other moves
//
// The last two are made by suites/generate.
package suites

// Package protocol lets the engine be an engine to others: it speaks UCI (as
// Pikafish does, ranks 0..9, and the UCI-Cyclone habit of sending "fen" and
// "startpos" without "position") and UCCI 3.0.
//
// Serve reads commands, one a line, and answers until "quit" or the end of the
// input. Both protocols are one program with two ways of saying things: the
// words understood are the union of both, what differs is the greeting, the
// form of "info" and of the answer, and the unit of time (UCCI counts seconds
// until "setoption usemillisec true"). "uci" and "ucci" choose the dialect, so
// either server can be used by either kind of board.
//
// # What a client can rely on
//
//   - Every "go" gets exactly one answer: "bestmove", or, if there is no move
//     to give, "bestmove (none)" in UCI and "nobestmove" in UCCI. That holds
//     for a refused "go" too, so that nobody waits for ever.
//   - Bad input never ends the engine. It is answered by "info string" with
//     what is wrong; a bad "position" leaves the last good one in place.
//   - "isready", "stop", "ponderhit", "quit", "d" and "eval" are obeyed while
//     the engine thinks. All else waits in line until the answer is out; a
//     "go" that waits ends an endless search (infinite, or pondering).
//   - "quit" and the end of the input stop the search, give its answer and end
//     Serve. Nothing is said after that but "bye" in UCCI.
package protocol

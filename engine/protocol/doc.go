// Package protocol serves the engine to graphical interfaces and match runners
// by UCI (as Pikafish does, with ranks 0..9; "fen" and "startpos" are understood
// without "position", too, as UCI-Cyclone sends them) and UCCI 3.0.
//
// Serve reads commands, one a line, and answers until "quit" or the end of the
// input. One server handles both protocols: it understands the commands of
// either, and only the greeting, the form of "info", the answer without a move
// and the unit of time differ (UCCI counts seconds until "setoption usemillisec
// true"). "uci" and "ucci" choose the dialect, so that either command line can
// be used by either kind of client.
//
// # What a client can rely on
//
//   - Every "go" gets exactly one answer: "bestmove", or, if there is no move
//     to give, "bestmove (none)" in UCI and "nobestmove" in UCCI. That holds
//     for a refused "go" too, so that no client waits in vain.
//   - Bad input never ends the engine. It is answered by an "info string" that
//     names the fault; a bad "position" leaves the last good one in place.
//   - "isready", "stop", "ponderhit", "quit", "d" and "eval" are handled during
//     a search. All other commands are queued until its answer is out; a queued
//     "go" ends an endless search (infinite, or pondering).
//   - "quit" and the end of the input stop the search, give its answer and end
//     Serve. The only thing sent after that is "bye" in UCCI.
package protocol

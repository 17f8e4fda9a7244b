// Package player provides everything that answers "what do you move here?":
// the built-in engine and external programs that speak UCI or UCCI.
//
// # From a spec to a move
//
// A Config is an engine with its options and limits. It is read from a SPEC on
// the command line (ParseSpec) or an entry of an engines file (LoadEngines), and
// Config.Spec writes it back as a SPEC. Prepare turns a Config into a Factory:
// it starts the engine once, learns its protocol, dialect and options, and
// refuses what cannot play before any game has begun. A Factory makes as many
// Players as there are games at a time.
//
// # What goes wrong, and how it is reported
//
// A Player that cannot answer returns a *Fault with one of five kinds: too
// late, no move, an illegal move, the process is gone, the process is silent.
// Every other error (a cancelled context) is no fault of the engine. After
// a fault the player stays usable: NewGame starts a new process if the old one
// is dead or cannot be trusted any more.
//
// # How an external process is held
//
// Every process leads a process group of its own, so that the keyboard's
// interrupt does not reach it and its children die with it. One goroutine reads
// standard output in lines of bounded length and digests "info" lines at once;
// all others wait in a short queue, and an engine that talks on while nobody
// listens blocks itself, not the runner. Standard error is kept as its last
// lines.
//
// Before each search the runner asks "isready": whatever an engine says before
// "readyok" belongs to earlier searches and is dropped with a warning. The
// move's time runs from "readyok" to the arrival of "bestmove", on a monotonic
// clock.
package player

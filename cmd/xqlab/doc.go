// Command xqlab is a laboratory for xiangqi engines: matches, tuning, test
// suites, and one database of results. README.md is the tour for those who use
// it; this page is for those who change it.
//
// # What may live here
//
// This package turns words into configurations and results into text. A file is
// one subcommand (match.go, suite_run.go, results_show.go), or plumbing that
// several of them share:
//
//	root.go      global flags and the tree of commands
//	flags_*.go   flags that several commands have: engines and limits, games, sequential tests
//	lab.go       from a job to its end: database, observers, exit code, the command that continues
//	play.go      what match and tournament share
//	watch.go     the progress lines of runs
//	database.go  opening and closing the database
//	data.go, filecheck.go, results_print.go
//	             files of positions, checks against tables of vectors, how a run is printed
//
// Streams, tables, progress bars, files that appear whole, exit codes: package
// internal/ui, which knows nothing of xiangqi. What a run is, how it begins, is
// claimed, resumed and ends: package results/runs. What a measurement means:
// the rooms below. imports_test.go keeps these borders.
//
// A command has one shape: an options struct with its flags, newXCmd that
// registers them with help and examples, a method that turns them into a
// configuration, and a print function.
//
// # One command through the code
//
// Follow
//
//	xqlab match --a builtin:weights=new.toml --b builtin --pairs 100 --nodes 5000
//
// from its flags to rows of the database.
//
// Flags. main calls [Main], which builds the tree of commands (newRootCmd) and
// lets cobra find newMatchCmd. Its options are playFlags: runFlags (--name,
// --resume), gameFlags (openings, rules, adjudication, times), within them
// limitFlags (--tc, --nodes) and enginesFlag (--engines), and sprtFlags.
//
// Configuration. app.play asks limitFlags.players for the two players:
// player.ParseSpec reads each SPEC into a player.Config, and limits that a SPEC
// lacks come from the flags. playFlags.experiment puts everything else into a
// selfplay.Experiment, which is the configuration that is stored. So far nothing
// was opened and no process started; what is wrong with the words is known by
// now, and is exit code 2.
//
// Job. The experiment becomes a runs.Match, and app.carryOut opens the database,
// makes a runs.Lab with its observers (progress line, --pgn, --events, --report)
// and calls Lab.Start, or Lab.Resume with --resume.
//
// Life of the run, in results/runs/lab.go, the same for every kind of run:
//
//	prepare   Experiment.Prepare loads the openings and starts each engine once: player.Prepare
//	          makes a player.Factory, resolves the weights by content, probes an external
//	          engine's protocol and options
//	create    store.CreateRun writes the runs, players, weights and opening_sets rows in one
//	          transaction, with the claim that makes this process the only one to play it
//	do        selfplay.Run plays; see below
//	finish    compare.LoadRun sums the run up, store.FinishRun writes status, verdict, summary
//
// Games. selfplay.Run has a worker for each game at a time (worker.go). A worker
// takes the next pair of the Schedule, seats two players and plays two games with
// the colours swapped (play.go): it asks a player.Player for a move, which is a
// call of engine/search for the built-in engine and a line to a process for
// others (player/external.go), lets rules.Game judge the position, and looks
// whether the game can be adjudicated (adjudicate.go). Moves, games and pairs go
// to one collecting goroutine (Run.collect), so that everything after it happens
// in order and needs no locks.
//
// Rows. The collector hands a finished pair to the Recorder, which is
// store.Recorder: RecordPair writes pairs, games, packed moves and the running
// totals in one transaction. Only then is the pair counted: the queue puts pairs
// back into the order of the schedule, selfplay.Sequential brings the sequential
// test up to date, and may stop the match.
//
// Events. The observers hear of both: runs.TestState, then runs.PairStored.
// watcher (watch.go) draws the progress line, runs.PGN appends the two games to
// the file, runs.JSONEvents prints a line for scripts.
//
// End. carryOut calls back with how the run ended: app.printMatch prints
// runs.MatchResult for people or as JSON, and app.ended turns *runs.Interrupted
// and *runs.Broken into an exit code and the command that continues.
// runs.Command is the way back from the stored row to the command line; the
// report prints it, and tests go round the circle with every flag.
//
// # Where things are tested
//
// Flags and texts by calls of Main with golden files in testdata (-update
// rewrites them); interrupts and kills by processes of the test binary itself
// (main_test.go); the round of flags, configuration and command in
// repeat_test.go; the borders of the house in imports_test.go.
package main

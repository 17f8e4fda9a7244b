// Package runs carries out stored runs: matches and tournaments, suites,
// tunings by Texel's method and by SPSA, data from self-play, regression tests.
// The command line, a web page and a program of thirty lines can drive it with
// the same calls, and whatever happens in a run is in the database before
// anyone is told about it.
//
// # The idea
//
// A [Job] is a configuration and its outcome: [Match], [Suite], [Texel],
// [SPSA], [Data] or [Regress]. A [Lab] is a database and its observers. Every
// run has the same life cycle, whatever its kind:
//
//	prepare   start every engine once, read openings, suites, data
//	create    store configuration, players, weights, seed, version: in one
//	          transaction, claimed by this process
//	do        play, search or tune; every finished unit is stored at once
//	finish    store status, verdict and summary
//
// [Lab.Start] begins with the first step; [Lab.Resume] claims a stored run
// instead of creating one, reads its configuration and what is done, and
// continues. With limits in nodes or depths, a run that was interrupted and
// resumed arrives at the same result as one that was not.
//
// # How a run ends
//
// A nil error means that the run is finished, [*Interrupted] that the context
// was cancelled, [*Broken] that something broke after the run had begun. Both
// name the run, which can be resumed, under a context that is not cancelled; only
// an interrupt before a run was created has none to name. Any other error means
// that there is no run, or that the one to be resumed was left as it was.
//
// # Use
//
//	st, err := store.Open("xqlab.db")
//	...
//	a, err := player.ParseSpec("builtin:nodes=5000", nil)
//	b, err := player.ParseSpec("cmd=./engine,movetime=100ms", nil)
//	...
//	lab := runs.New(st, runs.Program{Version: "1.0"})
//	m := &runs.Match{Config: selfplay.NewExperiment(a, b)}
//	m.Config.PerPair = 50 // pairs of games; every player needs limits, here in its SPEC
//	err = lab.Start(ctx, m, runs.Options{Name: "first", Seed: 1})
//	var stopped *runs.Interrupted
//	if errors.As(err, &stopped) && stopped.Run != nil {
//		m = &runs.Match{} // a job is used once
//		err = lab.Resume(context.Background(), m, stopped.Run.Short, runs.Changes{})
//	}
//	if err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println(m.Result.Pairings[0].Main.Text())
//
// The example of the package is that program in full, with a report.
//
// # Watching
//
// An [Observer] is told of every [Event]: games and moves while they are
// played, pairs stored, positions searched, steps taken, the state of a
// sequential test, warnings. [PGN] and [JSONEvents] are observers; the progress
// line of the command line is a third.
//
// # Repeating
//
// [Command] turns a stored run into the command line that repeats it,
// [ResumeArguments] into the arguments of xqlab that continue it, [ReadConfig] into
// a job that holds its configuration. Configurations carry a version; those of
// earlier versions of the program are read.
package runs

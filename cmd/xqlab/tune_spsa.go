package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
	"xqlab/results/store"
	"xqlab/selfplay/player"
	"xqlab/tune/spsa"
)

type tuneSPSAOptions struct {
	runFlags
	gameFlags
	sprt   sprtFlags // of the test
	engine string
	config string
	out    string
	pairs  int
	groups []string
	params []string
	dryRun bool

	batch    int
	inFlight int
	offset   float64 // A
	alpha    float64
	gamma    float64
	rEnd     float64
	clip     string
	method   string

	noVerify       bool
	verifyPairs    int
	verifyOpenings string
}

const tuneSPSALong = `Tune parameters by self-play (SPSA): in every iteration all parameters are moved
a little, each up or down at random, and the engine with these values plays a
batch of pairs of games against the engine with the opposite moves; then every
parameter moves towards the side that won. If a parameter moves little, it has
little effect; that does not mean its value is right.

What is tuned: the percentages of evaluation groups (--groups, by default all
seven), or with --params any of
  material.rook, mobility.horse[*], 'king_safety.*'   evaluation, both phases or .mg, .eg
  pst.rook.rank, pst.*.center                         slopes added to piece-square tables
  search.LMRBase, 'search.*'                          constants of the search
  option.NAME, '*'                                    options of an external --engine
or what --config says: a TOML file (pairs, pairs_per_iteration, in_flight, A,
alpha, gamma, r_end, clip, and tables [[param]] with name, start, min, max,
c_end, r_end), lines of OpenBench (name, int|float, start, min, max, c_end,
r_end) or weather-factory's JSON. What is left out is computed and printed
before the run; --dry-run only prints it.

The path is stored after every iteration; after Ctrl-C or a crash, --resume
continues the run as if it had not been stopped, optionally with another number
of --pairs. The result is the average over the last tenth of the iterations. It
is written to --out and, unless --no-verify is given, tested against the start
in a match with a sequential test, on openings that were not used before.`

func newTuneSPSACmd(a *app) *cobra.Command {
	o := &tuneSPSAOptions{}
	s := spsa.DefaultSchedule()
	cmd := &cobra.Command{
		Use:   "spsa",
		Short: "Tune parameters by self-play (SPSA)",
		Long:  tuneSPSALong + "\n\n" + player.SpecHelp,
		Example: `  # the seven group percentages at 1000 nodes per move
  xqlab tune spsa --pairs 4000 --nodes 1000 --out tuned.toml

  # search constants; only show what would be done
  xqlab tune spsa --params 'search.LMR*' --params 'search.Futility*' --pairs 8000 --tc 2+0.02 --dry-run

  # options of an external engine, as given in a configuration file
  xqlab tune spsa --engine cmd=./engine,proto=ucci --config spsa.toml --tc 5+0.05 --out options.txt

  # continue after Ctrl-C
  xqlab tune spsa --resume p3`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runTuneSPSA(cmd, a, o) },
	}
	f := cmd.Flags()
	o.gameFlags.add(f)
	o.sprt.bounds(f, spsa.DefaultVerify().SPRT, "test of the result: ", "")
	f.IntVar(&o.pairs, "pairs", 0, fmt.Sprintf("pairs of games of the whole run (default %d)", spsa.DefaultPairs))
	f.StringVar(&o.engine, "engine", "builtin", "`SPEC` of the engine to tune")
	f.StringVar(&o.config, "config", "", "read parameters and constants from `FILE`")
	f.StringSliceVar(&o.groups, "groups", nil, "tune the percentages of these groups, or of all")
	f.StringArrayVar(&o.params, "params", nil, "tune parameters that match `PATTERN` (may be repeated)")
	f.IntVar(&o.batch, "batch", spsa.DefaultBatch, "pairs of games in an iteration")
	f.IntVar(&o.inFlight, "inflight", 1, "iterations played at the same time")
	f.Float64Var(&o.offset, "A", s.A, "delay before steps shrink: a share of the pairs, or a number of pairs if 1 or more")
	f.Float64Var(&o.alpha, "alpha", s.Alpha, "exponent by which steps shrink")
	f.Float64Var(&o.gamma, "gamma", s.Gamma, "exponent by which perturbations shrink")
	f.Float64Var(&o.rEnd, "r-end", 0, "step per net win at the end, in units of c_end (0: computed)")
	f.StringVar(&o.clip, "clip", string(spsa.Shift), "at bounds: shift both sides, or cut each one")
	f.StringVar(&o.method, "method", string(spsa.MethodSPSA), "spsa, or experimental: nelder-mead or cmaes, which play points against the start (want a larger --batch)")
	f.StringVarP(&o.out, "out", "o", "", "`FILE` to write: weights, search constants, or setoption lines")
	f.BoolVar(&o.dryRun, "dry-run", false, "print what would be tuned, then stop")
	f.BoolVar(&o.noVerify, "no-verify", false, "do not test the result against the start")
	f.IntVar(&o.verifyPairs, "verify-pairs", 0, "maximum number of pairs in that test (0: as many as there are unseen openings)")
	f.StringVar(&o.verifyOpenings, "verify-openings", "", "`SET` or file of openings for that test (default: the other embedded set, or half of the file held back)")
	o.runFlags.add(a, cmd)
	return cmd
}

// smallHashNodes is the limit of nodes per move up to which a hash table of 1 MB is
// as good as a larger one, and costs nothing to clear between games.
const smallHashNodes = 20_000

func runTuneSPSA(cmd *cobra.Command, a *app, o *tuneSPSAOptions) error {
	changed := cmd.Flags().Changed
	if err := ui.CheckOutput(o.out); err != nil {
		return ui.Usagef("--out: %w", err)
	}
	job := &runs.SPSA{}
	c := carry{runFlags: o.runFlags, log: o.log}
	var err error
	if o.resume != "" {
		if err = onlyWithResume(cmd, "pairs", "concurrency", "pause", "affinity", "log", "out", "no-verify"); err != nil {
			return err
		}
		c.changes, err = o.changes(changed)
	} else {
		err = o.describe(job, changed)
	}
	if err != nil {
		return err
	}
	if o.dryRun {
		return a.dryRun(cmd.Context(), job, c)
	}
	job.OnResult = func(r *runs.SPSAResult) error {
		if r.Out == "" {
			return nil
		}
		return a.WriteOutput(r.Out, func(w io.Writer) error { return job.WriteResult(w) })
	}
	c.observers = func(*store.Store) []runs.Observer { return []runs.Observer{&planPrinter{a, job}} }
	c.after = func(end error) error {
		if end != nil {
			return a.ended(end, again(cmd, "log"))
		}
		if a.JSON {
			return a.PrintJSON(job.Result)
		}
		return printSPSA(a.Out, job.Result)
	}
	return a.carryOut(cmd.Context(), job, c)
}

// dryRun prints what would be tuned.
func (a *app) dryRun(ctx context.Context, job *runs.SPSA, c carry) error {
	if a.onJob != nil {
		return a.onJob(job, c)
	}
	lab := a.newLab(nil)
	lab.Watch(&watcher{a: a})
	if err := lab.Check(ctx, job, runs.Options{Seed: a.seed}); err != nil {
		return a.ended(err, "")
	}
	return printPlan(a.Out, job)
}

// planPrinter prints what is tuned when a run begins. It implements
// runs.Observer.
type planPrinter struct {
	a   *app
	job *runs.SPSA
}

// Observe implements runs.Observer.
func (p *planPrinter) Observe(run *store.Run, e runs.Event) {
	if _, started := e.(runs.RunStarted); started && run.Kind == store.SPSA && !p.a.Quiet {
		_ = printPlan(p.a.Err, p.job)
	}
}

// describe turns the flags into the description of the tuning.
func (o *tuneSPSAOptions) describe(job *runs.SPSA, changed func(string) bool) error {
	list, err := o.players(o.engine)
	if err != nil {
		return err
	}
	base := list[0]
	if base.IsBuiltin() && base.Hash == 0 && base.Limits.Nodes > 0 && base.Limits.Nodes <= smallHashNodes {
		base.Hash = 1
	}
	base.Name = "start"
	c := &job.Config
	if c.Games, err = o.games(changed, []player.Config{base, base}); err != nil {
		return err
	}
	if c.Method, err = spsa.ParseMethod(o.method); err != nil {
		return ui.Usagef("--%w", err)
	}
	if !o.noVerify {
		c.Verify = &spsa.Verify{Pairs: o.verifyPairs, Openings: o.verifyOpenings}
		test, err := o.sprt.parsed()
		if err != nil {
			return err
		}
		c.Verify.SPRT = *test
	}
	if o.out != "" {
		if c.Out, err = filepath.Abs(o.out); err != nil {
			return err
		}
	}
	job.Plan, err = o.plan(changed)
	return err
}

// changes returns what the flags change in a run that is resumed.
func (o *tuneSPSAOptions) changes(changed func(string) bool) (runs.Changes, error) {
	c := o.gameFlags.changes(changed)
	if changed("pairs") {
		c.Pairs = &o.pairs
	}
	if changed("out") {
		out, err := filepath.Abs(o.out)
		if err != nil {
			return c, err
		}
		c.Out = &out
	}
	if changed("no-verify") {
		verify := !o.noVerify
		c.Verify = &verify
	}
	return c, nil
}

// plan reads --config; flags take precedence over it.
func (o *tuneSPSAOptions) plan(changed func(string) bool) (*spsa.Plan, error) {
	p := &spsa.Plan{}
	switch {
	case o.config != "" && (changed("groups") || changed("params")):
		return nil, ui.Usagef("--config says what is tuned: leave out --groups and --params")
	case o.config != "":
		f, err := os.Open(o.config)
		if err != nil {
			return nil, ui.Usagef("--config: %w", err)
		}
		defer f.Close()
		if p, err = spsa.ReadPlan(f, o.config); err != nil {
			return nil, ui.Usagef("--config: %w", err)
		}
	default:
		p.Groups = o.groups
		for _, pattern := range o.params {
			p.Wishes = append(p.Wishes, spsa.Wish{Name: pattern})
		}
	}
	if changed("pairs") {
		p.Pairs = o.pairs
	} else if p.Pairs == 0 {
		p.Pairs = spsa.DefaultPairs
	}
	if changed("batch") || p.Batch == 0 {
		p.Batch = o.batch
	}
	if changed("inflight") || p.InFlight == 0 {
		p.InFlight = o.inFlight
	}
	if changed("clip") {
		p.Clip = spsa.Clip(o.clip)
	}
	for _, v := range []struct {
		flag string
		from *float64
		to   **float64
	}{{"A", &o.offset, &p.A}, {"alpha", &o.alpha, &p.Alpha}, {"gamma", &o.gamma, &p.Gamma}, {"r-end", &o.rEnd, &p.REnd}} {
		if changed(v.flag) {
			*v.to = v.from
		}
	}
	return p, nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/selfplay/stats"
	"xqlab/selfplay/stats/vectors"
)

func newStatsCmd(a *app) *cobra.Command {
	file := ""
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Elo, sequential tests and ratings from counts",
		Example: `  xqlab stats elo 136 111 96             # wins draws losses
  xqlab stats sprt --elo0 0 --elo1 5 --penta 12,370,900,412,15
  xqlab stats ratings results.tsv --anchor builtin=2000
  xqlab stats --file stats.json          # recompute every row; exit 1 if one differs`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if file == "" {
				return cmd.Help()
			}
			return runStatsFile(cmd.Context(), a, file)
		},
	}
	cmd.Flags().StringVar(&file, "file", "", "check every row of a JSON `FILE` of test vectors (- is stdin)")
	cmd.AddCommand(newStatsEloCmd(a), newStatsSPRTCmd(a), newStatsRatingsCmd(a))
	return cmd
}

// runStatsFile checks a file of test vectors.
func runStatsFile(ctx context.Context, a *app, path string) error {
	in, err := a.OpenInput(path)
	if err != nil {
		return err
	}
	defer in.Close()
	report, err := vectors.Check(ctx, in)
	switch {
	case errors.Is(err, context.Canceled):
		return ui.Interruptedf("stopped after %d rows", report.Checked)
	case err != nil:
		return ui.Usagef("%s: %w", path, err)
	case !a.JSON:
		for _, d := range report.Differ {
			fmt.Fprintln(a.Out, d)
		}
	}
	return finishCheck(a, report, report.Checked, len(report.Differ))
}

// statsCountsOptions are the alternative ways to enter the results of one match.
type statsCountsOptions struct {
	wdl, penta, pairs string
}

const statsCountsHelp = `The counts are those of the engine under test: three numbers are wins, draws
and losses; five are the pairs LL LD DD+WL WD WW (two games from one opening,
colours swapped); six separate the level pairs: LL LD DD WL WD WW.`

func (o *statsCountsOptions) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.wdl, "wdl", "", "single games `W,D,L`, those of unfinished pairs included")
	f.StringVar(&o.penta, "penta", "", "game pairs `LL,LD,DD+WL,WD,WW`")
	f.StringVar(&o.pairs, "pairs", "", "game pairs `LL,LD,DD,WL,WD,WW`")
}

// statsCounts are the results of one match, as far as they are known.
type statsCounts struct {
	games *stats.Counts
	pairs *stats.Pairs
	penta *stats.Penta
}

// read takes the counts from the flags, or from plain arguments.
func (o *statsCountsOptions) read(args []string) (m statsCounts, err error) {
	if len(args) > 0 {
		if o.wdl != "" || o.penta != "" || o.pairs != "" {
			return m, ui.Usagef("give the counts as arguments or as flags, not both")
		}
		list := strings.Join(args, ",")
		switch n := strings.Count(list, ",") + 1; n {
		case 3:
			o.wdl = list
		case 5:
			o.penta = list
		case 6:
			o.pairs = list
		default:
			return m, ui.Usagef("%d counts: want 3 (wins draws losses), 5 or 6 (pairs LL LD DD+WL WD WW or LL LD DD WL WD WW)", n)
		}
	}
	if o.penta != "" && o.pairs != "" {
		return m, ui.Usagef("--penta and --pairs exclude each other")
	}
	if n, err := o.cells("--wdl", o.wdl, 3); err != nil {
		return m, err
	} else if n != nil {
		m.games = &stats.Counts{Wins: n[0], Draws: n[1], Losses: n[2]}
	}
	if n, err := o.cells("--penta", o.penta, 5); err != nil {
		return m, err
	} else if n != nil {
		m.penta = (*stats.Penta)(n)
	}
	if n, err := o.cells("--pairs", o.pairs, 6); err != nil {
		return m, err
	} else if n != nil {
		m.pairs = &stats.Pairs{LL: n[0], LD: n[1], DD: n[2], WL: n[3], WD: n[4], WW: n[5]}
		penta := m.pairs.Penta()
		m.penta = &penta
		if m.games == nil {
			games := m.pairs.Counts()
			m.games = &games
		}
	}
	return m, nil
}

// cells reads the counts given by one flag; nil if the flag is not used.
func (o *statsCountsOptions) cells(flag, text string, want int) ([]int64, error) {
	if text == "" {
		return nil, nil
	}
	n, err := stats.ParseCells(text, want)
	if err != nil {
		return nil, ui.Usagef("%s: %w", flag, err)
	}
	return n, nil
}

// statsEloReport is the JSON form of `stats elo`.
type statsEloReport struct {
	Main          stats.Estimate  `json:"main"`
	Pentanomial   *stats.Estimate `json:"pentanomial"`
	Trinomial     *stats.Estimate `json:"trinomial"`
	DrawRatio     stats.Figure    `json:"draw_ratio"`
	PairDrawRatio stats.Figure    `json:"pair_draw_ratio"`
	PairRatio     stats.Figure    `json:"pair_ratio"`
	WLDDRatio     stats.Figure    `json:"wldd_ratio"`
	Regularised   *stats.Estimate `json:"regularised,omitempty"`
}

func newStatsEloCmd(a *app) *cobra.Command {
	var o statsCountsOptions
	regularised := false
	cmd := &cobra.Command{
		Use:   "elo [COUNT ...]",
		Short: "Elo difference with its error, from the counts of a match",
		Long:  "Elo difference with its 95 % error.\n\n" + statsCountsHelp,
		Example: `  xqlab stats elo 136 111 96
  xqlab stats elo --pairs 34,54,21,42,64,75 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := o.read(args)
			if err != nil {
				return err
			}
			if m.games == nil && m.penta == nil {
				return ui.Usagef("no counts (see %s --help)", cmd.CommandPath())
			}
			return runStatsElo(a, m, regularised)
		},
	}
	o.addFlags(cmd)
	cmd.Flags().BoolVar(&regularised, "regularised", false, "also show the figures with 0.001 in empty cells")
	return cmd
}

func runStatsElo(a *app, m statsCounts, regularised bool) error {
	var r statsEloReport
	if m.games != nil {
		e := m.games.Estimate()
		r.Main, r.Trinomial, r.DrawRatio = e, &e, m.games.DrawRatio()
	}
	if m.penta != nil {
		e := m.penta.Estimate()
		if r.Pentanomial = &e; e.Pairs > 0 || r.Trinomial == nil {
			r.Main = e
		}
		r.PairDrawRatio, r.PairRatio = m.penta.DrawRatio(), m.penta.PairRatio()
	}
	if m.pairs != nil {
		r.WLDDRatio = m.pairs.WLDDRatio()
	}
	if regularised {
		e := stats.Estimate{}
		if r.Main.Pairs > 0 {
			e = m.penta.Regularised()
		} else if m.games != nil {
			e = m.games.Regularised()
		}
		r.Regularised = &e
	}
	if a.JSON {
		return a.PrintJSON(r)
	}
	for _, e := range []*stats.Estimate{r.Pentanomial, r.Trinomial, r.Regularised} {
		if e != nil {
			fmt.Fprint(a.Out, e.Report())
		}
	}
	if r.Trinomial != nil {
		fmt.Fprintf(a.Out, "draw ratio %s\n", r.DrawRatio.Percent(1))
	}
	if r.Pentanomial != nil {
		fmt.Fprintf(a.Out, "pair draw ratio %s, pair ratio %s, WL/DD %s\n", r.PairDrawRatio.Percent(1), r.PairRatio.Text(3), r.WLDDRatio.Text(3))
	}
	return nil
}

type statsSPRTOptions struct {
	counts     statsCountsOptions
	test       stats.SPRT
	model      string
	trueElo    []float64
	conditions stats.Conditions
}

// statsSPRTReport is the JSON form of `stats sprt`.
type statsSPRTReport struct {
	Test stats.SPRT `json:"test"`
	*stats.TestResult
	Estimate *stats.Estimate `json:"estimate,omitempty"` // not corrected for the bias of stopping early
	Unbiased *stats.Unbiased `json:"unbiased,omitempty"`
	Plan     []statsSPRTPlan `json:"plan,omitempty"`
}

type statsSPRTPlan struct {
	TrueElo float64 `json:"true_elo"`
	stats.Plan
}

func newStatsSPRTCmd(a *app) *cobra.Command {
	o := statsSPRTOptions{test: stats.NewSPRT(0, 5)}
	cmd := &cobra.Command{
		Use:   "sprt [COUNT ...]",
		Short: "State of a sequential test, or its expected length",
		Long: `State of a sequential probability ratio test, and with --true-elo the chance of
passing and the expected number of games. The model is the scale of the bounds:
normalized Elo, logistic Elo, or bayesian (single games only).

` + statsCountsHelp,
		Example: `  xqlab stats sprt --elo0 0 --elo1 5 --penta 12,370,900,412,15
  xqlab stats sprt 880 1863 759 --model logistic
  xqlab stats sprt --elo0 0 --elo1 5 --true-elo 0,2,5 --draw-ratio 0.4`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := o.counts.read(args)
			if err != nil {
				return err
			}
			if m.games == nil && m.penta == nil && len(o.trueElo) == 0 {
				return ui.Usagef("neither counts nor --true-elo (see %s --help)", cmd.CommandPath())
			}
			return runStatsSPRT(a, o, m)
		},
	}
	o.counts.addFlags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.model, "model", o.test.Model.String(), "scale of the bounds: normalized, logistic or bayesian")
	f.Float64Var(&o.test.Elo0, "elo0", o.test.Elo0, "bound of H0")
	f.Float64Var(&o.test.Elo1, "elo1", o.test.Elo1, "bound of H1")
	f.Float64Var(&o.test.Alpha, "alpha", o.test.Alpha, "probability of passing at elo0")
	f.Float64Var(&o.test.Beta, "beta", o.test.Beta, "probability of failing at elo1")
	f.Float64SliceVar(&o.trueElo, "true-elo", nil, "show what to expect for these true differences (logistic Elo)")
	f.Float64Var(&o.conditions.DrawRatio, "draw-ratio", 0.4, "share of draws to expect, for --true-elo")
	f.Float64Var(&o.conditions.RMSBias, "rms-bias", 0, "root mean square advantage in the openings, in Elo, for --true-elo")
	return cmd
}

func runStatsSPRT(a *app, o statsSPRTOptions, m statsCounts) (err error) {
	if o.test.Model, err = stats.ParseModel(o.model); err != nil {
		return ui.Usagef("--model: %w", err)
	}
	r := statsSPRTReport{Test: o.test}
	if m.games != nil || m.penta != nil {
		var t stats.TestResult
		var e stats.Estimate
		var u stats.Unbiased
		if m.penta != nil {
			e = m.penta.Estimate()
			if t, err = o.test.TestPenta(*m.penta); err == nil {
				u, err = o.test.UnbiasedPenta(*m.penta)
			}
		} else {
			e = m.games.Estimate()
			if t, err = o.test.TestCounts(*m.games); err == nil {
				u, err = o.test.UnbiasedCounts(*m.games)
			}
		}
		if err != nil {
			return err
		}
		r.TestResult, r.Estimate, r.Unbiased = &t, &e, &u
	}
	for _, elo := range o.trueElo {
		p, err := o.test.Plan(elo, o.conditions)
		if err != nil {
			return err
		}
		r.Plan = append(r.Plan, statsSPRTPlan{elo, p})
	}
	if a.JSON {
		return a.PrintJSON(r)
	}
	if r.TestResult != nil {
		fmt.Fprintf(a.Out, "%s, %s Elo [%g, %g]: LLR %.4f (%.4f, %.4f) %s\n",
			r.Estimate.Method, o.test.Model, o.test.Elo0, o.test.Elo1, r.LLR, r.Lower, r.Upper, r.Verdict)
		fmt.Fprintf(a.Out, "plain %s\nmedian-unbiased Elo %v\n", r.Estimate.Text(), r.Unbiased)
		if r.Warning != "" {
			fmt.Fprintf(a.Err, "warning: %s\n", r.Warning)
		}
	}
	for _, p := range r.Plan {
		fmt.Fprintf(a.Out, "true Elo %g: passes with %s, %s games on average\n",
			p.TrueElo, stats.Known(p.PassProbability).Percent(2), p.Games.Text(0))
	}
	return nil
}

type statsRatingsOptions struct {
	file            string
	results         []string
	anchors, priors []string
	red, scale      string
	drawRate        float64
	rating          stats.RatingOptions
}

func newStatsRatingsCmd(a *app) *cobra.Command {
	var o statsRatingsOptions
	cmd := &cobra.Command{
		Use:   "ratings [FILE]",
		Short: "Joint ratings of many players with red advantage and errors",
		Long: `Joint ratings of many players. FILE ("-" is stdin) is a TSV file with the columns
red black wins draws losses (from Red's view), or JSON: a list of such objects,
or an object with the list "results". The rating of a player who won or lost
everything is a bound (>= or <=). A pool that falls into groups without results
between them is refused.`,
		Example: `  xqlab stats ratings results.tsv --anchor builtin=2000
  xqlab stats ratings --result A,B,30,50,20 --result B,A,28,47,25 --red 0`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.file = args[0]
			}
			if o.file == "" && len(o.results) == 0 {
				return ui.Usagef("no results (see %s --help)", cmd.CommandPath())
			}
			if cmd.Flags().Changed("draw-rate") {
				o.rating.DrawRate = stats.Known(o.drawRate)
			}
			return runStatsRatings(cmd.Context(), a, o)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.results, "result", nil, "one result `RED,BLACK,W,D,L` (may be repeated)")
	f.StringArrayVar(&o.anchors, "anchor", nil, "hold the rating of a player: `NAME[=RATING]` (may be repeated)")
	f.StringArrayVar(&o.priors, "prior", nil, "what is known of a player: `NAME=RATING/SD` (may be repeated)")
	f.Float64Var(&o.rating.Mean, "mean", 0, "mean rating if there is no anchor")
	f.StringVar(&o.red, "red", "fit", "red advantage: fit, or the value to hold")
	f.Float64Var(&o.drawRate, "draw-rate", 0, "draw rate of equal players, instead of fitting it")
	f.StringVar(&o.scale, "scale", "elo", "elo (200.24 points at 76 %), or ordo (202 points)")
	f.IntVar(&o.rating.Simulations, "simulations", 500, "replays for the errors; 0: analytic errors")
	return cmd
}

func runStatsRatings(ctx context.Context, a *app, o statsRatingsOptions) error {
	opt := o.rating
	opt.Seed = a.seed
	if opt.Simulations < 0 || opt.Simulations > 1e6 {
		return ui.Usagef("--simulations %d: want 0 to 1000000", opt.Simulations)
	}
	if o.red != "fit" {
		red, err := statsNumber("--red", o.red)
		if err != nil {
			return err
		}
		opt.HoldRed, opt.Red = true, red
	}
	switch o.scale {
	case "elo":
	case "ordo":
		opt.Scale = stats.ScaleOrdo
	default:
		return ui.Usagef("--scale %q: want elo or ordo", o.scale)
	}
	anchors, err := parseAnchors(o.anchors)
	if err != nil {
		return err
	}
	opt.Anchors = anchors
	for _, s := range o.priors {
		i, j := strings.LastIndexByte(s, '='), strings.LastIndexByte(s, '/')
		if i < 0 || j < i {
			return ui.Usagef("--prior %q: want NAME=RATING/SD", s)
		}
		rating, err := statsNumber("--prior", s[i+1:j])
		if err != nil {
			return err
		}
		sd, err := statsNumber("--prior", s[j+1:])
		if err != nil {
			return err
		}
		opt.Priors = append(opt.Priors, stats.Prior{Name: s[:i], Rating: rating, SD: sd})
	}
	games, err := readStatsResults(a, o)
	if err != nil {
		return err
	}
	r, err := stats.Rate(ctx, games, opt)
	switch {
	case errors.Is(err, context.Canceled):
		return ui.Interruptedf("stopped before the ratings were done")
	case err != nil:
		return err
	case a.JSON:
		return a.PrintJSON(r)
	}
	_, err = fmt.Fprint(a.Out, r.Report())
	return err
}

// parseAnchors reads the values of --anchor: NAME=RATING, or NAME for 0.
func parseAnchors(texts []string) ([]stats.Anchor, error) {
	var list []stats.Anchor
	for _, text := range texts {
		anchor := stats.Anchor{Name: text}
		if i := strings.LastIndexByte(text, '='); i >= 0 {
			rating, err := statsNumber("--anchor", text[i+1:])
			if err != nil {
				return nil, err
			}
			anchor = stats.Anchor{Name: text[:i], Rating: rating}
		}
		list = append(list, anchor)
	}
	return list, nil
}

func statsNumber(flag, text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, ui.Usagef("%s: %q is not a number", flag, text)
	}
	return x, nil
}

// readStatsResults reads the results given by flags and by the file.
func readStatsResults(a *app, o statsRatingsOptions) ([]stats.Encounter, error) {
	var games []stats.Encounter
	for _, s := range o.results {
		g, err := stats.ParseEncounter(s)
		if err != nil {
			return nil, ui.Usagef("--result %q: %w", s, err)
		}
		games = append(games, g)
	}
	if o.file == "" {
		return games, nil
	}
	in, err := a.OpenInput(o.file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	more, err := stats.ReadEncounters(in)
	switch {
	case errors.Is(err, io.EOF), err == nil && len(more) == 0:
		return nil, ui.Usagef("%s: no results: want a table (TSV) with the columns red black wins draws losses, or JSON", o.file)
	case err != nil:
		return nil, ui.Usagef("%s: %w", o.file, err)
	}
	return append(games, more...), nil
}

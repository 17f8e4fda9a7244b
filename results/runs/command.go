package runs

import (
	"fmt"
	"strings"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
	"xqlab/suites"
	"xqlab/tune/dataset"
	"xqlab/tune/spsa"
	"xqlab/tune/texel"
)

// commandWords are the words of the command line for runs of each kind.
var commandWords = map[store.Kind][]string{
	store.Match: {"match"}, store.Tournament: {"tournament"}, store.Suite: {"suite", "run"}, store.Regress: {"regress"},
	store.Data: {"data", "generate"}, store.Texel: {"tune", "texel"}, store.SPSA: {"tune", "spsa"},
}

// ResumeArguments returns the arguments of xqlab that continue a run. db is the
// path of its database, "" for the usual one.
func ResumeArguments(run *store.Run, db string) string {
	command := fmt.Sprintf("%s --resume %s", strings.Join(commandWords[run.Kind], " "), run.Short)
	if db != "" {
		command += " --db " + Quote(db)
	}
	return command
}

// Command returns the command line that repeats a stored run, for a POSIX
// shell: everything in the configuration that affects the outcome of the run
// has a flag. A tuning by SPSA is preceded by lines that create its parameter
// file. The error tells why a stored configuration cannot be read.
func Command(r *store.Run) (string, error) {
	j, err := ReadConfig(r)
	if err != nil {
		return "", err
	}
	c := &commandLine{}
	c.begin(r)
	switch j := j.(type) {
	case *Match:
		c.play(j.Tournament, &j.Config)
	case *Suite:
		c.suite(&j.Config)
	case *Texel:
		c.texel(&j.Config)
	case *SPSA:
		c.spsa(r, &j.Config)
	case *Data:
		c.data(r, &j.Config)
	case *Regress:
		c.regress(&j.Config)
	}
	c.flag("seed", r.Seed)
	c.optional("name", r.Name)
	return c.before + c.b.String(), nil
}

// commandLine builds a command for the shell.
type commandLine struct {
	before string // lines that come before it
	b      strings.Builder
}

func (c *commandLine) begin(r *store.Run) {
	c.words("xqlab")
	c.words(commandWords[r.Kind]...)
}

func (c *commandLine) words(list ...string) {
	for _, w := range list {
		if c.b.Len() > 0 {
			c.b.WriteByte(' ')
		}
		c.b.WriteString(Quote(w))
	}
}

func (c *commandLine) flag(name string, value any) { c.words("--"+name, fmt.Sprint(value)) }

// optional adds a flag unless its text is empty.
func (c *commandLine) optional(name, value string) {
	if value != "" {
		c.flag(name, value)
	}
}

// differs adds a flag unless it has its default value.
func (c *commandLine) differs(name string, value, standard any) {
	if value != standard {
		c.flag(name, value)
	}
}

// on adds a switch if it is on.
func (c *commandLine) on(name string, value bool) {
	if value {
		c.words("--" + name)
	}
}

// each adds a flag once per value.
func (c *commandLine) each(name string, values []string) {
	for _, v := range values {
		c.flag(name, v)
	}
}

func (c *commandLine) play(tournament bool, e *selfplay.Experiment) {
	if !tournament && len(e.Players) == 2 {
		c.flag("a", e.Players[0].Spec())
		c.flag("b", e.Players[1].Spec())
	} else {
		for i := range e.Players {
			c.flag("engine", e.Players[i].Spec())
		}
		c.differs("format", e.Format, selfplay.RoundRobin)
		if e.Format == selfplay.Gauntlet {
			c.flag("seeds", e.Seeds)
		}
		if r := e.Rating; r != nil {
			for _, a := range r.Anchors {
				c.flag("anchor", fmt.Sprintf("%s=%v", a.Name, a.Rating))
			}
			c.flag("simulations", r.Simulations)
		}
	}
	c.flag("pairs", e.PerPair)
	c.conditions(e)
	c.order(e.Order)
	c.on("single", e.Single)
	c.on("recover", e.Recover)
	if t := e.SPRT; t != nil {
		c.words("--sprt")
		c.flag("model", t.Model)
		c.flag("elo0", t.Elo0)
		c.flag("elo1", t.Elo1)
		standard := stats.NewSPRT(0, 5)
		c.differs("alpha", t.Alpha, standard.Alpha)
		c.differs("beta", t.Beta, standard.Beta)
	}
}

// conditions adds the flags for how games are played, in matches and in tunings
// by games.
func (c *commandLine) conditions(e *selfplay.Experiment) {
	usual := selfplay.NewExperiment()
	c.flag("openings", e.Openings)
	c.differs("opening-plies", e.OpeningPlies, 0)
	c.flag("ruleset", e.Rules.Ruleset)
	c.differs("nfold", e.Rules.NFold, 0)
	c.differs("limit", e.Rules.Limit, 0)
	c.on("lone-cannon", e.Rules.LoneCannon)
	c.flag("resign", e.Resign)
	c.flag("draw", e.Draw)
	c.flag("max-plies", e.MaxPlies)
	if e.Margin != nil {
		c.flag("timemargin", e.Margin.Duration())
	}
	c.differs("stall", e.Stall.Duration(), usual.Stall.Duration())
	c.differs("startup", e.Startup.Duration(), usual.Startup.Duration())
	c.differs("pause", e.Pause.Duration(), usual.Pause.Duration())
	c.flag("ban", e.Ban)
	c.on("ignore-offers", e.IgnoreOffers)
	c.on("affinity", e.Pin)
	c.flag("concurrency", e.Concurrency)
}

// order adds the flags for the order of openings; a tuning has none.
func (c *commandLine) order(o selfplay.Order) {
	if !o.Random {
		c.flag("order", "sequential")
	}
	c.differs("start", o.Start+1, 1)
}

// suiteLimitFlags are the flags for limits of each kind.
var suiteLimitFlags = []struct {
	kind suites.LimitKind
	flag string
}{{suites.Depth, "depths"}, {suites.Nodes, "nodes"}, {suites.MoveTime, "movetime"}}

func (c *commandLine) suite(e *suites.Config) {
	for _, s := range e.Suites {
		if s.Source == "" { // a configuration older than this field
			s.Source = s.Name
		}
		c.words(s.Source)
	}
	for _, p := range e.Players {
		p.Limits = player.Limits{}
		c.flag("engine", p.Spec())
	}
	for _, f := range suiteLimitFlags {
		var list []string
		for _, l := range e.Limits {
			if l.Kind != f.kind {
				continue
			}
			text := fmt.Sprint(l.Value)
			if l.Kind == suites.MoveTime {
				text += "us"
			}
			list = append(list, text)
		}
		c.optional(f.flag, strings.Join(list, ","))
	}
	c.differs("stable", e.StableFor, 0)
	c.differs("timemargin", e.Margin.Duration(), suites.DefaultMargin.Duration())
	c.differs("stall", e.Stall.Duration(), suites.DefaultStall.Duration())
	c.flag("concurrency", max(1, e.Concurrency))
}

func (c *commandLine) texel(e *texel.Config) {
	c.each("data", e.Data)
	c.flag("from", e.From)
	c.optional("groups", strings.Join(e.Groups, ","))
	c.each("params", e.Params)
	c.each("freeze", e.Freeze)
	o := e.Options
	c.flag("loss", o.Loss)
	c.flag("lambda", o.Lambda)
	c.flag("epochs", o.Epochs)
	c.flag("patience", o.Patience)
	c.flag("batch", o.Batch)
	c.flag("rate", o.Rate)
	c.flag("l2", o.L2)
	c.flag("smooth", o.Smooth)
	c.flag("min-support", o.MinSupport)
	c.differs("k", o.K, 0.0)
	c.flag("valid", e.Split.Valid)
	c.flag("test", e.Split.Test)
}

// spsa begins with the parameter file: ranges and steps may have come from one,
// and there are no flags for them.
func (c *commandLine) spsa(r *store.Run, e *spsa.Experiment) {
	t := &e.Tuning
	text, ending := spsa.ParamsFile(t.Params)
	file := r.Short + "-params" + ending
	c.before = "cat > " + file + " <<'END'\n" + text + "END\n"
	if len(e.Games.Players) > 0 {
		c.flag("engine", e.Games.Players[0].Spec())
	}
	c.flag("config", file)
	c.flag("pairs", t.Schedule.Pairs)
	c.flag("batch", t.Batch)
	c.flag("inflight", t.InFlight)
	c.flag("A", t.Schedule.A)
	c.flag("alpha", t.Schedule.Alpha)
	c.flag("gamma", t.Schedule.Gamma)
	c.flag("clip", t.Clip)
	if e.Method != "" {
		c.differs("method", e.Method, spsa.MethodSPSA)
	}
	c.conditions(&e.Games)
	if v := e.Verify; v != nil {
		c.optional("verify-openings", v.Openings)
		c.differs("verify-pairs", v.Pairs, 0)
		c.flag("model", v.SPRT.Model)
		c.flag("elo0", v.SPRT.Elo0)
		c.flag("elo1", v.SPRT.Elo1)
	} else {
		c.words("--no-verify")
	}
	c.optional("out", e.Out)
}

// data names the file after the run, because the original file name is not
// stored.
func (c *commandLine) data(r *store.Run, e *dataset.SelfPlay) {
	g, f := &e.Games, &e.Filters
	c.flag("out", r.Short+".xqd")
	c.flag("weights", e.Weights)
	c.flag("games", g.Games)
	c.flag("nodes", g.Nodes)
	c.flag("hash", g.Hash)
	c.flag("openings", g.Openings)
	c.flag("random-plies", g.RandomPlies)
	c.flag("balance", g.Balance)
	c.flag("resign", g.Resign)
	c.flag("draw", g.Draw)
	c.flag("max-plies", g.MaxPlies)
	c.flag("skip-plies", f.SkipPlies)
	c.differs("tail-plies", f.TailPlies, 0)
	c.differs("per-game", f.PerGame, 0)
	c.on("keep-captures", f.Captures)
	c.on("keep-unquiet", f.Unquiet)
	c.differs("margin", f.Margin, 0)
}

func (c *commandLine) regress(e *RegressConfig) {
	c.flag("engine", e.New.Spec())
	c.flag("base", e.Base.Spec())
	c.flag("profile", e.Profile)
	c.each("suite", e.Suites)
	c.flag("depths", e.Depths)
	c.flag("elo0", e.Elo0)
	c.flag("elo1", e.Elo1)
	c.flag("pairs", e.Pairs)
	if e.Limits.Nodes > 0 {
		c.flag("nodes", e.Limits.Nodes)
	}
	c.flag("openings", e.Openings)
	c.flag("concurrency", e.Concurrency)
}

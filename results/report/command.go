package report

import (
	"encoding/json"
	"fmt"
	"strings"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
)

// CommandOf returns the command line that plays a stored run again, "" if the
// configuration is not one of a match, tournament, suite or tuning.
func CommandOf(r *store.Run) string {
	c := &commandLine{}
	switch r.Kind {
	case store.Match, store.Tournament:
		var e selfplay.Experiment
		if json.Unmarshal(r.Config, &e) != nil || len(e.Players) == 0 {
			return ""
		}
		c.play(r.Kind, &e)
	case store.Suite:
		if !c.suite(r.Config) {
			return ""
		}
	case store.Texel:
		if !c.texel(r.Config) {
			return ""
		}
	case store.SPSA:
		if !c.spsa(r) {
			return ""
		}
	default:
		return ""
	}
	c.flag("seed", r.Seed)
	if r.Name != "" {
		c.flag("name", r.Name)
	}
	return c.b.String()
}

// commandLine builds a command for the shell.
type commandLine struct{ b strings.Builder }

func (c *commandLine) words(list ...string) {
	for _, w := range list {
		if c.b.Len() > 0 {
			c.b.WriteByte(' ')
		}
		c.b.WriteString(quote(w))
	}
}

func (c *commandLine) flag(name string, value any) { c.words("--"+name, fmt.Sprint(value)) }

// differs adds a flag unless it has its default.
func (c *commandLine) differs(name string, value, standard any) {
	if value != standard {
		c.flag(name, value)
	}
}

func (c *commandLine) play(kind store.Kind, e *selfplay.Experiment) {
	if kind == store.Match && len(e.Players) == 2 {
		c.words("xqlab", "match", "--a", e.Players[0].Spec(), "--b", e.Players[1].Spec())
	} else {
		c.words("xqlab", "tournament")
		for i := range e.Players {
			c.words("--engine", e.Players[i].Spec())
		}
		c.differs("format", string(e.Format), string(selfplay.RoundRobin))
		c.differs("seeds", e.Seeds, 0)
	}
	c.flag("pairs", e.PerPair)
	c.conditions(e)
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

// conditions are the flags that say how games are played.
func (c *commandLine) conditions(e *selfplay.Experiment) {
	if e.Single {
		c.words("--single")
	}
	c.flag("openings", e.Openings)
	c.differs("opening-plies", e.OpeningPlies, 0)
	if !e.Order.Random {
		c.flag("order", "sequential")
	}
	c.differs("start", e.Order.Start+1, 1)
	c.flag("ruleset", e.Rules.Ruleset)
	c.differs("nfold", e.Rules.NFold, 0)
	c.differs("limit", e.Rules.Limit, 0)
	if e.Rules.LoneCannon {
		c.words("--lone-cannon")
	}
	c.flag("resign", e.Resign)
	c.flag("draw", e.Draw)
	c.flag("max-plies", e.MaxPlies)
	if e.Margin != nil {
		c.flag("timemargin", e.Margin.Duration())
	}
	c.flag("ban", string(e.Ban))
	if e.IgnoreOffers {
		c.words("--ignore-offers")
	}
	c.flag("concurrency", e.Concurrency)
}

func (c *commandLine) suite(config []byte) bool {
	var e struct {
		Suites []struct {
			Name string `json:"name"`
		} `json:"suites"`
		Players []player.Config `json:"players"`
		Limits  []struct {
			Kind  store.LimitKind `json:"kind"`
			Value int64           `json:"value"`
		} `json:"limits"`
		StableFor   int `json:"stable_for"`
		Concurrency int `json:"concurrency"`
	}
	if json.Unmarshal(config, &e) != nil || len(e.Suites) == 0 || len(e.Players) == 0 || len(e.Limits) == 0 {
		return false
	}
	c.words("xqlab", "suite", "run")
	for _, s := range e.Suites {
		c.words(s.Name)
	}
	for i := range e.Players {
		c.words("--engine", withoutLimits(e.Players[i]))
	}
	for _, kind := range []struct {
		kind store.LimitKind
		flag string
	}{{store.LimitDepth, "depths"}, {store.LimitNodes, "nodes"}, {store.LimitTime, "movetime"}} {
		var list []string
		for _, l := range e.Limits {
			if l.Kind == kind.kind {
				text := fmt.Sprint(l.Value)
				if l.Kind == store.LimitTime {
					text += "us"
				}
				list = append(list, text)
			}
		}
		if len(list) > 0 {
			c.flag(kind.flag, strings.Join(list, ","))
		}
	}
	c.differs("stable", e.StableFor, 0)
	c.flag("concurrency", max(1, e.Concurrency))
	return true
}

func (c *commandLine) texel(config []byte) bool {
	var e struct {
		Data   string   `json:"data"`
		From   string   `json:"from"`
		Groups []string `json:"groups"`
		Params []string `json:"params"`
		Freeze []string `json:"freeze"`
		Split  struct {
			Valid int `json:"valid"`
			Test  int `json:"test"`
		} `json:"split"`
		Options struct {
			Loss       any     `json:"loss"`
			Lambda     float64 `json:"lambda"`
			Epochs     int     `json:"epochs"`
			Patience   int     `json:"patience"`
			Batch      int     `json:"batch"`
			Rate       float64 `json:"rate"`
			L2         float64 `json:"l2"`
			Smooth     float64 `json:"smooth"`
			MinSupport float64 `json:"min_support"`
			K          float64 `json:"k"`
		} `json:"options"`
	}
	if json.Unmarshal(config, &e) != nil || e.Data == "" {
		return false
	}
	c.words("xqlab", "tune", "texel", "--data", e.Data, "--from", e.From)
	if len(e.Groups) > 0 {
		c.flag("groups", strings.Join(e.Groups, ","))
	}
	for _, p := range e.Params {
		c.flag("params", p)
	}
	for _, p := range e.Freeze {
		c.flag("freeze", p)
	}
	o := e.Options
	if loss, ok := o.Loss.(string); ok {
		c.flag("loss", loss)
	}
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
	return true
}

// spsa begins with the file of parameters: their ranges and steps may have come
// from one, and there are no flags for them.
func (c *commandLine) spsa(r *store.Run) bool {
	var e struct {
		Games  selfplay.Experiment `json:"games"`
		Tuning struct {
			Params []struct {
				Name    string  `json:"name"`
				Start   float64 `json:"start"`
				Min     float64 `json:"min"`
				Max     float64 `json:"max"`
				CEnd    float64 `json:"c_end"`
				REnd    float64 `json:"r_end"`
				Integer bool    `json:"integer"`
			} `json:"params"`
			Schedule struct {
				Pairs int     `json:"pairs"`
				A     float64 `json:"A"`
				Alpha float64 `json:"alpha"`
				Gamma float64 `json:"gamma"`
			} `json:"schedule"`
			Batch    int    `json:"batch"`
			InFlight int    `json:"in_flight"`
			Clip     string `json:"clip"`
		} `json:"tuning"`
		Verify *struct {
			Openings string `json:"openings"`
			Pairs    int    `json:"pairs"`
		} `json:"verify"`
		Out string `json:"out"`
	}
	if json.Unmarshal(r.Config, &e) != nil || len(e.Tuning.Params) == 0 || len(e.Games.Players) == 0 {
		return false
	}
	file := r.Short + "-params.txt"
	c.b.WriteString("cat > " + file + " <<'END'\n")
	for _, p := range e.Tuning.Params {
		kind := "float"
		if p.Integer {
			kind = "int"
		}
		fmt.Fprintf(&c.b, "%s, %s, %g, %g, %g, %g, %g\n", plain(p.Name), kind, p.Start, p.Min, p.Max, p.CEnd, p.REnd)
	}
	c.b.WriteString("END\nxqlab")
	t := e.Tuning
	c.words("tune", "spsa", "--engine", e.Games.Players[0].Spec(), "--config", file)
	c.flag("pairs", t.Schedule.Pairs)
	c.flag("batch", t.Batch)
	c.flag("inflight", t.InFlight)
	c.flag("A", t.Schedule.A)
	c.flag("alpha", t.Schedule.Alpha)
	c.flag("gamma", t.Schedule.Gamma)
	c.flag("clip", t.Clip)
	c.conditions(&e.Games)
	if v := e.Verify; v != nil {
		c.differs("verify-openings", v.Openings, "")
		c.differs("verify-pairs", v.Pairs, 0)
	} else {
		c.words("--no-verify")
	}
	c.differs("out", e.Out, "")
	return true
}

// withoutLimits is the SPEC of a player whose limits are stated elsewhere.
func withoutLimits(p player.Config) string {
	p.Limits = player.Limits{}
	return p.Spec()
}

// quote makes a word safe for a POSIX shell.
func quote(word string) string {
	plain := word != ""
	for _, r := range word {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@=,", r)) {
			plain = false
		}
	}
	if plain {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

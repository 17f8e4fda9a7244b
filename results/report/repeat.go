package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
)

// Repeat tells how to repeat a run.
type Repeat struct {
	Title   string
	Command string // "" if it cannot be told from the configuration
	Facts   [][2]string
	Config  string // indented JSON
}

// repeats adds the section on repeating the runs.
func (b *builder) repeats(runs []*store.Run) error {
	s := Section{ID: "repeat", Title: "How to repeat this"}
	s.text("With the same program, seed, node or depth limits and one thread a player, the same games and searches come out, move for move. With time limits they do not.")
	for _, r := range runs {
		roles, err := b.st.RunWeights(b.ctx, r.ID)
		if err != nil {
			return err
		}
		s.add(Item{Repeat: repeatOf(r, roles)})
	}
	b.doc.Sections = append(b.doc.Sections, s)
	return nil
}

func repeatOf(r *store.Run, roles map[string]store.Weights) *Repeat {
	p := &Repeat{Title: titleOf(r), Command: CommandOf(r)}
	fact := func(name, value string) {
		if value != "" {
			p.Facts = append(p.Facts, [2]string{name, value})
		}
	}
	const stamp = "2006-01-02 15:04:05 UTC"
	fact("uid", r.UID)
	fact("program", fmt.Sprintf("xqlab %s, commit %s", r.Version, r.Commit))
	fact("seed", fmt.Sprint(r.Seed))
	fact("host", r.Host)
	fact("started", r.Started.UTC().Format(stamp))
	if r.Ended != nil {
		fact("ended", r.Ended.UTC().Format(stamp))
	} else {
		fact("status", string(r.Status))
	}
	fact("verdict", r.Verdict)
	if o := r.OpeningSet; o != nil {
		fact("openings", fmt.Sprintf("%s, %d of them, SHA-256 %s", o.Name, o.Size, o.Hash))
	}
	for _, pl := range r.Players {
		text := pl.Spec
		if pl.Limits != "" {
			text += ", " + pl.Limits
		}
		if pl.Weights != nil {
			text += fmt.Sprintf("; weights %s, SHA-256 %s", pl.Weights.Name, pl.Weights.Hash)
		}
		fact("player "+pl.Name, text)
	}
	var names []string
	for role := range roles {
		names = append(names, role)
	}
	sort.Strings(names)
	for _, role := range names {
		fact("weights "+role, roles[role].Name+", SHA-256 "+roles[role].Hash)
	}
	var buf bytes.Buffer
	if json.Indent(&buf, r.Config, "", "  ") == nil {
		p.Config = buf.String()
	}
	return p
}

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
		c.words("xqlab", "match", "--a", spec(&e.Players[0], true), "--b", spec(&e.Players[1], true))
	} else {
		c.words("xqlab", "tournament")
		for i := range e.Players {
			c.words("--engine", spec(&e.Players[i], true))
		}
		c.differs("format", string(e.Format), string(selfplay.RoundRobin))
		c.differs("seeds", e.Seeds, 0)
	}
	c.flag("pairs", e.PerPair)
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
	c.differs("natural-limit", e.Rules.Limit, 0)
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
	if t := e.SPRT; t != nil {
		c.words("--sprt")
		c.flag("model", t.Model)
		c.flag("elo0", t.Elo0)
		c.flag("elo1", t.Elo1)
		standard := stats.NewSPRT(0, 5)
		c.differs("alpha", t.Alpha, standard.Alpha)
		c.differs("beta", t.Beta, standard.Beta)
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
		c.words("--engine", spec(&e.Players[i], false))
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

// spec writes a player as a SPEC.
func spec(p *player.Config, limits bool) string {
	var keys []string
	key := func(name, value string) {
		if strings.ContainsAny(value, ",\"") {
			value = `"` + strings.ReplaceAll(value, `"`, `\"`) + `"`
		}
		keys = append(keys, name+"="+value)
	}
	optional := func(name, value string) {
		if value != "" {
			key(name, value)
		}
	}
	if p.IsBuiltin() {
		optional("weights", p.Weights)
		if p.Hash > 0 {
			key("hash", fmt.Sprint(p.Hash))
		}
		if p.Threads > 0 {
			key("threads", fmt.Sprint(p.Threads))
		}
	} else {
		key("cmd", p.Cmd)
		optional("args", strings.Join(p.Args, " "))
		optional("dir", p.Dir)
		for _, env := range p.Env {
			name, value, _ := strings.Cut(env, "=")
			key("env."+name, value)
		}
		optional("proto", string(p.Protocol))
		optional("ranks", string(p.Ranks))
		for _, o := range p.Options {
			if o.Value == "" {
				keys = append(keys, "option."+o.Name)
				continue
			}
			key("option."+o.Name, o.Value)
		}
	}
	optional("name", p.Name)
	if limits && !p.Limits.IsZero() {
		keys = append(keys, p.Limits.String())
	}
	text := strings.Join(keys, ",")
	if p.IsBuiltin() {
		return strings.TrimSuffix("builtin:"+text, ":")
	}
	return text
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

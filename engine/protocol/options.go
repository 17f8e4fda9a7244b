package protocol

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"xqlab/engine"
	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/engine/rules"
	"xqlab/engine/search"
)

// kind is the type of an option, in the words of both protocols.
type kind string

const (
	check  kind = "check"
	spin   kind = "spin"
	combo  kind = "combo"
	str    kind = "string"
	button kind = "button"
)

// option is a setting of the engine with its present value.
type option struct {
	uci, ucci string // names, "" where the dialect has none
	kind      kind
	value     string
	min, max  int      // of a spin
	choices   []string // of a combo
	hidden    bool     // can be set but is not listed
	set       func(value string) error
}

func defaultOptions(w *eval.Weights) engine.Options {
	params := search.DefaultParams()
	return engine.Options{Hash: search.DefaultHash, Threads: 1, MultiPV: 1, Overhead: search.DefaultOverhead, Weights: w, Search: &params}
}

// options lists all settings with their present values.
func (s *server) options() []option {
	o := &s.opts
	number := func(field *int) func(string) error {
		return func(v string) error {
			old := *field
			*field, _ = strconv.Atoi(v)
			return s.apply(false, func() { *field = old })
		}
	}
	list := []option{
		{ucci: "usemillisec", kind: check, value: strconv.FormatBool(s.millis), set: func(v string) error {
			s.millis = v == "true"
			return nil
		}},
		{uci: "Hash", ucci: "hashsize", kind: spin, value: strconv.Itoa(o.Hash), min: search.MinHash, max: search.MaxHash, set: number(&o.Hash)},
		{uci: "Threads", ucci: "threads", kind: spin, value: strconv.Itoa(o.Threads), min: 1, max: search.MaxThreads, set: number(&o.Threads)},
		{uci: "MultiPV", ucci: "multipv", kind: spin, value: strconv.Itoa(o.MultiPV), min: 1, max: board.MaxMoves, set: number(&o.MultiPV)},
		{uci: "Ponder", ucci: "ponder", kind: check, value: strconv.FormatBool(s.ponder), set: func(v string) error {
			s.ponder = v == "true"
			return nil
		}},
		{uci: "Move Overhead", ucci: "overhead", kind: spin, value: strconv.Itoa(int(o.Overhead.Milliseconds())), min: 1, max: 10000, set: func(v string) error {
			old := o.Overhead
			ms, _ := strconv.Atoi(v)
			o.Overhead = time.Duration(ms) * time.Millisecond
			return s.apply(false, func() { o.Overhead = old })
		}},
		{uci: "Weights", ucci: "weights", kind: str, value: s.weights, set: s.setWeights},
		{uci: "Ruleset", ucci: "ruleset", kind: combo, value: o.Rules.Ruleset.String(), choices: rules.Rulesets(), set: s.setRuleset},
		{uci: "OwnBook", ucci: "usebook", kind: check, value: strconv.FormatBool(s.book.use), set: func(v string) error {
			s.book.use = v == "true"
			return nil
		}},
		{uci: "BookFile", ucci: "bookfiles", kind: str, value: s.book.path, set: s.book.open},
		{uci: "Clear Hash", ucci: "clearhash", kind: button, set: s.forget},
		{ucci: "newgame", kind: button, set: s.forget},
	}
	for _, n := range search.Numbers() {
		list = append(list, option{
			uci: n.Name, ucci: n.Name, kind: spin, value: strconv.Itoa(n.Get(o.Search)), min: n.Min, max: n.Max,
			hidden: !s.cfg.Expose,
			set: func(v string) error {
				old := n.Get(o.Search)
				x, _ := strconv.Atoi(v)
				n.Set(o.Search, x)
				return s.apply(true, func() { n.Set(o.Search, old) })
			},
		})
	}
	return list
}

// apply passes changed options to the engine and calls undo if it refuses them.
// With forget, what was learnt under the old ones is cleared.
func (s *server) apply(forget bool, undo func()) error {
	if err := s.engine.SetOptions(s.opts); err != nil {
		undo()
		return err
	}
	reserveThreads(s.opts.Threads)
	if forget {
		s.engine.NewGame()
	}
	return nil
}

func (s *server) setWeights(name string) error {
	if name == "" || name == "<empty>" {
		name = eval.DefaultName
	}
	w, err := eval.Load(name)
	if err != nil {
		return err
	}
	oldWeights, oldName := s.opts.Weights, s.weights
	s.opts.Weights, s.weights = w, name
	return s.apply(true, func() { s.opts.Weights, s.weights = oldWeights, oldName })
}

func (s *server) setRuleset(name string) error {
	r, err := rules.ParseRuleset(name)
	if err != nil {
		return err
	}
	old := s.opts.Rules.Ruleset
	s.opts.Rules.Ruleset = r
	return s.apply(true, func() { s.opts.Rules.Ruleset = old })
}

func (s *server) forget(string) error {
	s.engine.NewGame()
	return nil
}

// setOption is "setoption name <name> [value <value>]" of UCI or "setoption
// <name> [<value>]" of UCCI; both are understood in either dialect.
func (s *server) setOption(text string) {
	name, value := cutWord(text)
	if strings.EqualFold(name, "name") {
		name, value, _ = strings.Cut(value+" ", " value ")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	}
	if name == "" {
		s.infoString("setoption: no name")
		return
	}
	list := s.options()
	i := slices.IndexFunc(list, func(o option) bool {
		return sameName(name, o.uci) || sameName(name, o.ucci)
	})
	if i < 0 {
		s.infoString("setoption: unknown option %s", quote(name))
		return
	}
	o := list[i]
	value, err := o.accept(value)
	if err == nil {
		err = o.set(value)
	}
	if err != nil {
		s.infoString("setoption %s: %v; it stays %s", name, err, o.value)
	}
}

// accept checks a value and returns its canonical form.
func (o option) accept(value string) (string, error) {
	switch o.kind {
	case check:
		for _, v := range []string{"true", "false"} {
			if strings.EqualFold(v, value) {
				return v, nil
			}
		}
		switch strings.ToLower(value) {
		case "on", "1", "yes":
			return "true", nil
		case "off", "0", "no":
			return "false", nil
		}
		return "", fmt.Errorf("%s is neither true nor false", quote(value))
	case spin:
		n, err := strconv.Atoi(value)
		if err != nil {
			return "", fmt.Errorf("%s is not a whole number", quote(value))
		}
		if n < o.min || n > o.max {
			return "", fmt.Errorf("%d is out of range %d to %d", n, o.min, o.max)
		}
		return strconv.Itoa(n), nil
	}
	return value, nil
}

// sameName compares option names, ignoring case, blanks and underscores.
func sameName(a, b string) bool {
	plain := strings.NewReplacer(" ", "", "_", "")
	return b != "" && strings.EqualFold(plain.Replace(a), plain.Replace(b))
}

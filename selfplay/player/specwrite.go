package player

import (
	"strconv"
	"strings"
)

// Spec writes c as a SPEC that ParseSpec reads back as an equal Config, but for
// what Resolve found (CmdHash, WeightsHash, Loaded). Keys that have their
// default are left out, but the name is always written. A Config without a name
// comes back with the one ParseSpec gives it.
//
// This holds for every Config that comes from ParseSpec, LoadEngines or a
// Factory. Spec quotes for the SPEC language only; on a command line the result
// has to be quoted for the shell as well.
func (c *Config) Spec() string {
	var w specWriter
	if c.IsBuiltin() {
		w.optional("weights", c.Weights)
		if c.Hash > 0 {
			w.key("hash", strconv.Itoa(c.Hash))
		}
		if c.Threads > 0 {
			w.key("threads", strconv.Itoa(c.Threads))
		}
		w.keys = append(w.keys, c.searchKeys()...)
	} else {
		w.key("cmd", c.Cmd)
		w.optional("args", joinArgs(c.Args))
		w.optional("dir", c.Dir)
		for _, variable := range c.Env {
			name, value, _ := strings.Cut(variable, "=")
			w.key("env."+quoteName(name), value)
		}
		w.optional("proto", string(c.Protocol))
		w.optional("ranks", string(c.Ranks))
		for _, o := range c.Options {
			if name := "option." + quoteName(o.Name); o.Value == "" {
				w.keys = append(w.keys, name)
			} else {
				w.key(name, o.Value)
			}
		}
	}
	w.optional("name", c.Name)
	if !c.Limits.IsZero() {
		w.keys = append(w.keys, c.Limits.String())
	}
	text := strings.Join(w.keys, ",")
	switch {
	case !c.IsBuiltin():
		return text
	case text == "":
		return "builtin"
	}
	return "builtin:" + text
}

// specWriter collects the keys of a SPEC.
type specWriter struct{ keys []string }

func (w *specWriter) key(name, value string) {
	if strings.ContainsAny(value, `,"`) || isQuoted(value) || value != strings.TrimSpace(value) {
		value = quoteSpec(value)
	}
	w.keys = append(w.keys, name+"="+value)
}

// optional writes a key whose default is empty.
func (w *specWriter) optional(name, value string) {
	if value != "" {
		w.key(name, value)
	}
}

// quoteName writes the name of an option or variable as part of a key.
func quoteName(name string) string {
	if strings.ContainsAny(name, ",=") || isQuoted(name) || name != strings.TrimSpace(name) {
		return quoteSpec(name)
	}
	return name
}

func quoteSpec(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }

package main

import (
	"os"

	"github.com/spf13/pflag"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/selfplay/player"
)

// enginesFlag is the flag that names the engines file.
type enginesFlag struct{ engines string }

func (o *enginesFlag) add(f *pflag.FlagSet) {
	f.StringVar(&o.engines, "engines", "", "`FILE` of named engines (default engines.toml or $XQLAB_ENGINES, if there is one)")
}

// load reads the file. The default file may be missing, a named one may not.
func (o *enginesFlag) load() (map[string]player.Config, error) {
	path := o.engines
	if path == "" {
		path = os.Getenv("XQLAB_ENGINES")
	}
	if path == "" {
		path = "engines.toml"
		if !exists(path) {
			return nil, nil
		}
	}
	return player.LoadEngines(path)
}

// parse reads player specs.
func (o *enginesFlag) parse(specs ...string) ([]player.Config, error) {
	named, err := o.load()
	if err != nil {
		return nil, err
	}
	var list []player.Config
	for _, spec := range specs {
		c, err := player.ParseSpec(spec, named)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// limitFlags are the limits for players whose spec has none.
type limitFlags struct {
	enginesFlag
	limits map[string]string // by name
}

var limitUsages = []struct{ name, usage string }{
	{"tc", "clock `moves/base+inc` in seconds, such as 40/60+0.6 or 10+0.1"},
	{"movetime", "fixed `time` per move, such as 100ms"},
	{"nodes", "`count` of nodes per move, such as 20000 or 20k"},
	{"depth", "search depth per move in `plies`"},
}

func (o *limitFlags) add(f *pflag.FlagSet) {
	o.enginesFlag.add(f)
	o.limits = map[string]string{}
	for _, l := range limitUsages {
		f.Var(limitFlag{o.limits, l.name}, l.name, l.usage+", for players whose SPEC states no limit")
	}
}

// limitFlag is a limit, checked when the flag is parsed.
type limitFlag struct {
	into map[string]string
	name string
}

func (l limitFlag) String() string { return l.into[l.name] }

func (l limitFlag) Type() string { return "string" }

func (l limitFlag) Set(value string) error {
	var limits player.Limits
	if _, err := limits.Set(l.name, value); err != nil {
		return err
	}
	l.into[l.name] = value
	return nil
}

// players reads player specs and completes their limits.
func (o *limitFlags) players(specs ...string) ([]player.Config, error) {
	list, err := o.parse(specs...)
	if err != nil {
		return nil, err
	}
	var fallback player.Limits
	for name, value := range o.limits {
		if _, err := fallback.Set(name, value); err != nil {
			return nil, ui.Usagef("--%s: %w", name, err)
		}
	}
	return list, completeLimits(list, specs, fallback)
}

// completeLimits gives the limits of the flags to players without their own, and
// rejects players that have none even then.
func completeLimits(list []player.Config, specs []string, fallback player.Limits) error {
	for i := range list {
		list[i].Limits = list[i].Limits.Or(fallback)
		if err := list[i].Limits.Validate(); err != nil {
			return ui.Usagef("engine %q: %w (in the SPEC, or as --tc, --movetime, --nodes, --depth for all)", specs[i], err)
		}
	}
	return nil
}

package player

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// fileEntry is one engine of an engines file.
type fileEntry struct {
	Cmd      string            `toml:"cmd"`
	Args     []string          `toml:"args"`
	Dir      string            `toml:"dir"`
	Env      map[string]string `toml:"env"`
	Proto    string            `toml:"proto"`
	Ranks    string            `toml:"ranks"`
	Options  map[string]any    `toml:"options"`
	Weights  string            `toml:"weights"`
	Hash     int               `toml:"hash"`
	Threads  int               `toml:"threads"`
	TC       string            `toml:"tc"`
	MoveTime string            `toml:"movetime"`
	Nodes    any               `toml:"nodes"`
	Depth    any               `toml:"depth"`
}

// LoadEngines reads an engines file: one TOML table for each engine, its name
// as the heading and the keys of a SPEC inside.
//
//	[pikafish]
//	cmd = "bin/pikafish"             # relative to this file; a bare name is looked up in PATH
//	dir = "bin"                      # working folder
//	env = { OMP_NUM_THREADS = "1" }
//	proto = "uci"                    # or ucci, auto
//	options = { Hash = 64, "Clear Hash" = "" }
//	tc = "10+0.1"                    # limits: tc, movetime, nodes, depth
//
//	[old]
//	proto = "builtin"
//	weights = "old.toml"
//
// Options are sent in the order of their names.
func LoadEngines(path string) (map[string]Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("engines file: %w", err)
	}
	engines, err := readEngines(data, filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("engines file %s: %w", path, err)
	}
	return engines, nil
}

func readEngines(data []byte, dir string) (map[string]Config, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var entries map[string]fileEntry
	dec := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := dec.Decode(&entries); err != nil {
		return nil, tomlError(err)
	}
	engines := make(map[string]Config, len(entries))
	for name, e := range entries {
		c, err := e.config(name, dir)
		if err != nil {
			return nil, fmt.Errorf("[%s]: %w", name, err)
		}
		engines[name] = c
	}
	return engines, nil
}

// tomlError adds line and column to an error of the TOML library.
func tomlError(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		first := strict.Errors[0]
		row, col := first.Position()
		return fmt.Errorf("line %d, column %d: unknown key %s", row, col, strings.Join(first.Key(), "."))
	}
	var bad *toml.DecodeError
	if errors.As(err, &bad) {
		row, col := bad.Position()
		return fmt.Errorf("line %d, column %d: %s", row, col, strings.TrimPrefix(bad.Error(), "toml: "))
	}
	return err
}

func (e *fileEntry) config(name, dir string) (Config, error) {
	if name == "builtin" || name == "" || name != cleanName(name) || strings.ContainsAny(name, ":,=") {
		return Config{}, fmt.Errorf("this cannot be a name: \"builtin\" is taken, : , = have a meaning in a SPEC, and a name has no control characters and no blanks around it")
	}
	c := Config{Name: name}
	var err error
	if e.Proto == "builtin" {
		c.Protocol = Builtin
		if err := e.builtin(&c, dir); err != nil {
			return c, err
		}
	} else if err := e.external(&c, dir); err != nil {
		return c, err
	}
	limits := map[string]any{"tc": e.TC, "movetime": e.MoveTime, "nodes": e.Nodes, "depth": e.Depth}
	for _, key := range []string{"tc", "movetime", "nodes", "depth"} {
		if v := limits[key]; v != nil && v != "" {
			if _, err = c.Limits.Set(key, fmt.Sprint(v)); err != nil {
				return c, err
			}
		}
	}
	return c.clone(), c.check()
}

func (e *fileEntry) builtin(c *Config, dir string) error {
	if e.Cmd != "" || len(e.Args)+len(e.Env)+len(e.Options) > 0 || e.Dir != "" || e.Ranks != "" {
		return fmt.Errorf("the built-in engine knows weights, hash, threads and limits only")
	}
	c.Weights = e.Weights
	if w := e.Weights; w != "" && w != "seed" && w != "default" && !filepath.IsAbs(w) {
		c.Weights = filepath.Join(dir, w)
	}
	for _, n := range []struct {
		key   string
		value int
	}{{"hash", e.Hash}, {"threads", e.Threads}} {
		if n.value != 0 {
			if err := c.setBuiltin(n.key, fmt.Sprint(n.value)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *fileEntry) external(c *Config, dir string) (err error) {
	if e.Weights != "" || e.Hash != 0 || e.Threads != 0 {
		return fmt.Errorf("weights, hash and threads are keys of proto = \"builtin\"; an external engine takes options = { Hash = 64 }")
	}
	c.Cmd, c.Args, c.Dir = e.Cmd, e.Args, e.Dir
	if strings.ContainsAny(c.Cmd, `/\`) && !filepath.IsAbs(c.Cmd) {
		c.Cmd = filepath.Join(dir, c.Cmd)
	}
	if c.Dir != "" && !filepath.IsAbs(c.Dir) {
		c.Dir = filepath.Join(dir, c.Dir)
	}
	for _, name := range slices.Sorted(maps.Keys(e.Env)) {
		if err := c.addEnv(name, e.Env[name]); err != nil {
			return err
		}
	}
	slices.Sort(c.Env)
	if e.Proto != "" {
		if c.Protocol, err = parseProtocol(e.Proto); err != nil {
			return err
		}
	}
	if e.Ranks != "" {
		if c.Ranks, err = parseRanks(e.Ranks); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(e.Options)) {
		switch value := e.Options[name].(type) {
		case string, bool, int64, float64:
			err = c.setOption(Option{name, fmt.Sprint(value)})
		default:
			err = fmt.Errorf("option %q: want a text, a number or true/false", name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

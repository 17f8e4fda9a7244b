package player

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"xqlab/engine/notation"
)

// Factory makes players of one Config that was found fit to play.
type Factory struct {
	config  Config
	profile *Profile // nil for the built-in engine
	env     *Env
}

// Prepare checks that the engine of c can play, before any game begins: an
// external engine is started once, its protocol and dialect are found out
// unless stated, its options are checked against its own declarations, and it
// is closed again. The error names the engine and what is wrong.
func Prepare(ctx context.Context, c Config, env *Env) (*Factory, error) {
	c = c.clone()
	if err := c.Limits.Validate(); err != nil {
		return nil, fmt.Errorf("engine %s: %w", c.Name, err)
	}
	if err := c.Resolve(); err != nil {
		return nil, err
	}
	f := &Factory{config: c, env: env}
	if c.IsBuiltin() {
		f.config.sizeHash()
		b, err := newBuiltin(&f.config, env)
		if err != nil {
			return nil, fmt.Errorf("engine %s: %w", c.Name, err)
		}
		return f, b.Close()
	}
	var err error
	if f.profile, err = probe(ctx, &f.config, env); err != nil {
		return nil, fmt.Errorf("engine %s (%s): %w", c.Name, c.Cmd, err)
	}
	return f, nil
}

// Config returns what the players are made from, with all paths absolute.
func (f *Factory) Config() Config { return f.config.clone() }

// Profile returns what was learnt of an external engine, nil for the built-in
// one.
func (f *Factory) Profile() *Profile { return f.profile }

// New returns a player; an external engine is started by its first NewGame.
// cpu ties the process to one processor, -1 does not.
func (f *Factory) New(cpu int) (Player, error) {
	if f.config.IsBuiltin() {
		return newBuiltin(&f.config, f.env)
	}
	return &external{cfg: &f.config, profile: f.profile, env: f.env, cpu: cpu}, nil
}

// With returns a factory of the same engine with other weights, search
// constants or values of options; c must come from Config. An external engine
// is not started for it.
func (f *Factory) With(c Config) (*Factory, error) {
	g := &Factory{config: c.clone(), env: f.env}
	if c.IsBuiltin() {
		if _, err := c.searchParams(); err != nil {
			return nil, fmt.Errorf("engine %s: %w", c.Name, err)
		}
		return g, g.config.LoadWeights()
	}
	profile := *f.profile
	g.profile = &profile
	if err := g.profile.fit(&g.config); err != nil {
		return nil, fmt.Errorf("engine %s (%s): %w", c.Name, c.Cmd, err)
	}
	return g, nil
}

// Resolve makes the paths of c absolute, notes the program's hash and loads the
// weights, so that c means the same from any folder. It refuses programs and
// folders that do not exist, and what has changed since the hash was noted.
func (c *Config) Resolve() error {
	if c.IsBuiltin() {
		if w := c.Weights; c.Loaded == nil && w != "" && w != "seed" && w != "default" {
			abs, err := filepath.Abs(w)
			if err != nil {
				return fmt.Errorf("engine %s: weights: %w", c.Name, err)
			}
			c.Weights = abs
		}
		return c.LoadWeights()
	}
	cmd, err := findProgram(c.Cmd)
	if err != nil {
		return fmt.Errorf("engine %s: %w", c.Name, err)
	}
	c.Cmd = cmd
	hash, err := hashFile(cmd)
	if err != nil {
		return fmt.Errorf("engine %s: %w", c.Name, err)
	}
	if c.CmdHash != "" && c.CmdHash != hash {
		return fmt.Errorf("engine %s: the program %s has changed since the run began", c.Name, cmd)
	}
	c.CmdHash = hash
	if c.Dir == "" {
		return nil
	}
	if c.Dir, err = filepath.Abs(c.Dir); err != nil {
		return fmt.Errorf("engine %s: dir: %w", c.Name, err)
	}
	if info, err := os.Stat(c.Dir); err != nil || !info.IsDir() {
		return fmt.Errorf("engine %s: dir %s is not a folder", c.Name, c.Dir)
	}
	return nil
}

// hashFile returns the SHA-256 of a file's content, "" for a program that may
// be run but not read.
func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// probe starts the engine once and learns what is needed to play with it.
func probe(ctx context.Context, c *Config, env *Env) (*Profile, error) {
	p, profile, warnings, err := introduce(ctx, c, env)
	if err != nil {
		return nil, err
	}
	defer p.quit(ctx)
	for _, w := range warnings {
		env.warn(c.Name, w)
	}
	if err := profile.fit(c); err != nil {
		return nil, err
	}
	profile.Ready = true
	limit := env.startup()
	if profile.Protocol == UCCI {
		limit = min(limit, readyProbe)
	}
	if err := p.setUp(ctx, profile, limit); err != nil {
		if ctx.Err() != nil || profile.Protocol == UCI || !p.running() {
			return nil, err
		}
		env.warn(c.Name, "does not answer isready; left-over lines cannot be told from answers")
		profile.Ready = false
	}
	profile.style = notation.ICCS
	if profile.Protocol == UCI {
		profile.style = findRanks(ctx, p, c, profile, env)
	}
	return profile, ctx.Err()
}

// findRanks decides how a UCI engine counts ranks.
func findRanks(ctx context.Context, p *process, c *Config, profile *Profile, env *Env) notation.Style {
	switch {
	case c.Ranks == FromOne:
		return notation.UCI10
	case c.Ranks == FromZero:
		return notation.ICCS
	case hasOption(profile.Options, "UCI_Variant"):
		return notation.UCI10 // Fairy-Stockfish and its kin
	}
	style, ok := p.probeRanks(ctx)
	if !ok && ctx.Err() == nil {
		env.warn(c.Name, "gave no move to tell its dialect by: ranks are taken to be 0-9 (state ranks=1-10 if not)")
	}
	return style
}

// introduce starts the engine and finds a protocol it answers to.
func introduce(ctx context.Context, c *Config, env *Env) (*process, *Profile, []string, error) {
	order := []Protocol{c.Protocol}
	limit := env.startup()
	if c.Protocol == Probe {
		order = []Protocol{UCI, UCCI}
	}
	var failures error
	for i, proto := range order {
		p, err := startProcess(c, -1, env.Log.wire(c.Name))
		if err != nil {
			return nil, nil, nil, err
		}
		wait := limit
		if i+1 < len(order) {
			wait = min(limit, probeWait)
		}
		profile, warnings, err := p.greet(ctx, proto, wait)
		if err == nil {
			return p, profile, warnings, nil
		}
		p.discard()
		if ctx.Err() != nil {
			return nil, nil, nil, ctx.Err()
		}
		if len(order) > 1 {
			err = fmt.Errorf("%s: %w", proto, err)
		}
		failures = errors.Join(failures, err)
	}
	if len(order) > 1 {
		return nil, nil, nil, fmt.Errorf("speaks neither UCI nor UCCI: %s", oneLine(failures))
	}
	return nil, nil, nil, failures
}

// probeWait is how long an engine of unknown protocol may take to answer
// "uci" before it is asked in UCCI.
const probeWait = 5 * time.Second

// oneLine joins the lines of a joined error.
func oneLine(err error) string {
	text := ""
	for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
		if text != "" {
			text += "; "
		}
		text += e.Error()
	}
	return text
}

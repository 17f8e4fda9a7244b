package player

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// Profile is what is known of an external engine before the first game.
type Profile struct {
	Protocol Protocol
	Name     string // as it calls itself; may be empty
	Author   string
	Decls    []OptionDecl
	Options  []Option // to be set at every start, in the engine's spelling
	// Ready is set if the engine answers "isready".
	Ready bool

	style      notation.Style
	millis     bool
	newGameCmd bool
}

// Ranks returns the dialect of the engine's moves.
func (p *Profile) Ranks() Ranks {
	if p.style == notation.UCI10 {
		return FromOne
	}
	return FromZero
}

func (p *Profile) language() language {
	if p.Protocol == UCCI {
		return ucci{p.millis, p.newGameCmd}
	}
	return uci{p.style}
}

// The ways in which waiting for a line ends without it.
var (
	errSilent = errors.New("no answer")
	errEnded  = errors.New("output ended")
)

// await reads lines until done returns true for one. The errors are errSilent
// after limit, errEnded, or the context's.
func (p *process) await(ctx context.Context, limit time.Duration, done func(lineEvent) bool) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case ev, ok := <-p.lines:
			if !ok {
				return errEnded
			}
			if done(ev) {
				return nil
			}
		case <-timer.C:
			return errSilent
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// lacking turns an error of await into a message.
func (p *process) lacking(err error, what string, limit time.Duration) error {
	switch {
	case errors.Is(err, errSilent):
		return fmt.Errorf("no %q within %v", what, limit)
	case errors.Is(err, errEnded):
		text := p.epitaph() + fmt.Sprintf(" before %q", what)
		if last := p.stderr.last(); len(last) > 0 {
			text += "; stderr: " + last[len(last)-1]
		}
		return errors.New(text)
	}
	return err
}

// greet runs the opening of the protocol and collects what the engine says of
// itself.
func (p *process) greet(ctx context.Context, proto Protocol, limit time.Duration) (*Profile, []string, error) {
	profile := &Profile{Protocol: proto}
	var warnings []string
	command, end := profile.language().hello()
	if err := p.write([]byte(command)); err != nil {
		return nil, nil, p.lacking(errEnded, end, limit)
	}
	err := p.await(ctx, limit, func(ev lineEvent) bool {
		switch firstWord(ev.text) {
		case end:
			return true
		case "id":
			profile.readID(ev.text)
		case "option":
			if d, warning, ok := parseOption(ev.text, proto); ok {
				profile.Decls = append(profile.Decls, d)
				if warning != "" {
					warnings = append(warnings, warning)
				}
			}
		}
		return false
	})
	if err != nil {
		return nil, nil, p.lacking(err, end, limit)
	}
	return profile, warnings, nil
}

func (p *Profile) readID(line string) {
	_, rest, _ := strings.Cut(line, " ")
	what, value, _ := strings.Cut(strings.TrimSpace(rest), " ")
	switch what {
	case "name":
		p.Name = cleanText(value)
	case "author":
		p.Author = cleanText(value)
	}
}

// fit works out the options to set: the user's, and those the protocol needs.
func (p *Profile) fit(c *Config) error {
	options := c.Options
	switch p.Protocol {
	case UCI:
		if d, ok := findOption(p.Decls, "UCI_Variant"); ok && !hasOption(options, "UCI_Variant") {
			value, err := d.validate("xiangqi")
			if err != nil {
				return fmt.Errorf("it cannot play xiangqi: %w", err)
			}
			options = append([]Option{{d.Name, value}}, options...)
		}
	case UCCI:
		_, p.newGameCmd = findOption(p.Decls, "newgame")
		if _, ok := findOption(p.Decls, "usemillisec"); ok {
			p.millis = true
			if !hasOption(options, "usemillisec") {
				options = append([]Option{{"usemillisec", "true"}}, options...)
			}
		}
	}
	var err error
	if p.Options, err = fitOptions(options, p.Decls); err != nil {
		return err
	}
	if p.millis {
		for _, o := range p.Options {
			if sameOption(o.Name, "usemillisec") {
				p.millis = o.Value == "true"
			}
		}
	}
	if p.Protocol == UCCI {
		return ucci{millis: p.millis}.checkLimits(c.Limits)
	}
	return nil
}

func hasOption(options []Option, name string) bool {
	for _, o := range options {
		if sameOption(o.Name, name) {
			return true
		}
	}
	return false
}

// setUp sends the options and waits until the engine is ready.
func (p *process) setUp(ctx context.Context, profile *Profile, limit time.Duration) error {
	lang := profile.language()
	var text []byte
	for _, o := range profile.Options {
		text = lang.option(text, o)
	}
	text = append(text, "isready\n"...)
	if !profile.Ready {
		text = text[:len(text)-len("isready\n")]
	}
	if err := p.write(text); err != nil {
		return p.lacking(errEnded, "readyok", limit)
	}
	if !profile.Ready {
		return nil
	}
	err := p.await(ctx, limit, func(ev lineEvent) bool { return firstWord(ev.text) == "readyok" })
	if err != nil {
		return p.lacking(err, "readyok", limit)
	}
	return nil
}

// probeRanks finds out how a UCI engine counts ranks by the move it makes from
// the start position, where no move reads the same in both dialects. It
// reports false if the engine gave no usable answer.
func (p *process) probeRanks(ctx context.Context) (notation.Style, bool) {
	if p.write([]byte("position startpos\ngo depth 1\n")) != nil {
		return notation.ICCS, false
	}
	var move string
	err := p.await(ctx, rankProbe, func(ev lineEvent) bool {
		end, ok := parseBestMove(ev.text)
		move = end.move
		return ok
	})
	if err != nil || move == "" {
		return notation.ICCS, false
	}
	pos := board.NewPosition()
	style := notation.RankDialect(pos, []string{move})
	_, err = notation.Parse(pos, move, style)
	return style, err == nil
}

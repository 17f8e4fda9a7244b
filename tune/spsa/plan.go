package spsa

import (
	"errors"
	"fmt"
	"math"

	"xqlab/engine/eval"
)

// Wish is a request to tune a parameter, or all that a pattern matches. Values
// that are nil are computed.
type Wish struct {
	Name    string   `toml:"name"` // or a pattern
	Start   *float64 `toml:"start"`
	Min     *float64 `toml:"min"`
	Max     *float64 `toml:"max"`
	CEnd    *float64 `toml:"c_end"`
	REnd    *float64 `toml:"r_end"`
	Step    *float64 `toml:"step"` // another word for c_end
	Integer *bool    `toml:"integer"`

	Where string `toml:"-"` // file and line, for errors
}

// Plan is a configuration in which values may be missing.
type Plan struct {
	Pairs    int      // of the whole run
	Batch    int      // pairs of an iteration
	InFlight int      // iterations at the same time
	A        *float64 // as in Schedule
	Alpha    *float64
	Gamma    *float64
	REnd     *float64 // of parameters without their own
	Clip     Clip     // "" : not stated
	// Groups are evaluation groups whose percentages are tuned, or "all". Without
	// them and Wishes, those of the built-in engine are all tuned.
	Groups []string
	Wishes []Wish
}

// DefaultPairs is the usual length of a run.
const DefaultPairs = 4000

// wishes returns what is asked for, groups spelled out.
func (p *Plan) wishes(s *Space) ([]Wish, error) {
	groups := p.Groups
	if len(groups) == 0 && len(p.Wishes) == 0 && s.Base.IsBuiltin() {
		groups = []string{"all"}
	}
	var list []Wish
	if len(groups) > 0 {
		handles, err := s.Percentages(groups)
		if err != nil {
			return nil, fmt.Errorf("groups: %w", err)
		}
		for _, h := range handles {
			list = append(list, Wish{Name: h.Name})
		}
	}
	if list = append(list, p.Wishes...); len(list) == 0 {
		return nil, errors.New("what of the engine is to be tuned? no parameter or group was named")
	}
	return list, nil
}

// Options fills in what a plan leaves open, for an engine.
func (p *Plan) Options(s *Space, seed uint64) (Options, error) {
	o := Options{Schedule: DefaultSchedule(), Batch: p.Batch, InFlight: p.InFlight, Clip: p.Clip, Seed: seed}
	o.Schedule.Pairs = p.Pairs
	for _, v := range []struct {
		from *float64
		to   *float64
	}{{p.A, &o.Schedule.A}, {p.Alpha, &o.Schedule.Alpha}, {p.Gamma, &o.Schedule.Gamma}} {
		if v.from != nil {
			*v.to = *v.from
		}
	}
	if o.Clip == "" {
		o.Clip = Shift
	}
	wishes, err := p.wishes(s)
	if err != nil {
		return o, err
	}
	where := map[string]string{}
	percents, terms := "", ""
	for i := range wishes {
		w := &wishes[i]
		fail := func(err error) (Options, error) { return o, at(w.Where, err) }
		list, err := s.Match(w.Name)
		if one, findErr := s.Find(w.Name); findErr == nil {
			list, err = []*Handle{one}, nil
		}
		if err != nil {
			return fail(err)
		}
		for _, h := range list {
			if first, ok := where[h.Name]; ok {
				if first == "" {
					continue // patterns of the command line may overlap
				}
				return fail(fmt.Errorf("parameter %s was there before (%s)", h.Name, first))
			}
			where[h.Name] = w.Where
			switch h.kind {
			case percentHandle:
				percents = h.Name
			case weightHandle, basisHandle:
				terms = h.Name
			}
			param, err := p.param(h, w, o.Schedule.Pairs)
			if err != nil {
				return fail(err)
			}
			o.Params = append(o.Params, param)
		}
	}
	if percents != "" && terms != "" {
		return o, fmt.Errorf("%s and %s: a group's percentage and terms of the evaluation are not tuned at once, they do the same twice", percents, terms)
	}
	return o, o.Validate()
}

func at(where string, err error) error {
	if where == "" {
		return err
	}
	return fmt.Errorf("%s: %w", where, err)
}

// param computes what a wish leaves open.
func (p *Plan) param(h *Handle, w *Wish, pairs int) (Param, error) {
	q := Param{Name: h.Name, Start: h.Start, Integer: h.Integer}
	if w.Start != nil {
		q.Start = *w.Start
	}
	q.Min, q.Max = h.usualRange(q.Start)
	if w.Min != nil {
		q.Min = *w.Min
	}
	if w.Max != nil {
		q.Max = *w.Max
	}
	switch {
	case q.Min < h.Min || q.Max > h.Max:
		return q, fmt.Errorf("parameter %s: range %g..%g: the engine takes %g to %g", h.Name, q.Min, q.Max, h.Min, h.Max)
	case w.Step != nil && w.CEnd != nil:
		return q, fmt.Errorf("parameter %s: step and c_end say the same: want one of them", h.Name)
	case w.Integer != nil && !*w.Integer && h.Integer:
		return q, fmt.Errorf("parameter %s: the engine takes whole numbers only", h.Name)
	case w.Integer != nil:
		q.Integer = *w.Integer
	}
	switch {
	case w.CEnd != nil:
		q.CEnd = *w.CEnd
	case w.Step != nil:
		q.CEnd = *w.Step
	default:
		q.CEnd = h.usualStep(q.Min, q.Max)
	}
	switch {
	case w.REnd != nil:
		q.REnd = *w.REnd
	case p.REnd != nil:
		q.REnd = *p.REnd
	default:
		q.REnd = UsualREnd(pairs)
	}
	return q, q.Validate()
}

// UsualREnd is the r_end for a run of the given number of pairs: short runs need
// larger steps to get anywhere, long ones can afford to average more.
func UsualREnd(pairs int) float64 {
	return min(max(60/float64(max(pairs, 1)), 0.002), 0.02)
}

// usualRange is where a parameter is looked for unless stated.
func (h *Handle) usualRange(start float64) (lo, hi float64) {
	lo, hi = h.Min, h.Max
	switch h.kind {
	case percentHandle:
		hi = min(max(200, 2*start), eval.MaxPercent)
	case weightHandle:
		lo, hi = around(start, max(40, math.Abs(start)/2))
	case basisHandle:
		lo, hi = -20, 20
	case optionHandle:
		// Some options have ranges that nobody means, such as a size in MB.
		if d := max(10, 2*math.Abs(start)); hi-lo > 4*d {
			lo, hi = around(start, d)
		}
	}
	return max(lo, h.Min), min(hi, h.Max)
}

func around(x, d float64) (lo, hi float64) { return math.Floor(x - d), math.Ceil(x + d) }

// usualStep is the c_end of a parameter unless stated: its step, or a 20th of
// the range; 1 at least for integers.
func (h *Handle) usualStep(lo, hi float64) float64 {
	c := h.Step
	if c == 0 {
		c = (hi - lo) / 20
	}
	if h.Integer {
		c = max(c, 1)
	}
	return min(c, (hi-lo)/2)
}

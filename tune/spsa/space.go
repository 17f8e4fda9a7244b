package spsa

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"xqlab/engine/eval"
	"xqlab/engine/search"
	"xqlab/selfplay/player"
	"xqlab/tune/params"
)

// Prefixes of names that are not those of evaluation parameters.
const (
	basisPrefix  = "pst."
	searchPrefix = "search."
	optionPrefix = "option."
)

// Handle is a named number of an engine that can be tuned.
type Handle struct {
	Name    string
	Start   float64
	Min     float64 // least value the engine takes
	Max     float64
	Step    float64 // a change that should be felt; 0 unknown
	Integer bool

	kind  handleKind
	index int    // of the weight, basis or search constant
	bare  string // name without the prefix
}

type handleKind uint8

const (
	weightHandle handleKind = iota
	percentHandle
	basisHandle
	searchHandle
	optionHandle
)

// Space is the engine that is tuned and all that can be tuned of it:
//
//   - parameters of the evaluation by their names (material.rook.mg), and the
//     percentages of its groups (mobility.weight);
//   - whole piece-square tables by slopes that are added to them
//     (pst.rook.rank.mg, pst.rook.file.mg, pst.rook.center.mg, in centipawns a
//     step);
//   - constants of the search (search.LMRBase);
//   - options of an external engine (option.NAME), of type spin.
type Space struct {
	Base    player.Config // the engine at the start
	Handles []Handle
	bases   []basis
	byName  map[string]int
}

// NewSpace lists what can be tuned of the engine that f makes.
func NewSpace(f *player.Factory) *Space {
	s := &Space{Base: f.Config()}
	if s.Base.IsBuiltin() {
		s.builtin()
	} else {
		s.Base.Protocol = f.Profile().Protocol
		s.external(f.Profile().Decls)
	}
	s.indexNames()
	return s
}

func (s *Space) builtin() {
	w := s.Base.Loaded
	for i := range eval.NumParams {
		lo, hi := eval.Bounds(i)
		h := Handle{Name: eval.Name(i), Start: float64(w.Get(i)), Min: float64(lo), Max: float64(hi), Integer: true, index: i}
		if params.IsPercent(i) {
			h.kind = percentHandle
		}
		s.Handles = append(s.Handles, h)
	}
	s.bases = makeBases()
	for i, b := range s.bases {
		s.Handles = append(s.Handles, Handle{
			Name: basisPrefix + b.name, Min: -maxSlope, Max: maxSlope, Step: 1, kind: basisHandle, index: i,
		})
	}
	start := search.DefaultParams()
	for i, n := range search.Numbers() {
		v := n.Get(&start)
		if own, ok := s.Base.Search[n.Name]; ok {
			v = own
		}
		s.Handles = append(s.Handles, Handle{
			Name: searchPrefix + n.Name, Start: float64(v), Min: float64(n.Min), Max: float64(n.Max), Step: float64(n.Step),
			Integer: true, kind: searchHandle, index: i, bare: n.Name,
		})
	}
}

// maxExact is the largest integer that float64 counts to without gaps.
const maxExact = 1 << 53

func (s *Space) external(decls []player.OptionDecl) {
	for _, d := range decls {
		if d.Type != "spin" {
			continue
		}
		text := d.Default
		for _, o := range s.Base.Options {
			if strings.EqualFold(o.Name, d.Name) {
				text = o.Value
			}
		}
		start, err := strconv.ParseInt(text, 10, 64)
		if err != nil || d.Min >= d.Max || max(math.Abs(float64(d.Min)), math.Abs(float64(d.Max))) > maxExact {
			continue
		}
		s.Handles = append(s.Handles, Handle{
			Name: optionPrefix + d.Name, Start: float64(start), Min: float64(d.Min), Max: float64(d.Max),
			Integer: true, kind: optionHandle, bare: d.Name,
		})
	}
}

// Find returns the handle of a name. Search constants and options may be named
// without their prefix, and in any case.
func (s *Space) Find(name string) (*Handle, error) {
	if i, ok := s.byName[strings.ToLower(name)]; ok {
		return &s.Handles[i], nil
	}
	return nil, fmt.Errorf("%s has no parameter %q; %s", s.Base.Name, name, s.known())
}

// indexNames fills byName. Full names go before bare ones.
func (s *Space) indexNames() {
	s.byName = map[string]int{}
	for i, h := range s.Handles {
		s.byName[strings.ToLower(h.Name)] = i
	}
	for i, h := range s.Handles {
		if _, taken := s.byName[strings.ToLower(h.bare)]; h.bare != "" && !taken {
			s.byName[strings.ToLower(h.bare)] = i
		}
	}
}

// known says in a few words what there is.
func (s *Space) known() string {
	if s.Base.IsBuiltin() {
		return "there are those that xqlab weights show lists, pst.PIECE.rank|file|center.mg|eg, and search.NAME"
	}
	var names []string
	for _, h := range s.Handles {
		names = append(names, h.Name)
	}
	if len(names) == 0 {
		return "the engine declares no option of type spin with limits"
	}
	return "there are " + strings.Join(names, ", ")
}

// Match returns the handles that a pattern chooses (see params.Query): in the
// order of the list, an empty list is an error.
func (s *Space) Match(pattern string) ([]*Handle, error) {
	var list []*Handle
	for i := range s.Handles {
		h := &s.Handles[i]
		ok := false
		switch h.kind {
		case weightHandle, percentHandle:
			ok = params.Match(pattern, h.index)
		case basisHandle:
			ok = strings.HasPrefix(pattern, basisPrefix) && (params.Glob(pattern, h.Name) || params.Glob(pattern, h.Name[:len(h.Name)-len(".mg")]))
		default: // a bare * means the evaluation, or all options
			ok = params.Glob(pattern, h.Name) && (strings.HasPrefix(pattern, searchPrefix) || h.kind == optionHandle) || h.kind == optionHandle && params.Glob(pattern, h.bare)
		}
		if ok {
			list = append(list, h)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no parameter matches %q: %s", pattern, s.known())
	}
	return list, nil
}

// Percentages returns the percentages of the named groups, of all with "all".
func (s *Space) Percentages(groups []string) ([]*Handle, error) {
	if !s.Base.IsBuiltin() {
		return nil, fmt.Errorf("%s is an external engine: its options are chosen by name (params); %s", s.Base.Name, s.known())
	}
	var list []*Handle
	for _, g := range eval.Groups() {
		if slices.Contains(groups, g.String()) || slices.Contains(groups, "all") {
			list = append(list, &s.Handles[g.PercentIndex()])
		}
	}
	for _, name := range groups {
		if _, ok := eval.ParseGroup(name); !ok && name != "all" {
			var known []string
			for _, g := range eval.Groups() {
				known = append(known, g.String())
			}
			return nil, fmt.Errorf("unknown group %q: want all or some of %s", name, strings.Join(known, ", "))
		}
	}
	return list, nil
}

// Config returns the engine with the parameters list set to values. Parameters
// that are not in the list stay as they are at the start. The name of the
// weights file stays even if the weights are no longer those of the file.
func (s *Space) Config(list []Param, values []float64) (player.Config, error) {
	c := s.Base
	if c.IsBuiltin() {
		c.Loaded, c.WeightsHash = c.Loaded.Clone(), ""
	}
	c.Options = slices.Clone(c.Options)
	c.Search = map[string]int{}
	for name, v := range s.Base.Search {
		c.Search[name] = v
	}
	slopes := map[int]float64{}
	for k := range list {
		h, err := s.Find(list[k].Name)
		if err != nil {
			return c, err
		}
		v := int(math.Round(values[k]))
		switch h.kind {
		case weightHandle, percentHandle:
			err = c.Loaded.Set(h.index, v)
		case basisHandle:
			slopes[h.index] = values[k]
		case searchHandle:
			c.Search[h.bare] = v
		case optionHandle:
			setOption(&c, h.bare, strconv.Itoa(v))
		}
		if err != nil {
			return c, err
		}
	}
	if len(slopes) > 0 {
		if err := addSlopes(c.Loaded, s.bases, slopes); err != nil {
			return c, err
		}
	}
	if len(c.Search) == 0 {
		c.Search = nil
	}
	return c, nil
}

func setOption(c *player.Config, name, value string) {
	for i := range c.Options {
		if strings.EqualFold(c.Options[i].Name, name) {
			c.Options[i].Value = value
			return
		}
	}
	c.Options = append(c.Options, player.Option{Name: name, Value: value})
}

// Kinds of a list of parameters, which say in what form a result is written.
func (s *Space) Kinds(list []Param) (weights, constants, options bool) {
	for k := range list {
		h, err := s.Find(list[k].Name)
		if err != nil {
			continue
		}
		switch h.kind {
		case searchHandle:
			constants = true
		case optionHandle:
			options = true
		default:
			weights = true
		}
	}
	return weights, constants, options
}

// OptionLine returns the line that sets the option of h as in c.
func (h *Handle) OptionLine(c *player.Config) string {
	value := ""
	for _, o := range c.Options {
		if strings.EqualFold(o.Name, h.bare) {
			value = o.Value
		}
	}
	if c.Protocol == player.UCCI {
		return fmt.Sprintf("setoption %s %s", h.bare, value)
	}
	return fmt.Sprintf("setoption name %s value %s", h.bare, value)
}

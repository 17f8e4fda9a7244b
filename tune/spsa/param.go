package spsa

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Param is one parameter to tune.
type Param struct {
	Name    string  `json:"name"`
	Start   float64 `json:"start"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	CEnd    float64 `json:"c_end"` // perturbation at the end of the run
	REnd    float64 `json:"r_end"` // move per net win at the end, in units of CEnd
	Integer bool    `json:"integer"`
}

// ParamsFile writes parameters in a form that ReadPlan reads back, and the ending of
// the name of such a file: lines of OpenBench's, or where a name cannot stand in one,
// as names of options may be, tables of TOML.
func ParamsFile(list []Param) (text, ending string) {
	var b strings.Builder
	plain := func(p Param) bool { return plainName.MatchString(p.Name) }
	for _, p := range list {
		kind := "float"
		if p.Integer {
			kind = "int"
		}
		fmt.Fprintf(&b, "%s, %s, %v, %v, %v, %v, %v\n", p.Name, kind, p.Start, p.Min, p.Max, p.CEnd, p.REnd)
	}
	if !slices.ContainsFunc(list, func(p Param) bool { return !plain(p) }) {
		return b.String(), ".txt"
	}
	b.Reset()
	for _, p := range list {
		fmt.Fprintf(&b, "[[param]]\nname = %s\nstart = %v\nmin = %v\nmax = %v\nc_end = %v\nr_end = %v\ninteger = %v\n",
			tomlString(p.Name), tomlFloat(p.Start), tomlFloat(p.Min), tomlFloat(p.Max), tomlFloat(p.CEnd), tomlFloat(p.REnd), p.Integer)
	}
	return b.String(), ".toml"
}

// plainName matches names that mean only themselves in a line of OpenBench's.
var plainName = regexp.MustCompile(`^[A-Za-z0-9_.\[\]-]+( [A-Za-z0-9_.\[\]-]+)*$`)

// tomlString writes a basic string of TOML.
func tomlString(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString("\\" + string(r))
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, "\\u%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

// tomlFloat writes a number so that TOML takes it for a float.
func tomlFloat(x float64) string {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// Validate reports what makes no sense.
func (p *Param) Validate() error {
	for _, x := range []float64{p.Start, p.Min, p.Max, p.CEnd, p.REnd} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("parameter %s: %v is not a value", p.Name, x)
		}
	}
	switch {
	case p.Min >= p.Max:
		return fmt.Errorf("parameter %s: min %g, max %g: want min below max", p.Name, p.Min, p.Max)
	case p.Start < p.Min || p.Start > p.Max:
		return fmt.Errorf("parameter %s: start %g: want %g to %g", p.Name, p.Start, p.Min, p.Max)
	case p.CEnd <= 0:
		return fmt.Errorf("parameter %s: c_end %g: want more than 0", p.Name, p.CEnd)
	case p.REnd <= 0:
		return fmt.Errorf("parameter %s: r_end %g: want more than 0", p.Name, p.REnd)
	case p.CEnd > (p.Max-p.Min)/2:
		return fmt.Errorf("parameter %s: c_end %g: want at most half of the range %g..%g", p.Name, p.CEnd, p.Min, p.Max)
	case p.Integer && (p.Min != math.Trunc(p.Min) || p.Max != math.Trunc(p.Max)):
		return fmt.Errorf("parameter %s: bounds %g..%g: want whole numbers", p.Name, p.Min, p.Max)
	}
	return nil
}

// clip cuts a value to the bounds.
func (p *Param) clip(x float64) float64 { return min(max(x, p.Min), p.Max) }

// Round returns the value nearest to x that can be played.
func (p *Param) Round(x float64) float64 {
	x = p.clip(x)
	if p.Integer {
		return math.Round(x)
	}
	return x
}

package spsa

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// maxConfigSize bounds what ReadPlan takes.
const maxConfigSize = 1 << 20

// ReadPlan reads a configuration; name stands for the file in errors, which
// give the line. There are three formats, told by the name's ending or else by
// the content:
//
//   - TOML: pairs, pairs_per_iteration, in_flight, A, alpha, gamma, r_end, clip,
//     and for each parameter a table [[param]] with name (or a pattern), start,
//     min, max, c_end (or step), r_end; only the name must be there;
//   - OpenBench's lines "name, int|float, start, min, max, c_end, r_end";
//   - weather-factory's JSON {"name": {"value": 1, "min_value": 0, "max_value":
//     9, "step": 2}}, whose step is taken as c_end.
func ReadPlan(r io.Reader, name string) (*Plan, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxConfigSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(data) > maxConfigSize {
		return nil, fmt.Errorf("%s: larger than %d bytes: not a configuration", name, maxConfigSize)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var p *Plan
	switch configFormat(data, name) {
	case "json":
		p, err = readJSON(data, name)
	case "lines":
		p, err = readLines(data, name)
	default:
		p, err = readTOML(data, name)
	}
	if err != nil {
		return nil, err
	}
	if len(p.Wishes) == 0 {
		return nil, fmt.Errorf("%s: there is no parameter in it", name)
	}
	return p, nil
}

func configFormat(data []byte, name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json":
		return "json"
	case ".toml":
		return "toml"
	}
	text := bytes.TrimSpace(data)
	if bytes.HasPrefix(text, []byte("{")) {
		return "json"
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			if strings.Count(line, ",") >= 4 && !strings.Contains(line, "=") {
				return "lines"
			}
			break
		}
	}
	return "toml"
}

// tomlPlan is the layout of a TOML file.
type tomlPlan struct {
	Pairs    *int     `toml:"pairs"`
	Batch    *int     `toml:"pairs_per_iteration"`
	InFlight *int     `toml:"in_flight"`
	A        *float64 `toml:"A"`
	Alpha    *float64 `toml:"alpha"`
	Gamma    *float64 `toml:"gamma"`
	REnd     *float64 `toml:"r_end"`
	Clip     string   `toml:"clip"`
	Params   []Wish   `toml:"param"`
}

func readTOML(data []byte, name string) (*Plan, error) {
	var f tomlPlan
	if err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&f); err != nil {
		return nil, tomlError(name, err)
	}
	p := &Plan{A: f.A, Alpha: f.Alpha, Gamma: f.Gamma, REnd: f.REnd, Wishes: f.Params}
	for _, n := range []struct {
		key  string
		from *int
		to   *int
	}{{"pairs", f.Pairs, &p.Pairs}, {"pairs_per_iteration", f.Batch, &p.Batch}, {"in_flight", f.InFlight, &p.InFlight}} {
		if n.from == nil {
			continue
		}
		if *n.from < 1 {
			return nil, fmt.Errorf("%s: line %d: %s = %d: want 1 or more", name, keyLine(data, n.key), n.key, *n.from)
		}
		*n.to = *n.from
	}
	if f.Clip != "" {
		var err error
		if p.Clip, err = ParseClip(f.Clip); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, keyLine(data, "clip"), err)
		}
	}
	lines := tableLines(data)
	for i := range p.Wishes {
		w := &p.Wishes[i]
		w.Where = name
		if len(lines) == len(p.Wishes) {
			w.Where = fmt.Sprintf("%s: line %d", name, lines[i])
		}
		if strings.TrimSpace(w.Name) == "" {
			return nil, fmt.Errorf("%s: the parameter has no name", w.Where)
		}
	}
	return p, nil
}

// keyLine returns the line of a key outside tables; 0 if it is written in an
// unusual way.
func keyLine(data []byte, key string) int {
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		if k, _, ok := strings.Cut(line, "="); ok && strings.TrimSpace(k) == key {
			return n
		}
	}
	return 0
}

// tableLines returns the lines of the headers [[param]].
func tableLines(data []byte) (list []int) {
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		if head, _, _ := strings.Cut(line, "#"); strings.ReplaceAll(strings.TrimSpace(head), " ", "") == "[[param]]" {
			list = append(list, n)
		}
	}
	return list
}

// tomlError adds file, line and column to an error of the TOML library.
func tomlError(name string, err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		first := strict.Errors[0]
		row, col := first.Position()
		return fmt.Errorf("%s: line %d, column %d: unknown key %s", name, row, col, strings.Join(first.Key(), "."))
	}
	var bad *toml.DecodeError
	if errors.As(err, &bad) {
		row, col := bad.Position()
		return fmt.Errorf("%s: line %d, column %d: %s", name, row, col, strings.TrimPrefix(bad.Error(), "toml: "))
	}
	return fmt.Errorf("%s: %w", name, err)
}

// lineFields are the fields of OpenBench's lines.
var lineFields = []string{"name", "int or float", "start", "min", "max", "c_end", "r_end"}

func readLines(data []byte, name string) (*Plan, error) {
	p := &Plan{}
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, maxConfigSize+1)
	for n := 1; sc.Scan(); n++ {
		line := strings.TrimSpace(sc.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		where := fmt.Sprintf("%s: line %d", name, n)
		fields := strings.Split(line, ",")
		if len(fields) != len(lineFields) {
			return nil, fmt.Errorf("%s: %d fields: want %s", where, len(fields), strings.Join(lineFields, ", "))
		}
		var x [7]float64
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
			if i < 2 {
				continue
			}
			var err error
			if x[i], err = strconv.ParseFloat(fields[i], 64); err != nil {
				return nil, fmt.Errorf("%s: %s %q: want a number", where, lineFields[i], fields[i])
			}
		}
		if fields[0] == "" || strings.ContainsAny(fields[0], "*?") {
			return nil, fmt.Errorf("%s: name %q: want the name of one parameter", where, fields[0])
		}
		w := Wish{Name: fields[0], Start: &x[2], Min: &x[3], Max: &x[4], CEnd: &x[5], REnd: &x[6], Where: where}
		switch fields[1] {
		case "int", "float":
			integer := fields[1] == "int"
			w.Integer = &integer
		default:
			return nil, fmt.Errorf("%s: type %q: want int or float", where, fields[1])
		}
		p.Wishes = append(p.Wishes, w)
	}
	return p, sc.Err()
}

// jsonParam is a parameter in weather-factory's file.
type jsonParam struct {
	Value *float64 `json:"value"`
	Min   *float64 `json:"min_value"`
	Max   *float64 `json:"max_value"`
	Step  *float64 `json:"step"`
}

func readJSON(data []byte, name string) (*Plan, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	where := func() string {
		return fmt.Sprintf("%s: line %d", name, 1+bytes.Count(data[:min(int(dec.InputOffset()), len(data))], []byte("\n")))
	}
	fail := func(err error) error {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return fmt.Errorf("%s: line %d: %w", name, 1+bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n")), err)
		}
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return fmt.Errorf("%s: %w", where(), err)
	}
	open, err := dec.Token()
	if err != nil {
		return nil, fail(err)
	}
	if open != json.Delim('{') {
		return nil, fmt.Errorf("%s: want an object of parameters", where())
	}
	p := &Plan{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, fail(err)
		}
		var j jsonParam
		w := Wish{Name: key.(string), Where: where()}
		if strings.TrimSpace(w.Name) == "" || strings.ContainsAny(w.Name, "*?") {
			return nil, fmt.Errorf("%s: name %q: want the name of one parameter", w.Where, w.Name)
		}
		if err := dec.Decode(&j); err != nil {
			return nil, fail(err)
		}
		w.Start, w.Min, w.Max, w.Step = j.Value, j.Min, j.Max, j.Step
		if w.Start == nil || w.Min == nil || w.Max == nil || w.Step == nil {
			return nil, fmt.Errorf("%s: parameter %s: want value, min_value, max_value and step", w.Where, w.Name)
		}
		p.Wishes = append(p.Wishes, w)
	}
	if _, err := dec.Token(); err != nil {
		return nil, fail(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: there is something behind the end", where())
	}
	return p, nil
}

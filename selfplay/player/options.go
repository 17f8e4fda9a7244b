package player

import (
	"fmt"
	"strconv"
	"strings"
)

// OptionDecl is an option as the engine declares it.
type OptionDecl struct {
	Name    string
	Type    string // check, spin, combo, button, string; UCCI also label
	Default string
	Min     int64
	Max     int64
	Vars    []string
	limited bool // Min and Max were both given and make sense
}

// optionWords are the words that structure an option line.
var optionWords = map[string]bool{"type": true, "default": true, "min": true, "max": true, "var": true}

// parseOption reads the line "option name N type T default D min A max B var V
// ..." of UCI, or UCCI's without the word "name". Words may come in any order
// behind the name, and the name may have blanks. The warning is empty or says
// what is odd.
func parseOption(line string, p Protocol) (d OptionDecl, warning string, ok bool) {
	words := strings.Fields(line)[1:]
	if p == UCI {
		if len(words) == 0 || words[0] != "name" {
			return d, "", false
		}
		words = words[1:]
	}
	key := "name"
	var value []string
	haveMin, haveMax := false, false
	store := func() {
		text := strings.Join(value, " ")
		switch key {
		case "name":
			d.Name = text
		case "type":
			d.Type = strings.ToLower(text)
		case "default":
			d.Default = text
		case "min":
			if n, err := strconv.ParseInt(text, 10, 64); err == nil {
				d.Min, haveMin = n, true
			}
		case "max":
			if n, err := strconv.ParseInt(text, 10, 64); err == nil {
				d.Max, haveMax = n, true
			}
		case "var":
			d.Vars = append(d.Vars, text)
		}
		value = value[:0]
	}
	for _, w := range words {
		// "type" may be part of a name only if it comes first.
		if optionWords[w] && (key != "name" || len(value) > 0) {
			store()
			key = w
			continue
		}
		value = append(value, w)
	}
	store()
	if d.Name == "" {
		return d, "", false
	}
	if haveMin && haveMax {
		switch {
		case d.Min > d.Max:
			warning = fmt.Sprintf("option %s: min %d is above max %d", d.Name, d.Min, d.Max)
		default:
			d.limited = true
			if n, err := strconv.ParseInt(d.Default, 10, 64); err == nil && (n < d.Min || n > d.Max) {
				warning = fmt.Sprintf("option %s: default %d is outside %d..%d", d.Name, n, d.Min, d.Max)
			}
		}
	}
	return d, warning, true
}

// sameOption compares option names as engines do: case does not matter, and
// UCCI has "_" for a blank.
func sameOption(a, b string) bool {
	return strings.EqualFold(strings.ReplaceAll(a, " ", "_"), strings.ReplaceAll(b, " ", "_"))
}

// findOption returns the declaration of an option.
func findOption(decls []OptionDecl, name string) (OptionDecl, bool) {
	for _, d := range decls {
		if sameOption(d.Name, name) {
			return d, true
		}
	}
	return OptionDecl{}, false
}

// validate checks a value against the declaration and returns it in the
// engine's spelling.
func (d OptionDecl) validate(value string) (string, error) {
	bad := func(want string) (string, error) {
		return "", fmt.Errorf("option %s = %q: want %s", d.Name, value, want)
	}
	switch d.Type {
	case "check":
		switch strings.ToLower(value) {
		case "true", "on", "1", "yes":
			return "true", nil
		case "false", "off", "0", "no":
			return "false", nil
		}
		return bad("true or false")
	case "spin":
		n, err := strconv.ParseInt(value, 10, 64)
		switch {
		case err != nil && d.limited:
			return bad(fmt.Sprintf("a number from %d to %d", d.Min, d.Max))
		case err != nil:
			return bad("a number")
		case d.limited && (n < d.Min || n > d.Max):
			return bad(fmt.Sprintf("a number from %d to %d", d.Min, d.Max))
		}
	case "combo":
		for _, v := range d.Vars {
			if strings.EqualFold(v, value) {
				return v, nil
			}
		}
		return bad("one of " + strings.Join(d.Vars, ", "))
	case "button":
		switch strings.ToLower(value) {
		case "", "true":
			return "", nil
		}
		return bad("no value: it is a button")
	}
	return value, nil
}

// fitOptions checks options against what the engine declares. The result has
// the engine's spelling.
func fitOptions(options []Option, decls []OptionDecl) ([]Option, error) {
	fitted := make([]Option, 0, len(options))
	for _, o := range options {
		d, ok := findOption(decls, o.Name)
		if !ok {
			return nil, fmt.Errorf("no option %q; it offers %s", o.Name, optionNames(decls))
		}
		value, err := d.validate(o.Value)
		if err != nil {
			return nil, err
		}
		fitted = append(fitted, Option{d.Name, value})
	}
	return fitted, nil
}

func optionNames(decls []OptionDecl) string {
	if len(decls) == 0 {
		return "no options"
	}
	names := make([]string, len(decls))
	for i, d := range decls {
		names[i] = d.Name
	}
	return strings.Join(names, ", ")
}

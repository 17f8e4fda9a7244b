package player

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"xqlab/engine/search"
)

// searchParams returns the constants the built-in engine searches with, nil for
// the default.
func (c *Config) searchParams() (*search.Params, error) {
	if len(c.Search) == 0 && len(c.Disable) == 0 {
		return nil, nil
	}
	p := search.DefaultParams()
	if err := p.Disable(c.Disable...); err != nil {
		return nil, err
	}
	numbers := search.Numbers()
	for _, name := range slices.Sorted(maps.Keys(c.Search)) {
		i := slices.IndexFunc(numbers, func(n search.Number) bool { return n.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown search constant %q: want one of %s", name, numberNames(numbers))
		}
		numbers[i].Set(&p, c.Search[name])
	}
	return &p, p.Validate()
}

func numberNames(numbers []search.Number) string {
	names := make([]string, len(numbers))
	for i, n := range numbers {
		names[i] = n.Name
	}
	return strings.Join(names, ", ")
}

// setSearch stores search.NAME=V of a SPEC; the name's case does not matter.
func (c *Config) setSearch(name, value string) error {
	numbers := search.Numbers()
	i := slices.IndexFunc(numbers, func(n search.Number) bool { return strings.EqualFold(n.Name, name) })
	if i < 0 {
		return fmt.Errorf("unknown search constant %q: want one of %s", name, numberNames(numbers))
	}
	v, err := strconv.Atoi(value)
	if n := numbers[i]; err != nil || v < n.Min || v > n.Max {
		return fmt.Errorf("search.%s %q: want a number from %d to %d", n.Name, value, n.Min, n.Max)
	}
	set := maps.Clone(c.Search)
	if set == nil {
		set = map[string]int{}
	}
	set[numbers[i].Name] = v
	c.Search = set
	return nil
}

// setDisable stores disable=a+b of a SPEC.
func (c *Config) setDisable(value string) error {
	names := strings.Split(value, "+")
	p := search.DefaultParams()
	if err := p.Disable(names...); err != nil {
		return err
	}
	c.Disable = names
	return nil
}

// searchKeys returns the keys of a SPEC for what differs from the default
// search.
func (c *Config) searchKeys() []string {
	var keys []string
	for _, name := range slices.Sorted(maps.Keys(c.Search)) {
		keys = append(keys, fmt.Sprintf("search.%s=%d", name, c.Search[name]))
	}
	if len(c.Disable) > 0 {
		keys = append(keys, "disable="+strings.Join(c.Disable, "+"))
	}
	return keys
}

package player

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// SpecHelp describes the SPEC language for help texts.
const SpecHelp = `SPEC is one of
  builtin                                   the built-in engine, default weights
  builtin:weights=FILE,depth=5              (weights: a file, "seed" or "default"; hash=MB, threads=N,
                                            search.LMRBase=70, disable=null-move+lmr)
  NAME  or  NAME:nodes=5000                 an engine of the engines file, some keys changed
  cmd=PATH,proto=uci|ucci,option.Hash=64    an external engine
Keys of external engines: cmd, args="-a -b", dir, env.NAME, proto (uci, ucci, auto), ranks (0-9, 1-10,
auto), option.NAME (without a value: a button). Keys of all: name and the limits tc=moves/base+inc,
movetime=100ms, nodes=20000, depth=6. A value with a comma goes in quotes: option.Book="a,b", and so
does a NAME with a comma or, of an option, an equals sign: option."a,b"=5. Inside quotes the same
quote twice stands for itself.`

// ParseSpec reads a SPEC (see SpecHelp). Names are looked up in named, which
// may be nil. Limits in the SPEC replace all limits of the named engine. A
// Config without a name is named after its program or weights.
func ParseSpec(spec string, named map[string]Config) (Config, error) {
	fail := func(err error) (Config, error) { return Config{}, fmt.Errorf("engine %q: %w", spec, err) }
	text := strings.TrimSpace(spec)
	if text == "" {
		return Config{}, fmt.Errorf("empty engine spec: want builtin, cmd=PATH or a name from the engines file")
	}
	head, rest := splitHead(text)
	var c Config
	switch {
	case head == "builtin":
		c.Protocol = Builtin
	case head != "":
		found, ok := named[head]
		if !ok {
			return fail(unknownEngine(head, named))
		}
		c = found.clone()
	}
	items, err := splitItems(rest)
	if err != nil {
		return fail(err)
	}
	limits := Limits{}
	for _, it := range items {
		if !it.hasValue && !strings.HasPrefix(it.key, "option.") {
			return fail(fmt.Errorf("%q: want key=value", it.key))
		}
		known, err := limits.Set(it.key, it.value)
		if !known {
			err = c.set(it)
		}
		if err != nil {
			return fail(err)
		}
	}
	c.Limits = limits.Or(c.Limits)
	if c.Name == "" {
		c.Name = c.defaultName()
	}
	if err := c.check(); err != nil {
		return fail(err)
	}
	return c, nil
}

func unknownEngine(name string, named map[string]Config) error {
	if len(named) == 0 {
		return fmt.Errorf("no engine is called %q (there is no engines file; an external program is given as cmd=PATH)", name)
	}
	known := slices.Sorted(maps.Keys(named))
	return fmt.Errorf("no engine is called %q (the engines file has %s; an external program is given as cmd=PATH)", name, strings.Join(known, ", "))
}

// splitHead separates a leading name from the keys: "builtin:depth=5" and
// "builtin,depth=5" are the same.
func splitHead(text string) (head, rest string) {
	end := strings.IndexAny(text, ":,=")
	if end < 0 {
		return text, ""
	}
	if text[end] == '=' { // keys only
		return "", text
	}
	return strings.TrimSpace(text[:end]), text[end+1:]
}

type specItem struct {
	key, value string
	hasValue   bool
}

// splitItems cuts "k=v,k="v,w",k" at commas outside quotes. A quote opens only
// right after the equals sign or the prefix of a key; inside, the same quote
// twice stands for itself.
func splitItems(text string) ([]specItem, error) {
	var items []specItem
	for len(text) > 0 {
		if prefix := quotedKey(text); prefix != "" {
			item, rest, err := cutQuotedItem(prefix, strings.TrimLeftFunc(text, unicode.IsSpace)[len(prefix):])
			if err != nil {
				return nil, err
			}
			items = append(items, item)
			text = rest
			continue
		}
		end := strings.IndexAny(text, "=,")
		if end < 0 || text[end] == ',' {
			key := text
			if end >= 0 {
				key = text[:end]
			}
			if key = strings.TrimSpace(key); key != "" {
				items = append(items, specItem{key: key})
			}
			if end < 0 {
				break
			}
			text = text[end+1:]
			continue
		}
		key := strings.TrimSpace(text[:end])
		if key == "" {
			return nil, fmt.Errorf("a key is missing before %q", text)
		}
		value, rest, err := cutValue(text[end+1:])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		items = append(items, specItem{key, value, true})
		text = rest
	}
	return items, nil
}

// quotedKey returns the prefix of a key whose name is quoted, such as
// option."a,b"; "" if text does not begin with one.
func quotedKey(text string) string {
	text = strings.TrimLeftFunc(text, unicode.IsSpace)
	for _, prefix := range []string{"option.", "env."} {
		if rest, ok := strings.CutPrefix(text, prefix); ok && isQuoted(rest) {
			return prefix
		}
	}
	return ""
}

// cutQuotedItem takes the rest of a key with a quoted name from the front of
// text, its value if it has one, and the comma behind it.
func cutQuotedItem(prefix, text string) (item specItem, rest string, err error) {
	name, rest, err := cutQuoted(text)
	item.key = prefix + name
	if err != nil {
		return item, "", fmt.Errorf("%s: %w", strings.TrimSuffix(prefix, "."), err)
	}
	switch {
	case rest == "" || rest[0] == ',':
		return item, strings.TrimPrefix(rest, ","), nil
	case rest[0] != '=':
		return item, "", fmt.Errorf("%s: %q after the closing quote", item.key, rest)
	}
	item.hasValue = true
	if item.value, rest, err = cutValue(rest[1:]); err != nil {
		err = fmt.Errorf("%s: %w", item.key, err)
	}
	return item, rest, err
}

// cutValue takes a value from the front of text, and the comma behind it.
func cutValue(text string) (value, rest string, err error) {
	if !isQuoted(text) {
		value, rest, _ = strings.Cut(text, ",")
		return strings.TrimSpace(value), rest, nil
	}
	if value, rest, err = cutQuoted(text); err != nil {
		return "", "", err
	}
	if rest != "" && rest[0] != ',' {
		return "", "", fmt.Errorf("%q after the closing quote", rest)
	}
	return value, strings.TrimPrefix(rest, ","), nil
}

func isQuoted(text string) bool { return text != "" && (text[0] == '"' || text[0] == '\'') }

// cutQuoted takes a quoted text from the front of text, and the blanks behind
// it.
func cutQuoted(text string) (value, rest string, err error) {
	quote := text[0]
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] != quote:
			b.WriteByte(text[i])
		case i+1 < len(text) && text[i+1] == quote:
			b.WriteByte(quote)
			i++
		default:
			return b.String(), strings.TrimLeft(text[i+1:], " "), nil
		}
	}
	return "", "", fmt.Errorf("the quote %c is not closed", quote)
}

// set stores one key of a SPEC.
func (c *Config) set(it specItem) (err error) {
	key, value := it.key, it.value
	option, isOption := strings.CutPrefix(key, "option.")
	env, isEnv := strings.CutPrefix(key, "env.")
	if key == "name" {
		if c.Name = cleanName(value); c.Name == "" {
			return fmt.Errorf("name is empty")
		}
		return nil
	}
	if c.IsBuiltin() {
		return c.setBuiltin(key, value)
	}
	switch {
	case isOption:
		return c.setOption(Option{option, value})
	case isEnv:
		return c.addEnv(env, value)
	case key == "cmd":
		c.Cmd = value
	case key == "args":
		c.Args, err = splitArgs(value)
	case key == "dir":
		c.Dir = value
	case key == "proto":
		c.Protocol, err = parseProtocol(value)
	case key == "ranks":
		c.Ranks, err = parseRanks(value)
	default:
		return fmt.Errorf("unknown key %q: want name, cmd, args, dir, env.NAME, proto, ranks, option.NAME, tc, movetime, nodes, depth", key)
	}
	return err
}

func (c *Config) setBuiltin(key, value string) error {
	var into *int
	limit := 0
	if name, ok := strings.CutPrefix(key, "search."); ok {
		return c.setSearch(name, value)
	}
	switch strings.ToLower(strings.TrimPrefix(key, "option.")) {
	case "weights":
		c.Weights = value
		return nil
	case "disable":
		return c.setDisable(value)
	case "hash":
		into, limit = &c.Hash, 65536
	case "threads":
		into, limit = &c.Threads, 256
	default:
		return fmt.Errorf("unknown key %q of the built-in engine: want name, weights, hash, threads, search.NAME, disable, tc, movetime, nodes, depth", key)
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > limit {
		return fmt.Errorf("%s %q: want a number from 1 to %d", key, value, limit)
	}
	*into = n
	return nil
}

// addEnv adds a variable to the environment.
func (c *Config) addEnv(name, value string) error {
	if name == "" {
		return fmt.Errorf("env. lacks the variable's name")
	}
	if strings.ContainsAny(name, "=\x00") {
		return fmt.Errorf("env.%q: no variable can have such a name", name)
	}
	c.Env = append(c.Env, name+"="+value)
	return nil
}

// setOption replaces an option of the same name or adds one. Blanks around the
// name do not count.
func (c *Config) setOption(o Option) error {
	if o.Name = strings.TrimSpace(o.Name); o.Name == "" {
		return fmt.Errorf("option. lacks the option's name")
	}
	if strings.ContainsAny(o.Name+o.Value, "\r\n\x00") {
		return fmt.Errorf("option %q: a line break cannot be sent to an engine", cleanText(o.Name))
	}
	for i := range c.Options {
		if strings.EqualFold(c.Options[i].Name, o.Name) {
			c.Options[i] = o
			return nil
		}
	}
	c.Options = append(c.Options, o)
	return nil
}

// check looks at the finished Config.
func (c *Config) check() error {
	if !c.IsBuiltin() && c.Cmd == "" {
		return fmt.Errorf("cmd=PATH is missing")
	}
	if c.Protocol == UCCI && c.Ranks == FromOne {
		return fmt.Errorf("ranks 1-10 do not exist in UCCI")
	}
	if c.Limits.IsZero() {
		return nil // may come from the run's defaults
	}
	return c.Limits.Validate()
}

// clone copies c so that changing lists of the copy leaves c alone.
func (c Config) clone() Config {
	c.Args = append([]string(nil), c.Args...)
	c.Env = append([]string(nil), c.Env...)
	c.Options = append([]Option(nil), c.Options...)
	c.Search = maps.Clone(c.Search)
	c.Disable = append([]string(nil), c.Disable...)
	return c
}

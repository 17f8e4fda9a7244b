package player

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"xqlab/engine/search"
)

func TestSpec(t *testing.T) {
	for _, tc := range []struct {
		config Config
		want   string
	}{
		{Config{Name: "builtin-default", Protocol: Builtin}, "builtin:name=builtin-default"},
		{Config{Name: "a:", Protocol: Builtin}, "builtin:name=a:"},
		{Config{Name: "builtin-new", Protocol: Builtin, Weights: "dir/new.toml"}, "builtin:weights=dir/new.toml,name=builtin-new"},
		{Config{Name: "two", Protocol: Builtin, Hash: 64, Threads: 2, Limits: Limits{Depth: 5, Nodes: 1e6}}, "builtin:hash=64,threads=2,name=two,nodes=1000000,depth=5"},
		{
			Config{Name: "builtin-m1:a", Protocol: Builtin, Weights: "m1:a", Search: map[string]int{"LMRBase": 70, "AspirationWindow": 9}, Disable: []string{"lmr", "null-move"}},
			"builtin:weights=m1:a,search.AspirationWindow=9,search.LMRBase=70,disable=lmr+null-move,name=builtin-m1:a",
		},
		{Config{Name: "engine", Cmd: "/a/engine.exe"}, "cmd=/a/engine.exe,name=engine"},
		{
			Config{Name: "国,象", Cmd: "/opt/a \"b\"/e", Args: []string{"-x", "a b", `it's "so"`, ""}, Dir: "/tmp,1", Env: []string{"LANG=C", "A,B== 1 "}, Protocol: UCI, Ranks: FromOne},
			`cmd="/opt/a ""b""/e",args="-x 'a b' ""it's ""'""so""' ''",dir="/tmp,1",env.LANG=C,env."A,B"="= 1 ",proto=uci,ranks=1-10,name="国,象"`,
		},
		{
			Config{Name: "e", Cmd: "e", Options: []Option{{"Hash", "64"}, {Name: "Clear Hash"}, {"a=b", "'c"}}, Limits: Limits{TC: TimeControl{40, time.Minute, 600 * time.Millisecond}}},
			`cmd=e,option.Hash=64,option.Clear Hash,option."a=b"="'c",name=e,tc=40/60+0.6`,
		},
	} {
		if got := tc.config.Spec(); got != tc.want {
			t.Errorf("got  %s\nwant %s", got, tc.want)
		}
		checkSpec(t, tc.config)
	}
}

// TestSpecLosesNothing sets every field of a Config: one that is added to
// Config and forgotten in Spec is found here.
func TestSpecLosesNothing(t *testing.T) {
	full := []Config{
		{Name: "n", Protocol: Builtin, Limits: Limits{Nodes: 1}, Weights: "w", Hash: 1, Threads: 1, Search: map[string]int{"LMRBase": 1}, Disable: []string{"lmr"}},
		{
			Name: "n", Protocol: UCI, Limits: Limits{Nodes: 1}, Cmd: "c", Args: []string{"a"}, Dir: "d", Env: []string{"A=1"},
			Ranks: FromZero, Options: []Option{{"o", "v"}},
		},
	}
	found := []string{"CmdHash", "WeightsHash", "Loaded"} // by Resolve
	for i := range reflect.TypeFor[Config]().NumField() {
		name := reflect.TypeFor[Config]().Field(i).Name
		set := slices.ContainsFunc(full, func(c Config) bool { return !reflect.ValueOf(c).Field(i).IsZero() })
		if set == slices.Contains(found, name) {
			t.Errorf("field %s: set %v", name, set)
		}
	}
	for _, c := range full {
		checkSpec(t, c)
	}
}

// checkSpec fails unless c comes back from its SPEC.
func checkSpec(t *testing.T, c Config) {
	t.Helper()
	want := c.clone()
	want.CmdHash, want.WeightsHash, want.Loaded = "", "", nil
	got, err := ParseSpec(c.Spec(), nil)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("SPEC %q, error %v\n got %#v\nwant %#v", c.Spec(), err, got, want)
	}
}

// randomConfig returns any Config that ParseSpec could have returned.
func randomConfig(r *rand.Rand) Config {
	text := func() string {
		pieces := []string{"a", "B7", " ", ",", "=", `"`, "'", `""`, "\n", "\t", ":", "+", "炮", "\u3000", "\xff", "\\", "option.", "env.", "name", "builtin", "/", "."}
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	list := func() (texts []string) {
		for range r.IntN(4) {
			texts = append(texts, text())
		}
		return texts
	}
	maybe := func() bool { return r.IntN(2) == 0 }
	var c Config
	switch r.IntN(5) {
	case 0:
		c.Limits.TC = TimeControl{r.IntN(3) * 20, 1 + time.Duration(r.Int64N(int64(maxTime))), time.Duration(r.Int64N(int64(time.Minute)))}
	case 1:
		c.Limits.MoveTime = time.Millisecond + time.Duration(r.Int64N(int64(maxTime)))
	}
	if maybe() {
		c.Limits.Nodes, c.Limits.Depth = 1+r.Uint64N(1e15), r.IntN(maxDepth+1)
	}
	if maybe() {
		c.Protocol, c.Weights = Builtin, text()
		c.Hash, c.Threads = r.IntN(100), r.IntN(4)
		for _, n := range search.Numbers() {
			if r.IntN(8) == 0 {
				if c.Search == nil {
					c.Search = map[string]int{}
				}
				c.Search[n.Name] = n.Min + r.IntN(n.Max-n.Min+1)
			}
		}
		for _, f := range search.Features() {
			if r.IntN(8) == 0 {
				c.Disable = append(c.Disable, f)
			}
		}
	} else {
		c.Cmd, c.Args, c.Dir = text()+"x", list(), text()
		c.Protocol = []Protocol{Probe, UCI, UCCI}[r.IntN(3)]
		c.Ranks = []Ranks{ProbeRanks, FromZero, FromOne}[r.IntN(3)]
		if c.Protocol == UCCI && c.Ranks == FromOne {
			c.Ranks = ProbeRanks
		}
		for _, name := range list() {
			if _, _, inName := strings.Cut(name, "="); name != "" && !inName {
				c.Env = append(c.Env, name+"="+text())
			}
		}
		for _, name := range list() {
			value := text()
			if strings.TrimSpace(name) != "" && !strings.ContainsAny(name+value, "\n") {
				if err := c.setOption(Option{name, value}); err != nil {
					panic(err)
				}
			}
		}
	}
	if c.Name = c.defaultName(); maybe() {
		c.Name = cleanName(text() + "n")
	}
	return c
}

// TestSpecWithoutName: the SPEC of a Config that was never named can be read.
func TestSpecWithoutName(t *testing.T) {
	c := Config{Protocol: Builtin}
	if got, err := ParseSpec(c.Spec(), nil); c.Spec() != "builtin" || err != nil || got.Name != "builtin-default" {
		t.Errorf("%s is read as %+v, %v", c.Spec(), got, err)
	}
}

func TestSpecRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		if checkSpec(t, randomConfig(r)); t.Failed() {
			break
		}
	}
}

// TestSpecOfResolved: what Resolve fills in does not stand in the way.
func TestSpecOfResolved(t *testing.T) {
	t.Chdir(t.TempDir())
	c, err := ParseSpec("builtin:hash=1,nodes=5", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	checkSpec(t, c)
	c, err = ParseSpec("builtin:weights=seed,nodes=5", nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Prepare(t.Context(), c, &Env{})
	if err != nil {
		t.Fatal(err)
	}
	checkSpec(t, f.Config())
	if got, want := f.config.Spec(), "builtin:weights=seed,hash=1,name=builtin-seed,nodes=5"; got != want {
		t.Errorf("SPEC %s, want %s", got, want)
	}
}

// TestSpecOfNamed: a SPEC with a name of the engines file is written out in
// full, and what it changes is written as changed.
func TestSpecOfNamed(t *testing.T) {
	c, err := ParseSpec("pika:nodes=5k,option.hash=8", specEngines)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := c.Spec(), "cmd=/opt/pika,proto=uci,option.hash=8,name=pika,nodes=5000"; got != want {
		t.Errorf("SPEC %s, want %s", got, want)
	}
}

func FuzzParseSpec(f *testing.F) {
	for _, s := range []string{
		"builtin:depth=5", `cmd=e,args='a "b',option.X="y,z",tc=1/2+3`, "pika,nodes=5k", "=,,=", "cmd=e,tc=1:30", "cmd=.exe", "cmd='a\x01'",
		"builtin:search.LMRBase=70,disable=lmr+null-move,hash=1", `cmd=e,env."a,b"=1,option.'c=d',name="x,y"`, "builtin:weights=m1:a", "cmd=e,movetime=0.0011",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		c, err := ParseSpec(spec, specEngines)
		if err != nil {
			return
		}
		if c.Name == "" || !c.IsBuiltin() && c.Cmd == "" {
			t.Errorf("%q was read as %+v", spec, c)
		}
		checkSpec(t, c.clone())
	})
}

func FuzzReadEngines(f *testing.F) {
	f.Add([]byte("[a]\ncmd = \"x\"\nproto = \"uci\"\noptions = { Hash = 64 }\ntc = \"1+1\"\n"))
	f.Add([]byte("[b]\nproto = \"builtin\"\nweights = \"seed\"\n"))
	f.Add([]byte("[c]\ncmd = \"a,b\"\nargs = [\"\"]\nenv = { \"a,b\" = \" \", \"c=d\" = \"\" }\noptions = { \"x=y\" = true, \" z\" = \"'\" }\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		named, err := readEngines(data, "/lab")
		if err != nil {
			return
		}
		for name, c := range named {
			if c.Name != name {
				t.Errorf("engine %q is named %q", name, c.Name)
			}
			checkSpec(t, c)
			if again, err := ParseSpec(name, named); err != nil || !reflect.DeepEqual(again, c) {
				t.Errorf("engine %q is found as %+v, %v", name, again, err)
			}
		}
	})
}

func TestSplitArgs(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \t ", nil},
		{"-x  a\tb", []string{"-x", "a", "b"}},
		{`"a b"c' d'`, []string{"a bc d"}},
		{`'' ""`, []string{"", ""}},
		{`"it's "'"so"'`, []string{`it's "so"`}},
		{"a\nb 炮\xff", []string{"a\nb", "炮\xff"}},
	} {
		if got, err := splitArgs(tc.text); err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("%q: got %q, %v; want %q", tc.text, got, err, tc.want)
		}
	}
}

func FuzzJoinArgs(f *testing.F) {
	for _, args := range []string{"", "a\x00b c", `it's "so"`, "\x00", "'\x00\"\x00", "\t\n\xff"} {
		f.Add(args)
	}
	f.Fuzz(func(t *testing.T, list string) {
		args := strings.Split(list, "\x00")
		if got, err := splitArgs(joinArgs(args)); err != nil || !slices.Equal(got, args) {
			t.Errorf("%q is written as %q and read as %q, %v", args, joinArgs(args), got, err)
		}
	})
}

func ExampleConfig_Spec() {
	c := Config{Name: "pika", Cmd: "bin/pikafish", Protocol: UCI, Options: []Option{{"Hash", "64"}, {"EvalFile", "a,b.nnue"}}, Limits: Limits{Nodes: 20000}}
	fmt.Println(c.Spec())
	again, err := ParseSpec(c.Spec(), nil)
	fmt.Println(reflect.DeepEqual(c, again), err)
	// Output:
	// cmd=bin/pikafish,proto=uci,option.Hash=64,option.EvalFile="a,b.nnue",name=pika,nodes=20000
	// true <nil>
}

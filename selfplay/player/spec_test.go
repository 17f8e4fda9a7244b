package player

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

var specEngines = map[string]Config{
	"pika": {Name: "pika", Cmd: "/opt/pika", Protocol: UCI, Options: []Option{{"Hash", "64"}}, Limits: Limits{Nodes: 1000}},
	"old":  {Name: "old", Protocol: Builtin, Weights: "seed"},
}

func TestParseSpec(t *testing.T) {
	for _, tc := range []struct {
		spec string
		want Config
	}{
		{"builtin", Config{Name: "builtin-default", Protocol: Builtin}},
		{"builtin:weights=seed", Config{Name: "builtin-seed", Protocol: Builtin, Weights: "seed"}},
		{"builtin:weights=dir/new.toml,depth=5", Config{Name: "builtin-new", Protocol: Builtin, Weights: "dir/new.toml", Limits: Limits{Depth: 5}}},
		{"builtin,hash=64,threads=2,name=two", Config{Name: "two", Protocol: Builtin, Hash: 64, Threads: 2}},
		{"builtin:option.Hash=8", Config{Name: "builtin-default", Protocol: Builtin, Hash: 8}},
		{"pika", specEngines["pika"]},
		{"pika:nodes=5k", Config{Name: "pika", Cmd: "/opt/pika", Protocol: UCI, Options: []Option{{"Hash", "64"}}, Limits: Limits{Nodes: 5000}}},
		{"pika,option.hash=128,name=big", Config{Name: "big", Cmd: "/opt/pika", Protocol: UCI, Options: []Option{{"hash", "128"}}, Limits: Limits{Nodes: 1000}}},
		{"old:depth=3", Config{Name: "old", Protocol: Builtin, Weights: "seed", Limits: Limits{Depth: 3}}},
		{"cmd=/a/engine.exe", Config{Name: "engine", Cmd: "/a/engine.exe"}},
		{`cmd=e,args='-x "a b" --y=1',dir=/tmp,env.LANG=C,env.X=a=b`, Config{Name: "e", Cmd: "e", Args: []string{"-x", "a b", "--y=1"}, Dir: "/tmp", Env: []string{"LANG=C", "X=a=b"}}},
		{"cmd=e,proto=UCCI,tc=40/60+0.6", Config{Name: "e", Cmd: "e", Protocol: UCCI, Limits: Limits{TC: TimeControl{40, time.Minute, 600 * time.Millisecond}}}},
		{"cmd=e,proto=uci,ranks=1-10,movetime=100ms,depth=6", Config{Name: "e", Cmd: "e", Protocol: UCI, Ranks: FromOne, Limits: Limits{MoveTime: 100 * time.Millisecond, Depth: 6}}},
		{`cmd=e,option.Book File="a, ""b"".bin",option.Clear Hash`, Config{Name: "e", Cmd: "e", Options: []Option{{"Book File", `a, "b".bin`}, {Name: "Clear Hash"}}}},
		{`cmd=e,option."a, ""b""=c" = 5 , option.'press, now',env."X,Y"=1`, Config{Name: "e", Cmd: "e", Options: []Option{{`a, "b"=c`, "5"}, {Name: "press, now"}}, Env: []string{"X,Y=1"}}},
		{"cmd=/a/.exe", Config{Name: ".exe", Cmd: "/a/.exe"}},
		{"cmd='/a/b\tc'", Config{Name: "b c", Cmd: "/a/b\tc"}},
		{"cmd=e,name='\ta\x00b\xff'", Config{Name: "a b?", Cmd: "e"}},
		{"cmd=e,name=Bob's engine", Config{Name: "Bob's engine", Cmd: "e"}},
		{" cmd = e , nodes = 10 ", Config{Name: "e", Cmd: "e", Limits: Limits{Nodes: 10}}},
	} {
		got, err := ParseSpec(tc.spec, specEngines)
		if err != nil {
			t.Errorf("%s: %v", tc.spec, err)
			continue
		}
		got.Args, got.Env, got.Options = nilIfEmpty(got.Args), nilIfEmpty(got.Env), nilIfEmpty(got.Options)
		if !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", tc.spec, got, tc.want)
		}
	}
	if specEngines["pika"].Options[0].Value != "64" {
		t.Error("a SPEC changed the engines file")
	}
}

func nilIfEmpty[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	return s
}

func TestBadSpecs(t *testing.T) {
	for _, tc := range []struct{ spec, want string }{
		{"", "empty"},
		{"nobody", "the engines file has old, pika"},
		{"builtin:depth=0", "from 1 to 127"},
		{"builtin:cmd=x", `unknown key "cmd" of the built-in engine`},
		{"builtin:hash=lots", `hash "lots"`},
		{"builtin:depth", "want key=value"},
		{"cmd=", "cmd=PATH is missing"},
		{"proto=uci", "cmd=PATH is missing"},
		{"cmd=e,proto=xboard", "want uci, ucci or auto"},
		{"cmd=e,ranks=2", "want 0-9, 1-10 or auto"},
		{"cmd=e,proto=ucci,ranks=1-10", "do not exist in UCCI"},
		{"cmd=e,flavour=mild", `unknown key "flavour"`},
		{"cmd=e,=5", "key is missing"},
		{`cmd=e,args="-x`, "not closed"},
		{`cmd=e,option.X="a"b`, "after the closing quote"},
		{`cmd=e,option."X=5`, "not closed"},
		{`cmd=e,option."X"Y=5`, "after the closing quote"},
		{`cmd=e,option."X"="5`, "not closed"},
		{`cmd=e,option.""=5`, "lacks the option's name"},
		{`cmd=e,env.''=5`, "lacks the variable's name"},
		{`cmd=e,env."=a"=x`, "no variable can have such a name"},
		{"cmd=e,option.=5", "lacks the option's name"},
		{"cmd=e,option.X=a\nquit", "line break"},
		{"cmd=e,env.=5", "lacks the variable's name"},
		{"cmd=e,name= ", "name is empty"},
		{"cmd=e,name=\x00", "name is empty"},
		{"cmd=e,tc=10,movetime=1s", "want one of them"},
		{"cmd=e,nodes=-5", "not a count"},
		{"cmd=e,nodes=1e99", "not a count"},
		{"cmd=e,movetime=0", "shorter than 1ms"},
	} {
		c, err := ParseSpec(tc.spec, specEngines)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: got %+v, error %v; want an error with %q", tc.spec, c, err, tc.want)
		}
	}
	if _, err := ParseSpec("nobody", nil); err == nil || !strings.Contains(err.Error(), "no engines file") {
		t.Errorf("without an engines file: %v", err)
	}
}

func TestTimeControls(t *testing.T) {
	for _, tc := range []struct {
		text string
		want TimeControl
	}{
		{"10+0.1", TimeControl{0, 10 * time.Second, 100 * time.Millisecond}},
		{"40/60", TimeControl{40, time.Minute, 0}},
		{"40/1:30+1", TimeControl{40, 90 * time.Second, time.Second}},
		{"0.001+0.001", TimeControl{0, time.Millisecond, time.Millisecond}},
		{"1m30s+500ms", TimeControl{0, 90 * time.Second, 500 * time.Millisecond}},
	} {
		got, err := ParseTimeControl(tc.text)
		if err != nil || got != tc.want {
			t.Errorf("%s: got %+v, %v; want %+v", tc.text, got, err, tc.want)
		}
		if again, err := ParseTimeControl(got.String()); err != nil || again != got {
			t.Errorf("%s: written as %s and read as %+v, %v", tc.text, got, again, err)
		}
	}
	for _, bad := range []string{"", "x", "0", "-1", "10+", "+1", "0/10", "x/10", "10+-1", "nan", "inf", "1e30", "1:x", "-1:30"} {
		if got, err := ParseTimeControl(bad); err == nil {
			t.Errorf("%q was read as %+v", bad, got)
		}
	}
}

func TestLimits(t *testing.T) {
	l := Limits{TC: TimeControl{0, 10 * time.Second, 100 * time.Millisecond}, Depth: 6}
	if got := l.String(); got != "tc=10+0.1,depth=6" {
		t.Errorf("String is %q", got)
	}
	if !l.Timed() || (Limits{Nodes: 5}).Timed() || !(Limits{MoveTime: 1}).Timed() {
		t.Error("Timed is wrong")
	}
	if err := (Limits{}).Validate(); err == nil {
		t.Error("no limit is valid")
	}
	for _, l := range []Limits{l, {}, {MoveTime: 1500 * time.Millisecond, Nodes: 1e15}} {
		if again, err := ParseLimits(l.String()); err != nil || again != l {
			t.Errorf("%q is read again as %q, %v", l, again, err)
		}
	}
	for _, bad := range []string{"speed=5", "depth", "nodes=x"} {
		if l, err := ParseLimits(bad); err == nil {
			t.Errorf("%q was read as %v", bad, l)
		}
	}
	if got := (Limits{}).Or(l); got != l {
		t.Errorf("Or gives %v", got)
	}
}

func TestEnginesFile(t *testing.T) {
	named, err := readEngines([]byte("\xef\xbb\xbf"+`
[pika]
cmd = "bin/pika"
args = ["-q", "two words"]
dir = "work"
env = { B = "2", A = "1" }
proto = "uci"
ranks = "0-9"
options = { Hash = 64, "Clear Hash" = "", Ponder = false }
tc = "10+0.1"

["Old One"]
proto = "builtin"
weights = "old.toml"
hash = 32
nodes = 20000

[bare]
cmd = "eleeye"
depth = 6
`), "/lab")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Config{
		"pika": {
			Name: "pika", Cmd: "/lab/bin/pika", Args: []string{"-q", "two words"}, Dir: "/lab/work", Env: []string{"A=1", "B=2"}, Protocol: UCI, Ranks: FromZero,
			Options: []Option{{Name: "Clear Hash"}, {"Hash", "64"}, {"Ponder", "false"}}, Limits: Limits{TC: TimeControl{0, 10 * time.Second, 100 * time.Millisecond}},
		},
		"Old One": {Name: "Old One", Protocol: Builtin, Weights: "/lab/old.toml", Hash: 32, Limits: Limits{Nodes: 20000}},
		"bare":    {Name: "bare", Cmd: "eleeye", Limits: Limits{Depth: 6}},
	}
	if !reflect.DeepEqual(named, want) {
		t.Errorf("got\n%+v\nwant\n%+v", named, want)
	}
	for _, tc := range []struct{ text, want string }{
		{"[a]\ncmd = \"x\"\ncolour = 1\n", "line 3, column 1: unknown key a.colour"},
		{"[a]\ncmd = x\n", "line 2"},
		{"[a]\ndepth = 5\n", "[a]: cmd=PATH is missing"},
		{"[builtin]\ncmd = \"x\"\n", "cannot be a name"},
		{"[\"a,b\"]\ncmd = \"x\"\n", "cannot be a name"},
		{"[\" a\"]\ncmd = \"x\"\n", "cannot be a name"},
		{"[a]\ncmd = \"x\"\nenv = { \"\" = \"1\" }\n", "lacks the variable's name"},
		{"[a]\ncmd = \"x\"\noptions = { \" \" = 1 }\n", "lacks the option's name"},
		{"[a]\ncmd = \"x\"\nproto = \"gtp\"\n", "proto \"gtp\""},
		{"[a]\ncmd = \"x\"\nnodes = \"many\"\n", "nodes \"many\""},
		{"[a]\ncmd = \"x\"\noptions = { A = [1] }\n", "option \"A\""},
		{"[a]\nproto = \"builtin\"\ncmd = \"x\"\n", "built-in engine knows"},
		{"[a]\ncmd = \"x\"\nweights = \"w.toml\"\n", "keys of proto"},
		{"cmd = \"x\"\n", "line 1"},
	} {
		_, err := readEngines([]byte(tc.text), "/lab")
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: got error %v, want one with %q", tc.text, err, tc.want)
		}
	}
}

package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
)

func TestRoot(t *testing.T) {
	code, stdout, stderr := runMain()
	if code != ui.ExitOK || stderr != "" || !strings.HasPrefix(stdout, "xqlab tests and tunes xiangqi") {
		t.Errorf("no arguments: exit %d, stderr %q, stdout %.100q", code, stderr, stdout)
	}
	code, help, _ := runMain("--help")
	if code != ui.ExitOK || help != stdout {
		t.Errorf("--help: exit %d, another text than without arguments", code)
	}
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"nonsense"}, `xqlab: unknown command "nonsense" for "xqlab"`},
		{[]string{"perf"}, `xqlab: unknown command "perf" for "xqlab"`},
		{[]string{"--nonsense"}, "xqlab: unknown flag: --nonsense (see xqlab --help)"},
		{[]string{"version", "--seed", "-1"}, `xqlab: --seed "-1": want a whole number, 0 or more (see xqlab version --help)`},
		{[]string{"version", "--seed", "99999999999999999999"}, `xqlab: --seed "99999999999999999999": want a whole number, 0 or more, not so large (see`},
		{[]string{"match", "--pairs", "x"}, `xqlab: --pairs "x": want a whole number (see xqlab match --help)`},
		{[]string{"match", "-c"}, "xqlab: --concurrency needs a value: want a whole number (see xqlab match --help)"},
		{[]string{"match", "--elo0", "x"}, `xqlab: --elo0 "x": want a number (see`},
		{[]string{"match", "--sprt=0,5"}, `xqlab: --sprt "0,5": want true or false (see`},
		{[]string{"match", "--stall", "10"}, `xqlab: --stall "10": want a time with its unit, such as 500ms or 2s (see`},
		{[]string{"match", "--name"}, `xqlab: --name needs a value: want a word (see`},
		{[]string{"stats", "sprt", "--true-elo", "1,x"}, `xqlab: --true-elo "1,x": want numbers, with commas between (see`},
		{[]string{"match", "--nodes", "x"}, `xqlab: --nodes "x": `},
		{[]string{"version", "--db"}, "xqlab: --db needs a value: want PATH (see xqlab version --help)"},
	} {
		code, stdout, stderr := runMain(tc.args...)
		if code != ui.ExitUsage || stdout != "" || !strings.HasPrefix(stderr, tc.want) {
			t.Errorf("%q: exit %d, stdout %q, stderr %q, want %q", tc.args, code, stdout, stderr, tc.want)
		}
	}
}

// TestCommandsAreDocumented: every command has a short and an example or a
// text, its help works, and the contract's global flags exist.
func TestCommandsAreDocumented(t *testing.T) {
	root := newRootCmd(newTestApp())
	for _, name := range []string{"db", "json", "quiet", "seed"} {
		if root.PersistentFlags().Lookup(name) == nil {
			t.Errorf("no global flag --%s", name)
		}
	}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: short text %q: want one line without a full stop", cmd.CommandPath(), cmd.Short)
		}
		if cmd.Long == "" && cmd.Example == "" && !cmd.HasSubCommands() {
			t.Errorf("%s: neither a long text nor an example", cmd.CommandPath())
		}
		args := strings.Fields(cmd.CommandPath())[1:]
		if code, stdout, stderr := runMain(append(args, "--help")...); code != ui.ExitOK || stderr != "" || stdout == "" {
			t.Errorf("%s --help: exit %d, stderr %q", cmd.CommandPath(), code, stderr)
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(root)
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if code, stdout, stderr := runMain("completion", shell); code != ui.ExitOK || stderr != "" || !strings.Contains(stdout, "xqlab") {
			t.Errorf("completion %s: exit %d, stderr %q, %d bytes", shell, code, stderr, len(stdout))
		}
	}
}

// TestDatabaseDefault: XQLAB_DB names the database unless --db does.
func TestDatabaseDefault(t *testing.T) {
	for _, tc := range []struct {
		env  string
		args []string
		want string
	}{
		{"", nil, "xqlab.db"},
		{"other.db", nil, "other.db"},
		{"other.db", []string{"--db", "flag.db"}, "flag.db"},
	} {
		t.Setenv("XQLAB_DB", tc.env)
		a := newTestApp()
		root := newRootCmd(a)
		root.SetArgs(append([]string{"version"}, tc.args...))
		if err := root.Execute(); err != nil || a.db != tc.want {
			t.Errorf("XQLAB_DB=%q %v: database %q, %v; want %q", tc.env, tc.args, a.db, err, tc.want)
		}
	}
}

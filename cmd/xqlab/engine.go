package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/selfplay/player"
)

func newEngineCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "engine",
		Short: "Check external engines and list those in the engines file",
		Example: `  xqlab engine check cmd=./pikafish
  xqlab engine list`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newEngineCheckCmd(a), newEngineListCmd(a))
	return cmd
}

type engineOptions struct {
	enginesFlag
	startup time.Duration
	log     string
}

func newEngineCheckCmd(a *app) *cobra.Command {
	o := engineOptions{}
	cmd := &cobra.Command{
		Use:   "check SPEC",
		Short: "Test how well an engine keeps to its protocol",
		Long: `Start an external engine and take it through its protocol: greeting, options,
isready, legality of its moves, new games, stop, use of time and nodes, quit.
The exit code is 1 if a step fails; notes are no failures, but worth knowing.

` + player.SpecHelp,
		Example: `  xqlab engine check cmd=./pikafish,option.Hash=64
  xqlab engine check cmd=./eleeye,proto=ucci --log lines.log
  xqlab engine check pikafish --json      # by its name in engines.toml`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runEngineCheck(cmd.Context(), a, o, args[0])
		},
	}
	f := cmd.Flags()
	o.enginesFlag.add(f)
	f.DurationVar(&o.startup, "startup", 20*time.Second, "time allowed for the engine to start")
	f.StringVar(&o.log, "log", "", "append every line to and from the engine to `FILE`")
	return cmd
}

func runEngineCheck(ctx context.Context, a *app, o engineOptions, spec string) (err error) {
	list, err := o.parse(spec)
	if err != nil {
		return err
	}
	c := list[0]
	if c.IsBuiltin() {
		return ui.Usagef("%s: the built-in engine speaks no protocol here; check it as cmd=xqlab,args=uci", spec)
	}
	if o.startup <= 0 {
		return ui.Usagef("--startup %v: want more than 0", o.startup)
	}
	env := player.Env{Startup: o.startup}
	if o.log != "" {
		if env.Log, err = player.OpenTranscript(o.log); err != nil {
			return err
		}
		defer func() {
			if closing := env.Log.Close(); err == nil && closing != nil {
				err = ui.Usagef("log: %w", closing)
			}
		}()
	}
	onStep := func(s player.CheckStep) {
		if !a.JSON {
			fmt.Fprintf(a.Out, "%-4s  %-24s  %s\n", s.Mark, s.Name, s.Detail)
		}
	}
	report, err := player.Check(ctx, c, env, onStep)
	switch {
	case err != nil && ctx.Err() != nil:
		return ui.Interruptedf("check stopped")
	case err != nil:
		return err
	}
	if a.JSON {
		if err := a.PrintJSON(report); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(a.Out, "%s: %d ok, %d notes, %d failed, %d skipped\n", report.Engine,
			report.Count(player.Passed), report.Count(player.Noted), report.Count(player.Failed), report.Count(player.Skipped))
	}
	if report.Count(player.Failed) > 0 {
		return ui.No("")
	}
	return nil
}

func newEngineListCmd(a *app) *cobra.Command {
	o := enginesFlag{}
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the engines in the engines file",
		Example: "  xqlab engine list --engines lab/engines.toml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runEngineList(a, o)
		},
	}
	o.add(cmd.Flags())
	return cmd
}

func runEngineList(a *app, o enginesFlag) error {
	named, err := o.load()
	if err != nil {
		return err
	}
	list := make([]player.Config, 0, len(named))
	for _, c := range named {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b player.Config) int { return strings.Compare(a.Name, b.Name) })
	if a.JSON {
		return a.PrintJSON(list)
	}
	if len(list) == 0 {
		fmt.Fprintln(a.Err, "no engines file: engines.toml in this folder, --engines or XQLAB_ENGINES")
		return nil
	}
	t := a.NewTable("name", "protocol", "limits", "command")
	for _, c := range list {
		proto := string(c.Protocol)
		if c.Protocol == player.Probe {
			proto = "auto"
		}
		command := strings.Join(append([]string{c.Cmd}, c.Args...), " ")
		if c.IsBuiltin() {
			command = c.Label()
		}
		t.Row(c.Name, proto, c.Limits, command)
	}
	return t.Print(a.Out, "")
}

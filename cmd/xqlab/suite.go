package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/suites"
)

func newSuiteCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "suite",
		Short: "Test suites: run, check, mine, choose",
		Long: `Test suites are lists of positions with known best moves, as EPD or as lines
"FEN|move|difficulty". A SUITE is a file or the name of a shipped one (see
xqlab suite list).`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSuiteRunCmd(a), newSuiteListCmd(a), newSuiteCheckCmd(a), newSuiteMineCmd(a), newSuiteChooseCmd(a))
	return cmd
}

// suiteInfo describes a suite.
type suiteInfo struct {
	Name       string         `json:"name"`
	Positions  int            `json:"positions"`
	Mates      int            `json:"mates"`      // positions with a claimed mate
	Difficulty map[string]int `json:"difficulty"` // positions by difficulty; "-" unknown
	Themes     map[string]int `json:"themes"`
}

func describeSuite(s *suites.Suite) suiteInfo {
	info := suiteInfo{Name: s.Name, Positions: len(s.Positions), Difficulty: map[string]int{}, Themes: map[string]int{}}
	for _, p := range s.Positions {
		if p.Mate > 0 {
			info.Mates++
		}
		info.Difficulty[difficultyText(p.Difficulty)]++
		for _, theme := range p.Themes {
			info.Themes[theme]++
		}
	}
	return info
}

// difficultyText formats a difficulty for people, "-" if it is not known.
func difficultyText(d int) string {
	if d == 0 {
		return "-"
	}
	return string(rune('0' + d))
}

func newSuiteListCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "list [SUITE...]",
		Short: "List the shipped suites, or describe the given ones",
		Example: `  xqlab suite list
  xqlab suite list mine.epd --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = suites.Shipped()
			}
			list, err := suites.LoadAll(args)
			if err != nil {
				return err
			}
			infos := make([]suiteInfo, len(list))
			t := a.NewTable("suite", "positions", "mates", "difficulty 1-5", "themes")
			for i, s := range list {
				infos[i] = describeSuite(s)
				var grades []string
				for d := 1; d <= 5; d++ {
					grades = append(grades, strconv.Itoa(infos[i].Difficulty[difficultyText(d)]))
				}
				t.Row(s.Name, len(s.Positions), infos[i].Mates, strings.Join(grades, " "), len(infos[i].Themes))
			}
			if a.JSON {
				return a.PrintJSON(infos)
			}
			return t.Print(a.Out, "")
		},
	}
}

package main

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestExamplesParse: every example of a help text and of the README is a line
// that the command takes: the command, its flags and the number of arguments.
func TestExamplesParse(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"README.md": string(readme)}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		texts[cmd.CommandPath()] = cmd.Example
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(newRootCmd(newTestApp()))
	lines := 0
	for where, text := range texts {
		for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
			for _, args := range exampleCommands(line) {
				lines++
				if err := parseOnly(args); err != nil {
					t.Errorf("%s: %s: %v", where, strings.TrimSpace(line), err)
				}
			}
		}
	}
	if lines < 50 {
		t.Errorf("%d examples found, want 50 at least", lines)
	}
}

// parseOnly finds the command of a line and checks its flags and arguments.
func parseOnly(args []string) error {
	root := newRootCmd(newTestApp())
	cmd, rest, err := root.Find(args)
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err == nil {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	return err
}

// exampleCommands returns the arguments of each call of xqlab in a line of
// shell, as far as examples use it: quotes, pipes, redirections, comments.
func exampleCommands(line string) [][]string {
	var words []string
	var word strings.Builder
	var quote rune
	inWord := false
	end := func() {
		if inWord {
			words = append(words, word.String())
		}
		word.Reset()
		inWord = false
	}
scan:
	for _, r := range strings.TrimSpace(line) {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, inWord = r, true
		case r == '#' && !inWord:
			break scan
		case r == '|' || r == '>' || r == '<':
			end()
			words = append(words, string(r))
		case r == ' ' || r == '\t' || r == '\n':
			end()
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	end()
	var calls [][]string
	for len(words) > 0 {
		n := 0
		for n < len(words) && words[n] != "|" && words[n] != ">" && words[n] != "<" {
			n++
		}
		if n > 1 && words[0] == "xqlab" {
			calls = append(calls, words[1:n])
		}
		words = words[min(n+1, len(words)):]
	}
	return calls
}

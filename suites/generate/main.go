// Command generate writes the shipped suites that are not chosen from a pool:
//
//	go run ./suites/generate endgames > suites/data/endgames.epd
//	go run ./suites/generate rules > suites/data/rules.epd
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(2)
	}
}

func run(args []string, stdout, log io.Writer) error {
	if len(args) != 1 {
		return errors.New("want one of endgames, rules")
	}
	out := bufio.NewWriter(stdout)
	var err error
	switch args[0] {
	case "endgames":
		err = endgames(out, log)
	case "rules":
		err = repetitions(out, log)
	default:
		err = fmt.Errorf("%q: want endgames or rules", args[0])
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// Command fuzzall runs every fuzz target of the module, one after the other,
// each for the given time: go test itself takes only one target at a time.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

func main() {
	each := flag.Duration("time", 30*time.Second, "time for each target")
	flag.Parse()
	if err := run(*each, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "fuzzall:", err)
		os.Exit(1)
	}
}

// run fuzzes the targets of the packages matching patterns, ./... if none.
func run(each time.Duration, patterns []string) error {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	out, err := exec.Command("go", append([]string{"list"}, patterns...)...).Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	failed := 0
	for _, pkg := range strings.Fields(string(out)) {
		targets, err := targetsOf(pkg)
		if err != nil {
			return err
		}
		for _, target := range targets {
			fmt.Printf("%s %s for %v\n", pkg, target, each)
			cmd := exec.Command("go", "test", pkg, "-run", "^$", "-fuzz", "^"+target+"$", "-fuzztime", each.String())
			cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
			if err := cmd.Run(); err != nil {
				failed++
			}
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d targets failed", failed)
	}
	return nil
}

// targetsOf lists the fuzz targets of a package.
func targetsOf(pkg string) ([]string, error) {
	out, err := exec.Command("go", "test", "-list", "^Fuzz", pkg).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("list fuzz targets of %s: %w\n%s", pkg, err, out)
	}
	var names []string
	sc := bufio.NewScanner(bytes.NewReader(out))
	for sc.Scan() {
		if strings.HasPrefix(sc.Text(), "Fuzz") {
			names = append(names, sc.Text())
		}
	}
	return names, sc.Err()
}

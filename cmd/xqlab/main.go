// Command xqlab is a laboratory for xiangqi engines: matches, tuning, test
// suites, and one database of results. See the README for a tour.
package main

import "os"

func main() {
	os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

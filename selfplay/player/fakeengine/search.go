package fakeengine

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"time"
)

// search answers "go", or does not.
func (e *engine) search(text string) (code int, done bool) {
	e.searches++
	n, s := e.searches, e.s
	at := func(name string) bool { return s.has(name) && s.number(name) == n }
	if at("exit") {
		fmt.Fprintln(os.Stderr, "warming up")
		fmt.Fprintln(os.Stderr, "assertion failed: depth < 64")
		return 3, true
	}
	if s.has("sleep") && n >= s.number("sleep") {
		e.out.Flush()
		time.Sleep(time.Hour)
	}
	if s.has("stderr") {
		junk := bytes.Repeat([]byte("x"), 99)
		junk = append(junk, '\n')
		for sent := 0; sent < s.number("stderr"); sent += len(junk) {
			os.Stderr.Write(junk)
		}
	}
	if s.has("endless") {
		e.babble([]byte(strings.Repeat("x", 4096)))
	}
	if s.has("flood") {
		e.babble([]byte(strings.Repeat("info depth 1 score cp 1 pv h2e2\n", 128)))
	}
	for i := range s.number("infos") {
		e.say("info depth %d seldepth 9 multipv 1 score cp %d nodes %d nps 1000 time 1 pv h2e2 h9g7", i%30+1, i%50, i+1)
	}
	if s.has("bigline") {
		e.say("info string %s", strings.Repeat("y", s.number("bigline")))
	}
	if s.has("score") {
		e.say("info depth 5 nodes 100 score cp %s pv h2e2", s["score"])
	}
	if s.has("mate") {
		e.say("info depth 5 nodes 100 score mate %s pv h2e2", s["mate"])
	}
	time.Sleep(s.duration("think"))
	e.answer(e.line(n, text))
	if at("last") {
		e.out.Flush()
		return 0, true
	}
	if at("deaf") {
		e.out.Flush()
		time.Sleep(time.Hour)
	}
	return 0, false
}

// babble writes for ever.
func (e *engine) babble(junk []byte) {
	e.out.Flush()
	for {
		if _, err := os.Stdout.Write(junk); err != nil {
			os.Exit(5)
		}
	}
}

// line returns the answer to search n.
func (e *engine) line(n int, text string) string {
	s := e.s
	if s.has("answer") {
		return strings.ReplaceAll(s["answer"], "_", " ")
	}
	move := ""
	if s["moves"] != "" {
		if list := strings.Split(s["moves"], ","); n <= len(list) {
			move = list[n-1]
		}
	}
	if move == "" {
		move = e.pick()
	}
	if move == "" {
		if s.has("ucci") {
			return "nobestmove"
		}
		return "bestmove (none)"
	}
	line := "bestmove " + move
	if s.has("resign") && s.number("resign") == n {
		line += " resign"
	}
	if s["draw"] == "always" || s.has("draw") && s.number("draw") == n || s.has("accept") && strings.HasPrefix(text, "draw") {
		line += " draw"
	}
	return line
}

// answer sends the answer in the script's manner.
func (e *engine) answer(line string) {
	s := e.s
	switch {
	case s.has("late"):
		e.held = line
		return
	case s.has("last") && s.number("last") == e.searches:
		e.out.WriteString(line)
		return
	case s.has("bigmove"):
		line += strings.Repeat(" ", 1<<20) + "junk"
	}
	e.say("%s", line)
	if s.has("twice") {
		e.out.Flush()
		time.Sleep(s.duration("twice"))
		e.say("%s", line)
	}
	if s.has("twiceasync") {
		go func() {
			time.Sleep(s.duration("twiceasync"))
			os.Stdout.WriteString(line + "\n")
		}()
	}
}

// Package fakeengine is a scripted engine for tests: it speaks UCI and UCCI,
// answers at once with a legal move, and misbehaves as told. A test binary
// becomes the engine when the environment says so:
//
//	func TestMain(m *testing.M) {
//		fakeengine.RunIfAsked()
//		os.Exit(m.Run())
//	}
//
// and starts itself as an engine with fakeengine.Config. See Script for what
// it can be told to do.
package fakeengine

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// Environment variables of the engine.
const (
	scriptVar = "XQLAB_FAKE_ENGINE"      // the Script
	pidsVar   = "XQLAB_FAKE_ENGINE_PIDS" // file that collects process numbers
	seenVar   = "XQLAB_FAKE_ENGINE_SEEN" // file that collects the commands received
)

// RunIfAsked turns the process into the engine if the environment says so; it
// does not return then.
func RunIfAsked() {
	if script, ok := os.LookupEnv(scriptVar); ok {
		os.Exit(run(script))
	}
}

// Env returns the environment that makes this program an engine. Files may be
// empty: pids collects the numbers of all processes it starts, seen the
// commands it receives.
func Env(script, pids, seen string) []string {
	return []string{scriptVar + "=" + script, pidsVar + "=" + pids, seenVar + "=" + seen}
}

// Script is a blank-separated list of words; each may have a value (word=value):
//
//	ucci            speak UCCI only (default UCI only); both
//	ten             ranks 1-10
//	iccs            write moves as H2-E2
//	nomillis        UCCI without usemillisec
//	noready         never answer isready
//	variant         offer UCI_Variant with xiangqi
//	chess           offer UCI_Variant without xiangqi
//	options         offer an option of every type, one with limits upside down
//	moves=M,M,...   answer these moves in turn, then legal ones
//	answer=TEXT     answer TEXT (with _ for blanks) instead of a move
//	infos=N         send N info lines before every answer
//	score=S         report this score in centipawns; mate=N reports a mate
//	think=D         sleep before the answer
//	resign=N, draw=N   say so with the N-th answer (draw=always)
//	accept          accept draw offers
//
// and the ways to misbehave. N counts searches from 1:
//
//	mute            never answer the greeting
//	fail            exit with status 3 at once, with words on stderr
//	exit=N          exit with status 3 at search N, with words on stderr
//	last=N          exit right after the answer of search N, without a line end
//	crashquit       crash at quit
//	sleep=N         do not answer search N, nor anything after it
//	nostop          ignore stop
//	noquit          ignore quit and the end of input
//	deaf=N          stop reading after search N
//	twice=D         repeat every answer after D; twiceasync=D from another thread
//	late            answer a stopped search, not before
//	bigline=N       an info line of N bytes before every answer
//	bigmove         a megabyte of blanks and junk behind the move
//	endless         bytes without a line end instead of an answer
//	flood           info lines for ever instead of an answer
//	stderr=N        N bytes to stderr before every answer
//	crlf, nul       line ends CR LF; NUL bytes around every line
//	fork            start a child that holds all pipes and never ends
type Script map[string]string

func parseScript(text string) Script {
	s := Script{}
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		s[name] = value
	}
	return s
}

func (s Script) has(name string) bool { _, ok := s[name]; return ok }

func (s Script) number(name string) int {
	n, _ := strconv.Atoi(s[name])
	return n
}

func (s Script) duration(name string) time.Duration {
	d, _ := time.ParseDuration(s[name])
	return d
}

// engine is the running fake.
type engine struct {
	s        Script
	out      *bufio.Writer
	pos      *board.Position
	style    notation.Style
	searches int
	held     string // answer kept until stop
}

func run(text string) int {
	s := parseScript(text)
	e := &engine{s: s, out: bufio.NewWriterSize(os.Stdout, 1<<16), pos: board.NewPosition()}
	if s.has("ten") {
		e.style = notation.UCI10
	}
	if s.has("iccs") {
		e.style = notation.ICCSHyphen
	}
	note(pidsVar, strconv.Itoa(os.Getpid()))
	if s.has("child") {
		time.Sleep(time.Hour)
	}
	if s.has("fail") {
		fmt.Fprintln(os.Stderr, "fatal: no network file")
		return 3
	}
	if s.has("fork") {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), scriptVar+"=child")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			return 4
		}
		note(pidsVar, strconv.Itoa(child.Process.Pid))
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			break
		}
		line = strings.TrimRight(line, "\r\n")
		note(seenVar, line)
		if code, done := e.command(line); done {
			return code
		}
	}
	if s.has("noquit") {
		time.Sleep(time.Hour)
	}
	return 0
}

// note appends a line to the file a variable names.
func note(variable, text string) {
	path := os.Getenv(variable)
	if path == "" {
		return
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return
	}
	defer f.Close()
	fmt.Fprintln(f, text)
}

// say writes one line in the script's manner.
func (e *engine) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if e.s.has("nul") {
		line = "\x00" + line + "\x00\x00"
	}
	if e.s.has("crlf") {
		line += "\r"
	}
	e.out.WriteString(line + "\n")
}

func (e *engine) command(line string) (code int, done bool) {
	word, rest, _ := strings.Cut(line, " ")
	ucci := e.s.has("ucci")
	switch word {
	case "uci", "ucci":
		if !e.s.has("mute") && (e.s.has("both") || ucci == (word == "ucci")) {
			e.greet(word)
		}
	case "isready":
		if !e.s.has("noready") {
			e.say("readyok")
		}
	case "position", "fen", "startpos":
		e.setPosition(rest)
	case "go":
		code, done = e.search(rest)
	case "stop":
		if e.held != "" && !e.s.has("nostop") {
			e.say("%s", e.held)
			e.held = ""
		} else if ucci {
			e.say("nobestmove")
		}
	case "quit":
		if e.s.has("crashquit") {
			e.out.Flush()
			panic("crash at quit")
		}
		if !e.s.has("noquit") {
			e.say("bye")
			e.out.Flush()
			return 0, true
		}
	}
	e.out.Flush()
	return code, done
}

func (e *engine) greet(word string) {
	name := "name "
	if word == "ucci" {
		name = ""
	}
	e.say("id name Fake 1.0")
	e.say("id author nobody")
	if e.s.has("variant") {
		e.say("option name UCI_Variant type combo default chess var chess var xiangqi var shogi")
	}
	if e.s.has("chess") {
		e.say("option name UCI_Variant type combo default chess var chess var shogi")
	}
	if word == "ucci" && !e.s.has("nomillis") {
		e.say("option usemillisec type check default false")
		e.say("option newgame type button")
	}
	if e.s.has("options") {
		e.say("option %sHash type spin default 16 min 1 max 1024", name)
		e.say("option %sPonder type check default false", name)
		e.say("option %sStyle type combo default Normal var Risky var Normal var Very Solid", name)
		e.say("option %sClear Hash type button", name)
		e.say("option %sBook File type string default <empty>", name)
		e.say("option %sOdd type spin default 16 min 64 max 1", name)
		e.say("option %sBare type string", name)
	}
	e.say("%sok", word)
}

// setPosition follows "startpos|fen F [moves ...]"; illegal moves end the list.
func (e *engine) setPosition(text string) {
	head, moves, _ := strings.Cut(text, " moves ")
	pos := board.NewPosition()
	if fen, ok := strings.CutPrefix(head, "fen "); ok {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		pos = p
	}
	style := e.style
	if style == notation.ICCSHyphen {
		style = notation.ICCS
	}
	for _, m := range strings.Fields(moves) {
		mv, err := notation.Parse(pos, m, style)
		if err != nil {
			break
		}
		pos.Make(mv)
	}
	e.pos = pos
}

// pick chooses a legal move, always the same in the same position with the
// same history length.
func (e *engine) pick() string {
	var list board.MoveList
	e.pos.LegalMoves(&list)
	if list.N == 0 {
		return ""
	}
	x := e.pos.Key()*0x9E3779B97F4A7C15 + uint64(e.pos.Plies())*0xBF58476D1CE4E5B9
	x ^= x >> 31
	return notation.Format(e.pos, list.Moves[x%uint64(list.N)], e.style)
}

package player

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

const (
	// lineQueue is how many lines may wait for the runner before the engine
	// has to wait too.
	lineQueue = 32
	// writeLimit is how long an engine may leave its input unread.
	writeLimit = 10 * time.Second
	// quitLimit is how long an engine may take to leave after "quit".
	quitLimit = time.Second
	// drainLimit is how long output is still read after the process has gone:
	// a child that escaped may hold the pipe open.
	drainLimit = 300 * time.Millisecond
	// epitaphLimit is how long to wait for the end of a process whose output has
	// closed, to report how it ended.
	epitaphLimit = 3 * time.Second
)

// lineEvent is one line of an engine; "info" lines are among them only while
// the process is watched.
type lineEvent struct {
	text string
	at   time.Time
	info Info // with bestmove: what the search had reported
}

// process is a running engine with its three pipes.
type process struct {
	cmd    *exec.Cmd
	group  group
	in     *os.File
	out    *os.File
	stderr *tail

	lines chan lineEvent // closed at the end of output
	// watched lets "info" lines wait in lines too.
	watched atomic.Bool

	unread chan struct{} // closed when nobody will read lines any more
	exited chan struct{} // closed when the process is gone

	state    *os.ProcessState // valid once exited is closed
	waitErr  error
	stopOnce sync.Once
	tidied   chan struct{} // closed when the pipes are closed too

	log *wire
}

// startProcess runs the engine. cpu is the processor it is tied to, -1 for
// none.
func startProcess(c *Config, cpu int, log *wire) (*process, error) {
	inR, inW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		closeAll(inR, inW)
		return nil, err
	}
	errR, errW, err := os.Pipe()
	if err != nil {
		closeAll(inR, inW, outR, outW)
		return nil, err
	}
	cmd := exec.Command(c.Cmd, c.Args...)
	cmd.Dir = c.Dir
	cmd.Env = append(os.Environ(), c.Env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = inR, outW, errW
	p := &process{
		cmd: cmd, in: inW, out: outR, log: log,
		lines: make(chan lineEvent, lineQueue), unread: make(chan struct{}), exited: make(chan struct{}), tidied: make(chan struct{}),
	}
	p.group.prepare(cmd)
	err = withAffinity(cpu, cmd.Start)
	closeAll(inR, outW, errW)
	if err != nil {
		closeAll(inW, outR, errR)
		return nil, startError(c, err)
	}
	if err := p.group.adopt(cmd.Process); err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		closeAll(inW, outR, errR)
		return nil, startError(c, err)
	}
	p.stderr = newTail(errR, func(line []byte, dropped int) { log.put("!", line, dropped) })
	reading := make(chan struct{})
	go func() {
		defer close(reading)
		p.read()
	}()
	go p.wait(reading, errR)
	return p, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// startError says in words why a program cannot be run.
func startError(c *Config, err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) && pathErr.Op == "chdir" {
		return fmt.Errorf("engine %s: dir %s: %v", c.Name, c.Dir, pathErr.Err)
	}
	return fmt.Errorf("engine %s: cannot run %s: %w", c.Name, c.Cmd, cause(err))
}

func cause(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

// findProgram returns the absolute path of a program, or an error if it cannot be
// run.
func findProgram(cmd string) (string, error) {
	path, err := exec.LookPath(cmd)
	if err != nil {
		if info, statErr := os.Stat(cmd); statErr == nil {
			if info.IsDir() {
				return "", fmt.Errorf("%s is a folder, not a program", cmd)
			}
			return "", fmt.Errorf("%s is not an executable program", cmd)
		}
		return "", fmt.Errorf("%s: no such program", cmd)
	}
	return filepath.Abs(path)
}

// wait collects the process and everything that belongs to it.
func (p *process) wait(reading chan struct{}, errR *os.File) {
	p.waitErr = p.cmd.Wait()
	p.state = p.cmd.ProcessState
	p.group.kill(p.cmd.Process) // children that are still there
	close(p.exited)
	timer := time.NewTimer(drainLimit)
	defer timer.Stop()
	select {
	case <-reading:
	case <-timer.C:
	}
	_ = p.out.Close()
	_ = errR.Close()
	_ = p.in.Close()
	<-reading
	<-p.stderr.ended
	p.group.release()
	close(p.tidied)
}

// read turns output into lines until it ends.
func (p *process) read() {
	defer close(p.lines)
	r := newLineReader(p.out)
	var info Info
	for {
		line, dropped, err := r.next()
		if err != nil {
			return
		}
		if len(line) == 0 {
			continue
		}
		p.log.put("<", line, dropped)
		if info.read(line) {
			if p.watched.Load() {
				select {
				case p.lines <- lineEvent{text: decode(line), at: time.Now()}:
				case <-p.unread:
					return
				}
			}
			continue
		}
		ev := lineEvent{text: decode(line), at: time.Now()}
		switch firstWord(ev.text) {
		case "bestmove", "nobestmove":
			ev.info = info
			info = Info{}
		case "readyok":
			info = Info{}
		}
		select {
		case p.lines <- ev:
		case <-p.unread:
			return
		}
	}
}

// decode reads a line as UTF-8, else as GB18030.
func decode(line []byte) string {
	if utf8.Valid(line) {
		return string(line)
	}
	if out, err := simplifiedchinese.GB18030.NewDecoder().Bytes(line); err == nil {
		return string(out)
	}
	return string(line)
}

// write sends whole lines.
func (p *process) write(text []byte) error {
	p.log.puts(">", text)
	err := p.in.SetWriteDeadline(time.Now().Add(writeLimit))
	if err != nil { // no deadlines on this kind of pipe
		guard := time.AfterFunc(writeLimit, p.kill)
		defer guard.Stop()
	}
	_, err = p.in.Write(text)
	return err
}

// kill ends the process and its children at once.
func (p *process) kill() {
	if p.running() { // afterwards the number may belong to somebody else
		p.group.kill(p.cmd.Process)
	}
}

// discard kills the process and waits until nothing is left of it.
func (p *process) discard() {
	p.kill()
	p.stopOnce.Do(func() { close(p.unread) })
	<-p.tidied
}

// quit asks the engine to leave, and kills it if it does not.
func (p *process) quit(ctx context.Context) {
	p.stopOnce.Do(func() { close(p.unread) })
	select {
	case <-p.exited:
	default:
		_ = p.write([]byte("quit\n"))
		_ = p.in.Close()
		timer := time.NewTimer(quitLimit)
		defer timer.Stop()
		select {
		case <-p.exited:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	p.kill()
	<-p.tidied
}

// running reports whether the process has not ended yet.
func (p *process) running() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// epitaph describes how the process ended. It waits a moment for the end, since
// output often closes first.
func (p *process) epitaph() string {
	timer := time.NewTimer(epitaphLimit)
	defer timer.Stop()
	select {
	case <-p.exited:
	case <-timer.C:
		return "closed its output"
	}
	select { // let the last words of stderr arrive
	case <-p.stderr.ended:
	case <-timer.C:
	}
	if p.state == nil {
		return fmt.Sprintf("ended: %v", p.waitErr)
	}
	if p.state.Exited() {
		return fmt.Sprintf("exited with status %d", p.state.ExitCode())
	}
	return "ended: " + p.state.String()
}

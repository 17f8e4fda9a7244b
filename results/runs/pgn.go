package runs

import (
	"context"
	"fmt"
	"io"
	"os"

	"xqlab/results/store"
)

// PGN is an Observer that writes the games of a match or tournament to a file
// as their pairs are stored. The file is only an export of the database: when a
// run starts, it is replaced by the games the run has so far.
type PGN struct {
	st    *store.Store
	f     *os.File
	run   store.RunID // whose games are in the file
	games *store.PGN
	err   error
}

// NewPGN returns an observer that writes to f, which the caller still has to
// close; a device or a pipe will do. st is the database of the runs.
func NewPGN(st *store.Store, f *os.File) *PGN { return &PGN{st: st, f: f} }

// Err returns the first error of writing. No games are written after it.
func (p *PGN) Err() error {
	if p.err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w; no more games were written there", p.f.Name(), p.err)
}

// Observe implements Observer.
func (p *PGN) Observe(run *store.Run, e Event) {
	if p.err != nil {
		return
	}
	switch e := e.(type) {
	case RunStarted:
		p.err = p.start(run, e)
	case PairStored:
		if run.ID != p.run {
			return
		}
		if p.err = writePair(p.games, run, e.Pair); p.err == nil {
			p.err = p.games.Close() // flush: the file may be read while the run continues
		}
	}
}

func (p *PGN) start(run *store.Run, e RunStarted) error {
	if info, err := p.f.Stat(); err == nil && info.Mode().IsRegular() {
		if err := p.f.Truncate(0); err != nil {
			return err
		}
		if _, err := p.f.Seek(0, io.SeekStart); err != nil { // a run before may have written
			return err
		}
	}
	p.run = run.ID
	p.games = store.NewPGN(p.f)
	if e.PairsDone == 0 {
		return nil
	}
	for g, err := range p.st.Games(context.Background(), store.GameFilter{Run: run.ID, Moves: true}) {
		if err == nil {
			err = p.games.Write(run, g)
		}
		if err != nil {
			return err
		}
	}
	return p.games.Close()
}

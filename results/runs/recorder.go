package runs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"xqlab/results/store"
	"xqlab/selfplay"
)

// safeRecorder writes a pair that cannot be stored to a PGN file, so that its
// games are not lost.
type safeRecorder struct {
	*store.Recorder
	run *store.Run
}

// RecordPair implements selfplay.Recorder.
func (r *safeRecorder) RecordPair(p *selfplay.Pair) error {
	err := r.Recorder.RecordPair(p)
	if err == nil {
		return nil
	}
	path := filepath.Join(os.TempDir(), fmt.Sprintf("xqlab-%s-pair%d.pgn", r.run.UID, p.Number+1))
	f, createErr := os.Create(path)
	if createErr != nil {
		return err
	}
	pgn := store.NewPGN(f)
	writeErr := writePair(pgn, r.run, p)
	writeErr = errors.Join(writeErr, pgn.Close(), f.Close())
	if writeErr != nil {
		return err
	}
	return fmt.Errorf("%w (its games were written to %s)", err, path)
}

// writePair appends the games of a finished pair.
func writePair(pgn *store.PGN, run *store.Run, p *selfplay.Pair) error {
	for _, g := range p.Games {
		if g == nil || g.Result == selfplay.NoResult {
			continue
		}
		if err := pgn.Write(run, &store.Game{Counted: true, Plies: len(g.Moves), Game: *g}); err != nil {
			return err
		}
	}
	return nil
}

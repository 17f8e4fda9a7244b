package store

import (
	"context"
	"database/sql"
	"os"
)

// DeleteRun removes a run with everything stored for it, the runs that are
// parts of it, and contents (weights, openings, suites) that nothing refers to
// any more. The file does not shrink until Vacuum.
func (s *Store) DeleteRun(ctx context.Context, run RunID) error {
	return s.update(ctx, "delete run", func(tx *sql.Tx) error {
		if err := deleteRun(tx, int64(run)); err != nil {
			return err
		}
		return deleteOrphans(tx)
	})
}

// deleteRun empties the largest tables in bulk, which is several times faster
// than leaving them to foreign-key cascades.
func deleteRun(tx *sql.Tx, run int64) error {
	parts, err := childRuns(tx, run)
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err := deleteRun(tx, part); err != nil {
			return err
		}
	}
	for _, query := range []string{
		"DELETE FROM game_moves WHERE game_id IN (SELECT id FROM games WHERE run_id=?)",
		"DELETE FROM faults WHERE game_id IN (SELECT id FROM games WHERE run_id=?)",
		"DELETE FROM games WHERE run_id=?",
		"DELETE FROM pairs WHERE run_id=?",
		"DELETE FROM suite_results WHERE run_id=?",
	} {
		if _, err := tx.Exec(query, run); err != nil {
			return err
		}
	}
	return needRow(tx.Exec("DELETE FROM runs WHERE id=?", run))
}

func childRuns(tx *sql.Tx, run int64) (parts []int64, err error) {
	rows, err := tx.Query("SELECT id FROM runs WHERE parent_id=?", run)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		parts = append(parts, id)
	}
	return parts, rows.Err()
}

// orphans are contents that are of no use unless something refers to them.
var orphans = []struct{ table, condition string }{
	{"openings", "NOT EXISTS (SELECT 1 FROM pairs WHERE opening_id = openings.id)"},
	{"opening_sets", "NOT EXISTS (SELECT 1 FROM runs WHERE opening_set_id = opening_sets.id)"},
	{"suites", "NOT EXISTS (SELECT 1 FROM suite_results WHERE suite_id = suites.id)"},
	{"weights", `NOT EXISTS (SELECT 1 FROM players WHERE weights_hash = weights.hash)
		AND NOT EXISTS (SELECT 1 FROM run_weights WHERE run_weights.hash = weights.hash)`},
}

func deleteOrphans(tx *sql.Tx) error {
	for _, o := range orphans {
		if _, err := tx.Exec("DELETE FROM " + o.table + " WHERE " + o.condition); err != nil {
			return err
		}
	}
	return nil
}

// VacuumReport is the size of the database before and after Vacuum.
type VacuumReport struct {
	Before int64 `json:"bytes_before"`
	After  int64 `json:"bytes_after"`
}

// Vacuum removes contents that nothing refers to, folds the log into the file
// and rewrites the file without holes. It needs as much free disk space as the
// file takes, and waits for other processes that use the database.
func (s *Store) Vacuum(ctx context.Context) (r VacuumReport, err error) {
	r.Before = s.size()
	if err := s.update(ctx, "remove unused contents", deleteOrphans); err != nil {
		return r, err
	}
	err = retryBusy(ctx, func() error {
		if _, err := s.write.ExecContext(ctx, "VACUUM"); err != nil {
			return err
		}
		_, err := s.write.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
		return err
	})
	if err != nil {
		return r, s.wrap("vacuum", err)
	}
	if _, err := s.write.ExecContext(ctx, "PRAGMA optimize"); err != nil {
		return r, s.wrap("vacuum", err)
	}
	r.After = s.size()
	return r, nil
}

// size returns the size of the database and its log in bytes.
func (s *Store) size() (n int64) {
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(s.path + suffix); err == nil {
			n += info.Size()
		}
	}
	return n
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// ImportedRun reports what Import did with one run of the other database.
type ImportedRun struct {
	Short string `json:"id"` // in this database
	UID   string `json:"uid"`
	Kind  Kind   `json:"kind"`
	Name  string `json:"name"`
	New   bool   `json:"new"` // the run was not here before
	// Played means that a process is playing the run here at the moment, so
	// nothing was added to it.
	Played bool `json:"played,omitempty"`
	// Pairs, Games, SuiteResults and Steps count what was added.
	Pairs        int64 `json:"pairs"`
	Games        int64 `json:"games"`
	SuiteResults int64 `json:"suite_results"`
	Steps        int64 `json:"steps"`
	// Conflicts counts pairs whose games differ between the databases. Those of
	// this database stay.
	Conflicts int64 `json:"conflicts"`
}

// Import merges another database into this one. Runs are recognised by their
// UID, pairs by their number within the run, contents by their hash, so that
// nothing is stored twice and importing again adds nothing. Each run is one
// transaction; one that is being played here is left alone. The other database
// is only read; an older schema is brought up to date in a copy.
func (s *Store) Import(ctx context.Context, path string) ([]ImportedRun, error) {
	if s.readOnly {
		return nil, s.wrap("import", ErrReadOnly)
	}
	if sameFile(s.path, path) {
		return nil, fmt.Errorf("import: %s is the same file as %s", path, s.path)
	}
	uri, cleanUp, err := attachable(ctx, path)
	if err != nil {
		return nil, err
	}
	defer cleanUp()
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return nil, s.wrap("import", err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "ATTACH DATABASE ? AS other", uri); err != nil {
		return nil, wrapPath(path, "import", err)
	}
	defer conn.ExecContext(context.Background(), "DETACH DATABASE other")

	var uids []string
	rows, err := conn.QueryContext(ctx, "SELECT uid FROM other.runs ORDER BY id") // parents come before their parts
	if err != nil {
		return nil, wrapPath(path, "import", err)
	}
	for rows.Next() {
		var uid string
		if err := rows.Scan(&uid); err != nil {
			rows.Close()
			return nil, wrapPath(path, "import", err)
		}
		uids = append(uids, uid)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, wrapPath(path, "import", err)
	}
	var report []ImportedRun
	for _, uid := range uids {
		var r ImportedRun
		err := s.inTx(ctx, conn, func(tx *sql.Tx) (err error) {
			r, err = s.importRun(tx, uid)
			return err
		})
		if err != nil {
			return report, s.wrap(fmt.Sprintf("import run %s of %s", uid, path), err)
		}
		report = append(report, r)
	}
	return report, nil
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// attachable checks a database and returns the URI to attach it by: its own,
// or that of an up-to-date copy.
func attachable(ctx context.Context, path string) (uri string, cleanUp func(), err error) {
	cleanUp = func() {}
	if info, err := os.Stat(path); err != nil {
		return "", cleanUp, fmt.Errorf("%s: %w", path, ErrNoDatabase)
	} else if info.IsDir() {
		return "", cleanUp, fmt.Errorf("%s: a folder, %w", path, ErrNotDatabase)
	}
	src, err := openUnchecked(path)
	if err != nil {
		return "", cleanUp, err
	}
	defer src.Close()
	version, err := src.storedVersion(src.read)
	if err != nil {
		return "", cleanUp, err
	}
	if version == SchemaVersion() && !src.immutable {
		return fileURI(path) + "?mode=ro", cleanUp, nil
	}
	dir, err := os.MkdirTemp("", "xqlab-import-")
	if err != nil {
		return "", cleanUp, err
	}
	cleanUp = func() { os.RemoveAll(dir) }
	copied := filepath.Join(dir, "copy.db")
	if _, err := src.read.ExecContext(ctx, "VACUUM INTO ?", copied); err != nil {
		cleanUp()
		return "", func() {}, wrapPath(path, "copy", err)
	}
	up, err := Open(copied)
	if err != nil {
		cleanUp()
		return "", func() {}, fmt.Errorf("import %s: %w", path, err)
	}
	if err := up.Close(); err != nil {
		cleanUp()
		return "", func() {}, fmt.Errorf("import %s: %w", path, err)
	}
	return fileURI(copied) + "?mode=ro", cleanUp, nil
}

// importRun merges one run of the attached database "other".
func (s *Store) importRun(tx *sql.Tx, uid string) (r ImportedRun, err error) {
	r.UID = uid
	var theirs, ours int64
	if err := tx.QueryRow("SELECT id, kind, name FROM other.runs WHERE uid=?", uid).Scan(&theirs, &r.Kind, &r.Name); err != nil {
		return r, err
	}
	if played, err := s.playedElsewhere(tx, uid); err != nil {
		return r, err
	} else if played != 0 {
		r.Short, r.Played = shortID(r.Kind, played), true
		return r, nil
	}
	if _, err := tx.Exec(importContents, sql.Named("theirs", theirs)); err != nil {
		return r, err
	}
	err = tx.QueryRow("SELECT id FROM main.runs WHERE uid=?", uid).Scan(&ours)
	switch {
	case noRows(err):
		r.New = true
		err = tx.QueryRow(importNewRun, theirs).Scan(&ours)
	case err == nil:
		err = samePlayers(tx, theirs, ours)
	}
	if err != nil {
		return r, err
	}
	r.Short = shortID(r.Kind, RunID(ours))
	args := []any{sql.Named("theirs", theirs), sql.Named("ours", ours)}
	if err := tx.QueryRow(importConflicts, args...).Scan(&r.Conflicts); err != nil {
		return r, err
	}
	for _, step := range importSteps {
		result, err := tx.Exec(step.query, args...)
		if err != nil {
			return r, fmt.Errorf("%s: %w", step.table, err)
		}
		n, err := result.RowsAffected()
		if err != nil {
			return r, err
		}
		switch step.table {
		case "pairs":
			r.Pairs += n
		case "games":
			r.Games += n
		case "suite_results":
			r.SuiteResults += n
		case "tuning_steps":
			r.Steps += n
		}
	}
	return r, recount(tx, RunID(ours))
}

// playedElsewhere returns the number of the run of the main database if another
// store is playing it, else 0.
func (s *Store) playedElsewhere(tx *sql.Tx, uid string) (id RunID, err error) {
	var row claimRow
	err = tx.QueryRow("SELECT c.run_id, "+claimColumns+" FROM main.claims c JOIN main.runs r ON r.id = c.run_id WHERE r.uid=?", uid).
		Scan(append([]any{&id}, row.fields()...)...)
	if noRows(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	c := row.claim()
	if live, _ := c.live(time.Now()); !live || c.token == s.token {
		return 0, nil
	}
	return id, nil
}

// samePlayers refuses to mix runs with the same UID but different players.
func samePlayers(tx *sql.Tx, theirs, ours int64) error {
	var differ int
	err := tx.QueryRow(`SELECT count(*) FROM (
		SELECT idx, name, spec, limits, options, weights_hash FROM main.players WHERE run_id=?1
		EXCEPT SELECT idx, name, spec, limits, options, weights_hash FROM other.players WHERE run_id=?2)`, ours, theirs).Scan(&differ)
	if err == nil && differ > 0 {
		err = fmt.Errorf("the run is in both databases, but %d of its players differ", differ)
	}
	return err
}

// importContents copies the contents, known by their hash, that run :theirs
// uses.
const importContents = `
INSERT INTO main.weights(hash, name, toml)
	SELECT hash, name, toml FROM other.weights w
	WHERE w.hash IN (SELECT weights_hash FROM other.players WHERE run_id=:theirs UNION SELECT hash FROM other.run_weights WHERE run_id=:theirs)
	ON CONFLICT DO NOTHING;
INSERT INTO main.opening_sets(hash, name, size)
	SELECT hash, name, size FROM other.opening_sets s
	WHERE s.id = (SELECT opening_set_id FROM other.runs WHERE id=:theirs)
	ON CONFLICT DO NOTHING;
INSERT INTO main.openings(hash, fen, moves, name)
	SELECT hash, fen, moves, name FROM other.openings o
	WHERE o.id IN (SELECT opening_id FROM other.pairs WHERE run_id=:theirs)
	ON CONFLICT DO NOTHING;
INSERT INTO main.suites(hash, name, size)
	SELECT hash, name, size FROM other.suites s
	WHERE s.id IN (SELECT suite_id FROM other.suite_results WHERE run_id=:theirs)
	ON CONFLICT DO NOTHING;
INSERT INTO main.suite_positions(suite_id, idx, ident, epd, difficulty)
	SELECT m.id, p.idx, p.ident, p.epd, p.difficulty
	FROM other.suite_positions p JOIN other.suites s ON s.id = p.suite_id JOIN main.suites m ON m.hash = s.hash
	WHERE s.id IN (SELECT suite_id FROM other.suite_results WHERE run_id=:theirs)
	ON CONFLICT DO NOTHING`

// importNewRun copies the row of a run under a new number.
const importNewRun = `INSERT INTO main.runs(uid, kind, name, parent_id, status, config, seed, version, commit_id, host,
		opening_set_id, started, updated, ended, verdict, summary)
	SELECT r.uid, r.kind, r.name,
		(SELECT m.id FROM other.runs p JOIN main.runs m ON m.uid = p.uid WHERE p.id = r.parent_id),
		r.status, r.config, r.seed, r.version, r.commit_id, r.host,
		(SELECT m.id FROM other.opening_sets s JOIN main.opening_sets m ON m.hash = s.hash WHERE s.id = r.opening_set_id),
		r.started, r.updated, r.ended, r.verdict, r.summary
	FROM other.runs r WHERE r.id=? RETURNING id`

// importConflicts counts complete pairs that both databases have with
// different games.
const importConflicts = `SELECT count(*) FROM main.pairs m JOIN other.pairs t ON t.run_id=:theirs AND t.number = m.number
	WHERE m.run_id=:ours AND m.result IS NOT NULL AND t.result IS NOT NULL AND (m.result <> t.result OR EXISTS (
		SELECT 1 FROM main.games mg JOIN main.game_moves mm ON mm.game_id = mg.id
			JOIN other.games tg ON tg.run_id=:theirs AND tg.pair = mg.pair AND tg.in_pair = mg.in_pair
			JOIN other.game_moves tm ON tm.game_id = tg.id
		WHERE mg.run_id=:ours AND mg.pair = m.number AND mm.data <> tm.data))`

// importSteps copy the rows of run :theirs to run :ours, in this order.
var importSteps = []struct{ table, query string }{
	{"players", `INSERT INTO main.players SELECT :ours, idx, name, spec, limits, options, weights_hash
		FROM other.players WHERE run_id=:theirs ON CONFLICT DO NOTHING`},
	// A pair that is void here but complete there is replaced.
	{"void pairs", `DELETE FROM main.pairs WHERE run_id=:ours AND result IS NULL
		AND number IN (SELECT number FROM other.pairs WHERE run_id=:theirs AND result IS NOT NULL)`},
	{"pairs", `INSERT INTO main.pairs(run_id, number, a, b, opening_id, opening_index, result, stored)
		SELECT :ours, p.number, p.a, p.b, m.id, p.opening_index, p.result, p.stored
		FROM other.pairs p JOIN other.openings o ON o.id = p.opening_id JOIN main.openings m ON m.hash = o.hash
		WHERE p.run_id=:theirs ON CONFLICT DO NOTHING`},
	// Only pairs that were just copied have no games yet.
	{"games", `INSERT INTO main.games(run_id, pair, in_pair, red, black, counted, result, reason, detail, cycle_ply, offenders,
			plies, started, ended, red_moves, red_us, red_nodes, red_depth, black_moves, black_us, black_nodes, black_depth)
		SELECT :ours, g.pair, g.in_pair, g.red, g.black, g.counted, g.result, g.reason, g.detail, g.cycle_ply, g.offenders,
			g.plies, g.started, g.ended, g.red_moves, g.red_us, g.red_nodes, g.red_depth,
			g.black_moves, g.black_us, g.black_nodes, g.black_depth
		FROM other.games g WHERE g.run_id=:theirs
			AND NOT EXISTS (SELECT 1 FROM main.games m WHERE m.run_id=:ours AND m.pair = g.pair)
		ORDER BY g.pair, g.in_pair`},
	{"game_moves", `INSERT INTO main.game_moves(game_id, data)
		SELECT m.id, t.data FROM other.game_moves t JOIN other.games g ON g.id = t.game_id
			JOIN main.games m ON m.run_id=:ours AND m.pair = g.pair AND m.in_pair = g.in_pair
		WHERE g.run_id=:theirs ON CONFLICT DO NOTHING`},
	{"faults", `INSERT INTO main.faults(game_id, player, text, fen, ply, overrun_us, stderr, dead, startup)
		SELECT m.id, t.player, t.text, t.fen, t.ply, t.overrun_us, t.stderr, t.dead, t.startup FROM other.faults t JOIN other.games g ON g.id = t.game_id
			JOIN main.games m ON m.run_id=:ours AND m.pair = g.pair AND m.in_pair = g.in_pair AND m.reason = g.reason
			JOIN main.game_moves mm ON mm.game_id = m.id JOIN other.game_moves tm ON tm.game_id = g.id AND tm.data = mm.data
		WHERE g.run_id=:theirs ON CONFLICT DO NOTHING`},
	{"events", `INSERT INTO main.events(run_id, time, level, text)
		SELECT :ours, time, level, text FROM other.events e WHERE run_id=:theirs AND NOT EXISTS (
			SELECT 1 FROM main.events m WHERE m.run_id=:ours AND m.time = e.time AND m.text = e.text) ORDER BY id`},
	{"suite_results", `INSERT INTO main.suite_results
		SELECT :ours, r.player, m.id, r.position, r.limit_kind, r.limit_value, r.move, r.solved, r.points, r.score, r.mate,
			r.depth, r.nodes, r.time_us, r.stable_depth, r.stable_nodes, r.stable_us, r.pv, r.fault
		FROM other.suite_results r JOIN other.suites s ON s.id = r.suite_id JOIN main.suites m ON m.hash = s.hash
		WHERE r.run_id=:theirs ON CONFLICT DO NOTHING`},
	{"tuning_params", `INSERT INTO main.tuning_params
		SELECT :ours, idx, name, start, low, high, c_end, r_end, final FROM other.tuning_params WHERE run_id=:theirs
		ON CONFLICT DO UPDATE SET final = coalesce(final, excluded.final)`},
	{"tuning_steps", `INSERT INTO main.tuning_steps
		SELECT :ours, step, time, train_loss, valid_loss, pairs, wins, draws, losses, extra, theta
		FROM other.tuning_steps WHERE run_id=:theirs ON CONFLICT DO NOTHING`},
	{"run_weights", `INSERT INTO main.run_weights SELECT :ours, role, hash FROM other.run_weights WHERE run_id=:theirs
		ON CONFLICT DO NOTHING`},
	{"checkpoints", `INSERT INTO main.checkpoints SELECT :ours, name, time, data FROM other.checkpoints WHERE run_id=:theirs
		ON CONFLICT DO UPDATE SET time = excluded.time, data = excluded.data WHERE excluded.time > time`},
	// Of the two runs, the one that got further tells how it ended.
	{"runs", `UPDATE main.runs SET (status, ended, verdict, summary, updated) =
			(SELECT status, ended, verdict, summary, updated FROM other.runs WHERE id=:theirs)
		WHERE id=:ours AND (SELECT t.updated > runs.updated OR t.status = 'finished' AND runs.status <> 'finished'
			FROM other.runs t WHERE t.id=:theirs)`},
}

package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"xqlab/engine/board"
)

// Finding is one fault or oddity found by Doctor.
type Finding struct {
	Check string `json:"check"`
	Text  string `json:"text"`
	// Note marks something that is untidy rather than wrong.
	Note bool `json:"note"`
}

// maxFindings bounds the findings of one check.
const maxFindings = 20

// Doctor checks the whole database: SQLite's own integrity, the tables against
// the schema, references, results of pairs against their games, totals against
// games, packed moves against game lengths. With deep it also replays every
// game and checks that its moves are legal. An error means that a check could
// not be carried out.
func (s *Store) Doctor(ctx context.Context, deep bool) ([]Finding, error) {
	d := doctor{store: s, ctx: ctx}
	d.pragma("integrity", "PRAGMA integrity_check", "ok")
	if len(d.findings) > 0 || d.err != nil {
		return d.findings, d.err // nothing below can be trusted
	}
	d.schema()
	if len(d.findings) > 0 || d.err != nil {
		return d.findings, d.err // the checks below need the tables
	}
	d.references()
	for _, c := range sqlChecks {
		d.sql(c)
	}
	d.moves(deep)
	return d.findings, d.err
}

type doctor struct {
	store    *Store
	ctx      context.Context
	findings []Finding
	err      error
}

func (d *doctor) add(f Finding) { d.findings = append(d.findings, f) }

func (d *doctor) pragma(check, query, good string) {
	err := d.store.query(d.ctx, check, func(rows *sql.Rows) error {
		var text string
		err := rows.Scan(&text)
		if err == nil && text != good {
			d.add(Finding{Check: check, Text: text})
		}
		return err
	}, query)
	if err != nil {
		// A file that is too broken to be checked is a finding, too.
		if kind := classify(err); kind == nil {
			d.err = err
		}
		d.add(Finding{Check: check, Text: err.Error()})
	}
}

// schema checks that all tables, columns and indices of a new database exist.
func (d *doctor) schema() {
	fresh, err := newSchema()
	if err != nil {
		d.err = err
		return
	}
	defer fresh.Close()
	want, err := schemaParts(d.ctx, fresh)
	if err != nil {
		d.err = err
		return
	}
	have, err := schemaParts(d.ctx, d.store.read)
	if err != nil {
		d.err = d.store.wrap("read schema", err)
		return
	}
	for _, p := range want {
		// A missing table accounts for its columns and indices.
		if !slices.Contains(have, p) && (p.kind == "table" || slices.Contains(have, schemaPart{"table", p.table, p.table})) {
			d.add(Finding{Check: "schema", Text: fmt.Sprintf("%s %s is missing: take a copy of the database from before", p.kind, p.name)})
		}
	}
}

func (d *doctor) references() {
	if d.err != nil {
		return
	}
	d.err = d.store.query(d.ctx, "check references", func(rows *sql.Rows) error {
		var table, parent string
		var rowid sql.NullInt64
		var key int
		if err := rows.Scan(&table, &rowid, &parent, &key); err != nil {
			return err
		}
		d.add(Finding{Check: "references", Text: fmt.Sprintf("a row of %s refers to a missing row of %s", table, parent)})
		return nil
	}, "SELECT * FROM pragma_foreign_key_check() LIMIT 20")
}

// sqlCheck is a query that returns one text for each thing that is wrong.
type sqlCheck struct {
	name  string
	query string
	note  bool
}

var sqlChecks = []sqlCheck{
	{name: "games of pairs", query: `SELECT 'run ' || p.run_id || ' pair ' || (p.number + 1) || ': result ' || coalesce(p.result, 'void')
			|| ', its games say ' || coalesce(g.results, 'nothing')
		FROM pairs p LEFT JOIN (
			SELECT run_id, pair, group_concat(CASE
				WHEN result = '*' THEN '*' WHEN result = '1/2-1/2' THEN 'D'
				WHEN (result = '1-0') = (in_pair = 0) THEN 'W' ELSE 'L' END, '' ORDER BY in_pair) AS results,
				min(counted) AS counted, max(counted) AS any_counted
			FROM games GROUP BY run_id, pair) g ON g.run_id = p.run_id AND g.pair = p.number
		WHERE g.results IS NULL OR g.counted <> g.any_counted OR g.counted <> (p.result IS NOT NULL)
			OR p.result IS NOT NULL AND p.result <> g.results
			OR p.result IS NULL AND instr(g.results, '*') = 0`},
	{name: "colours", query: `SELECT 'run ' || g.run_id || ' pair ' || (g.pair + 1) || ' game ' || (g.in_pair + 1) || ': player '
			|| g.red || ' has Red against ' || g.black
		FROM games g JOIN pairs p ON p.run_id = g.run_id AND p.number = g.pair
		WHERE NOT (g.red = CASE g.in_pair WHEN 0 THEN p.a ELSE p.b END AND g.black = CASE g.in_pair WHEN 0 THEN p.b ELSE p.a END)`},
	{name: "tallies of games", query: totalsCheck("game_totals", "run_id, red, black, result, reason",
		"games, plies, red_moves, red_us, red_nodes, red_depth, black_moves, black_us, black_nodes, black_depth",
		"SELECT run_id, red, black, result, reason, "+gameSums+" FROM games WHERE counted GROUP BY 1, 2, 3, 4, 5")},
	{name: "tallies of pairs", query: totalsCheck("pair_totals", "run_id, a, b, result", "pairs",
		"SELECT run_id, a, b, result, count(*) FROM pairs WHERE result IS NOT NULL GROUP BY 1, 2, 3, 4")},
	{name: "moves", query: `SELECT 'run ' || run_id || ' pair ' || (pair + 1) || ' game ' || (in_pair + 1) || ': its moves are missing'
		FROM games WHERE NOT EXISTS (SELECT 1 FROM game_moves WHERE game_id = games.id)`},
	{name: "ends of runs", query: `SELECT 'run ' || id || ' is ' || status || CASE WHEN ended IS NULL THEN ' without' ELSE ' with' END || ' an end'
		FROM runs WHERE (status = 'running') <> (ended IS NULL)`},
	{name: "suite sizes", query: `SELECT 'suite ' || name || ' has ' || n || ' positions, not ' || size
		FROM (SELECT name, size, (SELECT count(*) FROM suite_positions WHERE suite_id = suites.id) AS n FROM suites) WHERE n <> size`},
	{name: "unused openings", note: true, query: orphanCheck(0)},
	{name: "unused opening sets", note: true, query: orphanCheck(1)},
	{name: "unused suites", note: true, query: orphanCheck(2)},
	{name: "unused weights", note: true, query: orphanCheck(3)},
}

// totalsCheck compares a table of totals with what it should hold, both ways.
func totalsCheck(table, key, sums, fresh string) string {
	stored := "SELECT " + key + ", " + sums + " FROM " + table
	return `SELECT DISTINCT 'run ' || run_id || ': stored sums differ from its games' FROM (
		SELECT * FROM (` + fresh + `) EXCEPT ` + stored + `) UNION
		SELECT DISTINCT 'run ' || run_id || ': stored sums differ from its games' FROM (` + stored + ` EXCEPT SELECT * FROM (` + fresh + `))`
}

func orphanCheck(i int) string {
	o := orphans[i]
	return "SELECT n || ' that no run refers to (xqlab results vacuum removes them)' FROM (SELECT count(*) AS n FROM " +
		o.table + " WHERE " + o.condition + ") WHERE n > 0"
}

func (d *doctor) sql(c sqlCheck) {
	if d.err != nil {
		return
	}
	n := 0
	d.err = d.store.query(d.ctx, c.name, func(rows *sql.Rows) error {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		if n++; n <= maxFindings {
			d.add(Finding{Check: c.name, Text: text, Note: c.note})
		}
		return nil
	}, c.query)
	if n > maxFindings {
		d.add(Finding{Check: c.name, Text: fmt.Sprintf("and %d more", n-maxFindings), Note: c.note})
	}
}

// moves unpacks the moves of every game and compares them with the games table.
func (d *doctor) moves(deep bool) {
	if d.err != nil {
		return
	}
	n := 0
	d.err = d.store.query(d.ctx, "moves", func(rows *sql.Rows) error {
		var (
			run                  RunID
			pair, inPair, plies  int
			fen                  string
			data                 []byte
			redMoves, blackMoves int
			redTime, blackTime   int64
		)
		err := rows.Scan(&run, &pair, &inPair, &plies, &redMoves, &redTime, &blackMoves, &blackTime, &fen, &data)
		if err != nil {
			return err
		}
		if problem := checkMoves(fen, data, plies, [2]int{redMoves, blackMoves}, [2]int64{redTime, blackTime}, deep); problem != nil {
			if n++; n <= maxFindings {
				d.add(Finding{Check: "moves", Text: fmt.Sprintf("run %d pair %d game %d: %v", run, pair+1, inPair+1, problem)})
			}
		}
		return nil
	}, `SELECT g.run_id, g.pair, g.in_pair, g.plies, g.red_moves, g.red_us, g.black_moves, g.black_us, o.fen, m.data
		FROM game_moves m JOIN games g ON g.id = m.game_id
		JOIN pairs p ON p.run_id = g.run_id AND p.number = g.pair JOIN openings o ON o.id = p.opening_id`)
	if n > maxFindings {
		d.add(Finding{Check: "moves", Text: fmt.Sprintf("and %d more", n-maxFindings)})
	}
}

func checkMoves(fen string, data []byte, plies int, thought [2]int, us [2]int64, deep bool) error {
	moves, err := UnpackMoves(data)
	if err != nil {
		return err
	}
	if len(moves) != plies {
		return fmt.Errorf("%d moves stored, %d counted", len(moves), plies)
	}
	side := startSide(fen)
	for i := range moves {
		if !moves[i].FromBook {
			thought[side]--
			us[side] -= moves[i].Time.Microseconds()
		}
		side = side.Other()
	}
	if thought != [2]int{} {
		return fmt.Errorf("the moves thought about are %+d by Red and %+d by Black away from the counts", -thought[0], -thought[1])
	}
	if us != [2]int64{} {
		return fmt.Errorf("the times of the moves are %+d (Red) and %+d (Black) microseconds away from their sums", -us[0], -us[1])
	}
	if !deep {
		return nil
	}
	pos, err := board.ParseFEN(fen)
	if err != nil {
		return err
	}
	for i := range moves {
		if !pos.IsLegal(moves[i].Move) {
			return fmt.Errorf("ply %d: %v is not legal in %s", i+1, moves[i].Move, pos.FEN())
		}
		pos.Make(moves[i].Move)
	}
	return nil
}

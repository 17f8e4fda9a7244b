-- Test suites and what players answered.

CREATE TABLE suites (
  -- A suite file, stored once for each content.
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,    -- SHA-256 of its EPD lines
  name TEXT NOT NULL,           -- file or built-in name
  size INTEGER NOT NULL         -- positions
) STRICT;

CREATE TABLE suite_positions (
  suite_id INTEGER NOT NULL REFERENCES suites(id) ON DELETE CASCADE,
  idx INTEGER NOT NULL,         -- place in the file, from 0
  ident TEXT NOT NULL,          -- the position's id
  epd TEXT NOT NULL,            -- the whole line: position, best moves, themes ...
  difficulty INTEGER NOT NULL,  -- 1 to 5; 0 unknown
  PRIMARY KEY (suite_id, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE suite_results (
  -- One search of one position by one player under one limit.
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  player INTEGER NOT NULL,
  suite_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  limit_kind TEXT NOT NULL CHECK (limit_kind IN ('depth', 'nodes', 'movetime')),
  limit_value INTEGER NOT NULL, -- plies, nodes or microseconds
  move TEXT NOT NULL,           -- ICCS; empty if there was no answer
  solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
  points REAL NOT NULL,         -- 1 for solved unless the suite gives points a move
  score INTEGER,                -- centipawns, mover's view; NULL unknown
  mate INTEGER NOT NULL,        -- moves to mate, negative if being mated; 0 none
  depth INTEGER NOT NULL,
  nodes INTEGER NOT NULL,
  time_us INTEGER NOT NULL,
  stable_depth INTEGER,         -- from here on the search kept the solution; NULL if not solved
  stable_nodes INTEGER,
  stable_us INTEGER,
  pv TEXT NOT NULL,             -- ICCS, blank between
  fault TEXT NOT NULL,          -- crash, time-out ...; empty if none
  PRIMARY KEY (run_id, player, suite_id, limit_kind, limit_value, position),
  FOREIGN KEY (run_id, player) REFERENCES players(run_id, idx),
  FOREIGN KEY (suite_id, position) REFERENCES suite_positions(suite_id, idx)
) STRICT, WITHOUT ROWID;
CREATE INDEX suite_results_suite ON suite_results(suite_id);

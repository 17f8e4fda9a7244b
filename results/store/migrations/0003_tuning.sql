-- Tuning runs: parameters, their path, weights before and after, checkpoints.

CREATE TABLE tuning_params (
  -- What is tuned, in the order of tuning_steps.theta.
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  idx INTEGER NOT NULL,
  name TEXT NOT NULL,
  start REAL NOT NULL,
  low REAL,                     -- NULL: no bound
  high REAL,
  c_end REAL,                   -- SPSA only
  r_end REAL,
  final REAL,                   -- NULL until the run is finished
  PRIMARY KEY (run_id, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE tuning_steps (
  -- One epoch (texel) or iteration (spsa).
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  step INTEGER NOT NULL,        -- from 0; 0 may hold the start
  time INTEGER NOT NULL,
  train_loss REAL,
  valid_loss REAL,
  pairs INTEGER,                -- pairs of games played in this step
  wins INTEGER,                 -- of theta+ against theta-
  draws INTEGER,
  losses INTEGER,
  extra TEXT CHECK (extra IS NULL OR json_valid(extra)), -- figures of one method only
  theta BLOB,                   -- parameters after the step: little-endian float64; NULL if not kept
  PRIMARY KEY (run_id, step)
) STRICT;

CREATE TABLE run_weights (
  -- Weights that a run began with or made.
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  role TEXT NOT NULL,           -- before, after, best ...
  hash TEXT NOT NULL REFERENCES weights(hash),
  PRIMARY KEY (run_id, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_weights_hash ON run_weights(hash);

CREATE TABLE checkpoints (
  -- What a run needs to go on after a stop, besides the tables above.
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  time INTEGER NOT NULL,
  data BLOB NOT NULL,           -- in the format of the package that wrote it
  PRIMARY KEY (run_id, name)
) STRICT;

-- xqlab schema 4. Times are milliseconds since 1970-01-01 UTC.

CREATE TABLE migrations (
  -- The steps that made this schema; the last number is also PRAGMA user_version.
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE weights (
  -- Evaluation weights, stored once for each content.
  hash TEXT PRIMARY KEY,        -- content hash, as eval.Weights.Hash gives it
  name TEXT NOT NULL,           -- name it was first stored under (file or built-in name)
  toml TEXT NOT NULL            -- the whole weights file
) STRICT;

CREATE TABLE opening_sets (
  -- A list of openings a run chose from; the list itself stays in its file.
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,    -- SHA-256 of the ordered openings
  name TEXT NOT NULL,           -- file or built-in name
  size INTEGER NOT NULL         -- openings in the set
) STRICT;

CREATE TABLE openings (
  -- The openings that were played, stored once for each content.
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,    -- SHA-256 of fen, newline, moves
  fen TEXT NOT NULL,            -- start of the game record, six fields
  moves TEXT NOT NULL,          -- moves before the players think: ICCS, blank between
  name TEXT NOT NULL            -- for people; may be empty
) STRICT;

CREATE TABLE runs (
  -- One stored experiment.
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- the number in the short id (m12); never used twice
  uid TEXT NOT NULL UNIQUE,     -- UUID: the same run in every database it is copied to
  kind TEXT NOT NULL,           -- match tournament suite texel spsa data regress
  name TEXT NOT NULL,           -- given by the user; may be empty
  parent_id INTEGER REFERENCES runs(id) ON DELETE CASCADE, -- run this one is a part of
  status TEXT NOT NULL CHECK (status IN ('running', 'finished', 'interrupted')),
  config TEXT NOT NULL CHECK (json_valid(config)), -- everything needed to repeat the run
  seed TEXT NOT NULL,           -- decimal unsigned 64 bit
  version TEXT NOT NULL,        -- of the program
  commit_id TEXT NOT NULL,      -- of the program
  host TEXT NOT NULL,
  opening_set_id INTEGER REFERENCES opening_sets(id),
  started INTEGER NOT NULL,
  updated INTEGER NOT NULL,     -- when the last result was stored
  ended INTEGER,                -- NULL while running
  verdict TEXT NOT NULL,        -- one line for people; empty while running
  summary TEXT CHECK (summary IS NULL OR json_valid(summary)) -- the final figures as the run saw them
) STRICT;
CREATE INDEX runs_opening_set ON runs(opening_set_id);
CREATE INDEX runs_parent ON runs(parent_id);

CREATE TABLE players (
  -- The engines of a run, numbered from 0.
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  idx INTEGER NOT NULL,
  name TEXT NOT NULL,           -- unique within the run, for tables
  spec TEXT NOT NULL,           -- as on the command line
  limits TEXT NOT NULL,         -- tc=10+0.1, nodes=20000, depth=6 ...
  options TEXT NOT NULL CHECK (json_valid(options)), -- JSON object of strings
  weights_hash TEXT REFERENCES weights(hash), -- NULL for external engines
  PRIMARY KEY (run_id, idx)
) STRICT, WITHOUT ROWID;
CREATE INDEX players_weights ON players(weights_hash);

CREATE TABLE pairs (
  -- The unit of storage: games from one opening with colours swapped (or one game).
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,      -- schedule order, from 0
  a INTEGER NOT NULL,           -- player with Red in the first game
  b INTEGER NOT NULL,
  opening_id INTEGER NOT NULL REFERENCES openings(id),
  opening_index INTEGER NOT NULL, -- place in the opening set, from 0
  result TEXT CHECK (result IN ('L', 'D', 'W', 'LL', 'LD', 'LW', 'DL', 'DD', 'DW', 'WL', 'WD', 'WW')),
                                -- a's results in the order of the games, one letter for a single
                                -- game; NULL if a game is void: the pair is played again on resume
  stored INTEGER NOT NULL,      -- when the pair was stored
  PRIMARY KEY (run_id, number),
  FOREIGN KEY (run_id, a) REFERENCES players(run_id, idx),
  FOREIGN KEY (run_id, b) REFERENCES players(run_id, idx)
) STRICT, WITHOUT ROWID;
CREATE INDEX pairs_by_opening ON pairs(run_id, opening_index, opening_id, a, b, result);
CREATE INDEX pairs_opening ON pairs(opening_id);

CREATE TABLE games (
  -- One game without its moves, so that counting stays fast.
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL,
  pair INTEGER NOT NULL,
  in_pair INTEGER NOT NULL CHECK (in_pair IN (0, 1)), -- 0 first game, 1 colours swapped
  red INTEGER NOT NULL,         -- player
  black INTEGER NOT NULL,
  counted INTEGER NOT NULL CHECK (counted IN (0, 1)), -- 0: a game of the pair is void
  result TEXT NOT NULL CHECK (result IN ('1-0', '0-1', '1/2-1/2', '*')), -- Red's view; * is void
  reason TEXT NOT NULL,         -- why it ended: checkmate, time forfeit ...
  detail TEXT NOT NULL,         -- the referee's explanation; may be empty
  cycle_ply INTEGER NOT NULL,   -- first ply (from 1) of the repetition a verdict rests on; 0 none
  offenders TEXT NOT NULL,      -- squares of the pieces that checked or chased, blank between
  plies INTEGER NOT NULL,       -- length with opening moves
  started INTEGER,
  ended INTEGER,
  red_moves INTEGER NOT NULL,   -- moves Red thought about (book and opening moves left out)
  red_us INTEGER NOT NULL,      -- time of these moves, microseconds
  red_nodes INTEGER NOT NULL,
  red_depth INTEGER NOT NULL,   -- sum of depths
  black_moves INTEGER NOT NULL,
  black_us INTEGER NOT NULL,
  black_nodes INTEGER NOT NULL,
  black_depth INTEGER NOT NULL,
  UNIQUE (run_id, pair, in_pair),
  FOREIGN KEY (run_id, pair) REFERENCES pairs(run_id, number) ON DELETE CASCADE,
  FOREIGN KEY (run_id, red) REFERENCES players(run_id, idx),
  FOREIGN KEY (run_id, black) REFERENCES players(run_id, idx)
) STRICT;
CREATE INDEX games_length ON games(run_id, counted, plies, result);
CREATE INDEX games_reason ON games(run_id, reason);
CREATE INDEX games_void ON games(run_id) WHERE counted = 0;

CREATE TABLE game_totals (
  -- Sums over counted games, kept in the transaction that stores a pair, so that scores
  -- need no scan of the games. xqlab results doctor compares them with the games.
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  red INTEGER NOT NULL,
  black INTEGER NOT NULL,
  result TEXT NOT NULL,
  reason TEXT NOT NULL,
  games INTEGER NOT NULL,
  plies INTEGER NOT NULL,
  red_moves INTEGER NOT NULL,
  red_us INTEGER NOT NULL,
  red_nodes INTEGER NOT NULL,
  red_depth INTEGER NOT NULL,
  black_moves INTEGER NOT NULL,
  black_us INTEGER NOT NULL,
  black_nodes INTEGER NOT NULL,
  black_depth INTEGER NOT NULL,
  PRIMARY KEY (run_id, red, black, result, reason)
) STRICT, WITHOUT ROWID;

CREATE TABLE pair_totals (
  -- Complete pairs by result, kept like game_totals.
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  a INTEGER NOT NULL,
  b INTEGER NOT NULL,
  result TEXT NOT NULL,
  pairs INTEGER NOT NULL,
  PRIMARY KEY (run_id, a, b, result)
) STRICT, WITHOUT ROWID;

CREATE TABLE game_moves (
  -- Moves with score, mate, depth, nodes and time, packed; the package comment of
  -- results/store describes the format.
  game_id INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE faults (
  -- What a player did wrong in a game that ended by its fault.
  game_id INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
  player INTEGER NOT NULL,
  text TEXT NOT NULL,           -- the offending line or what happened
  fen TEXT NOT NULL,            -- position it was asked to move in
  ply INTEGER NOT NULL,         -- from 1
  overrun_us INTEGER NOT NULL,  -- time forfeits: microseconds over the limit
  stderr TEXT NOT NULL,         -- last lines of standard error
  dead INTEGER NOT NULL CHECK (dead IN (0, 1)),      -- the engine went down with it
  startup INTEGER NOT NULL CHECK (startup IN (0, 1)) -- it did not even come up for the game
) STRICT;

CREATE TABLE events (
  -- What happened during a run, for people.
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  time INTEGER NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('info', 'warning', 'error')),
  text TEXT NOT NULL
) STRICT;
CREATE INDEX events_run ON events(run_id);

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

CREATE TABLE claims (
  -- A run belongs to the process that created or resumed it until that process closes the
  -- database. A claim is dead, and the run free, once its process is gone or has not
  -- renewed it for a while; a dead claim stays until somebody takes the run.
  run_id INTEGER PRIMARY KEY REFERENCES runs(id) ON DELETE CASCADE,
  token TEXT NOT NULL,          -- random: one opened database of one process
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,         -- process number, unique within machine at one time
  machine TEXT NOT NULL,        -- where pid counts: start of the system, name space; empty unknown
  process TEXT NOT NULL,        -- start of the process, to know it from later ones with its number; empty unknown
  since INTEGER NOT NULL,
  beat INTEGER NOT NULL         -- when it was renewed last
) STRICT;

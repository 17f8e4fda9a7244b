PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migrations (
  -- The steps that made this schema; the last number is also PRAGMA user_version.
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;
INSERT INTO migrations VALUES(1,'games');
CREATE TABLE weights (
  -- Evaluation weights, stored once for each content.
  hash TEXT PRIMARY KEY,        -- content hash, as eval.Weights.Hash gives it
  name TEXT NOT NULL,           -- name it was first stored under (file or built-in name)
  toml TEXT NOT NULL            -- the whole weights file
) STRICT;
INSERT INTO weights VALUES('aa11','default',replace('rook = 1000\n','\n',char(10)));
CREATE TABLE opening_sets (
  -- A list of openings a run chose from; the list itself stays in its file.
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,    -- SHA-256 of the ordered openings
  name TEXT NOT NULL,           -- file or built-in name
  size INTEGER NOT NULL         -- openings in the set
) STRICT;
INSERT INTO opening_sets VALUES(1,'set','book.epd',500);
CREATE TABLE openings (
  -- The openings that were played, stored once for each content.
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,    -- SHA-256 of fen, newline, moves
  fen TEXT NOT NULL,            -- start of the game record, six fields
  moves TEXT NOT NULL,          -- moves before the players think: ICCS, blank between
  name TEXT NOT NULL            -- for people; may be empty
) STRICT;
INSERT INTO openings VALUES(1,'f579db59d933149f960d74508d05d91cd6e6dcf5dc363f886bb0fb769357fbce','rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1','b2b1','line 0');
INSERT INTO openings VALUES(2,'e0fb2004c8ea121099aebad3af2cadd4ad4bfe7deaff00a8deeb035c7f61ba34','rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1','i3i4','line 1');
INSERT INTO openings VALUES(3,'a777cc5f75a422bc551e7ab37bf5067f968afb1d28ece153bae016347f8c3115','rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1','a0a2','line 2');
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
INSERT INTO runs VALUES(1,'6f1d2c3b-0000-4000-8000-000000000001','match','test',NULL,'finished','{"pairs":3}','9223372036854775813','0.1.0','abc','lab',1,1767323045000,1767323185000,1767326645000,'done','{"pairs":3}');
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
INSERT INTO players VALUES(1,0,'new','builtin','nodes=3000','{"Hash":"16"}','aa11');
INSERT INTO players VALUES(1,1,'old','cmd=./old engine,proto=ucci','tc=10+0.1','{}',NULL);
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
INSERT INTO pairs VALUES(1,0,0,1,1,0,'DW',1767323065000);
INSERT INTO pairs VALUES(1,1,0,1,2,1,'LD',1767323125000);
INSERT INTO pairs VALUES(1,2,0,1,3,2,'WL',1767323185000);
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
INSERT INTO games VALUES(1,1,0,0,0,1,1,'1/2-1/2','repetition','',0,'',12,1767323045000,1767323065000,5,1606810,8906,30,6,1533727,10363,29);
INSERT INTO games VALUES(2,1,0,1,1,0,1,'0-1','perpetual check','',0,'',12,1767323045000,1767323065000,5,1969095,16878,19,6,1986561,15550,37);
INSERT INTO games VALUES(3,1,1,0,0,1,1,'0-1','perpetual check','',0,'',12,1767323105000,1767323125000,5,2761134,12149,14,6,3087422,24557,31);
INSERT INTO games VALUES(4,1,1,1,1,0,1,'1/2-1/2','repetition','',0,'',12,1767323105000,1767323125000,5,1661221,9603,24,6,2785714,14341,33);
INSERT INTO games VALUES(5,1,2,0,0,1,1,'1-0','checkmate','',0,'',12,1767323165000,1767323185000,5,1451728,9373,29,6,2160543,16030,25);
INSERT INTO games VALUES(6,1,2,1,1,0,1,'1-0','checkmate','',0,'',12,1767323165000,1767323185000,5,2262880,10790,17,6,2437790,14658,15);
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
INSERT INTO game_totals VALUES(1,0,1,'0-1','perpetual check',1,12,5,2761134,12149,14,6,3087422,24557,31);
INSERT INTO game_totals VALUES(1,0,1,'1-0','checkmate',1,12,5,1451728,9373,29,6,2160543,16030,25);
INSERT INTO game_totals VALUES(1,0,1,'1/2-1/2','repetition',1,12,5,1606810,8906,30,6,1533727,10363,29);
INSERT INTO game_totals VALUES(1,1,0,'0-1','perpetual check',1,12,5,1969095,16878,19,6,1986561,15550,37);
INSERT INTO game_totals VALUES(1,1,0,'1-0','checkmate',1,12,5,2262880,10790,17,6,2437790,14658,15);
INSERT INTO game_totals VALUES(1,1,0,'1/2-1/2','repetition',1,12,5,1661221,9603,24,6,2785714,14341,33);
CREATE TABLE pair_totals (
  -- Complete pairs by result, kept like game_totals.
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  a INTEGER NOT NULL,
  b INTEGER NOT NULL,
  result TEXT NOT NULL,
  pairs INTEGER NOT NULL,
  PRIMARY KEY (run_id, a, b, result)
) STRICT, WITHOUT ROWID;
INSERT INTO pair_totals VALUES(1,0,1,'DW',1);
INSERT INTO pair_totals VALUES(1,0,1,'LD',1);
INSERT INTO pair_totals VALUES(1,0,1,'WL',1);
CREATE TABLE game_moves (
  -- Moves with score, mate, depth, nodes and time, packed; the package comment of
  -- results/store describes the format.
  game_id INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
  data BLOB NOT NULL
) STRICT;
INSERT INTO game_moves VALUES(1,X'010c2013051d55269b01069007b8bc131d0a17df02038017ace6071dc621cd0201ab0ea491101d060d6a08b112d7e3191dd723bb0202ba099bed041d190b810308bd13e186231dd220e20207c616dadf051d960b2b07ac08c2e20b1dbe1a6307fc07dcab2f1d17090f0430f4d5111dc7196006c413f207');
INSERT INTO game_moves VALUES(2,X'010c2013051db8179d0207980eb4a1301d070c2f06ad1ed5f70a1d4021fa0105f513cfaa0b1d1b12870105b31c9892131d461a5209d21cdb95061d8a121d049916b184261dd220fc0203e008fee60f1d0109e60202f82387ab151dd7210709f326b9f3141d250e2502fd0ea2de1e1dd11ff002048c0bece312');
INSERT INTO game_moves VALUES(3,X'010c2023161d5626ca0203be2495d02c1d080d2a03e90efa91361dc0223501be21cfee061d13056f03ec0ab782211dd7239f0204b31bc185331d8a054601d81feaa1011d5124a102069e1ec2a9121d0b075a02da0df1d11f1dc510ef0109b426ddb1171d990a9c0205ee17a2bb301d2110a30208ec19fa982c');
INSERT INTO game_moves VALUES(4,X'010c2023161db817a10207e825fb90151d190bc502058105a0df051dbe1a3409cd1683982a1d0009e902053aecd80a1d5526b901068105cf8b041d8506920102c20bc0902a1d40172a02d0098ad8201d9312a101049d1f9dc91f1dd7216806dc1082ab181d960b8e0308e91abca00b1d46111003a314d9cb2d');
INSERT INTO game_moves VALUES(5,X'010c2000091d461a5d01c611fea0151d190b51098e19e1fa1c1db415a20109e70cc3311d960bab0108ff23beba0f1dd3218d0201941ae1e21c1d170d670383079495051dab276202c81de4e3251d1a1f3a018301cdab0a1dc024d80209cc0aea80281dbe237a088a04d0d71c1d5928860303c91cafd503');
INSERT INTO game_moves VALUES(6,X'010c2000091dc01f860102a818cdc1301d130ac10106fa13c7ae1c1dbf212b03f41eb0cd021d2115cf0102e10fa4a1171d4611b10202ef1ba4a60a1daa195f03cb09b5c81d1da2271f01a508c3b6181d33191804d81e88b91d1dcf03d702029707a1810d1db21d830302a808b8bd1b1d54266605fb0f99f831');
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
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('runs',1);
CREATE INDEX runs_parent ON runs(parent_id);
CREATE INDEX runs_opening_set ON runs(opening_set_id);
CREATE INDEX players_weights ON players(weights_hash);
CREATE INDEX pairs_opening ON pairs(opening_id);
CREATE INDEX pairs_by_opening ON pairs(run_id, opening_index, opening_id, a, b, result);
CREATE INDEX games_length ON games(run_id, counted, plies, result);
CREATE INDEX games_reason ON games(run_id, reason);
CREATE INDEX games_void ON games(run_id) WHERE counted = 0;
CREATE INDEX events_run ON events(run_id);
COMMIT;
PRAGMA application_id = 2020699234;
PRAGMA user_version = 1;

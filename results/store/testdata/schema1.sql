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
INSERT INTO openings VALUES(1,'cb502b8609099a95a3cbe1fe6ec1c2ae209132589d7050c5323ab5f59468c6c9','rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1','g0i2','line 0');
INSERT INTO openings VALUES(2,'3d1ea5a1b80d4aa829eb4d55bc081fb8a0a5bcdc24f89b4a830225ce70b23bc6','rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1','e0e1','line 1');
INSERT INTO openings VALUES(3,'8eb4607198b665f3f3db3770a2dff31824be688c9daead2dfd7cbceae7194ede','rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1','c0a2','line 2');
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
  result TEXT CHECK (result IN ('LL', 'LD', 'DD', 'WL', 'WD', 'WW', 'L', 'D', 'W')),
                                -- a's view, order of the games ignored; one letter for a single
                                -- game; NULL if a game is void: played again on resume
  stored INTEGER NOT NULL,      -- when the pair was stored
  PRIMARY KEY (run_id, number),
  FOREIGN KEY (run_id, a) REFERENCES players(run_id, idx),
  FOREIGN KEY (run_id, b) REFERENCES players(run_id, idx)
) STRICT, WITHOUT ROWID;
INSERT INTO pairs VALUES(1,0,0,1,1,0,'WD',1767323065000);
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
INSERT INTO games VALUES(1,1,0,0,0,1,'1/2-1/2','repetition','',0,'',12,1767323045000,1767323065000,5,1606810,8906,30,6,1533727,10363,29);
INSERT INTO games VALUES(2,1,0,1,1,0,'0-1','perpetual check','',0,'',12,1767323045000,1767323065000,5,1969095,16878,19,6,1986561,15550,37);
INSERT INTO games VALUES(3,1,1,0,0,1,'0-1','perpetual check','',0,'',12,1767323105000,1767323125000,5,2761134,12149,14,6,3087422,24557,31);
INSERT INTO games VALUES(4,1,1,1,1,0,'1/2-1/2','repetition','',0,'',12,1767323105000,1767323125000,5,1661221,9603,24,6,2785714,14341,33);
INSERT INTO games VALUES(5,1,2,0,0,1,'1-0','checkmate','',0,'',12,1767323165000,1767323185000,5,1451728,9373,29,6,2160543,16030,25);
INSERT INTO games VALUES(6,1,2,1,1,0,'1-0','checkmate','',0,'',12,1767323165000,1767323185000,5,2262880,10790,17,6,2437790,14658,15);
CREATE TABLE game_moves (
  -- Moves with score, mate, depth, nodes and time, packed; the package comment of
  -- results/store describes the format.
  game_id INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
  data BLOB NOT NULL
) STRICT;
INSERT INTO game_moves VALUES(1,X'010c20060d1d54269b01069007b8bc131d130adf02038017ace6071dc022cd0201ab0ea491101d1d136a08b112d7e3191db616bb0202ba099bed041d070c810308bd13e186231d4527e20207c616dadf051d98062b07ac08c2e20b1dbe1a6307fc07dcab2f1d0d030f0430f4d5111dce106006c413f207');
INSERT INTO game_moves VALUES(2,X'010c20060d1dba189d0207980eb4a1301d19112f06ad1ed5f70a1d5928fa0105f513cfaa0b1d1f14870105b31c9892131d40175209d21cdb95061d930a1d049916b184261dc61efc0203e008fee60f1d1521e60202f82387ab151d3d230709f326b9f3141da20c2502fd0ea2de1e1d5626f002048c0bece312');
INSERT INTO game_moves VALUES(3,X'010c2084061db616ca0203be2495d02c1d01092a03e90efa91361d400e3501be21cfee061d80006f03ec0ab782211dc6219f0204b31bc185331d01054601d81feaa1011dd723a102069e1ec2a9121d8a055a02da0df1d11f1dd220ef0109b426ddb1171d990b9c0205ee17a2bb301d4126a30208ec19fa982c');
INSERT INTO game_moves VALUES(4,X'010c2084061dba18a10207e825fb90151d1317c502058105a0df051d55263409cd1683982a1d060be902053aecd80a1dd31fb901068105cf8b041d1f14920102c20bc0902a1dc0002a02d0098ad8201d990ba101049d1f9dc91f1dbe1a6806dc1082ab181d17078e0308e91abca00b1d46081003a314d9cb2d');
INSERT INTO game_moves VALUES(5,X'010c2002091dc0205d01c611fea0151d131751098e19e1fa1c1dd822a20109e70cc3311d8506ab0108ff23beba0f1d462c8d0201941ae1e21c1d191a670383079495051dc10e6202c81de4e3251d34113a018301cdab0a1d5124d80209cc0aea80281dae167a088a04d0d71c1dd721860303c91cafd503');
INSERT INTO game_moves VALUES(6,X'010c2002091dd11f860102a818cdc1301d0106c10106fa13c7ae1c1d3f242b03f41eb0cd021d2115cf0102e10fa4a1171dd923b10202ef1ba4a60a1d13295f03cb09b5c81d1d40051f01a508c3b6181d1f141804d81e88b91d1d8a05d702029707a1810d1d1d13830302a808b8bd1b1d46226605fb0f99f831');
CREATE TABLE faults (
  -- What a player did wrong in a game that ended by its fault.
  game_id INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
  player INTEGER NOT NULL,
  text TEXT NOT NULL,           -- the offending line or what happened
  fen TEXT NOT NULL,            -- position it was asked to move in
  ply INTEGER NOT NULL,         -- from 1
  overrun_us INTEGER NOT NULL,  -- time forfeits: microseconds over the limit
  stderr TEXT NOT NULL          -- last lines of standard error
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
CREATE INDEX events_run ON events(run_id);
COMMIT;
PRAGMA application_id = 2020699234;
PRAGMA user_version = 1;

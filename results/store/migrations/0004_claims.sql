-- Which process is playing a run, so that no second one plays it as well.

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

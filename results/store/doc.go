// Package store keeps everything xqlab measures in one SQLite file: runs with
// their full configuration, players, weights, openings, pairs, games with
// every move, suite results and tuning paths.
//
// # Use
//
//	st, err := store.Open("xqlab.db")
//	run, err := st.CreateRun(ctx, store.NewRun{Kind: store.Match, Players: players})
//	rec := st.Recorder(run.ID)      // implements selfplay.Recorder
//	err = rec.RecordPair(pair)      // one transaction per pair
//	done, err := st.DonePairs(ctx, run.ID)
//	tally, err := st.Tally(ctx, run.ID)
//	err = st.FinishRun(ctx, run.ID, store.Finish{Status: store.Finished, Verdict: "H1"})
//
// # Guarantees
//
// A pair is stored whole or not at all, and at most once: RecordPair returns
// only after its transaction is committed. The database is in WAL mode with
// synchronous=NORMAL. After a crash or kill -9 of the program every committed
// pair is there. After a power loss the file is consistent, but the last
// commits before it (those since the last checkpoint that the operating system
// had not written yet) may be missing; a resumed run plays them again.
//
// Several processes may write to one file at the same time, and readers never
// block writers. A writer waits up to a minute for another one, even while the
// file is being created. Like any SQLite database in WAL mode, the file must
// not be on a network drive that several machines use at once.
//
// A void game (selfplay.NoResult) is kept for diagnosis but never counted; its
// pair has no result and is replaced when it is played again.
//
// # Who plays a run
//
// A run belongs to the store that created or resumed it until Close; anyone
// else who tries to resume it gets a *ClaimedError that names the process. The
// claim is a row of the table claims, taken in a write transaction and renewed
// every 5 seconds. It ends as soon as its process does, however that ends; the
// process is identified by its ID and start time. Where processes cannot be
// looked up (after a reboot, from another container), a claim ends 15 seconds
// after its last renewal. If the process exists but does not renew the claim
// (it is stopped, or plays another copy of the file), the claim ends after a
// minute. A process that has lost a run this way gets ErrTaken when it next
// writes to it.
//
// Run.Status is Running only while a claim lives: a run whose process was
// killed is Interrupted.
//
// # Schema
//
// The files in migrations are the only definition of the schema; they are
// applied in order, each in one transaction. [Schema] returns the tables with
// their comments. A database with a newer schema than the program knows is
// refused.
//
// # Packed moves
//
// game_moves.data is one format byte (1), the number of moves as an unsigned
// varint, then for each move: a byte of flags, the move as a little-endian
// 16-bit number (from + 128*to, squares 0-89 = 9*rank + file), and the fields
// whose flag is set, in this order:
//
//	1  score   zigzag varint, centipawns, mover's view
//	2  mate    zigzag varint, moves
//	4  depth   varint, plies
//	8  nodes   varint
//	16 time    varint, microseconds
//	32 book    no field: an opening or book move
package store

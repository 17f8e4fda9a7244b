package runs

import (
	"context"
	"encoding/json"
	"fmt"

	"xqlab/results/store"
)

// readCheckpoint reads what was changed of a run since it was created; found is
// false, and into as it was, if nothing was.
func readCheckpoint(ctx context.Context, st *store.Store, run *store.Run, name string, into any) (found bool, err error) {
	data, err := st.Checkpoint(ctx, run.ID, name)
	if err != nil || data == nil {
		return false, err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return false, fmt.Errorf("run %s: checkpoint %s: %w", run.Short, name, err)
	}
	return true, nil
}

// writeCheckpoint stores such a change.
func writeCheckpoint(ctx context.Context, st *store.Store, run *store.Run, name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return st.SetCheckpoint(ctx, run.ID, store.Checkpoint{Name: name, Data: data})
}

package runs

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"xqlab/engine/eval"
	"xqlab/results/store"
	"xqlab/selfplay/player"
)

// storedPlayer describes a player for the database.
func storedPlayer(c *player.Config) (store.Player, error) {
	p := store.Player{Name: c.Name, Spec: c.Spec(), Limits: c.Limits.String(), Options: map[string]string{}}
	for _, o := range c.Options {
		p.Options[o.Name] = o.Value
	}
	if !c.IsBuiltin() {
		return p, nil
	}
	if c.Hash > 0 {
		p.Options["hash"] = strconv.Itoa(c.Hash)
	}
	if c.Threads > 0 {
		p.Options["threads"] = strconv.Itoa(c.Threads)
	}
	w, err := storedWeights(c.Weights, c.Loaded)
	p.Weights = &w
	return p, err
}

// storedPlayers describes all players of a run.
func storedPlayers(list ...player.Config) (players []store.Player, err error) {
	for i := range list {
		p, err := storedPlayer(&list[i])
		if err != nil {
			return nil, err
		}
		players = append(players, p)
	}
	return players, nil
}

// storedWeights describes weights for the database. Their name is the last
// element of the path they came from, default if that is empty.
func storedWeights(path string, w *eval.Weights) (store.Weights, error) {
	name := "default"
	if path != "" {
		name = filepath.Base(path)
	}
	var text strings.Builder
	err := w.WriteTOML(&text)
	return store.Weights{Hash: w.Hash(), Name: name, TOML: text.String()}, err
}

// restoreWeights takes the weights of built-in players from the database: their
// files may have changed or vanished since.
func restoreWeights(ctx context.Context, st *store.Store, players ...*player.Config) error {
	for _, c := range players {
		if !c.IsBuiltin() || c.WeightsHash == "" {
			continue
		}
		w, err := weightsOf(ctx, st, c.WeightsHash)
		if err != nil {
			return err
		}
		c.Loaded = w
	}
	return nil
}

// restoreAll is restoreWeights for a list.
func restoreAll(ctx context.Context, st *store.Store, list []player.Config) error {
	for i := range list {
		if err := restoreWeights(ctx, st, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

// weightsOf reads stored weights.
func weightsOf(ctx context.Context, st *store.Store, hash string) (*eval.Weights, error) {
	stored, err := st.Weights(ctx, hash)
	if err != nil {
		return nil, err
	}
	w, err := eval.Read(strings.NewReader(stored.TOML), stored.Name)
	if err != nil {
		return nil, fmt.Errorf("stored weights %s: %w", stored.Name, err)
	}
	return w, nil
}

// absoluteWeights makes the name of a weight file absolute, so that a run can be
// repeated from any folder; names of embedded weights stay.
func absoluteWeights(name string) (string, error) {
	if name == "" || name == eval.DefaultName || name == eval.SeedName {
		return name, nil
	}
	return filepath.Abs(name)
}

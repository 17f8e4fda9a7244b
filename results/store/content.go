package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
)

// OpeningSet names the list of openings a run chose from.
type OpeningSet struct {
	Hash string `json:"hash"` // selfplay.Openings.Hash of the list
	Name string `json:"name"`
	Size int    `json:"size"`
}

func hashOpening(fen, moves string) string {
	sum := sha256.Sum256([]byte(fen + "\n" + moves))
	return hex.EncodeToString(sum[:])
}

func putOpeningSet(tx *sql.Tx, set OpeningSet) (id int64, err error) {
	_, err = tx.Exec("INSERT INTO opening_sets(hash, name, size) VALUES (?,?,?) ON CONFLICT DO NOTHING",
		set.Hash, set.Name, set.Size)
	if err == nil {
		err = tx.QueryRow("SELECT id FROM opening_sets WHERE hash=?", set.Hash).Scan(&id)
	}
	return id, err
}

// putWeights stores weights by content; weights that are already there keep
// their name.
func putWeights(tx *sql.Tx, w Weights) error {
	if w.Hash == "" {
		return fmt.Errorf("weights %q have no hash", w.Name)
	}
	_, err := tx.Exec("INSERT INTO weights(hash, name, toml) VALUES (?,?,?) ON CONFLICT DO NOTHING", w.Hash, w.Name, w.TOML)
	return err
}

// Weights returns weights with their text by hash or by a unique prefix of it.
func (s *Store) Weights(ctx context.Context, hash string) (*Weights, error) {
	var found []Weights
	err := s.query(ctx, "read weights", func(rows *sql.Rows) error {
		var w Weights
		err := rows.Scan(&w.Hash, &w.Name, &w.TOML)
		found = append(found, w)
		return err
	}, "SELECT hash, name, toml FROM weights WHERE substr(hash, 1, length(?1)) = ?1 LIMIT 2", hash)
	if err != nil {
		return nil, err
	}
	switch {
	case len(found) == 0 || hash == "":
		return nil, fmt.Errorf("%s: no weights with hash %q", s.path, hash)
	case len(found) > 1:
		return nil, fmt.Errorf("%s: several weights have a hash beginning with %q", s.path, hash)
	}
	return &found[0], nil
}

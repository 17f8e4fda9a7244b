package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"strings"

	"xqlab/engine/board"
	"xqlab/selfplay"
)

// OpeningSet names the list of openings a run chose from.
type OpeningSet struct {
	Hash string `json:"hash"` // HashOpenings of the list
	Name string `json:"name"`
	Size int    `json:"size"`
}

// NewOpeningSet describes a list of openings.
func NewOpeningSet(name string, openings []selfplay.Opening) OpeningSet {
	return OpeningSet{Hash: HashOpenings(openings), Name: name, Size: len(openings)}
}

// HashOpenings identifies an ordered list of openings by content; names do not
// matter.
func HashOpenings(openings []selfplay.Opening) string {
	h := sha256.New()
	for _, o := range openings {
		fmt.Fprintf(h, "%s\n%s\n", o.FEN, moveText(o.Moves))
	}
	return hex.EncodeToString(h.Sum(nil))
}

func hashOpening(fen, moves string) string {
	sum := sha256.Sum256([]byte(fen + "\n" + moves))
	return hex.EncodeToString(sum[:])
}

// moveText writes moves in ICCS with a blank between.
func moveText(moves []board.Move) string {
	var b strings.Builder
	for i, m := range moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(m.String())
	}
	return b.String()
}

func parseMoveText(text string) ([]board.Move, error) {
	var moves []board.Move
	for _, word := range strings.Fields(text) {
		m, err := board.ParseMove(word)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

func putOpeningSet(tx *sql.Tx, set OpeningSet) (id int64, err error) {
	_, err = tx.Exec("INSERT INTO opening_sets(hash, name, size) VALUES (?,?,?) ON CONFLICT DO NOTHING",
		set.Hash, set.Name, set.Size)
	if err == nil {
		err = tx.QueryRow("SELECT id FROM opening_sets WHERE hash=?", set.Hash).Scan(&id)
	}
	return id, err
}

func putWeights(tx *sql.Tx, w Weights) error {
	if w.Hash == "" {
		return fmt.Errorf("weights %q have no hash", w.Name)
	}
	_, err := tx.Exec("INSERT INTO weights(hash, name, toml) VALUES (?,?,?) ON CONFLICT DO NOTHING", w.Hash, w.Name, w.TOML)
	return err
}

// PutWeights stores weights by content; weights stored before stay as they are.
func (s *Store) PutWeights(ctx context.Context, w Weights) error {
	return s.update(ctx, "store weights", func(tx *sql.Tx) error { return putWeights(tx, w) })
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

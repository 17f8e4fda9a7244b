package store

import (
	"context"
	"database/sql"
	"time"
)

// Level is the severity of an event.
type Level string

const (
	Info    Level = "info"
	Warning Level = "warning"
	Failure Level = "error"
)

// Event is something that happened during a run, worded for people.
type Event struct {
	Time  time.Time `json:"time"` // zero when storing: now
	Level Level     `json:"level"`
	Text  string    `json:"text"`
}

// AddEvent stores an event of a run.
func (s *Store) AddEvent(ctx context.Context, run RunID, e Event) error {
	if e.Time.IsZero() {
		e.Time = time.Now()
	}
	return s.update(ctx, "store event", func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO events(run_id, time, level, text) VALUES (?,?,?,?)", run, e.Time.UnixMilli(), e.Level, e.Text)
		return err
	})
}

// Events returns the events of a run in the order they were stored.
func (s *Store) Events(ctx context.Context, run RunID) ([]Event, error) {
	var list []Event
	err := s.query(ctx, "read events", func(rows *sql.Rows) error {
		var e Event
		var at int64
		err := rows.Scan(&at, &e.Level, &e.Text)
		e.Time = fromMillis(at)
		list = append(list, e)
		return err
	}, "SELECT time, level, text FROM events WHERE run_id=? ORDER BY id", run)
	return list, err
}

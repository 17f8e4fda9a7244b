package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Kind says what a run measures.
type Kind string

const (
	Match      Kind = "match"
	Tournament Kind = "tournament"
	Suite      Kind = "suite"
	Texel      Kind = "texel"
	SPSA       Kind = "spsa"
	Data       Kind = "data"
	Regress    Kind = "regress"
)

// kindLetters begin the short ids.
var kindLetters = map[Kind]string{
	Match: "m", Tournament: "t", Suite: "s", Texel: "x", SPSA: "p", Data: "d", Regress: "r",
}

// Kinds lists all kinds.
func Kinds() []Kind { return []Kind{Match, Tournament, Suite, Texel, SPSA, Data, Regress} }

// Status is the state of a run. A run whose process was killed is Interrupted
// and has no end; Run.Updated tells when its last result was stored.
type Status string

const (
	Running     Status = "running"
	Finished    Status = "finished"
	Interrupted Status = "interrupted"
)

// RunID is the number of a run within one database.
type RunID int64

// Run is one stored experiment without its results.
type Run struct {
	ID      RunID           `json:"-"`
	Short   string          `json:"id"` // "m12": kind letter and number, for people
	UID     string          `json:"uid"`
	Kind    Kind            `json:"kind"`
	Name    string          `json:"name"`
	Parent  RunID           `json:"-"`                 // run that this one is a part of; 0 none
	PartOf  string          `json:"part_of,omitempty"` // its short id
	Status  Status          `json:"status"`
	Owner   *Owner          `json:"owner,omitempty"` // the process playing it; nil unless Running
	Config  json.RawMessage `json:"config"`
	Seed    uint64          `json:"seed"`
	Version string          `json:"version"`
	Commit  string          `json:"commit"`
	Host    string          `json:"host"`
	Started time.Time       `json:"started"`
	Updated time.Time       `json:"updated"` // when the last result was stored
	Ended   *time.Time      `json:"ended"`   // nil while running, and if its process was killed
	Verdict string          `json:"verdict"`
	Summary json.RawMessage `json:"summary"` // final figures as the run saw them; null if none

	OpeningSet *OpeningSet `json:"opening_set"`
	Players    []Player    `json:"players"`
}

// Player is one engine of a run, as it was set up.
type Player struct {
	Index   int               `json:"index"` // set by the store
	Name    string            `json:"name"`
	Spec    string            `json:"spec"`
	Limits  string            `json:"limits"`
	Options map[string]string `json:"options"`
	Weights *Weights          `json:"weights"` // nil for external engines
}

// Weights are an evaluation's weights by content.
type Weights struct {
	Hash string `json:"hash"`
	Name string `json:"name"`
	TOML string `json:"-"` // loaded by Store.Weights only
}

// NewRun is what a run is created from.
type NewRun struct {
	Kind       Kind
	Name       string
	Parent     RunID // 0 none
	Config     any   // marshalled to JSON; a json.RawMessage is taken as it is
	Seed       uint64
	Version    string // of the program
	Commit     string
	OpeningSet *OpeningSet // nil if none
	Players    []Player
	Params     []Param            // of a tuning run
	Origin     []float64          // its step 0, the values it starts at; nil: no such step
	Weights    map[string]Weights // by role

	UID     string    // empty: a new one
	Host    string    // empty: this machine
	Started time.Time // zero: now
}

// CreateRun stores a new run with status Running and claims it, in one
// transaction: a process that is killed leaves either a run that can be resumed
// or none.
func (s *Store) CreateRun(ctx context.Context, n NewRun) (*Run, error) {
	ctx = context.WithoutCancel(ctx) // whoever creates a run has to know of it
	if kindLetters[n.Kind] == "" {
		return nil, fmt.Errorf("create run: unknown kind %q", n.Kind)
	}
	config, err := jsonText(n.Config)
	if err != nil {
		return nil, fmt.Errorf("create run: configuration: %w", err)
	}
	names := map[string]bool{}
	for _, p := range n.Players {
		if names[p.Name] {
			return nil, fmt.Errorf("create run: two players are named %q", p.Name)
		}
		names[p.Name] = true
	}
	if n.UID == "" {
		n.UID = newUID()
	}
	if n.Host == "" {
		if n.Host, err = os.Hostname(); err != nil {
			n.Host = "unknown"
		}
	}
	if n.Started.IsZero() {
		n.Started = time.Now()
	}
	var id int64
	err = s.update(ctx, "create run", func(tx *sql.Tx) error {
		var setID any
		if n.OpeningSet != nil {
			if setID, err = putOpeningSet(tx, *n.OpeningSet); err != nil {
				return err
			}
		}
		started := n.Started.UnixMilli()
		err := tx.QueryRow(`INSERT INTO runs(uid, kind, name, parent_id, status, config, seed, version,
			commit_id, host, opening_set_id, started, updated, verdict)
			VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,'') RETURNING id`,
			n.UID, n.Kind, n.Name, nullID(n.Parent), Running, config, strconv.FormatUint(n.Seed, 10),
			n.Version, n.Commit, n.Host, setID, started, started).Scan(&id)
		if err != nil {
			return err
		}
		for i, p := range n.Players {
			if err := putPlayer(tx, id, i, p); err != nil {
				return err
			}
		}
		if err := putParams(tx, RunID(id), n.Params); err != nil {
			return err
		}
		if n.Origin != nil {
			if err := putStep(tx, RunID(id), Step{Time: n.Started, Theta: n.Origin}); err != nil {
				return err
			}
		}
		for role, w := range n.Weights {
			if err := linkWeights(tx, RunID(id), role, w); err != nil {
				return err
			}
		}
		return s.takeClaim(tx, RunID(id))
	})
	if err != nil {
		return nil, err
	}
	s.keepClaim(RunID(id))
	return s.Run(ctx, RunID(id))
}

func putPlayer(tx *sql.Tx, run int64, index int, p Player) error {
	if p.Options == nil {
		p.Options = map[string]string{}
	}
	options, err := jsonText(p.Options)
	if err != nil {
		return err
	}
	var hash any
	if p.Weights != nil {
		if err := putWeights(tx, *p.Weights); err != nil {
			return err
		}
		hash = p.Weights.Hash
	}
	_, err = tx.Exec(`INSERT INTO players(run_id, idx, name, spec, limits, options, weights_hash)
		VALUES (?,?,?,?,?,?,?)`, run, index, p.Name, p.Spec, p.Limits, options, hash)
	return err
}

// Finish is how a run ended.
type Finish struct {
	Status  Status // Finished or Interrupted
	Verdict string // one line for people
	Summary any    // final figures, marshalled to JSON; nil none
	Ended   time.Time
}

// FinishRun stores the end of a run. Ended is now if it is zero. The claim
// lasts until Close, so that figures may be added to a finished run.
func (s *Store) FinishRun(ctx context.Context, run RunID, f Finish) error {
	if f.Status != Finished && f.Status != Interrupted {
		return fmt.Errorf("finish run: status %q", f.Status)
	}
	var summary any
	if f.Summary != nil {
		text, err := jsonText(f.Summary)
		if err != nil {
			return fmt.Errorf("finish run: summary: %w", err)
		}
		summary = text
	}
	if f.Ended.IsZero() {
		f.Ended = time.Now()
	}
	return s.update(ctx, "finish run", func(tx *sql.Tx) error {
		if err := s.mustHold(run, tx.QueryRow); err != nil {
			return err
		}
		return needRow(tx.Exec(`UPDATE runs SET status=?, verdict=?, summary=?, ended=? WHERE id=?`,
			f.Status, f.Verdict, summary, f.Ended.UnixMilli(), run))
	})
}

// ResumeRun claims a run as ClaimRun does and sets it back to Running.
func (s *Store) ResumeRun(ctx context.Context, run RunID) error {
	err := s.update(ctx, "resume run", func(tx *sql.Tx) error {
		if err := s.takeClaim(tx, run); err != nil {
			return err
		}
		return needRow(tx.Exec(`UPDATE runs SET status=?, verdict='', summary=NULL, ended=NULL WHERE id=?`, Running, run))
	})
	if err == nil {
		s.keepClaim(run)
	}
	return err
}

// jsonText marshals for people to read: < and > stay as they are.
func jsonText(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// needRow turns "nothing was changed" into ErrNoRun.
func needRow(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := r.RowsAffected()
	if err == nil && n == 0 {
		return ErrNoRun
	}
	return err
}

// newUID returns a random UUID (version 4).
func newUID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func nullID(id RunID) any {
	if id == 0 {
		return nil
	}
	return int64(id)
}

package store

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/notation"
	"xqlab/engine/record"
	"xqlab/selfplay"
)

// PGN writes stored games as PGN with moves in ICCS and a comment on every move
// that the players thought about: score from the mover's view, depth and time.
type PGN struct {
	w *record.PGNWriter
}

// NewPGN returns a PGN writer. Close flushes its buffer.
func NewPGN(w io.Writer) *PGN { return &PGN{record.NewPGNWriter(w, notation.ICCS)} }

// Write appends one game of run, read with its moves.
func (p *PGN) Write(run *Run, g *Game) error {
	if err := p.w.Write(Record(run, g)); err != nil {
		return fmt.Errorf("%s pair %d game %d: %w", run.Short, g.Pair+1, g.InPair+1, err)
	}
	return nil
}

// Close flushes the buffer.
func (p *PGN) Close() error { return p.w.Flush() }

// Record turns a stored game, read with its moves, into a game record.
func Record(run *Run, g *Game) *record.Game {
	event := run.Name
	if event == "" {
		event = string(run.Kind) + " " + run.Short
	}
	r := &record.Game{Source: run.Short, Number: int(g.ID), FEN: g.Opening.FEN, Main: make([]record.Node, len(g.Moves))}
	if g.Counted {
		r.Result = g.Result.Record()
	}
	tag := func(name, value string) {
		if value != "" {
			r.Tags = append(r.Tags, record.Tag{Name: name, Value: value})
		}
	}
	tag("Event", event)
	tag("Round", fmt.Sprintf("%d.%d", g.Pair+1, g.InPair+1))
	if !g.Start.IsZero() {
		tag("Date", g.Start.UTC().Format("2006.01.02"))
	}
	tag("Site", run.Host)
	tag("Red", playerName(run, g.Red))
	tag("Black", playerName(run, g.Black))
	tag("Opening", g.Opening.Name)
	tag("Termination", string(g.Reason))
	tag("TerminationDetail", g.Detail)
	tag("PlyCount", strconv.Itoa(len(g.Moves)))
	tag("RedTime", playerLimits(run, g.Red))
	tag("BlackTime", playerLimits(run, g.Black))
	tag("Run", run.UID)
	for i := range g.Moves {
		r.Main[i] = record.Node{Move: g.Moves[i].Move, Comment: moveComment(&g.Moves[i])}
	}
	return r
}

func playerName(run *Run, index int) string {
	if index < 0 || index >= len(run.Players) {
		return ""
	}
	return run.Players[index].Name
}

func playerLimits(run *Run, index int) string {
	if index < 0 || index >= len(run.Players) {
		return ""
	}
	return run.Players[index].Limits
}

// moveComment returns the comment that match runners write: score in pawns or
// mate distance from the mover's view, depth and seconds, "+0.35/12 0.214s";
// "book" for moves not thought about.
func moveComment(m *selfplay.MoveRecord) string {
	if m.FromBook {
		return "book"
	}
	var words []string
	switch score := ScoreText(m); {
	case score != "" && m.Depth > 0:
		words = append(words, score+"/"+strconv.Itoa(m.Depth))
	case score != "":
		words = append(words, score)
	}
	if m.Time > 0 {
		words = append(words, fmt.Sprintf("%.3fs", m.Time.Seconds()))
	}
	return strings.Join(words, " ")
}

// ScoreText returns a move's score in pawns, "+0.35", or its mate distance,
// "-M3", from the mover's view; "" if it has none.
func ScoreText(m *selfplay.MoveRecord) string {
	switch {
	case m.Mate > 0:
		return fmt.Sprintf("+M%d", m.Mate)
	case m.Mate < 0:
		return fmt.Sprintf("-M%d", -m.Mate)
	case m.HasScore:
		return fmt.Sprintf("%+.2f", float64(m.Score)/100)
	}
	return ""
}

// GameJSON is the form of a game in JSON and JSONL exports.
type GameJSON struct {
	Run          string     `json:"run"` // UID
	RunID        string     `json:"run_id"`
	Pair         int        `json:"pair"` // from 1
	Game         int        `json:"game"` // in the pair, from 1
	Red          string     `json:"red"`
	Black        string     `json:"black"`
	Counted      bool       `json:"counted"`
	Result       string     `json:"result"`
	Reason       string     `json:"reason"`
	Detail       string     `json:"detail,omitempty"`
	CyclePly     int        `json:"cycle_ply,omitempty"`
	Offenders    []string   `json:"offenders,omitempty"`
	Plies        int        `json:"plies"`
	OpeningIndex int        `json:"opening_index"`
	Opening      string     `json:"opening,omitempty"`
	FEN          string     `json:"fen"`
	Start        *time.Time `json:"start"`
	End          *time.Time `json:"end"`
	RedUse       Thinking   `json:"red_use"`
	BlackUse     Thinking   `json:"black_use"`
	Fault        *FaultJSON `json:"fault,omitempty"`
	Moves        []MoveJSON `json:"moves,omitempty"`
}

// FaultJSON is the form of a fault in JSON.
type FaultJSON struct {
	Player  string   `json:"player"`
	Text    string   `json:"text"`
	FEN     string   `json:"fen"`
	Ply     int      `json:"ply"`
	Overrun float64  `json:"overrun_ms,omitempty"`
	Stderr  []string `json:"stderr,omitempty"`
	Dead    bool     `json:"dead,omitempty"`
	Startup bool     `json:"startup,omitempty"`
}

// MoveJSON is the form of a move in JSON; unknown values are left out.
type MoveJSON struct {
	Move  string  `json:"move"` // ICCS h2e2
	Score *int    `json:"score,omitempty"`
	Mate  int     `json:"mate,omitempty"`
	Depth int     `json:"depth,omitempty"`
	Nodes uint64  `json:"nodes,omitempty"`
	Time  float64 `json:"ms,omitempty"`
	Book  bool    `json:"book,omitempty"`
}

// JSON returns the JSON form of a game of run.
func (g *Game) JSON(run *Run) GameJSON {
	j := GameJSON{
		Run: run.UID, RunID: run.Short, Pair: g.Pair + 1, Game: g.InPair + 1,
		Red: playerName(run, g.Red), Black: playerName(run, g.Black), Counted: g.Counted,
		Result: g.Result.String(), Reason: string(g.Reason), Detail: g.Detail, CyclePly: g.CyclePly, Plies: g.Plies,
		OpeningIndex: g.Opening.Index, Opening: g.Opening.Name, FEN: g.Opening.FEN,
		RedUse: g.Thinking[board.Red], BlackUse: g.Thinking[board.Black],
	}
	if !g.Start.IsZero() {
		j.Start = &g.Start
	}
	if !g.End.IsZero() {
		j.End = &g.End
	}
	for _, sq := range g.Offenders {
		j.Offenders = append(j.Offenders, sq.String())
	}
	if f := g.Fault; f != nil {
		j.Fault = &FaultJSON{Player: playerName(run, f.Player), Text: f.Text, FEN: f.FEN, Ply: f.Ply,
			Overrun: millis(f.Overrun), Stderr: f.Stderr, Dead: f.Dead, Startup: f.Startup}
	}
	for i := range g.Moves {
		m := &g.Moves[i]
		mj := MoveJSON{Move: m.Move.String(), Mate: m.Mate, Depth: m.Depth, Nodes: m.Nodes, Time: millis(m.Time), Book: m.FromBook}
		if m.HasScore {
			mj.Score = &m.Score
		}
		j.Moves = append(j.Moves, mj)
	}
	return j
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// JSONL writes stored games as one JSON document per line.
type JSONL struct {
	enc *json.Encoder
}

// NewJSONL returns a writer of JSON lines.
func NewJSONL(w io.Writer) *JSONL {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return &JSONL{enc}
}

// Write appends one game of run.
func (j *JSONL) Write(run *Run, g *Game) error { return j.enc.Encode(g.JSON(run)) }

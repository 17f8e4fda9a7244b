package selfplay

import (
	"context"
	"os"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay/player"
	"xqlab/selfplay/player/fakeengine"
)

func TestMain(m *testing.M) {
	fakeengine.RunIfAsked()
	os.Exit(m.Run())
}

// memory is a Recorder that keeps the pairs.
type memory struct {
	mu    sync.Mutex
	pairs []*Pair
	after func(n int) error // called with the number of pairs
}

func (m *memory) RecordPair(p *Pair) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pairs = append(m.pairs, p)
	if m.after != nil {
		return m.after(len(m.pairs))
	}
	return nil
}

// sorted returns the pairs in schedule order.
func (m *memory) sorted() []*Pair {
	sort.Slice(m.pairs, func(i, j int) bool { return m.pairs[i].Number < m.pairs[j].Number })
	return m.pairs
}

// results returns what a resumed run is told of the pairs.
func (m *memory) results() []PairResult {
	var list []PairResult
	for _, p := range m.pairs {
		if r, ok := p.Result(); ok {
			list = append(list, r)
		}
	}
	return list
}

// scoreSheet writes down the moves and ends of all games, to be compared.
func scoreSheet(pairs []*Pair) string {
	var b strings.Builder
	for _, p := range pairs {
		for _, g := range p.Games {
			if g == nil {
				continue
			}
			b.WriteString(g.Opening.FEN + " ")
			for _, m := range g.Moves {
				b.WriteString(m.Move.String() + " ")
			}
			b.WriteString(g.Result.String() + " " + string(g.Reason) + "\n")
		}
	}
	return b.String()
}

// scripted is a player in this process that answers from a function.
type scripted struct {
	name   string
	answer func(r *player.Request) (player.Answer, error)
	start  func() error
}

func (s *scripted) Name() string { return s.name }

func (s *scripted) NewGame(context.Context) error {
	if s.start != nil {
		return s.start()
	}
	return nil
}

func (s *scripted) Move(ctx context.Context, r *player.Request) (player.Answer, error) {
	if err := ctx.Err(); err != nil {
		return player.Answer{}, err
	}
	return s.answer(r)
}

func (s *scripted) Close() error { return nil }

// entrant makes players that answer from a function.
func entrant(name string, answer func(r *player.Request) (player.Answer, error)) Entrant {
	return Entrant{Name: name, Limits: player.Limits{Nodes: 1}, New: func(int) (player.Player, error) {
		return &scripted{name: name, answer: answer}, nil
	}}
}

// anyMove plays a legal move that depends on the position only.
func anyMove(r *player.Request) (player.Answer, error) {
	var list board.MoveList
	r.Pos.LegalMoves(&list)
	x := r.Pos.Key()*0x9E3779B97F4A7C15 + uint64(r.Pos.Plies())
	x ^= x >> 29
	return player.Answer{Move: list.Moves[x%uint64(list.N)]}, nil
}

// external makes a fake engine an entrant.
func external(t testing.TB, name, script string, limits player.Limits) Entrant {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cfg := player.Config{Name: name, Cmd: self, Protocol: player.UCI, Ranks: player.FromZero, Env: fakeengine.Env(script, "", ""), Limits: limits}
	if strings.Contains(script, "ucci") {
		cfg.Protocol, cfg.Ranks = player.UCCI, player.ProbeRanks
	}
	return prepared(t, cfg)
}

// builtin makes the built-in engine an entrant.
func builtin(t testing.TB, name, weights string, limits player.Limits) Entrant {
	t.Helper()
	return prepared(t, player.Config{Name: name, Protocol: player.Builtin, Weights: weights, Limits: limits, Hash: 1})
}

func prepared(t testing.TB, cfg player.Config) Entrant {
	t.Helper()
	f, err := player.Prepare(context.Background(), cfg, &player.Env{Grace: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return Entrant{Name: cfg.Name, Limits: cfg.Limits, New: f.New}
}

// match makes the schedule of a two-player match over the embedded openings.
func match(t testing.TB, pairs int) *Schedule {
	t.Helper()
	set, err := LoadOpenings(context.Background(), DefaultOpenings, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &Schedule{Pairings: [][2]int{{0, 1}}, PerPair: pairs, Openings: set.List, Order: Order{Random: true, Seed: 7}}
}

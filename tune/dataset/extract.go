package dataset

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/engine/search"
)

// Filters choose positions of games.
type Filters struct {
	SkipPlies int    `json:"skip_plies"` // first plies of a game to leave out; book moves are left out anyway
	TailPlies int    `json:"tail_plies"` // last plies of a game ended by adjudication to leave out
	PerGame   int    `json:"per_game"`   // most positions kept of a game, chosen at random; 0 no limit
	Captures  bool   `json:"captures"`   // keep positions in which a capture was played
	Unquiet   bool   `json:"unquiet"`    // keep positions that are not quiet
	Margin    int    `json:"margin"`     // centipawns a capture may gain in a quiet position
	Seed      uint64 `json:"seed"`       // of the choice for PerGame
}

// DefaultFilters returns the usual filters.
func DefaultFilters() Filters { return Filters{SkipPlies: 8, TailPlies: 0} }

// Validate reports the first field out of range.
func (f Filters) Validate() error {
	switch {
	case f.SkipPlies < 0:
		return fmt.Errorf("skipped plies %d: want 0 or more", f.SkipPlies)
	case f.TailPlies < 0:
		return fmt.Errorf("tail plies %d: want 0 or more", f.TailPlies)
	case f.PerGame < 0:
		return fmt.Errorf("positions a game %d: want 0 or more", f.PerGame)
	case f.Margin < 0:
		return fmt.Errorf("quiet margin %d: want 0 or more centipawns", f.Margin)
	}
	return nil
}

// Counts are what an Extractor met and what each filter removed. Every
// game and position is counted once, by the first filter that applies.
type Counts struct {
	Games     int64 // all
	NoResult  int64 // games without a result
	Faults    int64 // games lost on time, by a crash or an illegal move
	NoneKept  int64 // games with a result of which no position was kept
	Positions int64 // of the games with a result
	Opening   int64 // within the first plies, or book moves
	Tail      int64 // within the last plies of an adjudicated game
	Over      int64 // no legal move
	Check     int64 // side to move in check
	Mate      int64 // mate score
	Capture   int64 // a capture was played
	Unquiet   int64 // a capture gains
	Repeated  int64 // second occurrence within a game
	Cap       int64 // over the number of positions a game
	Kept      int64 // handed out
}

// List returns the counts in the order of the filters.
func (c Counts) List() []FilterCount {
	return []FilterCount{
		{"games read", c.Games},
		{"games without result", c.NoResult},
		{"games ended by a fault", c.Faults},
		{"games without kept positions", c.NoneKept},
		{"positions read", c.Positions},
		{"opening plies", c.Opening},
		{"adjudicated tail", c.Tail},
		{"game over", c.Over},
		{"in check", c.Check},
		{"mate score", c.Mate},
		{"capture played", c.Capture},
		{"not quiet", c.Unquiet},
		{"repeated in game", c.Repeated},
		{"over the cap per game", c.Cap},
		{"positions kept", c.Kept},
	}
}

// Extractor takes labelled positions out of games. It is not safe for
// concurrent use.
type Extractor struct {
	filters Filters
	eval    *eval.Evaluator
	quiet   *search.StaticQuiescence
	counts  Counts
	next    uint32 // number of the next game
	found   []Record
}

// NewExtractor returns an extractor that judges what is quiet by weights w.
func NewExtractor(f Filters, w *eval.Weights) (*Extractor, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	e := eval.New(w)
	return &Extractor{filters: f, eval: e, quiet: search.NewStaticQuiescence(e)}, nil
}

// Counts returns what was met so far.
func (x *Extractor) Counts() Counts { return x.counts }

// errGames is the error of a game beyond the last number.
var errGames = errors.New("more games than can be numbered")

// Add returns the positions of a game that pass the filters, valid until the
// next call. Games of which positions are kept are numbered in order.
func (x *Extractor) Add(g *Game) ([]Record, error) {
	x.counts.Games++
	y, ok := label(g.Result)
	switch {
	case !ok:
		x.counts.NoResult++
		return nil, nil
	case g.Fault != "":
		x.counts.Faults++
		return nil, nil
	case x.next == math.MaxUint32:
		return nil, errGames
	}
	p := g.Start.Clone()
	x.eval.Attach(p)
	x.found = x.found[:0]
	seen := make(map[uint64]bool, len(g.Moves)+1)
	for ply := 0; ; ply++ {
		x.counts.Positions++
		if x.keep(g, p, ply, seen) {
			r, err := NewRecord(p, y)
			if err != nil {
				return nil, err
			}
			r.Game, r.Ply = x.next, uint16(min(ply, math.MaxUint16))
			if ply < len(g.Moves) && g.Moves[ply].HasScore {
				s := g.Moves[ply].Score
				if p.SideToMove() == board.Black {
					s = -s
				}
				r.SetScore(s)
			}
			x.found = append(x.found, r)
		}
		if ply == len(g.Moves) {
			break
		}
		if m := g.Moves[ply].Move; !p.IsLegal(m) {
			return nil, fmt.Errorf("ply %d, %s: illegal move in %s", ply+1, m, p.FEN())
		}
		p.Make(g.Moves[ply].Move)
	}
	x.choose()
	x.counts.Kept += int64(len(x.found))
	if len(x.found) == 0 {
		x.counts.NoneKept++
	} else {
		x.next++
	}
	return x.found, nil
}

// keep applies the filters to the position before move ply of g.
func (x *Extractor) keep(g *Game, p *board.Position, ply int, seen map[uint64]bool) bool {
	f, c := &x.filters, &x.counts
	var mv Move
	last := ply == len(g.Moves)
	if !last {
		mv = g.Moves[ply]
	}
	switch {
	case ply < f.SkipPlies || mv.Book:
		c.Opening++
	case g.Adjudicated && ply > len(g.Moves)-f.TailPlies:
		c.Tail++
	case p.InCheck():
		c.Check++
	case last && !p.HasLegalMove():
		c.Over++
	case mv.Mate:
		c.Mate++
	case !f.Captures && !last && p.At(mv.Move.To()) != board.NoPiece:
		c.Capture++
	case !f.Unquiet && !x.quiet.IsQuiet(p, f.Margin):
		c.Unquiet++
	case seen[p.Key()]:
		c.Repeated++
	default:
		seen[p.Key()] = true
		return true
	}
	return false
}

// choose applies the cap per game to what was found.
func (x *Extractor) choose() {
	limit := x.filters.PerGame
	if limit == 0 || len(x.found) <= limit {
		return
	}
	rng := rand.New(rand.NewPCG(x.filters.Seed, uint64(x.next)))
	x.counts.Cap += int64(len(x.found) - limit)
	chosen := rng.Perm(len(x.found))[:limit]
	slices.Sort(chosen)
	for i, j := range chosen {
		x.found[i] = x.found[j]
	}
	x.found = x.found[:limit]
}

// Extract takes the positions out of all games that each hands to add, and
// completes the list of what each filter took away in meta.
func Extract(f Filters, w *eval.Weights, meta *Meta, each func(add func(*Game) error) error) (*Collection, error) {
	x, err := NewExtractor(f, w)
	if err != nil {
		return nil, err
	}
	c := NewCollection()
	err = each(func(g *Game) error {
		found, err := x.Add(g)
		if err != nil {
			return err
		}
		for i := range found {
			if err := c.Add(&found[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	meta.Filters = append(x.Counts().List(),
		FilterCount{Filter: "merged with equal positions", Count: c.Merged()},
		FilterCount{Filter: "positions written", Count: int64(len(c.Records()))})
	return c, nil
}

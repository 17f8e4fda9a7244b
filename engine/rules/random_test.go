package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xqlab/engine/board"
)

// randomFEN places a random selection of men on squares where they can stand.
// The result need not be a legal position: ParseFEN decides.
func randomFEN(rng *rand.Rand) string {
	var man [90]byte
	for i := range man {
		man[i] = '.'
	}
	put := func(pc board.Piece) {
		squares := board.Standable(pc)
		var free []board.Square
		for !squares.IsEmpty() {
			if s := squares.Pop(); man[s] == '.' {
				free = append(free, s)
			}
		}
		if len(free) > 0 {
			man[free[rng.IntN(len(free))]] = pc.Letter()
		}
	}
	density := 0.15 + 0.6*rng.Float64()
	for _, c := range []board.Color{board.Red, board.Black} {
		put(board.MakePiece(c, board.King))
		for t := board.Advisor; t <= board.Pawn; t++ {
			for range t.SetSize() {
				if rng.Float64() < density {
					put(board.MakePiece(c, t))
				}
			}
		}
	}
	return boardField(man) + [2]string{" w - - 0 1", " b - - 0 1"}[rng.IntN(2)]
}

// boardField writes a board of FEN letters, '.' being empty.
func boardField(man [90]byte) string {
	fen := ""
	for r := 9; r >= 0; r-- {
		empty := 0
		for f := range 9 {
			if pc := man[r*9+f]; pc == '.' {
				empty++
			} else {
				if empty > 0 {
					fen += fmt.Sprint(empty)
				}
				fen, empty = fen+string(rune(pc)), 0
			}
		}
		if empty > 0 {
			fen += fmt.Sprint(empty)
		}
		if r > 0 {
			fen += "/"
		}
	}
	return fen
}

// randomPosition returns a random legal position.
func randomPosition(rng *rand.Rand) *board.Position {
	for {
		if p, err := board.ParseFEN(randomFEN(rng)); err == nil && p.HasLegalMove() {
			return p
		}
	}
}

// shuffler picks moves that tend to repeat: mostly the way back of the mover's
// last move or the move before that again, else a legal move without capture,
// with a liking for checks and new threats. It returns NoMove if nothing fits.
type shuffler struct {
	rng       *rand.Rand
	history   []board.Move
	placement placement
}

func (s *shuffler) next(p *board.Position) board.Move {
	n := len(s.history)
	if n >= 2 && s.rng.Float64() < 0.75 {
		last := s.history[n-2]
		back := board.NewMove(last.To(), last.From())
		if p.IsLegal(back) && p.At(back.To()) == board.NoPiece {
			return back
		}
	}
	if n >= 4 && s.rng.Float64() < 0.5 {
		if m := s.history[n-4]; p.IsLegal(m) && p.At(m.To()) == board.NoPiece {
			return m
		}
	}
	var l board.MoveList
	p.LegalQuiets(&l)
	if l.N == 0 || s.rng.IntN(40) == 0 {
		p.LegalMoves(&l)
	}
	if l.N == 0 {
		return board.NoMove
	}
	liking := s.rng.IntN(3)
	for range 12 {
		m := l.Moves[s.rng.IntN(l.N)]
		if liking == 0 && p.GivesCheck(m) || liking == 1 && p.At(m.To()) == board.NoPiece && s.threatens(p, m) {
			return m
		}
	}
	return l.Moves[s.rng.IntN(l.N)]
}

func (s *shuffler) threatens(p *board.Position, m board.Move) bool {
	s.placement.load(p)
	return len(s.placement.newThreats(p.SideToMove(), m.From(), m.To(), ^pieceSet(0), nil)) > 0
}

// randomLoop returns four quiet legal moves that lead back to p, or nil: each
// side moves a piece to and fro, rather one that checks or threatens.
func randomLoop(rng *rand.Rand, p *board.Position) []board.Move {
	loop := make([]board.Move, 0, 4)
	var s shuffler
	for range 2 {
		var l board.MoveList
		p.LegalQuiets(&l)
		if l.N == 0 {
			break
		}
		m := l.Moves[rng.IntN(l.N)]
		for tries := rng.IntN(6); tries > 0 && !p.GivesCheck(m) && !s.threatens(p, m); tries-- {
			m = l.Moves[rng.IntN(l.N)]
		}
		p.Make(m)
		loop = append(loop, m)
	}
	for len(loop) >= 2 && len(loop) < 4 {
		m := loop[len(loop)-2]
		back := board.NewMove(m.To(), m.From())
		if p.At(back.To()) != board.NoPiece || !p.IsLegal(back) {
			break
		}
		p.Make(back)
		loop = append(loop, back)
	}
	for range loop {
		p.Unmake()
	}
	if len(loop) < 4 {
		return nil
	}
	return loop
}

// randomGame lets a shuffler play a game by opts until it ends or maxPlies are
// played; each is called after every move.
func randomGame(t testing.TB, rng *rand.Rand, start *board.Position, opts Options, maxPlies int, each func(g *Game, m board.Move)) *Game {
	t.Helper()
	g := NewGame(start, opts)
	s := shuffler{rng: rng}
	for range maxPlies {
		if g.Verdict().Over {
			break
		}
		m := s.next(g.Position())
		if m == board.NoMove {
			break
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
		s.history = append(s.history, m)
		if each != nil {
			each(g, m)
		}
	}
	return g
}

// rounds scales a number of random trials down in short mode.
func rounds(n int) int {
	if testing.Short() {
		return n/10 + 1
	}
	return n
}

func newRNG(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// TestThreatsAgainstReference compares whole threat sets of both sides in
// random positions.
func TestThreatsAgainstReference(t *testing.T) {
	rng := newRNG(1)
	var s placement
	pairs := 0
	for range rounds(4000) {
		p := randomPosition(rng)
		s.load(p)
		before := s.kingsAttackers()
		x := refFromPosition(p)
		for _, c := range []board.Color{board.Red, board.Black} {
			want := refThreats(x, c == board.Red)
			got := 0
			for a := s.attackers(c); a != 0; {
				from := s.squareOf[a.pop()]
				for v := s.victims(c.Other()); v != 0; {
					to := s.squareOf[v.pop()]
					if !s.reaches(from, to) || !s.threatens(from, to, &before) {
						continue
					}
					got++
					if !want[[2]int{int(from), int(to)}] {
						t.Fatalf("%s: %s %s x %s is no threat by the reference", p.FEN(), c, from, to)
					}
				}
			}
			if got != len(want) {
				t.Fatalf("%s: %d threats of %s, reference %d: %v", p.FEN(), got, c, len(want), want)
			}
			pairs += got
		}
	}
	if pairs < rounds(4000) {
		t.Errorf("only %d threats in all: the positions are too thin", pairs)
	}
}

// TestGamesAgainstReference plays random repeating games and compares every
// verdict, the levels and the counts of chases with the reference.
func TestGamesAgainstReference(t *testing.T) {
	rng := newRNG(2)
	seen := map[string]int{}
	for i := range rounds(4000) {
		opts := Options{Ruleset: Ruleset(i % 3), NFold: 2 + i/3%3, Limit: []int{0, 12, NoLimit}[i%3]}
		p := randomPosition(rng)
		ref := newRefGame(p, opts)
		g := randomGame(t, rng, p, opts, 60, func(g *Game, m board.Move) {
			ref.play(m)
			v := g.Verdict()
			want := ref.judge(g.Position().HasLegalMove())
			problem := ""
			switch {
			case v.Result() != want.result:
				problem = "result " + want.result
			case (v.Cycle != nil) != want.cycle:
				problem = "cycle"
			case g.QuietPlies() != ref.quiet:
				problem = fmt.Sprint("quiet plies ", ref.quiet)
			case want.cycle:
				for side, c := range v.Cycle.Sides {
					if c.Level != want.levels[side] || c.Chases != want.chases[side] || v.Cycle.FirstPly != want.first {
						problem = fmt.Sprintf("levels %v chases %v first ply %d", want.levels, want.chases, want.first)
					}
				}
			}
			if problem != "" {
				t.Fatalf("%s moves %s: %v; reference: %s", p.FEN(), movesOf(g), v, problem)
			}
		})
		key := g.Verdict().Reason.String()
		if c := g.Verdict().Cycle; c != nil {
			key += fmt.Sprintf(" %d-%d", max(c.Sides[0].Level, c.Sides[1].Level), min(c.Sides[0].Level, c.Sides[1].Level))
		}
		seen[key]++
	}
	t.Log(seen)
	if testing.Short() {
		return
	}
	for _, want := range []string{"mate", "no legal move", "perpetual check 3-0", "perpetual chase 1-0", "repetition draw 0-0", "natural-move limit", "insufficient material"} {
		if seen[want] == 0 {
			t.Errorf("no game ended by %q: %v", want, seen)
		}
	}
}

// TestLoopsAgainstReference classes random loops of four plies. Loops in which
// somebody offends are rare, so most of those that are not go unchecked.
func TestLoopsAgainstReference(t *testing.T) {
	rng := newRNG(3)
	seen := map[[2]Level]int{}
	for range rounds(1200) {
		p := randomPosition(rng)
		for range 40 {
			loop := randomLoop(rng, p)
			if loop == nil {
				continue
			}
			opts := Options{Ruleset: Ruleset(rng.IntN(3)), NFold: 2, Limit: NoLimit}
			ref := newRefGame(p, opts)
			g := NewGame(p, opts)
			for _, m := range loop {
				ref.play(m)
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
				if g.Verdict().Over {
					break
				}
			}
			c := g.Verdict().Cycle
			if c == nil {
				continue // the material drew it before
			}
			levels := [2]Level{c.Sides[0].Level, c.Sides[1].Level}
			if levels == [2]Level{} && rng.IntN(40) > 0 {
				continue
			}
			want := ref.judge(true)
			if g.Verdict().Result() != want.result || levels != want.levels || c.Sides[0].Chases != want.chases[0] || c.Sides[1].Chases != want.chases[1] {
				t.Fatalf("%s moves %s(%s): %v; reference %+v", p.FEN(), movesOf(g), opts.Ruleset, g.Verdict(), want)
			}
			seen[levels]++
		}
	}
	t.Log(seen)
	if testing.Short() {
		return
	}
	for _, want := range [][2]Level{{Chase, Idle}, {Idle, Chase}, {Check, Idle}, {Idle, Check}, {Chase, Chase}} {
		if seen[want] == 0 {
			t.Errorf("no loop of levels %v: %v", want, seen)
		}
	}
}

// mutate removes, adds or moves one to three men other than kings.
func mutate(rng *rand.Rand, p *board.Position) (*board.Position, error) {
	x := [90]byte(refFromPosition(p))
	for range 1 + rng.IntN(3) {
		from, to := rng.IntN(90), rng.IntN(90)
		pc := board.MakePiece(board.Color(rng.IntN(2)), board.Advisor+board.PieceType(rng.IntN(6)))
		switch {
		case x[from] == 'K' || x[from] == 'k':
		case x[from] == '.':
			x[from] = pc.Letter()
		case rng.IntN(2) == 0 && x[to] == '.':
			x[from], x[to] = '.', x[from]
		default:
			x[from] = '.'
		}
	}
	return board.ParseFEN(boardField(x) + " " + p.FEN()[len(p.FEN())-len(" w - - 0 1")+1:])
}

// TestMutatedVectors replays the moves of the vectors with men added, taken
// away or moved: positions on either side of every rule's border.
func TestMutatedVectors(t *testing.T) {
	rng := newRNG(4)
	seen := map[[2]Level]int{}
	for _, v := range readVectors(t) {
		rs, _ := ParseRuleset(v.ruleset)
		if rs == Basic {
			continue
		}
	mutants:
		for range rounds(80) {
			p, err := mutate(rng, mustFEN(t, v.fen))
			if err != nil {
				continue
			}
			opts := Options{Ruleset: rs, Limit: NoLimit}
			g, ref := NewGame(p, opts), newRefGame(p, opts)
			for _, m := range v.moves {
				if g.Verdict().Over {
					break
				}
				if g.Play(m) != nil {
					continue mutants
				}
				ref.play(m)
			}
			c := g.Verdict().Cycle
			if c == nil {
				continue
			}
			want := ref.judge(true)
			if g.Verdict().Result() != want.result || [2]Level{c.Sides[0].Level, c.Sides[1].Level} != want.levels || [2]int{c.Sides[0].Chases, c.Sides[1].Chases} != want.chases {
				t.Fatalf("%s: %s moves %s(%s): %v; reference %+v", v.id, p.FEN(), movesOf(g), rs, g.Verdict(), want)
			}
			seen[want.levels]++
		}
	}
	t.Log(seen)
	for _, want := range [][2]Level{{Chase, PinnedRook}, {Chase, Check}, {Check, Check}, {Chase, Chase}} {
		if seen[want] == 0 && !testing.Short() {
			t.Errorf("no mutant of levels %v", want)
		}
	}
}

// TestSwapsAgainstReference lets two black cannons change places in every lap
// while a red rook runs along a rank: who is who can only be told by following
// each piece through the window.
func TestSwapsAgainstReference(t *testing.T) {
	rng := newRNG(7)
	judged, chasing := 0, 0
	for range rounds(8000) {
		f1, r1 := rng.IntN(9), 2+rng.IntN(7)
		f2, r2 := rng.IntN(9), 2+rng.IntN(7)
		rank := rng.IntN(10)
		if f1 == f2 || r1 == r2 || rank == r1 || rank == r2 {
			continue
		}
		x, y := board.SquareAt(f1, r1), board.SquareAt(f1, r2)
		z, v := board.SquareAt(f2, r1), board.SquareAt(f2, r2)
		var run [4]board.Square
		for i := range run {
			run[i] = board.SquareAt(rng.IntN(9), rank)
		}
		var man [90]byte
		for i := range man {
			man[i] = '.'
		}
		man[4], man[84], man[x], man[y], man[run[0]] = 'K', 'k', 'c', 'c', 'R'
		p, err := board.ParseFEN(boardField(man) + " w - - 0 1")
		if err != nil {
			continue
		}
		lap := []board.Move{
			board.NewMove(run[0], run[1]), board.NewMove(x, z),
			board.NewMove(run[1], run[2]), board.NewMove(y, x),
			board.NewMove(run[2], run[3]), board.NewMove(z, v),
			board.NewMove(run[3], run[0]), board.NewMove(v, y),
		}
		opts := Options{NFold: 3}
		g, ref := NewGame(p, opts), newRefGame(p, opts)
		for _, m := range slices.Concat(lap, lap) {
			if g.Play(m) != nil {
				break
			}
			ref.play(m)
		}
		c := g.Verdict().Cycle
		if c == nil {
			continue
		}
		want := ref.judge(true)
		if g.Verdict().Result() != want.result || [2]Level{c.Sides[0].Level, c.Sides[1].Level} != want.levels || c.Sides[0].Chases != want.chases[0] {
			t.Fatalf("%s moves %s: %v; reference %+v", p.FEN(), movesOf(g), g.Verdict(), want)
		}
		judged++
		if c.Sides[0].Chases >= 6 {
			chasing++
		}
	}
	t.Logf("%d judged, %d with many chases", judged, chasing)
	if !testing.Short() && (judged < 500 || chasing == 0) {
		t.Errorf("%d judged, %d with many chases: too few", judged, chasing)
	}
}

// movesOf lists the moves of a game as text.
func movesOf(g *Game) string {
	text := ""
	for i := range g.Plies() {
		text += g.MoveAt(i).String() + " "
	}
	return text
}

package rules

import (
	"testing"

	"xqlab/engine/board"
)

// FuzzGame plays whatever moves the bytes say and compares every verdict with
// the slow reference and with the judge. The first byte chooses the rules, the
// second the start: one of the vectors' positions. After that a byte below 128
// takes the mover's last move back if that is legal, one below 250 chooses a
// legal move, and the rest try any 16-bit move, which must be refused or
// played but never panic.
func FuzzGame(f *testing.F) {
	vectors := readVectors(f)
	f.Add([]byte{0, 0, 200, 210, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{1, 80, 129, 150, 0, 0, 0, 0, 0, 0, 255, 1, 2})
	for i := range vectors {
		if i%16 == 0 {
			f.Add([]byte{byte(i), byte(i), 128 + byte(i%100), 140, 5, 5, 5, 5, 5, 5})
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 {
			return
		}
		opts := Options{Ruleset: Ruleset(data[0] % 3), NFold: 2 + int(data[0]/3%3), Limit: []int{0, 10, NoLimit}[data[0]/9%3]}
		start := mustFEN(t, vectors[int(data[1])%len(vectors)].fen)
		data = data[2:min(len(data), 66)]
		g := NewGame(start, opts)
		ref := newRefGame(start, opts)
		j := NewJudge(opts)
		for len(data) > 0 && !g.Verdict().Over {
			var l board.MoveList
			g.Position().LegalMoves(&l)
			m := l.Moves[int(data[0])%l.N]
			switch n := g.Plies(); {
			case data[0] < 128 && n >= 2:
				back := board.NewMove(g.MoveAt(n-2).To(), g.MoveAt(n-2).From())
				if g.Position().IsLegal(back) {
					m = back
				}
			case data[0] >= 250 && len(data) >= 3:
				m = board.Move(data[1])<<8 | board.Move(data[2])
				data = data[2:]
			}
			data = data[1:]
			before := g.Position().FEN()
			legal := g.Position().IsLegal(m)
			if err := g.Play(m); (err == nil) != legal {
				t.Fatalf("%s %s: error %v, legal %v", before, m, err, legal)
			}
			if !legal {
				continue
			}
			ref.play(m)
			want := ref.judge(g.Position().HasLegalMove())
			v := g.Verdict()
			if v.Result() != want.result || g.QuietPlies() != ref.quiet {
				t.Fatalf("%s moves %s(%+v): %v, %d quiet plies; reference %+v, %d", start.FEN(), movesOf(g), opts, v, g.QuietPlies(), want, ref.quiet)
			}
			if v.Cycle != nil && [2]Level{v.Cycle.Sides[0].Level, v.Cycle.Sides[1].Level} != want.levels {
				t.Fatalf("%s moves %s(%+v): %v; reference %+v", start.FEN(), movesOf(g), opts, v, want)
			}
			if r := v.Reason; r != Mate && r != NoLegalMove {
				if got := j.Probe(g.Position(), g.Position().Plies()); got != outcomeOf(g) {
					t.Fatalf("%s moves %s(%+v): judge %s, referee %v", start.FEN(), movesOf(g), opts, got, v)
				}
			}
		}
	})
}

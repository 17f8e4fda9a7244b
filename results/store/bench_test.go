package store

import "testing"

// BenchmarkRecordPair measures the transaction of one pair of 100-ply games.
func BenchmarkRecordPair(b *testing.B) {
	st := newStore(b)
	rec := st.Recorder(newRun(b, st).ID)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if err := rec.RecordPair(largePair(n)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUnpackMoves measures reading the moves of one game.
func BenchmarkUnpackMoves(b *testing.B) {
	data := PackMoves(largePair(1).Games[0].Moves)
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := UnpackMoves(data); err != nil {
			b.Fatal(err)
		}
	}
}

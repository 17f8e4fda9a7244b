//go:build race

package search

import "sync/atomic"

// word is atomic under the race detector, which would report the intended races.
type word struct{ x atomic.Uint64 }

func (w *word) load() uint64   { return w.x.Load() }
func (w *word) store(x uint64) { w.x.Store(x) }

package runs

import (
	"context"
	"fmt"
	"sync"

	"xqlab/results/store"
)

// maxWarnings bounds the number of different warnings of one run.
const maxWarnings = 200

// warnings tells observers about each oddity once, and stores it.
type warnings struct {
	mu    sync.Mutex
	s     *session
	seen  map[string]bool
	early []string          // from before there was a run
	store func(text string) // nil before there is a run
}

func (w *warnings) start(s *session) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.s, w.seen = s, map[string]bool{}
}

// keep stores the warnings so far with the run, and all later ones.
func (w *warnings) keep(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	st, run := w.s.lab.Store, w.s.run.ID
	w.store = func(text string) {
		_ = st.AddEvent(context.WithoutCancel(ctx), run, store.Event{Level: store.Warning, Text: text})
	}
	for _, text := range w.early {
		w.store(text)
	}
	w.early = nil
}

// engine is the Warn function of player.Env.
func (w *warnings) engine(name, text string) { w.say(fmt.Sprintf("engine %s: %s", name, text)) }

func (w *warnings) say(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.seen[text] || len(w.seen) >= maxWarnings {
		return
	}
	w.seen[text] = true
	if len(w.seen) == maxWarnings {
		text += " (further warnings are not shown)"
	}
	w.s.emit(Warning{text})
	if w.store != nil {
		w.store(text)
	} else {
		w.early = append(w.early, text)
	}
}

package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"xqlab/results/runs"
	"xqlab/results/store"
)

// Repeat tells how to repeat a run.
type Repeat struct {
	Title   string
	Command string // "" if the configuration cannot be read
	Fault   string // why it cannot be read
	Facts   [][2]string
	Config  string // indented JSON
}

// repeats adds the section on repeating the runs.
func (b *builder) repeats(list []*store.Run) error {
	s := Section{ID: "repeat", Title: "How to repeat this"}
	s.text("With the same program, seed, node or depth limits and one thread a player, the same games and searches come out, move for move. With time limits they do not.")
	for _, r := range list {
		roles, err := b.st.RunWeights(b.ctx, r.ID)
		if err != nil {
			return err
		}
		s.add(Item{Repeat: repeatOf(r, roles)})
	}
	b.doc.Sections = append(b.doc.Sections, s)
	return nil
}

func repeatOf(r *store.Run, roles map[string]store.Weights) *Repeat {
	p := &Repeat{Title: titleOf(r)}
	var err error
	if p.Command, err = runs.Command(r); err != nil {
		p.Fault = err.Error()
	}
	fact := func(name, value string) {
		if value != "" {
			p.Facts = append(p.Facts, [2]string{name, value})
		}
	}
	const stamp = "2006-01-02 15:04:05 UTC"
	fact("uid", r.UID)
	fact("program", fmt.Sprintf("xqlab %s, commit %s", r.Version, r.Commit))
	fact("seed", fmt.Sprint(r.Seed))
	fact("host", r.Host)
	fact("started", r.Started.UTC().Format(stamp))
	if r.Ended != nil {
		fact("ended", r.Ended.UTC().Format(stamp))
	} else {
		fact("status", string(r.Status))
	}
	fact("verdict", r.Verdict)
	if o := r.OpeningSet; o != nil {
		fact("openings", fmt.Sprintf("%s, %d of them, SHA-256 %s", o.Name, o.Size, o.Hash))
	}
	for _, pl := range r.Players {
		text := pl.Spec
		if pl.Limits != "" && !strings.HasSuffix(text, pl.Limits) { // older versions stored a SPEC without limits
			text += ", " + pl.Limits
		}
		if pl.Weights != nil {
			text += fmt.Sprintf("; weights %s, SHA-256 %s", pl.Weights.Name, pl.Weights.Hash)
		}
		fact("player "+pl.Name, text)
	}
	for _, role := range slices.Sorted(maps.Keys(roles)) {
		fact("weights "+role, roles[role].Name+", SHA-256 "+roles[role].Hash)
	}
	var buf bytes.Buffer
	if json.Indent(&buf, r.Config, "", "  ") == nil {
		p.Config = buf.String()
	}
	return p
}

package compare

import (
	"context"
	"fmt"

	"xqlab/results/store"
	"xqlab/results/table"
)

// Tunings puts tuning runs side by side.
type Tunings struct {
	Runs   []Tuning      `json:"runs"`
	Params []TuningParam `json:"params"` // of all runs, each name once
}

// Tuning sums up one tuning run.
type Tuning struct {
	Run     string                   `json:"run"`
	Kind    store.Kind               `json:"kind"`
	Steps   int                      `json:"steps"`
	Params  int                      `json:"params"`
	First   *store.Step              `json:"first"`
	Best    *store.Step              `json:"best"` // lowest validation loss, training loss if there is none
	Last    *store.Step              `json:"last"`
	Pairs   int64                    `json:"pairs"` // played, SPSA only
	Weights map[string]store.Weights `json:"weights"`
}

// TuningParam is a parameter with its value in each run.
type TuningParam struct {
	Name   string         `json:"name"`
	Values []*store.Param `json:"values"` // one per run; nil where it was not tuned
}

// LoadTunings reads tuning runs.
func LoadTunings(ctx context.Context, st *store.Store, runs []*store.Run) (*Tunings, error) {
	t := &Tunings{Params: []TuningParam{}}
	index := map[string]int{}
	for i, r := range runs {
		one, params, err := loadTuning(ctx, st, r)
		if err != nil {
			return nil, fmt.Errorf("run %s: %w", r.Short, err)
		}
		t.Runs = append(t.Runs, *one)
		for j := range params {
			p := &params[j]
			at, ok := index[p.Name]
			if !ok {
				at = len(t.Params)
				index[p.Name] = at
				t.Params = append(t.Params, TuningParam{p.Name, make([]*store.Param, len(runs))})
			}
			t.Params[at].Values[i] = p
		}
	}
	return t, nil
}

func loadTuning(ctx context.Context, st *store.Store, r *store.Run) (*Tuning, []store.Param, error) {
	params, err := st.Params(ctx, r.ID)
	if err != nil {
		return nil, nil, err
	}
	steps, err := st.Steps(ctx, r.ID, 0)
	if err != nil {
		return nil, nil, err
	}
	t := &Tuning{Run: r.Short, Kind: r.Kind, Steps: len(steps), Params: len(params)}
	if t.Weights, err = st.RunWeights(ctx, r.ID); err != nil {
		return nil, nil, err
	}
	for i := range steps {
		s := &steps[i]
		s.Theta = nil // hundreds of numbers per step; the report draws them
		if s.Pairs != nil {
			t.Pairs += *s.Pairs
		}
		if x := Loss(s); x != nil && (t.Best == nil || *x < *Loss(t.Best)) {
			t.Best = s
		}
	}
	if len(steps) > 0 {
		t.First, t.Last = &steps[0], &steps[len(steps)-1]
	}
	return t, params, nil
}

// Loss is the loss by which steps are compared: that of the validation
// positions, else that of the training positions, else nil.
func Loss(s *store.Step) *float64 {
	if s == nil {
		return nil
	}
	if s.ValidLoss != nil {
		return s.ValidLoss
	}
	return s.TrainLoss
}

// Tables returns the comparison as tables.
func (t *Tunings) Tables() []*table.Table {
	loss := table.New("tunings", "Tunings", "run", "kind", "parameters", "steps", "first loss", "best loss", "best step", "last loss", "pairs", "weights before", "weights after")
	loss.Note = "The loss is that of the validation positions, of the training positions where there are none."
	for _, r := range t.Runs {
		best := table.NA()
		if r.Best != nil {
			best = table.Int(r.Best.Number)
		}
		loss.Add(table.Text(r.Run), table.Text(string(r.Kind)), table.Int(r.Params), table.Int(r.Steps), table.Optional(Loss(r.First), 6),
			table.Optional(Loss(r.Best), 6), best, table.Optional(Loss(r.Last), 6), table.Int(r.Pairs), weightsCell(r.Weights, store.RoleBefore), weightsCell(r.Weights, store.RoleAfter))
	}
	head := []string{"parameter"}
	for _, r := range t.Runs {
		head = append(head, r.Run+" start", r.Run+" final", r.Run+" change")
	}
	params := table.New("tuning-parameters", "Parameters", head...)
	for _, p := range t.Params {
		row := []table.Cell{table.Text(p.Name)}
		for _, v := range p.Values {
			if v == nil {
				row = append(row, table.NA(), table.NA(), table.NA())
				continue
			}
			final, change := table.NA(), table.NA()
			if v.Final != nil {
				final, change = table.Exact(*v.Final), table.Exact(*v.Final-v.Start)
			}
			row = append(row, table.Exact(v.Start), final, change)
		}
		params.Add(row...)
	}
	return []*table.Table{loss, params}
}

func weightsCell(list map[string]store.Weights, role string) table.Cell {
	w, ok := list[role]
	if !ok {
		return table.Text("n/a")
	}
	return table.Textf("%s %.12s", w.Name, w.Hash)
}

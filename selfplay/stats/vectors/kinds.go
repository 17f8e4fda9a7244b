package vectors

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"xqlab/selfplay/stats"
)

// evaluate computes everything that a row of a known kind may expect.
func evaluate(ctx context.Context, r row) (map[string]any, error) {
	switch r.Kind {
	case "elo_trinomial":
		return eloTrinomial(r)
	case "elo_pentanomial":
		return eloPentanomial(r)
	case "sprt_llr":
		return sprtLLR(r)
	case "sprt_expected":
		return sprtExpected(r)
	case "ratings":
		return ratings(ctx, r)
	}
	return nil, errUnknownKind
}

// decode reads the input of a row: all the named fields must be there, and no others.
func decode(r row, into any, required ...string) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(r.Input, &fields); err != nil {
		return fmt.Errorf("input: %w", err)
	}
	for _, name := range required {
		if v, ok := fields[name]; !ok || string(bytes.TrimSpace(v)) == "null" {
			return fmt.Errorf("input: %q is missing", name)
		}
	}
	dec := json.NewDecoder(bytes.NewReader(r.Input))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("input: %w", err)
	}
	return nil
}

// fieldsOf turns an estimate into named values.
func fieldsOf(e stats.Estimate) map[string]any {
	return map[string]any{
		"games": stats.Known(float64(e.Games)), "score": e.Score,
		"elo": e.Elo, "elo_lo": e.Lo, "elo_hi": e.Hi, "error": e.Error,
		"nelo": e.NElo, "nelo_error": e.NEloError, "los": stats.Known(e.LOS),
	}
}

func eloTrinomial(r row) (map[string]any, error) {
	var c stats.Counts
	if err := decode(r, &c, "wins", "draws", "losses"); err != nil {
		return nil, err
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	got := fieldsOf(c.Estimate())
	got["draw_ratio"] = c.DrawRatio()
	return got, nil
}

func eloPentanomial(r row) (map[string]any, error) {
	var in struct{ Penta []int64 }
	if err := decode(r, &in, "penta"); err != nil {
		return nil, err
	}
	if len(in.Penta) != 5 {
		return nil, fmt.Errorf("input: penta has %d cells, want 5", len(in.Penta))
	}
	p := stats.Penta(in.Penta)
	if err := p.Validate(); err != nil {
		return nil, err
	}
	got := fieldsOf(p.Estimate())
	got["pairs"] = stats.Known(float64(p.Count()))
	got["pair_draw_ratio"] = p.DrawRatio()
	got["pair_ratio"] = p.PairRatio()
	return got, nil
}

func sprtLLR(r row) (map[string]any, error) {
	var in struct {
		stats.SPRT
		Counts []int64
	}
	if err := decode(r, &in, "model", "counts", "elo0", "elo1", "alpha", "beta"); err != nil {
		return nil, err
	}
	var t stats.TestResult
	var err error
	switch c := in.Counts; len(c) {
	case 3:
		t, err = in.TestCounts(stats.Counts{Losses: c[0], Draws: c[1], Wins: c[2]})
	case 5:
		t, err = in.TestPenta(stats.Penta(c))
	default:
		err = fmt.Errorf("input: counts have %d cells, want 3 or 5", len(c))
	}
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"llr": stats.Known(t.LLR), "lower": stats.Known(t.Lower), "upper": stats.Known(t.Upper), "verdict": t.Verdict.String(),
	}, nil
}

func sprtExpected(r row) (map[string]any, error) {
	var in struct {
		stats.SPRT
		stats.Conditions
		TrueElo float64 `json:"true_elo_logistic"`
	}
	err := decode(r, &in, "model", "elo0", "elo1", "alpha", "beta", "true_elo_logistic", "draw_ratio", "rms_bias")
	if err != nil {
		return nil, err
	}
	p, err := in.SPRT.Plan(in.TrueElo, in.Conditions)
	if err != nil {
		return nil, err
	}
	return map[string]any{"pass_probability": stats.Known(p.PassProbability), "expected_games": p.Games}, nil
}

func ratings(ctx context.Context, r row) (map[string]any, error) {
	var in struct {
		Results      []stats.Encounter
		Anchor       *string
		AnchorRating float64         `json:"anchor_rating"`
		Red          json.RawMessage `json:"red_advantage"`
		Scale        string
	}
	if err := decode(r, &in, "results", "red_advantage", "scale"); err != nil {
		return nil, err
	}
	opt := stats.RatingOptions{Mean: in.AnchorRating, Seed: 1}
	if in.Anchor != nil {
		opt.Anchors = []stats.Anchor{{Name: *in.Anchor, Rating: in.AnchorRating}}
	}
	if string(in.Red) != `"fit"` {
		opt.HoldRed = true
		if err := json.Unmarshal(in.Red, &opt.Red); err != nil {
			return nil, errors.New(`input: red_advantage must be a number or "fit"`)
		}
	}
	switch in.Scale {
	case "logistic400":
	case "ordo202":
		opt.Scale = stats.ScaleOrdo
	default:
		return nil, fmt.Errorf("input: unknown scale %q", in.Scale)
	}
	if _, ok := r.Expect["error95"]; ok {
		opt.Simulations = 1000
	}
	list, err := stats.Rate(ctx, in.Results, opt)
	if err != nil {
		return nil, err
	}
	rated, errorBars, extreme := map[string]any{}, partial{}, map[string]any{}
	for _, p := range list.Players {
		if p.Bound == stats.NoBound {
			rated[p.Name], errorBars[p.Name] = p.Rating, p.Error
			continue
		}
		side := 1
		if p.Bound == stats.AllLost {
			side = -1
		}
		extreme[p.Name] = map[string]any{
			"kind": string(p.Bound), "maximum_likelihood": stats.Known(math.Inf(side)), "convention_rating": p.Rating,
		}
	}
	got := map[string]any{
		"ratings": rated, "red_advantage": stats.Known(list.RedAdvantage), "draw_rate_equal": list.DrawRate,
		"error95": errorBars, "extreme": extreme,
	}
	if len(extreme) > 0 && r.Expect["extreme"] == nil {
		names := []string{}
		for name := range extreme {
			names = append(names, name)
		}
		slices.Sort(names)
		return nil, fmt.Errorf("%s won or lost every game, which is not expected", strings.Join(names, ", "))
	}
	return got, nil
}

package spsa

import "math"

// Diagnosis describes the progress of a run. Figures that do not exist yet are
// nil.
type Diagnosis struct {
	Iterations int   `json:"iterations"`
	Pairs      int   `json:"pairs"`
	Games      Tally `json:"games"` // of theta+
	Equal      int   `json:"equal"` // times a parameter was the same on both sides
	// NetMean is the mean of |wins-losses| of an iteration. With sides of equal
	// strength it would be about NetEqual, sqrt(2/pi) times the deviation
	// sqrt(2m(1-d)) for m pairs and a share d of drawn games. Where NetMean is
	// no larger, games carry little information about the parameters.
	NetMean   *float64    `json:"net_mean"`
	NetEqual  *float64    `json:"net_equal"`
	Deviation *float64    `json:"net_deviation"`
	Params    []ParamPath `json:"params"`
}

// ParamPath is the path of one parameter. Moves are in units of c_end.
type ParamPath struct {
	Name    string  `json:"name"`
	Start   float64 `json:"start"`
	Now     float64 `json:"now"`
	Average float64 `json:"average"` // over the last tenth
	Change  float64 `json:"change"`  // from Start to Average
	// Drift is the change over the last fifth of the iterations, and DriftError
	// its standard error were the moves independent of each other.
	Drift      *float64 `json:"drift"`
	DriftError *float64 `json:"drift_error"`
	OneWay     *float64 `json:"one_way"`  // |sum of moves| / sum of |moves|
	AtBound    float64  `json:"at_bound"` // share of the last fifth spent at a bound
	Verdict    Verdict  `json:"verdict"`
}

// Verdict classifies a parameter's path.
type Verdict string

const (
	Settled  Verdict = "settled"  // moved and stays there
	Drifting Verdict = "drifting" // still moving: more pairs would help
	Stuck    Verdict = "at bound" // the range is too narrow, or the value does harm
	NoSignal Verdict = "no signal"
	TooEarly Verdict = "too early" // too few iterations to say
)

const (
	minWindow   = 10  // iterations of the last fifth to speak of a drift
	driftErrors = 3.0 // standard errors that make a drift
	// A walk without drift of the usual length stays within about this many
	// c_end of its start; less than half of it is no sign of any effect.
	signalMove = 0.5
)

// Diagnose looks at the path so far.
func (t *Tuner) Diagnose() *Diagnosis {
	d := &Diagnosis{Iterations: len(t.steps), Pairs: t.PairsDone()}
	absolute := 0.0
	for _, s := range t.steps {
		d.Games.Add(s.Tally)
		d.Equal += s.Equal
		absolute += math.Abs(float64(s.Tally.Net()))
	}
	if n := float64(len(t.steps)); n > 0 && d.Pairs > 0 {
		drawn := float64(d.Games.Draws) / float64(2*d.Pairs)
		mean, deviation := absolute/n, math.Sqrt(2*float64(d.Pairs)/n*(1-drawn))
		equal := deviation * math.Sqrt(2/math.Pi)
		d.NetMean, d.NetEqual, d.Deviation = &mean, &equal, &deviation
	}
	average := t.Average()
	for k := range t.o.Params {
		d.Params = append(d.Params, t.path(k, average[k]))
	}
	return d
}

func (t *Tuner) path(k int, average float64) ParamPath {
	p := &t.o.Params[k]
	n := len(t.steps)
	path := ParamPath{Name: p.Name, Start: p.Start, Now: t.Theta(n)[k], Average: average, Change: (average - p.Start) / p.CEnd, Verdict: TooEarly}
	window := n / 5
	var sum, absolute, recent, squares float64
	bound := 0
	before := p.Start
	for i := range t.steps {
		x := t.steps[i].Theta[k]
		move := (x - before) / p.CEnd
		before = x
		sum, absolute = sum+move, absolute+math.Abs(move)
		if i >= n-window {
			recent, squares = recent+move, squares+move*move
			if x == p.Min || x == p.Max {
				bound++
			}
		}
	}
	if absolute > 0 {
		oneWay := math.Abs(sum) / absolute
		path.OneWay = &oneWay
	}
	if window < minWindow {
		return path
	}
	w := float64(window)
	path.AtBound = float64(bound) / w
	mean := recent / w
	deviation := math.Sqrt(max(squares/w-mean*mean, 0) * w / (w - 1))
	drift, driftError := recent, deviation*math.Sqrt(w)
	path.Drift, path.DriftError = &drift, &driftError
	switch {
	case path.AtBound > 0.5:
		path.Verdict = Stuck
	case math.Abs(drift) > driftErrors*driftError && driftError > 0:
		path.Verdict = Drifting
	case math.Abs(path.Change) < signalMove:
		path.Verdict = NoSignal
	default:
		path.Verdict = Settled
	}
	return path
}

// Named returns the names of the parameters with a verdict.
func (d *Diagnosis) Named(v Verdict) []string {
	var names []string
	for i := range d.Params {
		if d.Params[i].Verdict == v {
			names = append(names, d.Params[i].Name)
		}
	}
	return names
}

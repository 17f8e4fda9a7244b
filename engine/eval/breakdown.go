package eval

import "xqlab/engine/board"

// Breakdown shows what each group contributes for each side in one position.
type Breakdown struct {
	Phase  int // weight of mg out of MaxPhase, see Trace.Phase
	Groups [NumGroups]GroupShare
	Total  GroupShare // sum of the groups; its Percent is 100
	Score  int        // Total.Diff.Tapered truncated: centipawns from Red's side
}

// GroupShare is one group's part of a score, its percentage included.
type GroupShare struct {
	Percent int
	Red     Share
	Black   Share
	Diff    Share // Red less Black
}

// Share is a value in centipawns. MG and EG are exact hundredths.
type Share struct {
	MG      float64 `json:"mg"`
	EG      float64 `json:"eg"`
	Tapered float64 `json:"tapered"`
}

// Breakdown evaluates p, which need not be attached, group by group.
func (e *Evaluator) Breakdown(p *board.Position) Breakdown {
	var t Trace
	e.Trace(p, &t)
	b := Breakdown{Phase: t.phase}
	var sums [NumGroups + 1][2]Sum // in hundredths, the total last
	for i := range NumTerms {
		_, mg, eg := e.w[i].unpack()
		for c, counts := range t.counts {
			n := int(counts[i])
			for _, g := range []Group{termGroup[i], NumGroups} {
				sums[g][c].MG += n * mg
				sums[g][c].EG += n * eg
			}
		}
	}
	for g := range b.Groups {
		b.Groups[g] = t.share(e.percent[g], sums[g])
	}
	b.Total = t.share(100, sums[NumGroups])
	red, black := sums[NumGroups][board.Red], sums[NumGroups][board.Black]
	b.Score = taper(red.MG-black.MG, red.EG-black.EG, t.phase) / Denominator
	return b
}

func (t *Trace) share(percent int, sums [2]Sum) GroupShare {
	share := func(s Sum) Share {
		return Share{float64(s.MG) / 100, float64(s.EG) / 100, float64(taper(s.MG, s.EG, t.phase)) / Denominator}
	}
	red, black := sums[board.Red], sums[board.Black]
	return GroupShare{percent, share(red), share(black), share(Sum{red.MG - black.MG, red.EG - black.EG})}
}

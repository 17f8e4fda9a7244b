package main

import (
	"context"
	"fmt"

	"xqlab/results/store"
	"xqlab/selfplay/stats"
)

// suiteReport is what a suite run prints at its end.
type suiteReport struct {
	*store.Run
	Scores []suiteScore `json:"scores"`
	Faults int64        `json:"faults"`
	Resume string       `json:"resume,omitempty"` // arguments that go on with an unfinished run

	results []store.SuiteResult
}

// suiteScore is one engine on one suite under one limit.
type suiteScore struct {
	Engine     string            `json:"engine"`
	Suite      string            `json:"suite"`
	Limit      store.SuiteLimit  `json:"limit"`
	Solved     stats.Proportion  `json:"solved"` // 95 % interval by Wilson
	Points     float64           `json:"points"`
	MaxPoints  float64           `json:"max_points"`
	Difficulty []difficultyScore `json:"by_difficulty"`
	Nodes      uint64            `json:"nodes"`
	TimeUS     int64             `json:"time_us"`
	Faults     int64             `json:"faults"`
	counts     map[int]*[2]int64 // difficulty: solved, of
	share      [2]int64
}

type difficultyScore struct {
	Difficulty int              `json:"difficulty"` // 0 unknown
	Solved     stats.Proportion `json:"solved"`
}

const suiteConfidence = 0.95

// makeReport counts the stored results of the whole run.
func (j *suiteJob) makeReport(ctx context.Context, f store.Finish) (*suiteReport, error) {
	run, err := j.st.Run(ctx, j.run.ID)
	if err != nil {
		return nil, err
	}
	run.Status, run.Owner, run.Verdict = f.Status, nil, f.Verdict
	r := &suiteReport{Run: run}
	if r.results, err = j.st.SuiteResults(ctx, run.ID); err != nil {
		return nil, err
	}
	scores := map[store.SuiteKey]*suiteScore{}
	for _, res := range r.results {
		k := res.SuiteKey
		k.Position = 0
		s := scores[k]
		if s == nil {
			s = &suiteScore{Limit: k.Limit, counts: map[int]*[2]int64{}}
			scores[k] = s
		}
		s.add(&res, j)
	}
	for si, id := range j.ids {
		for player, e := range j.ready {
			for _, l := range j.config.Limits {
				s := scores[store.SuiteKey{Player: player, Suite: id, Limit: store.SuiteLimit{Kind: store.LimitKind(l.Kind), Value: l.Value}}]
				if s == nil {
					continue
				}
				s.Engine, s.Suite = e.Name, j.suites[si].Name
				s.close()
				r.Faults += s.Faults
				r.Scores = append(r.Scores, *s)
			}
		}
	}
	return r, nil
}

func (s *suiteScore) add(r *store.SuiteResult, j *suiteJob) {
	for i, id := range j.ids {
		if id != r.Suite {
			continue
		}
		pos := j.suites[i].Positions[r.Position]
		c := s.counts[pos.Difficulty]
		if c == nil {
			c = new([2]int64)
			s.counts[pos.Difficulty] = c
		}
		for _, count := range []*[2]int64{c, &s.share} {
			count[1]++
			if r.Solved {
				count[0]++
			}
		}
		s.MaxPoints += pos.MaxPoints()
	}
	s.Points += r.Points
	s.Nodes += r.Nodes
	s.TimeUS += r.Time.Microseconds()
	if r.Fault != "" {
		s.Faults++
	}
}

func (s *suiteScore) close() {
	s.Solved = stats.Wilson(s.share[0], s.share[1], suiteConfidence)
	for d := 0; d <= 5; d++ {
		if c := s.counts[d]; c != nil {
			s.Difficulty = append(s.Difficulty, difficultyScore{d, stats.Wilson(c[0], c[1], suiteConfidence)})
		}
	}
}

// print writes the report for people or scripts.
func (r *suiteReport) print(a *app) error {
	if a.json {
		return a.printJSON(r)
	}
	p := &printer{w: a.stdout}
	p.f("%s  %d searches, seed %d\n", r.Short, len(r.results), r.Seed)
	t := &table{head: []string{"suite", "engine", "limit", "solved", "of", "share", "95 %", "points", "nodes", "seconds", "faults"}}
	for _, s := range r.Scores {
		t.row(s.Suite, s.Engine, s.Limit, s.Solved.Successes, s.Solved.Trials, s.Solved.Share.Percent(1),
			s.Solved.Lo.Percent(1)+" to "+s.Solved.Hi.Percent(1), fmt.Sprintf("%g/%g", s.Points, s.MaxPoints),
			s.Nodes, fmt.Sprintf("%.1f", float64(s.TimeUS)/1e6), s.Faults)
	}
	p.table("solved", t)
	r.printDifficulty(p)
	if r.Resume == "" {
		p.f("\nlook further: xqlab results show %s\n", r.Short)
	}
	return p.err
}

func (r *suiteReport) printDifficulty(p *printer) {
	t := &table{head: []string{"suite", "engine", "limit", "1", "2", "3", "4", "5", "not graded"}}
	graded := false
	for _, s := range r.Scores {
		cells := []any{s.Suite, s.Engine, s.Limit, "-", "-", "-", "-", "-", "-"}
		for _, d := range s.Difficulty {
			at := 2 + d.Difficulty
			if d.Difficulty == 0 {
				at = len(cells) - 1
			} else {
				graded = true
			}
			cells[at] = fmt.Sprintf("%d/%d", d.Solved.Successes, d.Solved.Trials)
		}
		t.row(cells...)
	}
	if graded {
		p.table("solved by difficulty", t)
	}
}

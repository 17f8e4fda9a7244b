package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"xqlab/results/store"
	"xqlab/results/table"
	"xqlab/selfplay/stats"
)

// Suites compares the engines of suite runs, position by position.
type Suites struct {
	Engines []Engine     `json:"engines"`
	Scores  []SuiteScore `json:"scores"`
	Paired  []SuiteTest  `json:"paired"`
	// Files are the suites in order of appearance, Answers what all engines
	// said.
	Files   []*SuiteFile  `json:"-"`
	Answers []SuiteAnswer `json:"-"`
}

// Engine is a player of a suite run. Two runs of one player are two engines.
type Engine struct {
	Run    string `json:"run"`
	Player string `json:"player"`
	Label  string `json:"label"` // unique in the comparison
}

// SuiteScore is one engine on one suite under one limit.
type SuiteScore struct {
	Engine int              `json:"engine"` // index into Engines
	Suite  string           `json:"suite"`
	Limit  store.SuiteLimit `json:"limit"`
	Solved stats.Proportion `json:"solved"` // 95 % by Wilson
	Points float64          `json:"points"`
	Nodes  uint64           `json:"nodes"`
	Time   time.Duration    `json:"time_ns"`
	Faults int64            `json:"faults"`

	Difficulty []DifficultyScore `json:"-"` // by difficulty, the easiest first; 0 is unknown
}

// DifficultyScore is the part of a SuiteScore on positions of one difficulty.
type DifficultyScore struct {
	Difficulty int              `json:"difficulty"` // 1 to 5, 0 if unknown
	Solved     stats.Proportion `json:"solved"`
}

// suiteConfidence is the confidence of the intervals of solved positions.
const suiteConfidence = 0.95

// SuiteTest compares two engines on the positions that both were asked, under
// one limit.
type SuiteTest struct {
	A, B                int              `json:"-"`
	First               string           `json:"first"`
	Second              string           `json:"second"`
	Suite               string           `json:"suite"`
	Limit               store.SuiteLimit `json:"limit"`
	Positions           int64            `json:"positions"`
	Both                int64            `json:"both"`
	Neither             int64            `json:"neither"`
	OnlyFirst           []string         `json:"only_first"` // ids of positions
	OnlySecond          []string         `json:"only_second"`
	stats.McNemarResult `json:"mcnemar"`
}

// SuiteFile is a suite of the comparison, in which its name is unique.
type SuiteFile struct {
	id   store.SuiteID
	Name string
	File *store.SuiteFile
}

// SuiteAnswer is what an engine said to one position under one limit.
type SuiteAnswer struct {
	Engine int
	File   *SuiteFile
	store.SuiteResult
}

// allPairs is the largest number of engines that are all tested against one
// another; if there are more, each is tested against the first.
const allPairs = 4

// LoadSuites reads suite runs.
func LoadSuites(ctx context.Context, st *store.Store, runs []*store.Run) (*Suites, error) {
	s := &Suites{}
	names := map[string]int{}
	for _, r := range runs {
		for _, p := range r.Players {
			names[p.Name]++
		}
	}
	for _, r := range runs {
		base := len(s.Engines)
		for _, p := range r.Players {
			label := p.Name
			if names[p.Name] > 1 {
				label = p.Name + " (" + r.Short + ")"
			}
			s.Engines = append(s.Engines, Engine{r.Short, p.Name, label})
		}
		results, err := st.SuiteResults(ctx, r.ID)
		if err != nil {
			return nil, fmt.Errorf("run %s: %w", r.Short, err)
		}
		for _, res := range results {
			f, err := s.suite(ctx, st, res.Suite)
			if err != nil {
				return nil, fmt.Errorf("run %s: %w", r.Short, err)
			}
			s.Answers = append(s.Answers, SuiteAnswer{base + res.Player, f, res})
		}
	}
	s.score()
	s.test()
	return s, nil
}

func (s *Suites) suite(ctx context.Context, st *store.Store, id store.SuiteID) (*SuiteFile, error) {
	for _, f := range s.Files {
		if f.id == id {
			return f, nil
		}
	}
	file, err := st.Suite(ctx, id)
	if err != nil {
		return nil, err
	}
	f := &SuiteFile{id, file.Name, file}
	for _, other := range s.Files { // two contents with one name are two suites
		if other.Name == f.Name {
			f.Name = fmt.Sprintf("%s (%.8s)", file.Name, file.Hash())
		}
	}
	s.Files = append(s.Files, f)
	return f, nil
}

type scoreKey struct {
	engine int
	file   *SuiteFile
	limit  store.SuiteLimit
}

// solvedCount counts solved positions, in all and by difficulty.
type solvedCount struct {
	all [2]int64 // solved, asked
	by  [maxDifficulty + 1][2]int64
}

const maxDifficulty = 5

func (c *solvedCount) add(difficulty int, solved bool) {
	if difficulty < 0 || difficulty > maxDifficulty {
		difficulty = 0
	}
	for _, n := range []*[2]int64{&c.all, &c.by[difficulty]} {
		n[1]++
		if solved {
			n[0]++
		}
	}
}

func (c *solvedCount) shares() (all stats.Proportion, by []DifficultyScore) {
	for d, n := range c.by {
		if n[1] > 0 {
			by = append(by, DifficultyScore{d, stats.Wilson(n[0], n[1], suiteConfidence)})
		}
	}
	return stats.Wilson(c.all[0], c.all[1], suiteConfidence), by
}

// score sums up the answers by engine, suite and limit.
func (s *Suites) score() {
	index := map[scoreKey]int{}
	var keys []scoreKey
	solved := map[scoreKey]*solvedCount{}
	for _, a := range s.Answers {
		k := scoreKey{a.Engine, a.File, a.Limit}
		i, ok := index[k]
		if !ok {
			i = len(s.Scores)
			index[k] = i
			keys = append(keys, k)
			solved[k] = &solvedCount{}
			s.Scores = append(s.Scores, SuiteScore{Engine: a.Engine, Suite: a.File.Name, Limit: a.Limit})
		}
		solved[k].add(a.File.Position(a.Position).Difficulty, a.Solved)
		sc := &s.Scores[i]
		sc.Points += a.Points
		sc.Nodes += a.Nodes
		sc.Time += a.Time
		if a.Fault != "" {
			sc.Faults++
		}
	}
	for i, k := range keys {
		s.Scores[i].Solved, s.Scores[i].Difficulty = solved[k].shares()
	}
	slices.SortStableFunc(s.Scores, func(a, b SuiteScore) int {
		if a.Suite != b.Suite {
			return strings.Compare(a.Suite, b.Suite)
		}
		if a.Limit.Kind != b.Limit.Kind {
			return strings.Compare(string(a.Limit.Kind), string(b.Limit.Kind))
		}
		if a.Engine != b.Engine {
			return a.Engine - b.Engine
		}
		return int(a.Limit.Value - b.Limit.Value)
	})
}

func (s *Suites) test() {
	type question struct {
		file     *SuiteFile
		limit    store.SuiteLimit
		position int
	}
	answered := make([]map[question]bool, len(s.Engines))
	var asked []question // in the order of the first engine that was asked
	known := map[question]bool{}
	for _, a := range s.Answers {
		q := question{a.File, a.Limit, a.Position}
		if answered[a.Engine] == nil {
			answered[a.Engine] = map[question]bool{}
		}
		answered[a.Engine][q] = a.Solved
		if !known[q] {
			known[q] = true
			asked = append(asked, q)
		}
	}
	for a := range s.Engines {
		if a > 0 && len(s.Engines) > allPairs {
			break
		}
		for b := a + 1; b < len(s.Engines); b++ {
			start := len(s.Paired)
			for _, q := range asked {
				x, okA := answered[a][q]
				y, okB := answered[b][q]
				if !okA || !okB {
					continue
				}
				t := findTest(&s.Paired, start, SuiteTest{A: a, B: b, First: s.Engines[a].Label, Second: s.Engines[b].Label, Suite: q.file.Name, Limit: q.limit,
					OnlyFirst: []string{}, OnlySecond: []string{}})
				t.Positions++
				switch id := q.file.Ident(q.position); {
				case x && y:
					t.Both++
				case x:
					t.OnlyFirst = append(t.OnlyFirst, id)
				case y:
					t.OnlySecond = append(t.OnlySecond, id)
				default:
					t.Neither++
				}
			}
			for i := start; i < len(s.Paired); i++ {
				t := &s.Paired[i]
				t.McNemarResult = stats.McNemar(int64(len(t.OnlyFirst)), int64(len(t.OnlySecond)))
			}
		}
	}
}

// findTest returns the test of the same suite and limit, looking from start on,
// or adds it.
func findTest(list *[]SuiteTest, start int, t SuiteTest) *SuiteTest {
	for i := start; i < len(*list); i++ {
		if o := &(*list)[i]; o.Suite == t.Suite && o.Limit == t.Limit {
			return o
		}
	}
	*list = append(*list, t)
	return &(*list)[len(*list)-1]
}

// Ident names a position: by its id, or by its number if it has none.
func (f *SuiteFile) Ident(position int) string {
	if id := f.Position(position).Ident; id != "" {
		return id
	}
	return fmt.Sprintf("#%d", position+1)
}

// Position returns a position of the suite, an empty one if there is none.
func (f *SuiteFile) Position(position int) store.SuitePosition {
	if position < 0 || position >= len(f.File.Positions) {
		return store.SuitePosition{}
	}
	return f.File.Positions[position]
}

// Tables returns the comparison as tables.
func (s *Suites) Tables() []*table.Table {
	score := table.New("suite-scores", "Suites", "suite", "engine", "run", "limit", "solved", "of", "share", "low", "high", "points", "nodes", "seconds", "faults")
	score.Note = "Intervals are Wilson's, 95 %."
	for _, c := range s.Scores {
		e := s.Engines[c.Engine]
		score.Add(table.Text(c.Suite), table.Text(e.Player), table.Text(e.Run), table.Text(c.Limit.String()), table.Int(c.Solved.Successes),
			table.Int(c.Solved.Trials), table.Percent(c.Solved.Share, 1), table.Percent(c.Solved.Lo, 1), table.Percent(c.Solved.Hi, 1),
			table.Exact(c.Points), table.Int(c.Nodes), table.Number(c.Time.Seconds(), 2), table.Int(c.Faults))
	}
	list := []*table.Table{score}
	if len(s.Paired) == 0 {
		return list
	}
	test := table.New("suite-pairs", "The same positions, two engines", "suite", "limit", "first", "second", "positions", "both", "only first",
		"only second", "neither", "p (exact)")
	test.Note = "p is the two-sided exact McNemar value: how likely a split at least this uneven is between equally good engines."
	only := table.New("suite-differences", "Positions only one of two engines solved", "suite", "limit", "first", "second", "solved by", "position")
	for _, t := range s.Paired {
		test.Add(table.Text(t.Suite), table.Text(t.Limit.String()), table.Text(t.First), table.Text(t.Second), table.Int(t.Positions),
			table.Int(t.Both), table.Int(t.OnlyA), table.Int(t.OnlyB), table.Int(t.Neither), table.Number(t.ExactP, 4))
		for i, ids := range [][]string{t.OnlyFirst, t.OnlySecond} {
			for _, id := range ids {
				only.Add(table.Text(t.Suite), table.Text(t.Limit.String()), table.Text(t.First), table.Text(t.Second),
					table.Text([]string{t.First, t.Second}[i]), table.Text(id))
			}
		}
	}
	return append(list, test, only)
}

package selfplay

// queue puts pairs that end in any order back into schedule order. Pairs that
// never come (void games) are skipped.
type queue struct {
	decide  func(PairResult) bool
	decided bool
	next    int
	waiting map[int]*PairResult // nil value: skipped
}

func newQueue(decide func(PairResult) bool) *queue {
	return &queue{decide: decide, waiting: map[int]*PairResult{}}
}

// put adds a pair and passes on all pairs that are next in order. After the
// decision nothing is passed on.
func (q *queue) put(p PairResult) {
	q.waiting[p.Number] = &p
	q.flush()
}

// skip marks a pair as having no result.
func (q *queue) skip(number int) {
	q.waiting[number] = nil
	q.flush()
}

func (q *queue) flush() {
	for {
		p, ok := q.waiting[q.next]
		if !ok {
			return
		}
		delete(q.waiting, q.next)
		q.next++
		if p != nil && q.decide != nil && !q.decided {
			q.decided = q.decide(*p)
		}
	}
}

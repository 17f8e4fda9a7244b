package player

import "bytes"

// Bounds of what is believed in an info line.
const (
	maxScore = 1_000_000
	maxMate  = 10_000
)

// read takes in one line if it is an "info" line, and reports whether it is.
// The latest exact score wins; a bound counts only while there is no score.
// Lines of other than the first principal variation are left out, and so is
// whatever is not a number: an info line is never an error.
//
// "score cp 31", "score mate -3" and UCCI's "score 31" are all read.
func (in *Info) read(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("info"))
	if !ok || len(rest) > 0 && rest[0] != ' ' && rest[0] != '\t' {
		return false
	}
	var next Info
	var bound, otherLine, unit bool
	const (
		none = iota
		depth
		nodes
		multipv
		score
		mate
	)
	want := none
	for {
		var word []byte
		if word, rest = nextWord(rest); len(word) == 0 {
			break
		}
		if want != none {
			n, isNumber := number(word)
			kind := want
			want = none
			switch {
			case kind == score && string(word) == "cp" && !unit:
				want, unit = score, true
				continue
			case kind == score && string(word) == "mate" && !unit:
				want, unit = mate, true
				continue
			case isNumber:
				switch kind {
				case depth:
					next.Depth = int(min(max(n, 0), maxMate))
				case nodes:
					next.Nodes = uint64(max(n, 0))
				case multipv:
					otherLine = n > 1
				case score:
					next.Score, next.Mate, next.HasScore = int(min(max(n, -maxScore), maxScore)), 0, true
				case mate:
					next.setMate(n)
				}
				continue
			}
		}
		switch string(word) {
		case "depth":
			want = depth
		case "nodes":
			want = nodes
		case "multipv":
			want = multipv
		case "score":
			want, unit = score, false
		case "lowerbound", "upperbound":
			bound = true
		case "string", "message":
			rest = nil
		}
	}
	if otherLine {
		return true
	}
	if next.Nodes > 0 {
		in.Nodes = next.Nodes
	}
	if next.HasScore && !(bound && in.HasScore) {
		in.Score, in.Mate, in.HasScore = next.Score, next.Mate, true
		if next.Depth > 0 {
			in.Depth = next.Depth
		}
	}
	return true
}

// mateScore is the size of a mate score in centipawns.
const mateScore = 30_000

// setMate notes a mate in n moves, negative if the engine is mated. "mate 0"
// is said by a side that is mated already.
func (in *Info) setMate(n int64) {
	n = min(max(n, -maxMate), maxMate)
	in.HasScore = true
	if n > 0 {
		in.Mate, in.Score = int(n), mateScore-int(n)
		return
	}
	n = min(n, -1)
	in.Mate, in.Score = int(n), -mateScore-int(n)
}

// nextWord cuts the first word off line.
func nextWord(line []byte) (word, rest []byte) {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	start := i
	for i < len(line) && line[i] != ' ' && line[i] != '\t' {
		i++
	}
	return line[start:i], line[i:]
}

// number reads a decimal integer; values beyond 18 digits are no numbers.
func number(word []byte) (int64, bool) {
	neg := false
	if len(word) > 0 && (word[0] == '-' || word[0] == '+') {
		neg = word[0] == '-'
		word = word[1:]
	}
	if len(word) == 0 || len(word) > 18 {
		return 0, false
	}
	var n int64
	for _, c := range word {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if neg {
		n = -n
	}
	return n, true
}

package suites

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"xqlab/selfplay/player"
)

// LimitKind is what bounds the search of a position.
type LimitKind string

const (
	Depth    LimitKind = "depth"    // plies
	Nodes    LimitKind = "nodes"    // nodes
	MoveTime LimitKind = "movetime" // microseconds
)

// Limit bounds the search of a position.
type Limit struct {
	Kind  LimitKind `json:"kind"`
	Value int64     `json:"value"`
}

// ParseLimits reads a comma-separated list of one kind: depths "4,5,6", nodes
// "1e4,100k", times "100ms,1s".
func ParseLimits(kind LimitKind, list string) ([]Limit, error) {
	var limits []Limit
	seen := map[Limit]bool{}
	for _, text := range strings.Split(list, ",") {
		var l player.Limits
		text = strings.TrimSpace(text)
		if _, err := l.Set(string(kind), text); err != nil {
			return nil, err
		}
		limit := Limit{Kind: kind}
		switch kind {
		case Depth:
			limit.Value = int64(l.Depth)
		case Nodes:
			limit.Value = int64(l.Nodes)
		case MoveTime:
			limit.Value = l.MoveTime.Microseconds()
		}
		if seen[limit] {
			return nil, fmt.Errorf("%s %s is there twice", kind, text)
		}
		seen[limit] = true
		limits = append(limits, limit)
	}
	return limits, nil
}

// Limits returns the limit for a player.
func (l Limit) Limits() player.Limits {
	switch l.Kind {
	case Nodes:
		return player.Limits{Nodes: uint64(l.Value)}
	case MoveTime:
		return player.Limits{MoveTime: time.Duration(l.Value) * time.Microsecond}
	}
	return player.Limits{Depth: int(l.Value)}
}

// String returns "depth 6", "nodes 10000" or "movetime 1s".
func (l Limit) String() string {
	if l.Kind == MoveTime {
		return fmt.Sprintf("%s %s", l.Kind, time.Duration(l.Value)*time.Microsecond)
	}
	return string(l.Kind) + " " + strconv.FormatInt(l.Value, 10)
}

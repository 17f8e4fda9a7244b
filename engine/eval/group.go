package eval

import "xqlab/engine/eval/internal/terms"

// Group is one of the seven parts of the evaluation.
type Group uint8

// The groups, in the order of the parameter vector and of weight files.
const (
	Material Group = iota
	Position
	KingSafety
	Pins
	Guards
	Center
	Mobility

	// NumGroups is the number of groups.
	NumGroups = 7
)

// groupNames holds the groups' names as written in weight files.
var groupNames = func() (names [NumGroups]string) {
	for g := range names {
		names[g] = terms.Groups[g].Key
	}
	return names
}()

// declared returns the declaration of the group.
func (g Group) declared() *terms.Group { return &terms.Groups[g] }

// blocks returns the declarations of the group's terms, in order.
func (g Group) blocks() []terms.Block { return terms.Groups[g].Blocks }

// Groups returns the seven groups in order.
func Groups() []Group {
	gs := make([]Group, NumGroups)
	for i := range gs {
		gs[i] = Group(i)
	}
	return gs
}

// String returns the group's name as written in weight files.
func (g Group) String() string {
	if g >= NumGroups {
		return "unknown"
	}
	return groupNames[g]
}

// ParseGroup returns the group of that name.
func ParseGroup(name string) (Group, bool) {
	for i, n := range groupNames {
		if n == name {
			return Group(i), true
		}
	}
	return 0, false
}

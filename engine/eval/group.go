package eval

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

var groupNames = [NumGroups]string{
	"material", "position", "king_safety", "pins", "guards", "center", "mobility",
}

var groupDocs = [NumGroups]string{
	"piece values, pairs of pieces, what a side lacks",
	"piece-square tables, seen from Red; Black reads them flipped, files f-i read files d-a",
	"danger to a side's own king: these values are counted for the side in danger",
	"a side's own pieces that may not move freely (牵制), counted for that side",
	"advisors and elephants: which are left, how they stand, what attacks them",
	"the twelve points of files d-f and ranks 3-6: who stands there, who attacks them",
	"moves available by piece type, open files, and the side to move",
}

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

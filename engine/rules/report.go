package rules

import (
	"encoding/json"

	"xqlab/engine/board"
)

// Report is a Verdict as plain data, the form in which it is printed and stored
// with a game:
//
//	{"verdict": "black", "score": "0-1", "reason": "perpetual chase", "ply": 8,
//	 "cycle": {"first_ply": 1, "last_ply": 8, "occurrences": 3,
//	   "red": {"level": 1, "class": "perpetual chase", "moves": 4, "checks": 0, "chases": 4, "checkers": [],
//	     "victims": [{"piece": "n", "square": "i9", "horse_pinned": false,
//	                  "attackers": [{"piece": "R", "square": "h0"}]}]},
//	   "black": {...}}}
//
// Pieces are FEN letters and stand where they stood when the game was judged.
type Report struct {
	Verdict string       `json:"verdict"` // red or black (the winner), draw, none
	Score   string       `json:"score"`   // 1-0, 0-1, 1/2-1/2, *
	Reason  string       `json:"reason"`  // "" if the game is not over
	Ply     int          `json:"ply"`     // plies played when the game ended
	Cycle   *ReportCycle `json:"cycle"`   // null unless a repetition was judged
}

// ReportCycle is a Cycle as plain data.
type ReportCycle struct {
	FirstPly    int        `json:"first_ply"`
	LastPly     int        `json:"last_ply"`
	Occurrences int        `json:"occurrences"`
	Red         ReportSide `json:"red"`
	Black       ReportSide `json:"black"`
}

// ReportSide is a Conduct as plain data.
type ReportSide struct {
	Level    Level          `json:"level"`
	Class    string         `json:"class"`
	Moves    int            `json:"moves"`
	Checks   int            `json:"checks"`
	Chases   int            `json:"chases"`
	Checkers []ReportMan    `json:"checkers"`
	Victims  []ReportVictim `json:"victims"`
}

// ReportVictim is a Victim as plain data.
type ReportVictim struct {
	ReportMan
	HorsePinned bool        `json:"horse_pinned"`
	Attackers   []ReportMan `json:"attackers"`
}

// ReportMan is a Man as plain data.
type ReportMan struct {
	Piece  string `json:"piece"`
	Square string `json:"square"`
}

// Report returns the verdict as plain data.
func (v Verdict) Report() Report {
	r := Report{Verdict: v.Result(), Score: v.Score(), Reason: v.Reason.String(), Ply: v.Ply}
	if c := v.Cycle; c != nil {
		r.Cycle = &ReportCycle{
			FirstPly: c.FirstPly, LastPly: c.LastPly, Occurrences: c.Occurrences,
			Red: c.Sides[board.Red].report(), Black: c.Sides[board.Black].report(),
		}
	}
	return r
}

// MarshalJSON writes the verdict's Report.
func (v Verdict) MarshalJSON() ([]byte, error) { return json.Marshal(v.Report()) }

func (c Conduct) report() ReportSide {
	r := ReportSide{
		Level: c.Level, Class: c.Level.String(), Moves: c.Moves, Checks: c.Checks, Chases: c.Chases,
		Checkers: reportMen(c.Checkers), Victims: make([]ReportVictim, len(c.Victims)),
	}
	for i, v := range c.Victims {
		r.Victims[i] = ReportVictim{v.Man.report(), v.HorsePinned, reportMen(v.Attackers)}
	}
	return r
}

func (m Man) report() ReportMan { return ReportMan{m.Piece.String(), m.Square.String()} }

func reportMen(men []Man) []ReportMan {
	list := make([]ReportMan, len(men))
	for i, m := range men {
		list[i] = m.report()
	}
	return list
}

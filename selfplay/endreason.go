package selfplay

import (
	"fmt"

	"xqlab/engine/rules"
	"xqlab/selfplay/player"
)

// EndReason is why a game ended, in the words that are stored, shown, and
// written as PGN's Termination. They do not change: older databases hold them.
//
// A result store may hold reasons of a later version; their Kind is
// UnknownEnd.
type EndReason string

// Ends by the rules of the game.
const (
	EndMate            EndReason = "checkmate"             // rules.Mate
	EndNoMove          EndReason = "no legal move"         // rules.NoLegalMove: stalemated, which loses
	EndPerpetualCheck  EndReason = "perpetual check"       // rules.PerpetualCheck
	EndPerpetualChase  EndReason = "perpetual chase"       // rules.PerpetualChase
	EndMutualPerpetual EndReason = "mutual perpetual"      // rules.MutualPerpetual: drawn
	EndRepetition      EndReason = "repetition"            // rules.RepetitionDraw
	EndNaturalLimit    EndReason = "natural move limit"    // rules.NaturalLimit: drawn
	EndMaterial        EndReason = "insufficient material" // rules.InsufficientMaterial: drawn
)

// Ends by the match's own limit, and by the players.
const (
	EndMaxPlies          EndReason = "maximum length"      // drawn: Settings.MaxPlies were played
	EndResignAdjudicated EndReason = "resign adjudication" // Settings.Resign: the scores called it lost
	EndDrawAdjudicated   EndReason = "draw adjudication"   // Settings.Draw: the scores called it drawn
	EndResigned          EndReason = "resignation"         // an engine resigned by itself
	EndDrawAgreed        EndReason = "draw agreed"         // an engine accepted the other's offer
)

// Ends by a player's fault, which loses, and by ours.
const (
	EndTime         EndReason = "time forfeit"   // player.TimeForfeit
	EndNoAnswerMove EndReason = "no move"        // player.NoMove: an answer without a move
	EndIllegalMove  EndReason = "illegal move"   // player.IllegalMove
	EndDisconnect   EndReason = "disconnect"     // player.Disconnect: crashed, or did not start
	EndStall        EndReason = "stall"          // player.Stall: silence where no clock runs
	EndError        EndReason = "internal error" // void: the runner failed, which is no player's fault
)

// EndKind is what decided the end of a game.
type EndKind uint8

const (
	UnknownEnd EndKind = iota // not a reason of this version
	ByRules                   // the rules of the game
	ByLength                  // the match's limit of moves
	ByScores                  // adjudication by the players' scores
	ByPlayers                 // resignation or agreement
	ByFault                   // a player's fault
	ByError                   // the runner's fault: the game is void
)

// ends lists all end reasons in the order of their definition.
var ends = [...]struct {
	reason EndReason
	kind   EndKind
}{
	{EndMate, ByRules}, {EndNoMove, ByRules}, {EndPerpetualCheck, ByRules}, {EndPerpetualChase, ByRules},
	{EndMutualPerpetual, ByRules}, {EndRepetition, ByRules}, {EndNaturalLimit, ByRules}, {EndMaterial, ByRules},
	{EndMaxPlies, ByLength}, {EndResignAdjudicated, ByScores}, {EndDrawAdjudicated, ByScores},
	{EndResigned, ByPlayers}, {EndDrawAgreed, ByPlayers},
	{EndTime, ByFault}, {EndNoAnswerMove, ByFault}, {EndIllegalMove, ByFault}, {EndDisconnect, ByFault}, {EndStall, ByFault},
	{EndError, ByError},
}

// EndReasons lists all reasons a game can end by.
func EndReasons() []EndReason {
	list := make([]EndReason, len(ends))
	for i, e := range ends {
		list[i] = e.reason
	}
	return list
}

// Kind returns what decided the end, UnknownEnd for a reason that is not among
// EndReasons.
func (r EndReason) Kind() EndKind {
	for _, e := range ends {
		if e.reason == r {
			return e.kind
		}
	}
	return UnknownEnd
}

// endByRule returns the end reason of a verdict. It panics if the game is not
// over.
func endByRule(r rules.Reason) EndReason {
	switch r {
	case rules.Mate:
		return EndMate
	case rules.NoLegalMove:
		return EndNoMove
	case rules.PerpetualCheck:
		return EndPerpetualCheck
	case rules.PerpetualChase:
		return EndPerpetualChase
	case rules.MutualPerpetual:
		return EndMutualPerpetual
	case rules.RepetitionDraw:
		return EndRepetition
	case rules.NaturalLimit:
		return EndNaturalLimit
	case rules.InsufficientMaterial:
		return EndMaterial
	}
	panic(fmt.Sprintf("selfplay: no game ends by rule %q", r))
}

// endByFault returns the end reason of a fault. It panics if there is no such
// kind of fault.
func endByFault(k player.FaultKind) EndReason {
	switch k {
	case player.TimeForfeit:
		return EndTime
	case player.NoMove:
		return EndNoAnswerMove
	case player.IllegalMove:
		return EndIllegalMove
	case player.Disconnect:
		return EndDisconnect
	case player.Stall:
		return EndStall
	}
	panic(fmt.Sprintf("selfplay: no game ends by fault %q", k))
}

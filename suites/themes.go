package suites

import "xqlab/engine/board"

// Themes that can be computed from a position and its solution.
const (
	ThemeCheck     = "check"     // the first move checks
	ThemeCapture   = "capture"   // the first move captures
	ThemeQuiet     = "quiet"     // the first move does neither
	ThemeSacrifice = "sacrifice" // the first move gives up material
	// ThemeMatePrefix and a piece, "mate-rook": what makes the last move.
	ThemeMatePrefix = "mate-"
)

// sacrificeLoss is what a first move must lose in exchanges, in centipawns, to
// count as a sacrifice: about a guard.
const sacrificeLoss = 200

// firstMoveThemes describes the solution's first move.
func firstMoveThemes(pos *board.Position, m board.Move) []string {
	var themes []string
	capture, check := pos.At(m.To()) != board.NoPiece, pos.GivesCheck(m)
	if check {
		themes = append(themes, ThemeCheck)
	}
	if capture {
		themes = append(themes, ThemeCapture)
	}
	if !check && !capture {
		themes = append(themes, ThemeQuiet)
	}
	if pos.SEE(m) <= -sacrificeLoss {
		themes = append(themes, ThemeSacrifice)
	}
	return themes
}

// mateTheme returns "mate-" and the piece that moves last in a line, "" if the
// line does not end in mate.
func mateTheme(pos *board.Position, line []board.Move) string {
	if len(line)%2 == 0 {
		return ""
	}
	p := pos.Clone()
	for _, m := range line {
		if !p.IsLegal(m) {
			return ""
		}
		p.Make(m)
	}
	if p.HasLegalMove() {
		return ""
	}
	return ThemeMatePrefix + p.At(line[len(line)-1].To()).Type().String()
}

package stats

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Report prints all figures of the estimate on two lines.
func (e Estimate) Report() string {
	of := fmt.Sprintf("%d games", e.Games)
	if e.Pairs > 0 {
		of += fmt.Sprintf(" in %d pairs", e.Pairs)
	}
	text := e.Text()
	if e.Error.Exists() {
		text += fmt.Sprintf(" (95 %%: %s to %s)", e.Lo.Signed(1), e.Hi.Signed(1))
	}
	return fmt.Sprintf("%s, %s: score %s, %s\n  nElo %s +/- %s (full error %s), LOS %s\n",
		e.Method, of, e.Score.Percent(2), text,
		e.NElo.Signed(1), e.NEloError.Text(1), e.NEloErrorFull.Text(1), Known(e.LOS).Percent(2))
}

// Report prints the rating list as a table, best first, with the confidence that each
// player is above the next; limits are marked >= and <=.
func (r *Ratings) Report() string {
	var table, b strings.Builder
	t := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "#\tplayer\trating\t+/-\tgames\twins\tdraws\tlosses\tscore\tabove next")
	for i, p := range r.Players {
		rating, above := p.Rating.Text(1), ""
		switch p.Bound {
		case AllWon:
			rating = ">= " + rating
		case AllLost:
			rating = "<= " + rating
		}
		if i+1 < len(r.Players) {
			above = r.Confidence(p.Name, r.Players[i+1].Name).Percent(1)
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%s\t%s\n", i+1, p.Name, rating, p.Error.Text(1),
			p.Games(), p.Wins, p.Draws, p.Losses, p.Score.Percent(1), above)
	}
	_ = t.Flush() // a strings.Builder does not fail
	for line := range strings.Lines(table.String()) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	held := "+/- " + r.RedError.Text(1)
	if r.RedHeld {
		held = "(held)"
	}
	fmt.Fprintf(&b, "red advantage %.1f %s, draw rate of equal players %s\n", r.RedAdvantage, held, r.DrawRate.Percent(1))
	if r.Simulations > 0 {
		fmt.Fprintf(&b, "errors from %d simulations (%d without a finite fit played again)\n", r.Simulations, r.Discarded)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	return b.String()
}

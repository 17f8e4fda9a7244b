package player

import (
	"strings"
	"testing"
)

// TestCheck takes good and bad engines through the conformance test.
func TestCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for time limits")
	}
	for _, tc := range []struct {
		script string
		failed string // names of failed steps
	}{
		{"", ""},
		{"ucci", ""},
		{"ten", ""},
		{"mute", "start and greeting"},
		{"answer=bestmove_h2e2", "moves are legal|follows a list of moves|only move|new games|fixed time a move|clock"},
	} {
		t.Run(tc.script, func(t *testing.T) {
			t.Parallel()
			rig := newRig(t, tc.script)
			if strings.Contains(tc.script, "ten") {
				rig.cfg.Ranks = ProbeRanks
			}
			if tc.script == "mute" {
				rig.env.Startup = patience()
			}
			rig.cfg.Limits = Limits{}
			steps := 0
			report, err := Check(t.Context(), rig.cfg, rig.env, func(CheckStep) { steps++ })
			if err != nil {
				t.Fatal(err)
			}
			if steps != len(report.Steps) || steps < 10 {
				t.Errorf("%d steps were told of %d", steps, len(report.Steps))
			}
			var failed []string
			for _, s := range report.Steps {
				if s.Mark == Failed {
					failed = append(failed, s.Name)
				}
			}
			if got := strings.Join(failed, "|"); got != tc.failed {
				t.Errorf("failed steps %q, want %q\n%+v", got, tc.failed, report.Steps)
			}
			if tc.script == "ten" && report.Ranks != FromOne {
				t.Errorf("ranks %s, want 1-10", report.Ranks)
			}
		})
	}
}

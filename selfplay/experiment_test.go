package selfplay

import (
	"slices"
	"testing"

	"xqlab/selfplay/player"
)

// TestNamePlayersApart: every player has a name of its own, and keeps it if nobody
// before has it.
func TestNamePlayersApart(t *testing.T) {
	for _, tc := range []struct{ names, want []string }{
		{nil, nil},
		{[]string{"a", "b"}, []string{"a", "b"}},
		{[]string{"a", "a", "b", "a"}, []string{"a", "a-2", "b", "a-3"}},
		{[]string{"a", "a-2", "a"}, []string{"a", "a-2", "a-3"}},
		{[]string{"a", "a", "a-2"}, []string{"a", "a-3", "a-2"}},
		{[]string{"", ""}, []string{"", "-2"}},
	} {
		var players []player.Config
		for _, n := range tc.names {
			players = append(players, player.Config{Name: n})
		}
		var got []string
		for _, p := range NamePlayersApart(players) {
			got = append(got, p.Name)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%q: %q, want %q", tc.names, got, tc.want)
		}
		for i, p := range players {
			if p.Name != tc.names[i] {
				t.Errorf("%q: the caller's list was changed", tc.names)
			}
		}
	}
}

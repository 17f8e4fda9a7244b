package jsonline

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestLocate(t *testing.T) {
	for _, tc := range []struct{ data, want string }{
		{"!", "line 1: "},
		{"[1,\n2,\n!]", "line 3: "},
		{"[1,\n2\n", "line 3: "}, // the end of the text
		{"[1,\n\"x\"]", "json: cannot unmarshal string"},
	} {
		var list []int
		err := json.Unmarshal([]byte(tc.data), &list)
		got := Locate(err, []byte(tc.data))
		if !strings.HasPrefix(got.Error(), tc.want) || !errors.Is(got, err) {
			t.Errorf("%q: got %v, want %s...", tc.data, got, tc.want)
		}
	}
	if err := Locate(nil, nil); err != nil {
		t.Errorf("no error became %v", err)
	}
}

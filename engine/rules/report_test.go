package rules

import (
	"encoding/json"
	"testing"
)

func TestReport(t *testing.T) {
	tests := []struct {
		v    Verdict
		want string
	}{
		{Verdict{}, `{"verdict":"none","score":"*","reason":"","ply":0,"cycle":null}`},
		{Verdict{Over: true, Draw: true, Reason: NaturalLimit, Ply: 240}, `{"verdict":"draw","score":"1/2-1/2","reason":"natural-move limit","ply":240,"cycle":null}`},
		{play(t, rookAndHorse, chaseLap+chaseLap, Options{}).Verdict(),
			`{"verdict":"black","score":"0-1","reason":"perpetual chase","ply":8,"cycle":{"first_ply":1,"last_ply":8,"occurrences":3,` +
				`"red":{"level":1,"class":"perpetual chase","moves":4,"checks":0,"chases":4,"checkers":[],"victims":[{"piece":"n","square":"i9","horse_pinned":false,"attackers":[{"piece":"R","square":"h0"}]}]},` +
				`"black":{"level":0,"class":"idle","moves":4,"checks":0,"chases":0,"checkers":[],"victims":[]}}}`},
	}
	for _, tt := range tests {
		got, err := json.Marshal(tt.v)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
		var back Report
		if err := json.Unmarshal(got, &back); err != nil {
			t.Fatal(err)
		}
		if again, _ := json.Marshal(back); string(again) != tt.want {
			t.Errorf("read back: %s\nwant %s", again, tt.want)
		}
	}
}

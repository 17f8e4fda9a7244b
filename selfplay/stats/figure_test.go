package stats

import (
	"encoding/json"
	"math"
	"testing"
)

func TestFigure(t *testing.T) {
	for _, c := range []struct {
		name                        string
		f                           Figure
		text, signed, percent, json string
	}{
		{"zero value", Figure{}, "n/a", "n/a", "n/a", "null"},
		{"nan", Known(math.NaN()), "n/a", "n/a", "n/a", "null"},
		{"+inf", Known(math.Inf(1)), "+inf", "+inf", "+inf", `"+inf"`},
		{"-inf", Known(math.Inf(-1)), "-inf", "-inf", "-inf", `"-inf"`},
		{"number", Known(0.25), "0.2", "+0.2", "25.0 %", "0.25"},
		{"negative zero", Known(math.Copysign(0, -1)), "0.0", "+0.0", "0.0 %", "0"},
		{"rounds to zero", Known(-0.0001), "0.0", "+0.0", "0.0 %", "-0.0001"},
		{"large", Known(1 << 60), "1152921504606846976.0", "+1152921504606846976.0", "115292150460684697600.0 %", "1.152921504606847e+18"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, x := range [][2]string{{c.f.Text(1), c.text}, {c.f.Signed(1), c.signed}, {c.f.Percent(1), c.percent}} {
				if x[0] != x[1] {
					t.Errorf("got %q, want %q", x[0], x[1])
				}
			}
			b, err := json.Marshal(c.f)
			if err != nil || string(b) != c.json {
				t.Errorf("JSON %s, %v, want %s", b, err, c.json)
			}
			var back Figure
			if err := json.Unmarshal(b, &back); err != nil || back != c.f {
				t.Errorf("read back %+v, %v, want %+v", back, err, c.f)
			}
			if p := c.f.Pointer(); (p != nil) != (c.name != "nan" && c.text[len(c.text)-1] != 'f' && c.f.Exists()) {
				t.Errorf("pointer %v", p)
			}
		})
	}
	for _, bad := range []string{`"x"`, `"NaN"`, `{}`, `[1]`, `true`} {
		var f Figure
		if err := json.Unmarshal([]byte(bad), &f); err == nil {
			t.Errorf("%s was read as %v", bad, f)
		}
	}
}

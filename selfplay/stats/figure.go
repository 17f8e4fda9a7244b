package stats

import (
	"fmt"
	"math"
	"strconv"
)

// Figure is a number that may not exist, or may be unbounded. The zero value does not
// exist. In JSON it is a number, null, "+inf" or "-inf".
type Figure struct {
	value float64
	known bool
}

// Known returns the figure with value x; x may be infinite, and NaN gives a figure that
// does not exist.
func Known(x float64) Figure {
	if math.IsNaN(x) {
		return Figure{}
	}
	return Figure{value: x + 0, known: true} // x + 0 turns -0 into 0
}

// Value returns the number, which may be ±Inf, and whether the figure exists.
func (f Figure) Value() (float64, bool) { return f.value, f.known }

// Finite returns the number and whether it exists and is finite: what may be stored in a
// database or drawn.
func (f Figure) Finite() (float64, bool) {
	if !f.known || math.IsInf(f.value, 0) {
		return 0, false
	}
	return f.value, true
}

// Exists reports whether the figure exists, finite or not.
func (f Figure) Exists() bool { return f.known }

// Pointer returns the finite number as a pointer, nil otherwise; the form that nullable
// columns take.
func (f Figure) Pointer() *float64 {
	if x, ok := f.Finite(); ok {
		return &x
	}
	return nil
}

// Text prints the figure with the given number of decimals: "12.30", "n/a", "+inf", "-inf".
func (f Figure) Text(decimals int) string { return f.text("%.*f", decimals) }

// Signed is Text with the sign always shown, as is usual for Elo.
func (f Figure) Signed(decimals int) string { return f.text("%+.*f", decimals) }

// Percent prints a share as a percentage: "57.9 %".
func (f Figure) Percent(decimals int) string {
	if x, ok := f.Finite(); ok {
		return Known(100*x).Text(decimals) + " %"
	}
	return f.Text(decimals)
}

// String prints the figure with two decimals.
func (f Figure) String() string { return f.Text(2) }

func (f Figure) text(format string, decimals int) string {
	switch {
	case !f.known:
		return "n/a"
	case math.IsInf(f.value, 1):
		return "+inf"
	case math.IsInf(f.value, -1):
		return "-inf"
	}
	x := f.value
	if math.Abs(x) < 0.5*math.Pow(10, -float64(decimals)) {
		x = 0 // no "-0.00"
	}
	return fmt.Sprintf(format, decimals, x)
}

// MarshalJSON implements json.Marshaler.
func (f Figure) MarshalJSON() ([]byte, error) {
	switch {
	case !f.known:
		return []byte("null"), nil
	case math.IsInf(f.value, 1):
		return []byte(`"+inf"`), nil
	case math.IsInf(f.value, -1):
		return []byte(`"-inf"`), nil
	}
	return strconv.AppendFloat(nil, f.value, 'g', -1, 64), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (f *Figure) UnmarshalJSON(data []byte) error {
	switch s := string(data); s {
	case "null":
		*f = Figure{}
	case `"+inf"`, `"inf"`:
		*f = Known(math.Inf(1))
	case `"-inf"`:
		*f = Known(math.Inf(-1))
	default:
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf(`figure %.40s: want a number, null, "+inf" or "-inf"`, s)
		}
		*f = Known(x)
	}
	return nil
}

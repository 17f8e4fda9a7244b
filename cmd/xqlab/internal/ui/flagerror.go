package ui

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/pflag"
)

// FlagErrorText describes what is wrong with a flag: its name, the value given
// and what was expected.
func FlagErrorText(err error) string {
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		want := "want " + wantedValue(f)
		switch {
		case f.Value.Type() == "string": // checked by the flag itself, which says what it wants
			want = errors.Unwrap(invalid).Error()
		case errors.Is(err, strconv.ErrRange):
			want += ", not so large"
		}
		return fmt.Sprintf("--%s %q: %s", f.Name, invalid.GetValue(), want)
	case errors.As(err, &missing):
		f := missing.GetFlag()
		return fmt.Sprintf("--%s needs a value: want %s", f.Name, wantedValue(f))
	}
	return err.Error()
}

// wantedValue describes the values of a flag.
func wantedValue(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "a whole number"
	case "uint64":
		return "a whole number, 0 or more"
	case "float64":
		return "a number"
	case "float64Slice":
		return "numbers, with commas between"
	case "bool":
		return "true or false"
	case "duration":
		return "a time with its unit, such as 500ms or 2s"
	case "stringSlice":
		return "words, with commas between"
	}
	name, _ := pflag.UnquoteUsage(f)
	if name == "string" {
		return "a word"
	}
	return name
}

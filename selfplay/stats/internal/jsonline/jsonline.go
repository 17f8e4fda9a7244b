// Package jsonline adds the line number to the syntax errors of encoding/json.
package jsonline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Locate returns a syntax error of data with its line in front, "line 3: ...",
// and any other error as it is.
func Locate(err error, data []byte) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		return fmt.Errorf("line %d: %w", line, err)
	}
	return err
}

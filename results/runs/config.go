package runs

import (
	"encoding/json"
	"fmt"
	"strings"

	"xqlab/results/store"
)

// configVersion is written into every stored configuration. A configuration
// without a version, from before there was one, is version 1; version 2 differs
// from it only in having a version. Whoever changes the meaning of a field must
// raise it and teach decodeConfig to read the older form.
const configVersion = 2

// encodeConfig writes a configuration as it is stored: its JSON object with a
// version in front.
func encodeConfig(config any) (json.RawMessage, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // people read it: leave < and > as they are
	if err := enc.Encode(config); err != nil {
		return nil, err
	}
	text := strings.TrimSpace(b.String())
	if len(text) < 2 || text[0] != '{' {
		return nil, fmt.Errorf("no JSON object: %.20s", text)
	}
	head := fmt.Sprintf(`{"version":%d`, configVersion)
	if text[1] != '}' {
		head += ","
	}
	return json.RawMessage(head + text[1:]), nil
}

// decodeConfig reads the stored configuration of a run.
func decodeConfig(run *store.Run, into any) error {
	v := struct{ Version int }{1}
	err := json.Unmarshal(run.Config, &v)
	if err == nil && v.Version > configVersion {
		return fmt.Errorf("run %s: its configuration is version %d, newer than this program knows (%d): use a newer xqlab", run.Short, v.Version, configVersion)
	}
	if err == nil {
		err = json.Unmarshal(run.Config, into)
	}
	if err != nil {
		return fmt.Errorf("run %s: its configuration cannot be read: %w", run.Short, err)
	}
	return nil
}

// ReadConfig returns a job that holds the configuration of a stored run, to be
// looked at. It cannot be carried out: Lab.Resume takes an empty one of NewJob.
func ReadConfig(run *store.Run) (Job, error) {
	j := NewJob(run.Kind)
	if j == nil {
		return nil, fmt.Errorf("run %s is of an unknown kind %q", run.Short, run.Kind)
	}
	j.use()
	return j, decodeConfig(run, j.config())
}

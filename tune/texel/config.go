package texel

import (
	"encoding/json"
	"errors"

	"xqlab/tune/params"
)

// Config is the full configuration of a Texel run: everything that decides its
// result besides the start weights, which are stored by content. It is stored
// with the run as JSON, and the run can be resumed or repeated from it.
type Config struct {
	Data    []string `json:"data"` // absolute paths, or dataset.SampleName
	From    string   `json:"from"` // name of the start weights, as eval.Load takes it
	Groups  []string `json:"groups,omitempty"`
	Params  []string `json:"params,omitempty"`
	Freeze  []string `json:"freeze,omitempty"`
	Split   Split    `json:"split"`
	Options Options  `json:"options"`
}

// DefaultSplit holds out 10 percent of the games each for validation and test.
var DefaultSplit = Split{Valid: 10, Test: 10}

// Query says which parameters are tuned.
func (c *Config) Query() params.Query {
	return params.Query{Groups: c.Groups, Params: c.Params, Freeze: c.Freeze}
}

// Validate reports the first setting that makes no sense. Options.Set and
// Options.Start have to be filled in.
func (c *Config) Validate() error {
	if c.From == "" {
		return errors.New("no start weights: want default, seed or a file")
	}
	if len(c.Data) == 0 {
		return errors.New("no data: want files of labelled positions")
	}
	if err := c.Options.Validate(); err != nil {
		return err
	}
	return c.Split.Validate()
}

// UnmarshalJSON also reads configurations of the time when there was one data
// file only, stated as a text.
func (c *Config) UnmarshalJSON(text []byte) error {
	type plain Config
	v := struct {
		Data json.RawMessage `json:"data"`
		*plain
	}{plain: (*plain)(c)}
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	if len(v.Data) > 0 && v.Data[0] == '"' {
		c.Data = make([]string, 1)
		return json.Unmarshal(v.Data, &c.Data[0])
	}
	if len(v.Data) == 0 {
		return nil
	}
	return json.Unmarshal(v.Data, &c.Data)
}

package stats

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"xqlab/selfplay/stats/internal/jsonline"
)

// Encounter holds the games of one red player against one black player, from the view of
// red, who moves first.
type Encounter struct {
	Red    string `json:"red"`
	Black  string `json:"black"`
	Wins   int64  `json:"wins"`
	Draws  int64  `json:"draws"`
	Losses int64  `json:"losses"`
}

// ParseCells reads n counts separated by commas, slashes or spaces, as in "30,50,20".
func ParseCells(text string, n int) ([]int64, error) {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '/' || r == ' ' })
	if len(fields) != n {
		return nil, fmt.Errorf("%q has %d counts, want %d", text, len(fields), n)
	}
	cells := make([]int64, n)
	for i, s := range fields {
		var err error
		if cells[i], err = strconv.ParseInt(s, 10, 64); err != nil {
			return nil, fmt.Errorf("%q: %q is not a count", text, s)
		}
		if cells[i] < 0 || cells[i] > maxCount {
			return nil, fmt.Errorf("%q: %q is not a count between 0 and %d", text, s, maxCount)
		}
	}
	return cells, nil
}

// ParseEncounter reads "RED,BLACK,WINS,DRAWS,LOSSES".
func ParseEncounter(text string) (Encounter, error) {
	return encounterOf(strings.Split(text, ","))
}

// encounterOf reads the fields red, black, wins, draws, losses.
func encounterOf(f []string) (Encounter, error) {
	if len(f) != 5 {
		return Encounter{}, fmt.Errorf("%d fields, want red, black, wins, draws, losses", len(f))
	}
	n, err := ParseCells(strings.Join(f[2:], ","), 3)
	if err != nil {
		return Encounter{}, err
	}
	return Encounter{Red: f[0], Black: f[1], Wins: n[0], Draws: n[1], Losses: n[2]}, nil
}

// encounterHeader are the columns of a table of encounters.
const encounterHeader = "red\tblack\twins\tdraws\tlosses"

// ReadEncounters reads results from JSON, a list of encounters or an object with such a
// list named "results", or from a tab-separated table with the header
// red, black, wins, draws, losses.
func ReadEncounters(r io.Reader) ([]Encounter, error) {
	in := bufio.NewReader(r)
	for {
		b, err := in.Peek(1)
		if err != nil {
			return nil, fmt.Errorf("read results: %w", err)
		}
		switch b[0] {
		case ' ', '\t', '\r', '\n':
			_, _ = in.Discard(1)
			continue
		case '[', '{':
			return readEncountersJSON(in)
		}
		return readEncountersTable(in)
	}
}

func readEncountersJSON(in io.Reader) ([]Encounter, error) {
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	var doc struct{ Results []Encounter }
	if data[0] == '[' {
		err = json.Unmarshal(data, &doc.Results)
	} else {
		err = json.Unmarshal(data, &doc)
	}
	if err != nil {
		return nil, fmt.Errorf("read results: %w", jsonline.Locate(err, data))
	}
	return doc.Results, nil
}

func readEncountersTable(in io.Reader) ([]Encounter, error) {
	var games []Encounter
	sc := bufio.NewScanner(in)
	for line := 1; sc.Scan(); line++ {
		text := strings.TrimRight(sc.Text(), "\r")
		if line == 1 {
			if text = strings.TrimPrefix(text, "\ufeff"); text != encounterHeader {
				return nil, fmt.Errorf("read results: line 1: the header is %q, want %q", text, encounterHeader)
			}
			continue
		}
		if text == "" {
			continue
		}
		e, err := encounterOf(strings.Split(text, "\t"))
		if err != nil {
			return nil, fmt.Errorf("read results: line %d: %w", line, err)
		}
		games = append(games, e)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	return games, nil
}

package report

import (
	"fmt"
	"image/color"
	"math"
	"regexp"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/results/store"
	"xqlab/results/table"
)

// heatMaps adds the piece-square tables before and after a tuning, if the
// weights are known and a table has changed.
func (b *builder) heatMaps(s *Section, r *store.Run) error {
	roles, err := b.st.RunWeights(b.ctx, r.ID)
	if err != nil {
		return err
	}
	var list [2]*eval.Weights
	for i, role := range []string{store.RoleBefore, store.RoleAfter} {
		w, ok := roles[role]
		if !ok {
			return nil
		}
		full, err := b.st.Weights(b.ctx, w.Hash)
		if err != nil {
			return err
		}
		if list[i], err = eval.Read(strings.NewReader(full.TOML), full.Name); err != nil {
			s.text(fmt.Sprintf("The weights %s cannot be read, so there are no piece-square tables: %v", role, err))
			return nil
		}
	}
	t := table.New("squares", "Piece-square tables", "piece", "phase", "square", "before", "after", "change")
	var figures []*Figure
	for _, m := range squareMaps() {
		if !m.read(list[0], list[1]) {
			continue
		}
		for i, sq := range m.squares {
			t.Add(table.Text(m.piece), table.Text(m.phase), table.Text(sq.String()), table.Int(m.before[i]), table.Int(m.after[i]), table.Int(m.after[i]-m.before[i]))
		}
		f, err := m.figure()
		if err != nil {
			return err
		}
		figures = append(figures, f)
	}
	if len(figures) == 0 {
		return nil
	}
	s.heading("Piece-square tables")
	s.text("Seen from Red, who plays upwards; files f to i read files d to a. Centipawns: blue is good for the piece, orange bad. Tables that did not change are left out.")
	figures[0].Data = t
	for _, f := range figures {
		s.figure(f)
	}
	return nil
}

// squareMap is one table of one phase.
type squareMap struct {
	piece, phase  string
	squares       []board.Square
	params        []int // index of the parameter of each square
	before, after []int
}

var squareName = regexp.MustCompile(`^position\.([a-z_]+)\[([a-i][0-9])\]\.(mg|eg)$`)

// squareMaps finds the tables among the names of the parameters.
func squareMaps() []*squareMap {
	var list []*squareMap
	index := map[string]*squareMap{}
	for i, name := range eval.Names() {
		part := squareName.FindStringSubmatch(name)
		if part == nil {
			continue
		}
		key := part[1] + " " + part[3]
		m := index[key]
		if m == nil {
			m = &squareMap{piece: part[1], phase: part[3]}
			index[key] = m
			list = append(list, m)
		}
		sq, err := board.ParseSquare(part[2])
		if err != nil {
			continue
		}
		m.squares, m.params = append(m.squares, sq), append(m.params, i)
	}
	return list
}

// read copies the values and reports whether any has changed.
func (m *squareMap) read(before, after *eval.Weights) (changed bool) {
	for _, i := range m.params {
		x, y := before.Get(i), after.Get(i)
		m.before, m.after = append(m.before, x), append(m.after, y)
		changed = changed || x != y
	}
	return changed
}

const (
	heatWidth  = 440
	heatHeight = 200
)

// figure draws the table before, after, and the change, side by side.
func (m *squareMap) figure() (*Figure, error) {
	change := make([]int, len(m.after))
	largest, largestChange := 1, 1
	for i := range change {
		change[i] = m.after[i] - m.before[i]
		largest = max(largest, abs(m.before[i]), abs(m.after[i]))
		largestChange = max(largestChange, abs(change[i]))
	}
	title := m.piece + map[string]string{"mg": ", all pieces on the board", "eg": ", endgame"}[m.phase]
	c := vgsvg.New(heatWidth, heatHeight)
	whole := draw.NewCanvas(c, heatWidth, heatHeight)
	for i, panel := range []struct {
		name    string
		values  []int
		largest int
	}{{"before", m.before, largest}, {"after", m.after, largest}, {"change", change, largestChange}} {
		p := plot.New()
		p.BackgroundColor = color.Transparent
		p.HideAxes()
		p.Title.Text = panel.name
		p.Title.TextStyle.Font.Size, p.Title.TextStyle.Font.Variant = 11, "Sans"
		p.Title.TextStyle.Color = standIn("ink")
		if err := m.cells(p, panel.values, panel.largest); err != nil {
			return nil, err
		}
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.5, 8.5, -0.5, 9.5
		p.X.Padding, p.Y.Padding = 0, 0
		left := vg.Length(i) * heatWidth / 3
		p.Draw(draw.Crop(whole, left+3, left+heatWidth/3-3-heatWidth, 0, 0))
	}
	svg, err := finishSVG(c, heatWidth, heatHeight, "Piece-square table of the "+title)
	note := fmt.Sprintf("Colours end at ±%d, of the change at ±%d.", largest, largestChange)
	return &Figure{Title: title, Note: note, SVG: svg}, err
}

// heatSteps is the number of shades on each side of zero.
const heatSteps = 12

// cells draws one value per square, mirrored to the right half, with one shape
// per shade.
func (m *squareMap) cells(p *plot.Plot, values []int, largest int) error {
	shades := map[int][]plotter.XYer{}
	var labels plotter.XYLabels
	for i, sq := range m.squares {
		shade := int(math.Round(float64(values[i]) / float64(largest) * heatSteps))
		for _, s := range []board.Square{sq, sq.Mirror()} {
			x, y := float64(s.File()), float64(s.Rank())
			shades[shade] = append(shades[shade], rect(x-0.5, y-0.5, x+0.5, y+0.5))
			labels.XYs = append(labels.XYs, plotter.XY{X: x, Y: y})
			labels.Labels = append(labels.Labels, fmt.Sprint(values[i]))
			if s == s.Mirror() {
				break
			}
		}
	}
	for shade := -heatSteps; shade <= heatSteps; shade++ {
		if len(shades[shade]) == 0 {
			continue
		}
		area, err := plotter.NewPolygon(shades[shade]...)
		if err != nil {
			return err
		}
		area.Color = heatColour(shade)
		area.LineStyle = draw.LineStyle{Color: standIn("page"), Width: 0.5}
		p.Add(area)
	}
	text, err := plotter.NewLabels(labels)
	if err != nil {
		return err
	}
	for i := range text.TextStyle {
		st := &text.TextStyle[i]
		st.Font.Size, st.Font.Variant, st.Color = 6.5, "Sans", color.RGBA{20, 20, 20, 255}
		st.XAlign, st.YAlign = draw.XCenter, draw.YCenter
	}
	p.Add(text)
	return nil
}

// heatColour runs from orange through white to blue, light enough for dark
// letters.
func heatColour(shade int) color.Color {
	f := math.Abs(float64(shade)) / heatSteps
	end := [3]float64{84, 160, 232}
	if shade < 0 {
		end = [3]float64{240, 146, 60}
	}
	mix := func(i int) uint8 { return uint8(math.Round(247 + (end[i]-247)*f)) }
	return color.RGBA{mix(0), mix(1), mix(2), 255}
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

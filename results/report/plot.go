package report

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figures are drawn for one column of a page or the full width of a phone, so
// that their letters stay readable without scaling.
const (
	figureWidth  = 440
	figureHeight = 240
	figureMargin = 12
)

// colourNames are the colours of the page. Figures are drawn in stand-ins that
// become references to them, so that they follow the light and the dark theme.
var colourNames = []string{
	"ink", "grid", "page", "win", "draw", "loss", "red", "black",
	"s0", "s1", "s2", "s3", "s4", "s5", "b0", "b1", "b2", "b3", "b4", "b5",
}

const seriesColours = 6

// standIn returns the colour that stands for a name.
func standIn(name string) color.Color {
	for i, n := range colourNames {
		if n == name {
			return color.RGBA{7, 7, uint8(i), 255}
		}
	}
	panic("report: no colour " + name)
}

func seriesName(i int) string { return "s" + strconv.Itoa(i%seriesColours) }
func bandName(i int) string   { return "b" + strconv.Itoa(i%seriesColours) }

// newPlot starts a figure with named axes in the page's colours.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Color = standIn("grid")
		axis.LineStyle.Width = 0.7
		axis.LineStyle.Color = standIn("grid")
		axis.Label.TextStyle.Color = standIn("ink")
		axis.Label.TextStyle.Font.Size = 12
		axis.Label.TextStyle.Font.Variant = "Sans"
		axis.Tick.Color = standIn("grid")
		axis.Tick.LineStyle.Color = standIn("grid")
		axis.Tick.Label.Color = standIn("ink")
		axis.Tick.Label.Font.Size = 11
		axis.Tick.Label.Font.Variant = "Sans"
		axis.Padding = 3
		axis.Tick.Marker = roundTicks{}
		axis.Tick.Length = 4
	}
	p.X.Label.Text, p.Y.Label.Text = plain(x), plain(y)
	return p
}

// grid adds lines behind everything that is added later.
func grid(p *plot.Plot) {
	g := plotter.NewGrid()
	g.Vertical = draw.LineStyle{}
	g.Horizontal = draw.LineStyle{Color: standIn("grid"), Width: 0.5}
	p.Add(g)
}

var (
	svgStart  = regexp.MustCompile(`(?s)^.*?<svg [^>]*>`)
	svgFont   = regexp.MustCompile(`font-family:[^;"]*;font-variant:[^;"]*;font-weight:[^;"]*;font-style:[^;"]*;`)
	svgColour = regexp.MustCompile(`(?i)#0707([0-9a-f]{2})`)
)

// render draws p as an SVG element without its own fonts, fixed size or fixed
// colours.
func render(p *plot.Plot, width, height float64, label string) (template.HTML, error) {
	c := vgsvg.New(vg.Length(width), vg.Length(height))
	whole := draw.NewCanvas(c, vg.Length(width), vg.Length(height))
	p.Draw(draw.Crop(whole, figureMargin, -figureMargin, 2, -4)) // the fonts of the page may be wider
	return finishSVG(c, width, height, label)
}

func finishSVG(c *vgsvg.Canvas, width, height float64, label string) (template.HTML, error) {
	var buf bytes.Buffer
	if _, err := c.WriteTo(&buf); err != nil {
		return "", fmt.Errorf("draw %s: %w", label, err)
	}
	body := svgStart.ReplaceAllString(buf.String(), "")
	body = svgFont.ReplaceAllString(body, "")
	body = svgColour.ReplaceAllStringFunc(body, func(m string) string {
		i, err := strconv.ParseUint(m[5:], 16, 8)
		if err != nil || int(i) >= len(colourNames) {
			return m
		}
		return "var(--" + colourNames[i] + ")"
	})
	start := fmt.Sprintf(`<svg viewBox="0 0 %g %g" role="img" aria-label="%s">`, width, height, template.HTMLEscapeString(label))
	return template.HTML(start + "\n" + body), nil
}

// plain makes a text from outside safe to draw: one line, valid UTF-8.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// short shortens a text to fit the margin of a figure.
func short(s string, n int) string {
	r := []rune(plain(s))
	if len(r) <= n {
		return string(r)
	}
	return string(r[:n-1]) + "…"
}

// line adds a curve; dashes may be nil.
func line(p *plot.Plot, xys plotter.XYs, colour string, dashes ...vg.Length) error {
	if len(xys) == 0 {
		return nil
	}
	l, err := plotter.NewLine(xys)
	if err != nil {
		return err
	}
	l.LineStyle = draw.LineStyle{Color: standIn(colour), Width: 1.6, Dashes: dashes}
	p.Add(l)
	return nil
}

// dots adds a mark at each point.
func dots(p *plot.Plot, xys plotter.XYs, colour string) error {
	if len(xys) == 0 {
		return nil
	}
	s, err := plotter.NewScatter(xys)
	if err != nil {
		return err
	}
	s.GlyphStyle = draw.GlyphStyle{Color: standIn(colour), Radius: 2.6, Shape: draw.CircleGlyph{}}
	p.Add(s)
	return nil
}

// band fills the area between two curves over the same x.
func band(p *plot.Plot, low, high plotter.XYs, colour string) error {
	if len(low) < 2 {
		return nil
	}
	ring := append(plotter.XYs{}, low...)
	for i := len(high) - 1; i >= 0; i-- {
		ring = append(ring, high[i])
	}
	return fill(p, []plotter.XYer{ring}, colour)
}

// fill adds filled shapes of one colour.
func fill(p *plot.Plot, rings []plotter.XYer, colour string) error {
	if len(rings) == 0 {
		return nil
	}
	area, err := plotter.NewPolygon(rings...)
	if err != nil {
		return err
	}
	area.Color = standIn(colour)
	area.LineStyle.Width = 0
	p.Add(area)
	return nil
}

func rect(x0, y0, x1, y1 float64) plotter.XYs {
	return plotter.XYs{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}

// stack is a bar chart: rows of values that are drawn end to end.
type stack struct {
	name    string
	parts   []Key // one per column of values
	labels  []string
	values  [][]float64
	percent bool // the axis counts in percent
	axis    string
}

// horizontal draws one bar per label, the first at the top.
func (s *stack) horizontal() (template.HTML, error) {
	p := newPlot(s.axis, "")
	p.Y.LineStyle.Width, p.Y.Tick.LineStyle.Width = 0, 0
	n := len(s.labels)
	top := 0.0
	for part, key := range s.parts {
		var rings []plotter.XYer
		for i, row := range s.values {
			from := 0.0
			for _, v := range row[:part] {
				from += v
			}
			if row[part] > 0 {
				y := float64(n - 1 - i)
				rings = append(rings, rect(from, y-0.36, from+row[part], y+0.36))
			}
			top = max(top, from+row[part])
		}
		if err := fill(p, rings, key.Colour); err != nil {
			return "", err
		}
	}
	var ticks []plot.Tick
	for i, label := range s.labels {
		ticks = append(ticks, plot.Tick{Value: float64(n - 1 - i), Label: short(label, 22)})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	p.Y.Min, p.Y.Max, p.X.Min, p.X.Max = -0.5, float64(n)-0.5, 0, max(top, 1)
	if s.percent {
		p.X.Max = 100
	}
	p.Y.Padding = 8
	return render(p, figureWidth, 48+26*float64(n), s.name)
}

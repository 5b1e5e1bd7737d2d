package analyse

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"quadrille/cmd/client/judge"
)

//go:embed page.html
var pageText string

// page is what the page shows.
type page struct {
	*Report
	Rows    []row
	Sums    []sumRow
	Graph   graph
	Legend  string
	Frames  []Position
	Stopped bool
	Colours template.CSS
}

// colours are those of seats that are called after one, readable on a light
// and on a dark page.
var colours = map[string]string{
	"red": "#d13c3c", "blue": "#2f7fd6", "green": "#2e9440", "yellow": "#b8900b", "orange": "#d9730d",
	"purple": "#9154d4", "black": "var(--text)", "white": "var(--soft)",
}

// seatColours sets the colours of the seats that are called after one.
func (r *Report) seatColours() template.CSS {
	var b strings.Builder
	for i, name := range r.Seats {
		if colour, ok := colours[strings.ToLower(name)]; ok {
			fmt.Fprintf(&b, "body { --p%d: %s; }\n", i+1, colour)
		}
	}
	return template.CSS(b.String())
}

// row is a turn as the page lists it.
type row struct {
	Number                                                int
	Seat, Token, Mark, Note, Value, Lost, Best, Was, Line string
}

type sumRow struct {
	Name string
	Seat int
	judge.Sum
	Lost string
}

// graph is the picture of the chances: a curve for each seat that has one.
type graph struct {
	Width, Height, Step float64
	Curves              []curve
	Dots                []dot
}

type curve struct {
	Seat   int
	Points string
}

// dot is a marked turn.
type dot struct {
	X, Y   float64
	Number int
	Mark   string
}

// The size of the graph in its own units.
const graphWidth, graphHeight = 1000, 200

// WriteHTML writes one page that needs nothing else.
func (r *Report) WriteHTML(w io.Writer) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	p := page{Report: r, Graph: r.graph(), Legend: r.legend(), Frames: r.Positions, Stopped: len(r.Turns) < r.Total, Colours: r.seatColours()}
	for _, turn := range r.Turns {
		p.Rows = append(p.Rows, r.row(turn))
	}
	for _, c := range r.Candidates {
		p.Rows = append(p.Rows, row{Seat: r.Seats[r.Seat-1], Token: c.Token, Value: c.Value.Text(r.Seat - 1), Line: strings.Join(c.Line, " ")})
	}
	if len(r.Turns) > 0 {
		for i, s := range r.Sums() {
			lost := ""
			if s.Turns > 0 {
				lost = fmt.Sprintf("%.1f%%", 100*s.Loss/float64(s.Turns))
			}
			p.Sums = append(p.Sums, sumRow{Name: r.seatName(i), Seat: i + 1, Sum: s, Lost: lost})
		}
	}
	return t.Execute(w, p)
}

func (r *Report) row(t judge.Turn) row {
	out := row{Number: t.Number, Seat: r.Seats[t.Seat-1], Token: t.Token, Mark: t.Mark, Note: note(t), Value: t.After.Text(t.Seat - 1), Lost: lost(t)}
	if t.Best != t.Token {
		out.Best, out.Was, out.Line = t.Best, t.Before.Text(t.Seat-1), strings.Join(t.Line, " ")
	}
	return out
}

// graph draws the chance of the first of two seats, or of each of more, after
// every turn.
func (r *Report) graph() graph {
	g := graph{Width: graphWidth, Height: graphHeight}
	if len(r.Turns) == 0 {
		return g
	}
	g.Step = graphWidth / float64(r.Total)
	curves := len(r.Seats)
	if curves == 2 {
		curves = 1
	}
	height := func(share float64) float64 { return graphHeight * (1 - share) }
	for seat := range curves {
		var points strings.Builder
		fmt.Fprintf(&points, "0,%.1f", height(r.Turns[0].Before.Shares[seat]))
		for _, t := range r.Turns {
			fmt.Fprintf(&points, " %.1f,%.1f", float64(t.Number)*g.Step, height(t.After.Shares[seat]))
		}
		g.Curves = append(g.Curves, curve{Seat: seat + 1, Points: points.String()})
	}
	for _, t := range r.Turns {
		if t.Mark == "" {
			continue
		}
		seat := t.Seat - 1
		if curves == 1 {
			seat = 0
		}
		g.Dots = append(g.Dots, dot{X: float64(t.Number) * g.Step, Y: height(t.After.Shares[seat]), Number: t.Number, Mark: t.Mark})
	}
	return g
}

package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/names"
	"quadrille/engine"
)

// TextReporter writes a line for each game and the table now and then and at the end.
type TextReporter struct {
	Out   io.Writer
	Every int  // games between two tables; 0 is only at the end
	Quiet bool // no lines for games
	Now   func() time.Time
}

// Begin writes what is played.
func (r *TextReporter) Begin(p Progress) {
	fmt.Fprintln(r.Out, strings.Join(append([]string{title(p)}, p.Crew.Notes...), "\n"))
}

// Game writes how a game ended.
func (r *TextReporter) Game(g arena.Game, p Progress) {
	if !r.Quiet {
		fmt.Fprintln(r.Out, gameLine(g, p))
	}
	if r.Every > 0 && p.Standing.Games%r.Every == 0 {
		fmt.Fprintln(r.Out, speed(p, r.Now()))
		writeTable(r.Out, p)
	}
}

// Note writes a line.
func (r *TextReporter) Note(text string, _ Progress) { fmt.Fprintln(r.Out, text) }

// End writes the table and why the match ended.
func (r *TextReporter) End(p Progress, err error) {
	writeTable(r.Out, p)
	fmt.Fprintln(r.Out, lastLine(p, err, r.Now()))
}

// lastLine is the last line.
func lastLine(p Progress, err error, now time.Time) string {
	text := speed(p, now)
	switch {
	case errors.Is(err, context.Canceled):
		return text + "\nInterrupted; --resume goes on."
	case err != nil:
		return text + "\nBroken off; --resume goes on."
	}
	return text
}

// View is a match as people see it.
type View struct {
	Title string `json:"title"`
	Table string `json:"table"` // and how far it has come, with the end of a line
	Done  string `json:"done"`  // how far it has come, alone
}

// Look is the view of a match.
func Look(p Progress, now time.Time) View {
	var t strings.Builder
	writeTable(&t, p)
	v := View{Title: title(p), Done: progressBar(p) + " " + speed(p, now)}
	v.Table = t.String() + v.Done + "\n"
	return v
}

// Screen is a terminal on which a table stays at the bottom.
type Screen struct {
	Out   io.Writer
	Size  func() (columns, rows int) // of the terminal
	shown []string                   // the lines of the table that stands there
}

// Show replaces the table that stands on the terminal, in one write so that
// nothing flickers: up to its first line, clear to the end of the screen, what
// goes above, the table. What has scrolled off the terminal cannot be replaced, so
// only the last table may be higher than that.
func (s *Screen) Show(above, table string, last bool) {
	var b bytes.Buffer
	columns, rows := s.Size()
	if n := height(s.shown, columns); n > 0 {
		fmt.Fprintf(&b, "\x1b[%dA\x1b[J", n)
	}
	s.shown = slices.Collect(strings.Lines(table))
	if !last {
		s.shown = fit(s.shown, columns, rows)
	}
	b.WriteString(above)
	b.WriteString(strings.Join(s.shown, ""))
	s.Out.Write(b.Bytes())
}

// height is how many rows of a terminal lines take, of which the longer ones are
// broken by it.
func height(lines []string, columns int) (rows int) {
	for _, line := range lines {
		rows += 1 + max(0, names.Columns(strings.TrimSuffix(line, "\n"))-1)/columns
	}
	return rows
}

// fit leaves lines out above the last, which says how far the match has come,
// where there are too many for a terminal. Its cursor has the row below them.
func fit(lines []string, columns, rows int) []string {
	if len(lines) < 2 || height(lines, columns) < rows {
		return lines
	}
	last := len(lines) - 1
	for n := last - 1; ; n-- {
		what := fmt.Sprintf("... (%d more %s in the end)\n", last-n, engine.Plural(last-n, "line"))
		if part := slices.Concat(lines[:n], []string{what}, lines[last:]); n == 0 || height(part, columns) < rows {
			return part
		}
	}
}

// LiveReporter is TextReporter on a terminal: the table stays at the bottom, and
// only games that somebody was at fault in are written above it.
type LiveReporter struct {
	Screen
	Now   func() time.Time
	drawn time.Time
}

// redraw is how often the table is drawn at most.
const redraw = 200 * time.Millisecond

// Begin writes what is played and the empty table.
func (r *LiveReporter) Begin(p Progress) {
	fmt.Fprintln(r.Out, title(p))
	r.draw(p, "")
}

// Game brings the table up to date.
func (r *LiveReporter) Game(g arena.Game, p Progress) {
	above := ""
	if g.Fault > 0 {
		above = gameLine(g, p) + "\n"
	}
	if above != "" || r.Now().Sub(r.drawn) >= redraw {
		r.draw(p, above)
	}
}

// Note writes a line above the table.
func (r *LiveReporter) Note(text string, p Progress) { r.draw(p, text+"\n") }

// End leaves the last table standing.
func (r *LiveReporter) End(p Progress, err error) {
	r.Show("", Look(p, r.Now()).Table, true)
	if err != nil {
		fmt.Fprintln(r.Out, lastLine(p, err, r.Now()))
	}
}

func (r *LiveReporter) draw(p Progress, above string) {
	r.drawn = r.Now()
	r.Show(above, Look(p, r.drawn).Table, false)
}

// progressBar shows how much of the match is done.
func progressBar(p Progress) string {
	const width = 20
	done := 0
	if p.Total > 0 {
		done = min(width, width*p.Standing.Games/p.Total)
	}
	return "[" + strings.Repeat("#", done) + strings.Repeat("·", width-done) + "]"
}

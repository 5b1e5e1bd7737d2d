package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/journal"
)

// Plain writes a line for each game and the table now and then and at the end.
type Plain struct {
	Out   io.Writer
	Every int  // games between two tables; 0 is only at the end
	Quiet bool // no lines for games
	Now   func() time.Time
}

// Begin writes what is played.
func (r *Plain) Begin(p match.Progress) { fmt.Fprintln(r.Out, title(p)) }

// Game writes how a game ended.
func (r *Plain) Game(g journal.Game, p match.Progress) {
	if !r.Quiet {
		fmt.Fprintln(r.Out, gameLine(g, p))
	}
	if r.Every > 0 && p.Standing.Games%r.Every == 0 {
		fmt.Fprintln(r.Out, progress(p, r.Now()))
		table(r.Out, p)
	}
}

// End writes the table and why the match ended.
func (r *Plain) End(p match.Progress, err error) {
	table(r.Out, p)
	fmt.Fprintln(r.Out, closing(p, err, r.Now()))
}

// closing is the last line.
func closing(p match.Progress, err error, now time.Time) string {
	text := progress(p, now)
	switch {
	case errors.Is(err, context.Canceled):
		return text + "\nInterrupted; --resume goes on."
	case err != nil:
		return text + "\nBroken off; --resume goes on."
	}
	return text
}

// Live is Plain on a terminal: the table stays at the bottom, and only games
// that somebody was at fault in are written above it.
type Live struct {
	Out     io.Writer
	Now     func() time.Time
	drawn   time.Time
	written int // lines of the table that stands there
}

// redraw is how often the table is drawn at most.
const redraw = 200 * time.Millisecond

// Begin writes what is played and the empty table.
func (r *Live) Begin(p match.Progress) {
	fmt.Fprintln(r.Out, title(p))
	r.draw(p, "")
}

// Game brings the table up to date.
func (r *Live) Game(g journal.Game, p match.Progress) {
	above := ""
	if g.Fault > 0 {
		above = gameLine(g, p) + "\n"
	}
	if above != "" || r.Now().Sub(r.drawn) >= redraw {
		r.draw(p, above)
	}
}

// End leaves the last table standing.
func (r *Live) End(p match.Progress, err error) {
	r.draw(p, "")
	if err != nil {
		fmt.Fprintln(r.Out, closing(p, err, r.Now()))
	}
}

package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"quadrille/protocol/driver"
)

// Status is one line at the bottom of a terminal that is written over again
// and again while a search runs. The zero value writes nothing.
type Status struct {
	out   io.Writer
	width func() int
	now   func() time.Time

	mu    sync.Mutex
	shown string // on the line
	last  time.Time
	next  string      // text that waits for its time
	timer *time.Timer // that shows it
}

// NewStatus returns a status line on a terminal of the given width in
// characters.
func NewStatus(out io.Writer, width func() int) *Status {
	return &Status{out: out, width: width, now: time.Now}
}

// refreshEvery keeps a fast search from spending its owner's time on the
// terminal.
const refreshEvery = 60 * time.Millisecond

// Show writes the line, a little later when the last one is quite new. Only
// the latest of several is written then.
func (s *Status) Show(text string) {
	if s.out == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if wait := refreshEvery - s.now().Sub(s.last); wait > 0 {
		s.next = text
		if s.timer == nil {
			s.timer = time.AfterFunc(wait, s.late)
		}
		return
	}
	s.forget()
	s.write(text)
}

// forget drops the text that waits.
func (s *Status) forget() {
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
}

// late writes the text that has waited, unless the line was cleared.
func (s *Status) late() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer = nil
		s.write(s.next)
	}
}

func (s *Status) write(text string) {
	s.last = s.now()
	text = cut(text, s.width()-1)
	rest := utf8.RuneCountInString(s.shown) - utf8.RuneCountInString(text)
	fmt.Fprint(s.out, "\r"+text+strings.Repeat(" ", max(0, rest)))
	s.shown = text
}

// Redraw writes the line again, on a terminal that has shown something else
// since.
func (s *Status) Redraw() {
	if s.out == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shown != "" {
		s.write(s.shown)
	}
}

// Clear removes the line.
func (s *Status) Clear() {
	if s.out == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget()
	if s.shown != "" {
		fmt.Fprint(s.out, "\r"+strings.Repeat(" ", utf8.RuneCountInString(s.shown))+"\r")
	}
	s.shown, s.last = "", s.now() // a search that is over at once shows nothing
}

// cut shortens a line to a number of characters.
func cut(text string, most int) string {
	if most < 4 || utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-3]) + "..."
}

// barWidth is that of the bar of a progress, in characters.
const barWidth = 20

// Bar draws a progress of so many thousandths: [#####...............] 25 %.
func Bar(done int) string {
	full := max(0, min(done, 1000)) * barWidth / 1000
	return fmt.Sprintf("[%s%s] %d %%", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), done/10)
}

// Progress is the status line of a search: depth, score, nodes, time, line; or how
// far the game is solved.
func Progress(i driver.Info, turn string, name func(seat string) string) string {
	if i.Solving > 0 {
		return "solving the game " + Bar(i.Solving)
	}
	var parts []string
	if i.Depth > 0 {
		parts = append(parts, fmt.Sprint("depth ", i.Depth))
	}
	if words := ScoreWords(i, turn, name); words != "" {
		parts = append(parts, words)
	}
	if i.Nodes > 0 {
		parts = append(parts, Count(i.Nodes)+" nodes")
	}
	if i.Time > 0 {
		parts = append(parts, i.Time.Round(100*time.Millisecond).String())
	}
	if len(i.PV) > 0 {
		parts = append(parts, strings.Join(i.PV, " "))
	}
	if len(parts) == 0 {
		return i.Text
	}
	return strings.Join(parts, ", ")
}

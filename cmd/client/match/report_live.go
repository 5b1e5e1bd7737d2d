package match

import (
	"bytes"
	"fmt"
	"strings"
)

// draw replaces the table that stands on the terminal, in one write so that
// nothing flickers: up to its first line, clear to the end of the screen, what
// goes above, the table.
func (r *LiveReporter) draw(p Progress, above string) {
	r.drawn = r.Now()
	var b bytes.Buffer
	if r.written > 0 {
		fmt.Fprintf(&b, "\x1b[%dA\x1b[J", r.written)
	}
	b.WriteString(above)
	var t bytes.Buffer
	writeTable(&t, p)
	fmt.Fprintln(&t, progressBar(p)+" "+speed(p, r.Now()))
	r.written = bytes.Count(t.Bytes(), []byte("\n"))
	b.Write(t.Bytes())
	r.Out.Write(b.Bytes())
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

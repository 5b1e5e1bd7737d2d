package linefile

import (
	"fmt"
	"io"
	"time"
)

// tellEvery is how often a run says how far it has come.
const tellEvery = 10 * time.Second

// Progress says how far a run is that makes records for a file.
type Progress struct {
	out         io.Writer
	path        string
	first, all  int
	start, told time.Time
}

// Begin returns the progress of a run that begins now, with so many records made
// before it of the number wanted in all. It writes lines for a person to out.
func Begin(out io.Writer, path string, made, all int) *Progress {
	now := time.Now()
	return &Progress{out: out, path: path, first: made, all: all, start: now, told: now}
}

// Made says that so many records are there now; a line is written every ten
// seconds and for the last record.
func (p *Progress) Made(n int) {
	now := time.Now()
	if now.Sub(p.told) < tellEvery && n < p.all {
		return
	}
	p.told = now
	spent := now.Sub(p.start).Seconds()
	fmt.Fprintf(p.out, "%s: %d of %d, %.2f a second, %.0f s\n", p.path, n, p.all, float64(n-p.first)/max(spent, 1e-9), spent)
}

package match

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"text/tabwriter"
	"time"
)

// Lateness counts turns by how much they overran the time that they were
// allowed, negative for those that came before it was over.
type Lateness map[time.Duration]int

func (l Lateness) add(turns []time.Duration) {
	for _, by := range turns {
		l[by]++
	}
}

// Turns is the number of turns.
func (l Lateness) Turns() (n int) {
	for _, turns := range l {
		n += turns
	}
	return n
}

// At returns the value that a share of the turns, from 0 to 1, does not exceed: 1
// is the worst. Without turns it is 0.
func (l Lateness) At(share float64) (by time.Duration) {
	rest := int(math.Ceil(share * float64(l.Turns())))
	for _, by = range slices.Sorted(maps.Keys(l)) {
		if rest -= l[by]; rest <= 0 {
			break
		}
	}
	return by
}

// numbers are what JSON has.
func (l Lateness) numbers() fields {
	return fields{"turns": l.Turns(), "median": millis(l.At(0.5)), "p99": millis(l.At(0.99)), "worst": millis(l.At(1))}
}

// millis is a time in milliseconds, to a hundredth.
func millis(d time.Duration) float64 { return float64(d.Round(10*time.Microsecond)) / 1e6 }

// writeLateness writes when the answers came, where their time was limited.
func writeLateness(w io.Writer, p Progress) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer t.Flush()
	head := "\nafter their time, ms\tturns\t50%\t99%\tworst\t\n"
	for _, row := range []struct {
		name string
		Lateness
	}{{"first turns", p.Standing.First}, {"later turns", p.Standing.Later}} {
		l := row.Lateness
		if len(l) == 0 {
			continue
		}
		fmt.Fprintf(t, "%s%s\t%d\t%+.1f\t%+.1f\t%+.1f\t\n", head, row.name, l.Turns(), millis(l.At(0.5)), millis(l.At(0.99)), millis(l.At(1)))
		head = ""
	}
}

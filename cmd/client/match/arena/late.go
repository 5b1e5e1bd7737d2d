package arena

import (
	"strings"
	"time"
)

// The last words of a turn's note are the time that it took and, where the time
// was limited, what it was allowed: "48.2ms of 50ms".

// spent writes them. Allowed is 0 for no limit.
func spent(took, allowed time.Duration) string {
	text := took.Round(10 * time.Microsecond).String()
	if allowed > 0 {
		text += " of " + allowed.String()
	}
	return text
}

// late reads by how much the turn overran what it was allowed, negative when it
// came before that. ok is false when its time had no limit.
func late(note string) (by time.Duration, ok bool) {
	words := strings.Fields(note)
	n := len(words)
	if n < 3 || words[n-2] != "of" {
		return 0, false
	}
	took, err := time.ParseDuration(words[n-3])
	if err != nil {
		return 0, false
	}
	allowed, err := time.ParseDuration(words[n-1])
	return took - allowed, err == nil
}

// Late lists by how much turns overran what they were allowed: the first turns of
// the seats, and those after them. Turns without a limit of time are left out.
func (g Game) Late() (first, later []time.Duration) {
	for i := g.Opened; i < len(g.Notes); i++ {
		by, ok := late(g.Notes[i])
		switch {
		case !ok:
		case i < g.Opened+len(g.Seats):
			first = append(first, by)
		default:
			later = append(later, by)
		}
	}
	return first, later
}

package host

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
)

// Clock says how much time the players of a game have: either Initial for the
// whole game, and Increment more for each turn, or Days for each turn.
//
// A seat's first turn is not timed, so nobody loses before he has come; from
// then on its clock runs while it acts. A turn that has begun belongs to the
// time of its seat until it is complete.
type Clock struct {
	Initial   int64 `json:"initial,omitempty"`   // milliseconds
	Increment int64 `json:"increment,omitempty"` // milliseconds
	Days      int   `json:"days,omitempty"`
}

// ClockState is how the clock of a game stands at a time.
type ClockState struct {
	Clock
	// Left is the time of each seat at Now, in milliseconds.
	Left []int64 `json:"left"`
	// Runs is the seat whose clock runs, since Since; empty when none does. Soon
	// after a start of the server Since may be after Now.
	Runs  string     `json:"runs,omitempty"`
	Since *time.Time `json:"since,omitempty"`
	// Out are the seats of a game of more than two whose time was up.
	Out []string  `json:"out,omitempty"`
	Now time.Time `json:"now"` // by the server's clock

	base []time.Duration // what each seat had at Since
}

// timeoutReason is the reason of a game that ended since somebody's time was up.
const timeoutReason = "timeout"

// Bounds of a clock.
const (
	leastInitial  = time.Second
	mostInitial   = 6 * time.Hour
	mostIncrement = 3 * time.Minute
	mostDays      = 30
	day           = 24 * time.Hour
)

// check says what is wrong with a clock.
func (c Clock) check() error {
	within := func(n int64, least, most time.Duration) bool {
		return n >= least.Milliseconds() && n <= most.Milliseconds()
	}
	switch {
	case c.Days != 0 && (c.Initial != 0 || c.Increment != 0):
		return Refuse(BadRequest, "a clock has either days for each turn, or an initial time with an increment")
	case c.Days != 0 && (c.Days < 1 || c.Days > mostDays):
		return Refuse(BadRequest, "a clock gives 1 to %d days for a turn, not %d", mostDays, c.Days)
	case c.Days != 0:
		return nil
	case !within(c.Initial, leastInitial, mostInitial):
		return Refuse(BadRequest, "the initial time of a clock is %d to %d milliseconds, not %d", leastInitial.Milliseconds(), mostInitial.Milliseconds(), c.Initial)
	case !within(c.Increment, 0, mostIncrement):
		return Refuse(BadRequest, "the increment of a clock is 0 to %d milliseconds, not %d", mostIncrement.Milliseconds(), c.Increment)
	}
	return nil
}

// makeClock is the clock of a new game; nil when none is wanted.
func makeClock(c *Clock, seats int) (*store.Clock, error) {
	if c == nil {
		return nil, nil
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	return anew(&store.Clock{Initial: millis(c.Initial), Increment: millis(c.Increment), Days: c.Days}, seats), nil
}

func millis(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// anew is a clock as at the beginning of a game.
func anew(c *store.Clock, seats int) *store.Clock {
	if c == nil {
		return nil
	}
	fresh := &store.Clock{Initial: c.Initial, Increment: c.Increment, Days: c.Days, Begun: make([]bool, seats), Out: make([]bool, seats)}
	for range seats {
		fresh.Left = append(fresh.Left, allTime(c))
	}
	return fresh
}

// allTime is what a seat has at first.
func allTime(c *store.Clock) time.Duration {
	if c.Days > 0 {
		return time.Duration(c.Days) * day
	}
	return c.Initial
}

// setting is how much time a clock gave at first.
func setting(c *store.Clock) Clock {
	return Clock{c.Initial.Milliseconds(), c.Increment.Milliseconds(), c.Days}
}

// showClock is the clock for everybody to see; at says when it is.
func showClock(head store.Head, turn string) *ClockState {
	c := head.Clock
	if c == nil {
		return nil
	}
	s := &ClockState{Clock: setting(c), base: c.Left}
	if !head.Since.IsZero() {
		s.Runs, s.Since = turn, &head.Since
	}
	for i, out := range c.Out {
		if out {
			s.Out = append(s.Out, seatName(i))
		}
	}
	return s
}

// at is the clock as it stands at a time.
func (s *ClockState) at(now time.Time) *ClockState {
	if s == nil {
		return nil
	}
	c := *s
	c.Now, c.Left = now.UTC().Truncate(time.Millisecond), make([]int64, len(s.base))
	for i, left := range s.base {
		if seatName(i) == s.Runs {
			left = max(0, left-max(0, now.Sub(*s.Since)))
		}
		c.Left[i] = left.Milliseconds()
	}
	return &c
}

// tick brings the clock to what it is when a change is made at a time: who
// acted before pays for his time, and the clock of who acts then runs. A change
// in the midst of a turn leaves it alone.
func (g *game) tick(n *next, f driver.State, over bool, at time.Time) {
	seats := len(n.head.Seats)
	if n.head.Clock == nil || f.Seat() >= seats || g.facts.Seat() >= seats { // no seat of this game acts
		return
	}
	c := *n.head.Clock
	c.Left, c.Begun = slices.Clone(c.Left), slices.Clone(c.Begun)
	n.head.Clock = &c
	was, acts, runs := g.facts.Seat(), f.Seat(), !n.head.Since.IsZero()
	turned := was != acts || len(f.Turns) != len(g.facts.Turns)
	stops := over || len(openSeats(n.head.Seats)) > 0
	if runs && (turned || stops) {
		used := max(0, at.Sub(n.head.Since))
		if n.spent > 0 && g.head.Seats[was].Kind == string(Engine) {
			used = min(used, n.spent)
		}
		if c.Left[was] = max(0, c.Left[was]-used); c.Days > 0 && !over {
			c.Left[was] = allTime(&c)
		}
		n.head.Since = time.Time{}
	}
	if n.played && len(f.Turns) > len(g.facts.Turns) {
		if runs && !over {
			c.Left[was] += c.Increment
		}
		c.Begun[was] = true
		n.noteClock(c.Left[was])
	}
	switch {
	case stops || !c.Begun[acts] || c.Out[acts]:
		n.head.Since = time.Time{}
	case n.head.Since.IsZero():
		n.head.Since = at
	}
	n.head.Deadline = deadline(n.head, acts)
}

// noteClock writes what is left behind the turn that has just been played, as the
// turn's comment.
func (n *next) noteClock(left time.Duration) {
	for i := len(n.steps) - 1; i >= 0 && n.head.Clock.Days == 0; i-- {
		if !n.steps[i].Part {
			n.steps[i].Comment = clockComment(left)
			return
		}
	}
}

// deadline is when the time of the seat that acts is up. An engine's clock ends
// no game by itself, since an engine may have to wait for others' searches, for
// which it does not pay.
func deadline(head store.Head, acts int) time.Time {
	if head.Since.IsZero() || head.Seats[acts].Kind == string(Engine) {
		return time.Time{}
	}
	return head.Since.Add(head.Clock.Left[acts])
}

// players are the seats with those who played them as long as they had time.
func (g *game) players() []store.Seat {
	seats := slices.Clone(g.head.Seats)
	for i := range seats {
		if g.head.Clock != nil && g.head.Clock.Out[i] {
			seats[i].Kind, seats[i].Level, seats[i].Engine = string(Person), 0, ""
		}
	}
	return seats
}

// timeUp says whether the time of the seat that acts is up.
func (g *game) timeUp(at time.Time) bool {
	return !g.head.Deadline.IsZero() && !at.Before(g.head.Deadline)
}

// searchClock is the clock for a search.
type searchClock struct {
	seat            int // that searches
	left, increment []time.Duration
}

// overhead is what an engine's clock keeps back for the way to the engine, on a
// machine that is busy.
const overhead = 100 * time.Millisecond

// forSearch is the clock as an engine is told it, nil when it need not hurry: its
// clock does not run, or it has days.
func (g *game) forSearch() *searchClock {
	c := g.head.Clock
	if c == nil || c.Days > 0 || g.head.Since.IsZero() {
		return nil
	}
	s := &searchClock{seat: g.facts.Seat()}
	for _, left := range c.Left {
		s.left, s.increment = append(s.left, left), append(s.increment, c.Increment)
	}
	return s
}

// words are the arguments of go, when so much of the turn's time is spent.
func (s *searchClock) words(spent time.Duration) string {
	text := ""
	for i, left := range s.left {
		if i == s.seat {
			left -= spent
			left = max(left-overhead, left/4, time.Millisecond)
		}
		text += fmt.Sprintf(" %stime %d", seatName(i), left.Milliseconds())
		if inc := s.increment[i]; inc > 0 {
			text += fmt.Sprintf(" %sinc %d", seatName(i), inc.Milliseconds())
		}
	}
	return text
}

// timeControl is the clock as a record has it: seconds of the game, then behind
// a plus those of each turn; or days, as in 1/259200, the seconds of one turn.
func timeControl(c *store.Clock) string {
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	switch {
	case c.Days > 0:
		return "1/" + seconds(allTime(c))
	case c.Increment > 0:
		return seconds(c.Initial) + "+" + seconds(c.Increment)
	}
	return seconds(c.Initial)
}

// clockComment is what a record says of the time that a seat has left behind its
// turn, in the words of chess's notation.
func clockComment(left time.Duration) string {
	s := int(left.Seconds())
	return fmt.Sprintf("[%%clk %d:%02d:%02d]", s/3600, s/60%60, s%60)
}

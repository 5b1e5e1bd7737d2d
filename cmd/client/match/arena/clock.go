package arena

import (
	"time"

	"quadrille/protocol/driver"
)

// clocks keep the time of every seat.
type clocks struct {
	seats []Seat
	left  []time.Duration
	moved []int // own turns
	used  []time.Duration
	// due is the time for the turn of a seat that follows, before what was
	// saved, and saved what its earlier turns left.
	due, saved []time.Duration
}

// spend is the share of the time saved that the next turn may use.
const spend = 0.8

func newClocks(seats []Seat) *clocks {
	times := func() []time.Duration { return make([]time.Duration, len(seats)) }
	c := &clocks{seats: seats, left: times(), moved: make([]int, len(seats)), used: times(), due: times(), saved: times()}
	for i, s := range seats {
		c.left[i] = s.Limits.Base
	}
	return c
}

// limits are what the engine in a seat is told before its turn. It is asked to
// stop as soon as it has overrun, and given up later.
func (c *clocks) limits(seat int, t Terms) driver.Limits {
	l := c.seats[seat].Limits
	d := driver.Limits{Depth: l.Depth, Nodes: l.Nodes, MoveTime: l.MoveTime, Seat: seat, GiveUpAfter: t.Stall}
	if l.Follow > 0 {
		d.MoveTime = c.follow(seat, t.Pace)
	}
	if l.Base > 0 {
		for i, s := range c.seats {
			left := c.left[i]
			if s.Limits.Base == 0 {
				left = c.left[seat] // an opponent without a clock has as much
			}
			d.Clocks = append(d.Clocks, driver.Clock{Left: left, Inc: s.Limits.Inc})
		}
		if l.Moves > 0 {
			d.MovesToGo = l.Moves - c.moved[seat]%l.Moves
		}
	}
	switch allowed, timed := c.allowed(seat); {
	case timed && t.CPU: // on a busy machine it takes longer than it is charged
		d.GiveUpAfter = 10*allowed + t.Stall
	case timed:
		d.StopAfter = allowed + t.Margin
		d.GiveUpAfter = allowed + t.Margin + t.Stall
	}
	return d
}

// follow is the time for the next turn of a seat that follows the others.
func (c *clocks) follow(seat int, pace *Pace) time.Duration {
	l := c.seats[seat].Limits
	c.due[seat] = time.Duration(l.Follow * float64(pace.Of(c.moved[seat])))
	budget := max(c.due[seat]/4, c.due[seat]+time.Duration(spend*float64(c.saved[seat])))
	if c.moved[seat] == 0 {
		budget = time.Duration(l.First * float64(c.due[seat]))
	}
	return max(budget, time.Millisecond)
}

// allowed is how long the seat may think about its turn.
func (c *clocks) allowed(seat int) (allowed time.Duration, timed bool) {
	l := c.seats[seat].Limits
	switch {
	case l.MoveTime > 0 && l.Base > 0:
		return min(l.MoveTime, c.left[seat]), true
	case l.MoveTime > 0:
		return l.MoveTime, true
	case l.Base > 0:
		return c.left[seat], true
	}
	return 0, false
}

// charge takes the time of a turn from the seat's clock. Late says by how much
// it overran what was allowed; that is an offence when it is over the margin.
func (c *clocks) charge(seat int, took time.Duration) (late time.Duration) {
	allowed, timed := c.allowed(seat)
	c.used[seat] += took
	c.moved[seat]++
	c.saved[seat] += c.due[seat] - took
	l := c.seats[seat].Limits
	if l.Base > 0 {
		c.left[seat] = max(0, c.left[seat]-took) + l.Inc
		if l.Moves > 0 && c.moved[seat]%l.Moves == 0 {
			c.left[seat] += l.Base
		}
	}
	if !timed {
		return 0
	}
	return took - allowed
}

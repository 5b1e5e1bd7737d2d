package ai

import (
	"time"

	"quadrille/engine"
)

// shortest is the least time that a search is given; zero would mean no limit.
const shortest = 200 * time.Microsecond

// Budget returns what a search of the given seat may have of its clock (part) and
// the time at which it must end (hard); zero is no limit. turnsLeft is how many
// more turns the side is expected to need, this one included. Overhead is what the
// way to the other program may cost.
//
// MoveTime is used up as far as the overhead leaves it. A clock is divided by
// the turns it must last for; a search may then take up to three parts, as
// long as the turns to come keep half of what there is.
func Budget(l Limits, seat engine.Player, turnsLeft int, overhead time.Duration) (part, hard time.Duration) {
	if l.Infinite {
		return 0, 0
	}
	if i := seat - 1; l.Clocked[i] {
		part, hard = share(l.Clocks[i], turns(l.MovesToGo, turnsLeft), overhead)
	}
	if l.MoveTime > 0 {
		most := usable(l.MoveTime, overhead)
		if hard == 0 || most < hard {
			hard = most
		}
		part = min(part, hard)
	}
	return part, hard
}

// Soft is the time after which a search that goes on in steps, each longer than all
// before, should begin no other, for what Budget gives.
func Soft(part time.Duration) time.Duration { return part * 6 / 10 }

func turns(movesToGo, turnsLeft int) int {
	if movesToGo > 0 {
		turnsLeft = min(turnsLeft, movesToGo)
	}
	return max(1, turnsLeft)
}

// usable is what is left of a time after the overhead, or a part of the time
// when the overhead eats nearly all of it.
func usable(t, overhead time.Duration) time.Duration {
	return max(t-overhead, t/4, shortest)
}

func share(c ClockTime, turns int, overhead time.Duration) (part, hard time.Duration) {
	have := usable(c.Left, overhead)
	// The overhead of the turns to come is spoken for too.
	divisible := max(have-time.Duration(turns-1)*overhead, have/time.Duration(2*turns))
	part = divisible/time.Duration(turns) + c.Increment*3/4
	most := divisible / 2
	if turns == 1 {
		most = have * 9 / 10
	}
	hard = max(shortest, min(3*part, most))
	return max(shortest, min(part, hard)), hard
}

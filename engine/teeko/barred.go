package teeko

import "iter"

// Barred lists the states that end the game as a draw when the next turns
// reach them, because they have been seen often enough already, each once and
// the latest first. With repetition=1 every state with all marks down is one,
// which this list does not say.
func (p *Position) Barred() []State { return p.past.AtLeast(p.rules.Int(optRepetition) - 1) }

// Past yields the states of the present run with all marks down, the latest
// first. It yields nothing before that and when repetition is switched off.
func (p *Position) Past() iter.Seq[State] { return p.past.Backward() }

package square4

import "iter"

// Past yields the states of the present run of the movement phase, the latest
// first. It yields nothing outside the movement phase and when repetition is
// switched off.
func (p *Position) Past() iter.Seq[State] {
	if p.past == nil {
		return func(func(State) bool) {}
	}
	return p.past.Backward()
}

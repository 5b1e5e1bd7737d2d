package square4bot

import (
	"math/bits"

	"quadrille/engine/square4"
)

// rim is a plan for a movement phase with slideback=false. The side that moves with the hole
// in the middle of a side sends it from there to the next corner, where the other side has one slide. So
// the hole goes round the rim, nobody has a choice, and after seven rounds all is as it was.
type rim struct {
	side    uint8 // that sends the hole round
	attacks bool  // it wants to win, else not to lose
}

const (
	centre  = 4
	corners = 1<<0 | 1<<2 | 1<<6 | 1<<8
	rounds  = 7
)

// byRim says whether a side wins a state as wins has it, if the plan tells.
func byRim(s *square4.State, side uint8) (won, known bool) {
	r := rim{side: s.Side ^ s.Hole&1 ^ 1}
	r.attacks = r.side == side
	return r.attacks, r.serves(s, 1)
}

// serves says whether the plan's side reaches what it wants in a state that is not over, with so
// many slides to the centre before the plan begins.
func (r *rim) serves(s *square4.State, visits int) bool {
	chooses := s.Side == r.side
	for slides := s.Slides(); slides != 0; slides &= slides - 1 {
		square := uint8(bits.TrailingZeros16(slides))
		next := s.Slid(square)
		served, over := r.over(&next)
		switch {
		case over:
		case !chooses:
			served = r.serves(&next, visits)
		case square != centre:
			served = r.goesRound(next)
		case visits > 0:
			served = r.serves(&next, visits-1)
		}
		if served == chooses {
			return served
		}
	}
	return !chooses
}

// goesRound says whether the plan's side reaches what it wants from a corner on by the plan, or by
// a slide to the centre that ends the game.
func (r *rim) goesRound(s square4.State) bool {
	for range rounds * 4 {
		s = s.Slid(uint8(bits.TrailingZeros16(s.Slides())))
		if served, over := r.over(&s); over {
			return served
		}
		if inside := s.Slid(centre); r.attacks {
			if served, over := r.over(&inside); over && served {
				return true
			}
		}
		s = s.Slid(uint8(bits.TrailingZeros16(s.Slides() & corners)))
		if served, over := r.over(&s); over {
			return served
		}
	}
	return !r.attacks
}

// over says whether a state is over, and then whether the plan's side has reached what it wants.
func (r *rim) over(s *square4.State) (served, over bool) {
	v, over := overNow(s)
	if s.Side != r.side {
		v = -v
	}
	return v > 0 || v == 0 && !r.attacks, over
}

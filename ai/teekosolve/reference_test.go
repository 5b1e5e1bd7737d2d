package teekosolve

import (
	"testing"

	"quadrille/engine/teeko"
)

// slow solves the small board without any symmetry, counters or order of
// positions: it goes through all positions again and again until no more are
// decided, and asks the rules package for every turn.
type slow struct {
	sets    []uint32       // of four cells
	numbers [1 << 16]int16 // of the sets
	moves   [][]int8       // by the sets of the side to move and the other
	drops   map[teeko.State]int8
}

const open = -1 // not decided, or a draw; else plies to the end

func newSlow() *slow {
	s := &slow{drops: map[teeko.State]int8{}}
	for a := uint32(1); a < 1<<16; a <<= 1 {
		for b := a << 1; b < 1<<16; b <<= 1 {
			for c := b << 1; c < 1<<16; c <<= 1 {
				for d := c << 1; d < 1<<16; d <<= 1 {
					s.numbers[a|b|c|d] = int16(len(s.sets))
					s.sets = append(s.sets, a|b|c|d)
				}
			}
		}
	}
	s.moves = make([][]int8, len(s.sets))
	for i := range s.moves {
		s.moves[i] = make([]int8, len(s.sets))
	}
	s.solve()
	return s
}

// solve finds what is decided in 0, 1, 2, … plies.
func (s *slow) solve() {
	for plies, found := int8(0), true; found; plies++ {
		found = false
		for i, own := range s.sets {
			for j, other := range s.sets {
				if own&other != 0 || plies > 0 && s.moves[i][j] != open {
					continue
				}
				if plies == 0 {
					s.moves[i][j] = open
				}
				state := teeko.State{Marks: [2]uint32{own, other}}
				if s.decided(&state, plies) {
					s.moves[i][j], found = plies, true
				}
			}
		}
	}
}

// decided says whether a position not decided sooner is decided in so many
// plies.
func (s *slow) decided(state *teeko.State, plies int8) bool {
	if plies == 0 {
		return state.Outcome() != teeko.Ongoing
	}
	var buffer [teeko.MaxTurns]teeko.Turn
	for _, turn := range state.Turns(buffer[:0]) {
		next := state.Play(turn)
		after := s.after(&next)
		if after == open || after >= plies || (after%2 == 0) != (plies%2 == 1) {
			if plies%2 == 0 {
				return false
			}
			continue
		}
		if plies%2 == 1 {
			return true
		}
	}
	return plies%2 == 0
}

// after is what is known of a position of the move phase.
func (s *slow) after(state *teeko.State) int8 {
	return s.moves[s.numbers[state.Marks[state.Side]]][s.numbers[state.Marks[state.Side^1]]]
}

// value is the value of any position that a game can reach.
func (s *slow) value(state teeko.State) Value {
	if state.Moving() {
		return valueOf(s.after(&state))
	}
	return valueOf(s.drop(state))
}

// drop searches the drops that are left to the end.
func (s *slow) drop(state teeko.State) int8 {
	if state.Moving() {
		return s.after(&state)
	}
	if state.Won() {
		return 0
	}
	if known, ok := s.drops[state]; ok {
		return known
	}
	win, loss, draw := int8(open), int8(open), false
	for _, turn := range state.Turns(nil) {
		switch after := s.drop(state.Play(turn)); {
		case after == open:
			draw = true
		case after%2 == 0 && (win == open || after+1 < win):
			win = after + 1
		case after%2 == 1:
			loss = max(loss, after+1)
		}
	}
	best := win
	if win == open && !draw {
		best = loss
	}
	s.drops[state] = best
	return best
}

func valueOf(plies int8) Value {
	switch {
	case plies == open:
		return Value{}
	case plies%2 == 0:
		return Value{Loss, int(plies)}
	}
	return Value{Win, int(plies)}
}

// TestSmallAgainstReference compares every position of the small board.
func TestSmallAgainstReference(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, and TestKnownSmall solves the board with goroutines, too")
	}
	s, table := newSlow(), solve(t, teeko.Small, 2)
	compared, wrong := 0, 0
	compare := func(state teeko.State) {
		compared++
		if got, want := table.Value(state), s.value(state); got != want {
			if wrong++; wrong < 10 {
				t.Errorf("%+v: %+v, slowly %+v", state, got, want)
			}
		}
	}
	for _, own := range s.sets {
		for _, other := range s.sets {
			state := teeko.State{Marks: [2]uint32{own, other}}
			if own&other == 0 && !state.Board.IsGoal(own) {
				compare(state)
			}
		}
	}
	s.drop(teeko.State{})
	for state := range s.drops {
		compare(state)
	}
	if compared < 1_300_000 || wrong > 0 {
		t.Errorf("%d of %d positions differ", wrong, compared)
	}
}

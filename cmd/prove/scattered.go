package main

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"quadrille/engine"
	"quadrille/engine/square4"
)

// scattered is a position of Four in a Square whose marbles lie at random, as many
// of each side as there are after some number of turns, wherever the hole is: mostly
// one that no game reaches. It says how many turns that would be, of how many.
func scattered(rules engine.Rules, r *rand.Rand) (pos engine.Position, turns, of int, err error) {
	start, err := square4.Game{}.New(rules, 1)
	if err != nil {
		return nil, 0, 0, err
	}
	first, _ := start.(*square4.Position).SearchState()
	option := strings.Fields(start.FEN())[4]
	of = 2*int(first.Pieces) + 1
	for {
		turns = r.IntN(of)
		s := scatter(first, turns, r)
		if s.Outcome() == square4.Ongoing {
			pos, err := square4.Game{}.ParseFEN(fenOf(&s, option), nil)
			return pos, turns, of, err
		}
	}
}

// scatter lays what is placed in so many turns.
func scatter(s square4.State, turns int, r *rand.Rand) square4.State {
	s.Hole, s.Side = uint8(r.IntN(9)), uint8(turns&1)
	for side, n := range []int{(turns + 1) / 2, turns / 2} {
		cells := appendMembers(nil, s.Empty())
		for _, i := range r.Perm(len(cells))[:n] {
			s.Marbles[side] |= 1 << cells[i]
		}
	}
	if s.NoBack && turns > 0 {
		around := appendMembers(nil, uint64(square4.Neighbours(s.Hole)))
		s.Barred = around[r.IntN(len(around))]
	}
	return s
}

// appendMembers lists what is in a set.
func appendMembers(list []uint8, set uint64) []uint8 {
	for ; set != 0; set &= set - 1 {
		list = append(list, uint8(bits.TrailingZeros64(set)))
	}
	return list
}

// fenOf writes a state that is not over as the first position of its phase.
func fenOf(s *square4.State, rules string) string {
	phase, holes, barred := "placement", "-", "-"
	if s.Barred != square4.NoSquare {
		barred = string('0' + rune(s.Barred))
	}
	if s.Moving() {
		phase, holes = "movement", string('0'+rune(s.Hole))
		if s.NoBack {
			holes = barred + holes
		}
	}
	return fmt.Sprintf("%s %c %s %d,%d %s %s %s", boardOf(s), "RB"[s.Side], phase, s.Placed(0), s.Placed(1), rules, barred, holes)
}

func boardOf(s *square4.State) string {
	var squares [9]string
	for square := range squares {
		var slots [4]byte
		for slot := range slots {
			switch bit := uint64(1) << square4.CellAt(square, slot); {
			case square == int(s.Hole):
				slots[slot] = '#'
			case s.Marbles[0]&bit != 0:
				slots[slot] = 'R'
			case s.Marbles[1]&bit != 0:
				slots[slot] = 'B'
			default:
				slots[slot] = '.'
			}
		}
		squares[square] = string(slots[:])
	}
	return strings.Join(squares[:], "/")
}

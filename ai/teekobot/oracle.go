package teekobot

import (
	"math"

	"quadrille/ai/alphabeta"
	"quadrille/ai/teekosolve"
	"quadrille/engine/teeko"
)

// oracle says what a table and the past together know of a state. The table is
// about games without a past; the past makes some states draws (barred).
//
// What the table calls a draw stays one, as more draws make no new wins. A win
// in n plies stays exactly that if no barred state is won for the same side in
// fewer plies: those are all that the winner's turns, each the quickest, lead
// through.
type oracle struct {
	table *teekosolve.Table
	// near is the smallest number of plies in which a side (0 O, 1 X) would
	// win from a barred state.
	near [2]int
}

func newOracle(table *teekosolve.Table, pos *teeko.Position) *oracle {
	o := &oracle{table: table, near: [2]int{math.MaxInt, math.MaxInt}}
	for _, s := range pos.Barred() {
		if v := table.Value(s); v.Result != teekosolve.Draw {
			o.near[winner(&s, v)] = min(o.near[winner(&s, v)], v.Plies)
		}
	}
	return o
}

// winner is the side that wins a state with a decided value.
func winner(s *teeko.State, v teekosolve.Value) uint8 {
	if v.Result == teekosolve.Win {
		return s.Side
	}
	return s.Side ^ 1
}

// value is the table's value of a state that is not barred itself, from the
// view of the side to move, and whether the past leaves it as it is.
func (o *oracle) value(s *teeko.State) (v int, sure bool) {
	switch v := o.table.Value(*s); v.Result {
	case teekosolve.Win:
		return alphabeta.Win - v.Plies, v.Plies <= o.near[s.Side]
	case teekosolve.Loss:
		return v.Plies - alphabeta.Win, v.Plies <= o.near[s.Side^1]
	}
	return 0, true
}

// consult makes the rules ask the oracle.
func (g *rules) consult(o *oracle) {
	g.oracle = o
	g.salt ^= 0x6f7261636c65 // what is searched without one is kept apart
}

package teekobot

import (
	"math/bits"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine/teeko"
)

// weights are the parameters of the evaluation, in hundredths of a mark in a
// goal that nobody contests.
type weights struct {
	// open is what a goal counts for a side by how many of its marks are in
	// it, when the other side has none there; shared when it has one.
	open, shared [teeko.Marks + 1]int
	cell         int // for each goal that a mark's cell belongs to
	mobility     int // for each turn that a side has, once all marks are down
	tempo        int // for being to move
}

func standardWeights() *weights {
	return &weights{
		open:   [teeko.Marks + 1]int{0, 10, 35, 100, 0},
		shared: [teeko.Marks + 1]int{0, 0, 4, 15, 0},
		cell:   5, mobility: 3, tempo: 20,
	}
}

// parts computes the terms of an undecided state from the view of the side to
// move.
func (g *rules) parts(s *teeko.State) [5]ai.Term {
	own, other := s.Marks[s.Side], s.Marks[s.Side^1]
	open, shared, cells := 0, 0, 0
	w := g.weights
	for _, goal := range g.goals {
		o, x := bits.OnesCount32(goal&own), bits.OnesCount32(goal&other)
		cells += o - x
		switch {
		case x == 0:
			open += w.open[o]
		case o == 0:
			open -= w.open[x]
		case x == 1 && o > 1:
			shared += w.shared[o]
		case o == 1 && x > 1:
			shared -= w.shared[x]
		}
	}
	mobility := 0
	if s.Moving() {
		passed := *s
		passed.Side ^= 1
		mobility = s.Count() - passed.Count()
	}
	return [5]ai.Term{
		{Name: "open goals", Value: open},
		{Name: "shared goals", Value: shared},
		{Name: "cells", Value: w.cell * cells},
		{Name: "mobility", Value: w.mobility * mobility},
		{Name: "tempo", Value: w.tempo},
	}
}

// evaluate is the sum of the parts; it stays far below alphabeta.MaxEval.
func (g *rules) evaluate(s *teeko.State) int {
	sum := 0
	for _, p := range g.parts(s) {
		sum += p.Value
	}
	return sum
}

// terms lists the parts for people. A decided state has one term that says so.
// The state is on the board, so that its having been seen is no draw.
func (g rules) terms(s *teeko.State) []ai.Term {
	v, known := g.decideOngoing(s)
	if s.Won() {
		v, known = -alphabeta.Win, true
	}
	if known {
		return ai.Total([]ai.Term{{Name: "decided", Value: v}}, v, "")
	}
	parts := g.parts(s)
	return ai.Total(parts[:], g.evaluate(s), "")
}

// heat says how much a cell is worth to the side to move: for making goals of
// its own and for being in the way of the other's.
type heat [teeko.NoCell + 1]int32

// heat is found by goals: each warms its cells.
func (g *rules) heat(s *teeko.State) *heat {
	own, other := s.Marks[s.Side], s.Marks[s.Side^1]
	var h heat
	for _, goal := range g.goals {
		o, x := bits.OnesCount32(goal&own), bits.OnesCount32(goal&other)
		var warmth int32
		switch {
		case x == 0:
			warmth = int32(g.weights.open[o] + 4)
		case o == 0:
			warmth = int32(g.weights.open[x])
		default:
			continue
		}
		for ; goal != 0; goal &= goal - 1 {
			h[bits.TrailingZeros32(goal)] += warmth
		}
	}
	return &h
}

// order is how promising a turn is. NoCell, where drops come from, stays cold.
func (h *heat) order(t teeko.Turn) int32 { return 2*h[t.To()] - h[t.From()] }

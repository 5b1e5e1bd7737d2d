package blokusbot

import (
	"math"
	"math/bits"

	"quadrille/ai"
	"quadrille/engine"
	"quadrille/engine/blokus"
)

// Weights of the static evaluation, in hundredths of a win: what a point, a
// growth corner and a legal placement more than the mean of the others are
// worth. The search does not use it.
const (
	pointWorth     = 3.0
	cornerWorth    = 0.8
	placementWorth = 1.0 // of one more in the square root
)

// Eval splits a static evaluation into points, growth corners and legal
// placements, each compared with the mean of the other colours.
func (b *bot) Eval(pos engine.Position) []ai.Term {
	s := pos.(*blokus.Position).SearchState()
	points := compare(&s, pointWorth, func(c int) float64 { return float64(s.Score(c)) })
	corners := compare(&s, cornerWorth, func(c int) float64 { return float64(liveCorners(&s, c)) })
	room := compare(&s, placementWorth, func(c int) float64 { return math.Sqrt(float64(placements(&s, c))) })
	return ai.Total([]ai.Term{
		{Name: "points", Value: points},
		{Name: "corners", Value: corners},
		{Name: "placements", Value: room},
	}, points+corners+room, "")
}

// compare weighs the side to move's value against the mean of the others.
func compare(s *blokus.State, worth float64, of func(colour int) float64) int {
	others := 0.0
	for colour := range s.Colours() {
		if colour != s.Side() {
			others += of(colour)
		}
	}
	return int(math.Round(worth * (of(s.Side()) - others/float64(s.Colours()-1))))
}

func placements(s *blokus.State, colour int) int {
	if s.Out(colour) {
		return 0
	}
	return s.Count(colour)
}

func liveCorners(s *blokus.State, colour int) int {
	n := 0
	if s.Out(colour) {
		return n
	}
	for _, row := range s.Corners(colour) {
		n += bits.OnesCount32(row)
	}
	return n
}

package othellobot

import (
	"math/bits"

	"quadrille/ai"
	"quadrille/engine/othello"
)

// The terms of the evaluation.
const (
	mobility  = iota // share of the turns, in percent
	potential        // share of the empty squares at the other's disks, in percent
	corner           // disks in corners
	xSquare          // disks diagonally next to an empty corner
	cSquare          // disks next to an empty corner along the edge
	secure           // disks that never turn over
	disk             // disks
	tempo            // 1, for being on move
	last             // 1 when the side to move places last if nobody passes, -1 otherwise
	terms
)

var termNames = [terms]string{
	"mobility", "potential mobility", "corners", "X squares", "C squares", "stable disks", "disks", "being on move", "parity",
}

// weights are hundredths of a disk for each unit of a term.
type weights [terms]int

// phases are the weights by the number of empty squares.
type phases [65]weights

// newPhases draws lines between the weights for some numbers of empty squares.
// They were fitted to games of an earlier version with itself and then rounded;
// docs/search-othello.md says how. Those for 64 were smoothed by hand, since no
// game gets near.
func newPhases() *phases {
	points := []struct {
		empties int
		weights weights
	}{
		{0, weights{mobility: 10, secure: 110, disk: -20, last: 100}},
		{10, weights{mobility: 25, potential: -6, corner: 300, xSquare: -280, cSquare: -110, secure: 80, disk: -15, tempo: -140, last: -40}},
		{30, weights{mobility: 20, potential: 12, corner: 830, xSquare: -620, cSquare: -50, secure: 120, disk: -30, tempo: -150, last: -50}},
		{64, weights{mobility: 5, potential: 5, corner: 1000, xSquare: -900, cSquare: -300, secure: 150, disk: -60, tempo: -150, last: -50}},
	}
	var p phases
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		for n := a.empties; n <= b.empties; n++ {
			for term := range p[n] {
				p[n][term] = a.weights[term] + (b.weights[term]-a.weights[term])*(n-a.empties)/(b.empties-a.empties)
			}
		}
	}
	return &p
}

// measure takes the terms of a state from the view of the side to move; own
// and opp are the squares where either side may place.
func measure(s *othello.State, own, opp uint64) [terms]int {
	empty := s.Empty()
	bare := around(corners & empty)
	return [terms]int{
		mobility:  share(bits.OnesCount64(own), bits.OnesCount64(opp)),
		potential: share(bits.OnesCount64(around(s.Opp)&empty), bits.OnesCount64(around(s.Own)&empty)),
		corner:    lead(s, corners),
		xSquare:   lead(s, bare&^edges),
		cSquare:   lead(s, bare&edges),
		secure:    bits.OnesCount64(stable(s.Own, s.Opp)) - bits.OnesCount64(stable(s.Opp, s.Own)),
		disk:      bits.OnesCount64(s.Own) - bits.OnesCount64(s.Opp),
		tempo:     1,
		last:      2*(bits.OnesCount64(empty)&1) - 1,
	}
}

// share compares two numbers, in percent of their sum and a bit.
func share(own, opp int) int { return 100 * (own - opp) / (own + opp + 2) }

// lead is by how many disks on a set of squares the side to move is ahead.
func lead(s *othello.State, set uint64) int {
	return bits.OnesCount64(s.Own&set) - bits.OnesCount64(s.Opp&set)
}

// evaluate estimates a state that is not over.
func (g *rules) evaluate(s *othello.State, own, opp uint64) int {
	sum := 0
	w := &g.phases[bits.OnesCount64(s.Empty())]
	for term, n := range measure(s, own, opp) {
		sum += w[term] * n
	}
	const most = 64 * marginUnit
	return max(-most, min(sum, most))
}

// terms lists the parts of the evaluation for people; a finished game has one
// term that says so.
func (g rules) terms(s *othello.State) []ai.Term {
	total, known := g.Leaf(s)
	if known {
		return []ai.Term{{Name: "final margin", Value: total}, {Name: "total", Value: total}}
	}
	var list []ai.Term
	sum := 0
	w := &g.phases[bits.OnesCount64(s.Empty())]
	for term, n := range measure(s, s.Moves(), othello.Moves(s.Opp, s.Own)) {
		list = append(list, ai.Term{Name: termNames[term], Value: w[term] * n})
		sum += w[term] * n
	}
	if sum != total {
		list = append(list, ai.Term{Name: "clipped", Value: total - sum})
	}
	return append(list, ai.Term{Name: "total", Value: total})
}

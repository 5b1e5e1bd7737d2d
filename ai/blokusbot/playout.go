package blokusbot

import (
	"math/bits"
	"math/rand/v2"

	"quadrille/ai/mcts"
	"quadrille/engine/blokus"
)

// playout draws the turns of a game.
type playout struct {
	probe blokus.Probe
	// dead are the cells on which a colour can lay nothing. Since its free
	// cells and its pieces only get fewer, that never changes again.
	dead  [4]blokus.CellSet
	reach blokus.Reach
	// found are the placements to draw from, with the sum of the weights up to
	// each.
	found      []weighted
	near       []blokus.Near
	placements []blokus.Placement
	// byLocal and byShape are the factors of a weight.
	byLocal [11]uint64
	byShape [blokus.Orientations]uint64
	corners int // that are looked at for local placements
	values  values
}

type weighted struct {
	upTo uint64
	move blokus.Placement
}

func (p *playout) prepare(params *params) {
	for n := range p.byLocal {
		p.byLocal[n] = uint64(power(params.local, min(n, 5)))
	}
	for o := range p.byShape {
		s := &blokus.Shapes()[o]
		contacts := 0
		for _, row := range s.Corners {
			contacts += bits.OnesCount32(row)
		}
		p.byShape[o] = uint64(8 * power(params.size, int(s.Size)) * power(params.contact, contacts-1))
	}
	p.corners = int(params.corners)
	p.values = values{params: params}
}

// power is x to the power of n, the same on every machine.
func power(x float64, n int) float64 {
	y := 1.0
	for range n {
		y *= x
	}
	return y
}

// Rollout plays to the end.
func (r *rules) Rollout(s *blokus.State, rng *rand.Rand, trace []mcts.Turn) (mcts.Outcome, []mcts.Turn) {
	p := &r.playout
	p.dead = [4]blokus.CellSet{}
	for !s.AllOut() && !s.Finished() {
		side := sideOf(s)
		m := p.choose(s, rng)
		s.Play(m)
		trace = append(trace, mcts.Turn{Move: mcts.Move(m), Side: side})
	}
	return p.values.outcome(s), trace
}

// choose returns a turn: a placement near the rivals' last ones, else any.
func (p *playout) choose(s *blokus.State, rng *rand.Rand) blokus.Placement {
	side := s.Side()
	p.probe.Begin(s, side)
	if p.byLocal[1] > 0 && p.probe.BeginLocal(s, side) {
		if m, ok := p.local(rng, side); ok {
			return m
		}
	}
	return p.anywhere(rng, side)
}

// local draws a placement that covers local cells.
func (p *playout) local(rng *rand.Rand, side int) (blokus.Placement, bool) {
	corners := p.probe.NearLocal(&p.dead[side])
	p.near, p.found = p.near[:0], p.found[:0]
	tried := 0
	for n := corners.Len(); n > 0 && tried < p.corners; {
		i := 0
		if n > 1 {
			i = rng.IntN(n)
		}
		cell := corners.Take(i)
		n--
		var alive bool
		before := len(p.near)
		if p.near, alive = p.probe.AppendLocal(cell, p.near); !alive {
			p.dead[side].Add(cell)
		}
		if len(p.near) > before {
			tried++
		}
	}
	if len(p.near) == 0 {
		return 0, false
	}
	total := uint64(0)
	for _, n := range p.near {
		total += p.byLocal[n.Cells] * p.byShape[n.Move/blokus.Cells]
		p.found = append(p.found, weighted{total, n.Move})
	}
	return p.draw(rng.Uint64N(total)), true
}

// draw returns the placement found that a number below the sum of all weights
// falls on.
func (p *playout) draw(at uint64) blokus.Placement {
	low, high := 0, len(p.found)-1
	for low < high {
		if middle := (low + high) / 2; p.found[middle].upTo > at {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return p.found[low].move
}

// anywhere draws from the placements on a few growth corners drawn at random.
func (p *playout) anywhere(rng *rand.Rand, side int) blokus.Placement {
	const tries = 2
	corners := p.probe.Corners(&p.dead[side])
	n := corners.Len()
	p.placements = p.placements[:0]
	for tried := 0; n > 0 && tried < tries; {
		cell := corners.Take(rng.IntN(n))
		n--
		p.probe.At(cell, &p.reach)
		if p.reach.Set.Empty() {
			p.dead[side].Add(cell)
			continue
		}
		tried++
		words := blokus.LargeWords
		if !p.reach.Set.Large() {
			words = len(p.reach.Set)
		}
		p.placements = p.probe.Append(&p.reach, words, p.placements)
	}
	if len(p.placements) == 0 {
		return blokus.Pass
	}
	p.found = p.found[:0]
	total := uint64(0)
	for _, m := range p.placements {
		total += p.byShape[m/blokus.Cells]
		p.found = append(p.found, weighted{total, m})
	}
	return p.draw(rng.Uint64N(total))
}

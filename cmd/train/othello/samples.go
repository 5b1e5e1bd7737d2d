package othello

import (
	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

// sample is a position to learn from.
type sample struct {
	slots [pattern.Terms]int32
	label float32 // hundredths of a disk, for the side to move
	disks uint8
	test  bool // kept back
}

// labels returns what each turn's position from g.first on is taken to be
// worth for its side to move, in hundredths of a disk. From the first exact
// score on that is the score. Before it, each label mixes what the search found
// one turn later, with weight 1-trust, and the label of that turn, with weight
// trust, so that trust 1 looks at the exact margin alone (Sutton's TD(λ)). A
// turn that was drawn by lot cuts the game: the position before it is worth
// what the search found there.
func (g *game) labels(trust float64) []float64 {
	list := make([]float64, len(g.scores))
	first := g.first()
	for i := len(list) - 1; i >= 0; i-- {
		score := float64(g.scores[i])
		if at := first + i; at >= g.exact || g.random[at] || i+1 == len(list) {
			list[i] = score
			continue
		}
		list[i] = -(1-trust)*float64(g.scores[i+1]) - trust*list[i+1]
	}
	return list
}

// samples appends the positions of a game that are fit to learn from: not those
// in which a turn was drawn, whose label is no better than the search, and not
// those with a pass, which is never scored. Those kept back are labelled by the
// exact margin alone, so that fits with different trust can be compared.
func (g *game) samples(list []sample, trust float64, test bool) []sample {
	if test {
		trust = 1
	}
	labels := g.labels(trust)
	for at, state := range g.states() {
		i := at - g.first()
		if i >= 0 && g.turns[at] != othello.Pass && (at >= g.exact || !g.random[at]) {
			list = append(list, newSample(&state, labels[i], test))
		}
	}
	return list
}

func newSample(s *othello.State, label float64, test bool) sample {
	var indices pattern.State
	indices.Set(s.Own, s.Opp)
	black, white := s.Disks()
	return sample{slots: indices.Slots(s.Own, s.Opp), label: float32(label), disks: uint8(black + white), test: test}
}

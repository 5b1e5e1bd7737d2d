package blokusbot

import (
	"math"

	"quadrille/ai/mcts"
	"quadrille/engine/blokus"
)

// values tells what the ends of games are worth, compared with those that it
// has seen before in this search.
type values struct {
	params  *params
	margins [mcts.MaxSeats]spread
}

// spread is the mean and the variance of numbers.
type spread struct{ n, sum, squares float64 }

// place adds a number and returns how far above the mean it lies, from -1 to 1.
func (d *spread) place(x, steep float64) float64 {
	d.n++
	d.sum += x
	d.squares += float64(x * x)
	return d.where(x, steep)
}

// where is how far above the mean a number lies, from -1 to 1.
func (d *spread) where(x, steep float64) float64 {
	deviation := d.deviation()
	if deviation < 1e-4 {
		return 0
	}
	z := float64(steep*(x-d.sum/d.n)) / deviation
	return z / (1 + math.Abs(z))
}

// deviation is the standard deviation.
func (d *spread) deviation() float64 {
	if d.n == 0 {
		return 0
	}
	mean := d.sum / d.n
	return math.Sqrt(max(0, d.squares/d.n-float64(mean*mean)))
}

// outcome values the end of a game.
func (v *values) outcome(s *blokus.State) mcts.Outcome {
	var scores [mcts.MaxSeats]int
	n := s.Players()
	for seat := range n {
		scores[seat] = s.SeatScore(seat)
	}
	return v.of(scores[:n])
}

// of values final scores.
func (v *values) of(scores []int) mcts.Outcome {
	var o mcts.Outcome
	p := v.params
	for seat, score := range scores {
		beaten, rival := 0.0, math.MinInt
		for other, s := range scores {
			switch {
			case other == seat:
				continue
			case s < score:
				beaten++
			case s == score:
				beaten += 0.5
			}
			rival = max(rival, s)
		}
		o.Share[seat] = share(scores, seat)
		rank := beaten / float64(len(scores)-1)
		if p.alone == 1 {
			rival = 0
		}
		place := v.margins[seat].place(float64(score-rival), p.steep)
		value := float64((1-p.rank)*float64(o.Share[seat])) + float64(p.rank*rank)
		o.Value[seat] = float32(float64((value + float64(p.bonus*(1+place)/2))) / (1 + p.bonus))
	}
	return o
}

// share is the share of a win that final scores give a seat, from 0 to 1.
func share[N int | int8](scores []N, seat int) float32 {
	equal := 0
	for _, s := range scores {
		switch {
		case s > scores[seat]:
			return 0
		case s == scores[seat]:
			equal++
		}
	}
	return 1 / float32(equal)
}

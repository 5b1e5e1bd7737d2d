package blokusbot

import (
	"math"

	"quadrille/ai/mcts"
	"quadrille/engine/blokus"
)

const (
	// rankPart and marginPart are what a seat tries to make large besides its
	// share of the win: how many of the others it beats, so that a player who
	// can no longer win still plays for the best place, and by how many points,
	// so that equal prospects are told apart.
	rankPart   = 0.2
	marginPart = 0.1
	// marginScale is the margin in points that makes about three quarters of a
	// decisive one.
	marginScale = 20
)

// outcome values the end of a game.
func outcome(s *blokus.State) mcts.Outcome {
	var scores [mcts.MaxSeats]int
	n := s.Colours()
	for seat := range n {
		scores[seat] = s.Score(seat)
	}
	return outcomeOf(scores[:n])
}

// outcomeOf values final scores.
func outcomeOf(scores []int) mcts.Outcome {
	var o mcts.Outcome
	for seat, score := range scores {
		beaten, rival := float32(0), math.MinInt
		better, equal := 0, 1
		for other, s := range scores {
			switch {
			case other == seat:
				continue
			case s < score:
				beaten++
			case s == score:
				beaten += 0.5
				equal++
			default:
				better++
			}
			rival = max(rival, s)
		}
		if better == 0 {
			o.Share[seat] = 1 / float32(equal)
		}
		rank := beaten / float32(len(scores)-1)
		margin := float32(0.5 + 0.5*math.Tanh(float64(score-rival)/marginScale))
		o.Value[seat] = (1-rankPart-marginPart)*o.Share[seat] + rankPart*rank + marginPart*margin
	}
	return o
}

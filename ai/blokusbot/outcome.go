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
	// marginScale is the margin in points that counts half of an endless one.
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
		lead := score - rival
		margin := (1 + float32(lead)/float32(marginScale+abs(lead))) / 2
		// The conversions keep machines from rounding in different places.
		o.Value[seat] = float32((1-rankPart-marginPart)*o.Share[seat]) + float32(rankPart*rank) + float32(marginPart*margin)
	}
	return o
}

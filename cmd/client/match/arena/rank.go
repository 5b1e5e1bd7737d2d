package arena

// rankPoints turns the final scores of a game's seats, of which more is
// better, into points: 1 for the first, 0 for the last, evenly spaced between;
// seats with equal scores share what their places are worth. With two seats
// that is 1 for a win, ½ for a draw and 0 for a loss, and the points of a game
// always add up to half the number of seats.
func rankPoints(scores []int) []float64 {
	points := make([]float64, len(scores))
	for i, mine := range scores {
		for j, other := range scores {
			switch {
			case i == j:
			case mine > other:
				points[i]++
			case mine == other:
				points[i] += 0.5
			}
		}
		if len(scores) > 1 {
			points[i] /= float64(len(scores) - 1)
		}
	}
	return points
}

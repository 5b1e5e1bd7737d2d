package contest

import "testing"

// Everybody meets everybody once with each colour in a round, and nobody twice
// within a row of games that could be played at the same time.
func TestSchedule(t *testing.T) {
	for players := 2; players <= 9; players++ {
		for rounds := 1; rounds <= 3; rounds++ {
			games := schedule(players, rounds)
			met := map[pairing]int{}
			for i, g := range games {
				met[g]++
				row := i / (players / 2) * (players / 2)
				for _, other := range games[row:i] {
					if other.first == g.first || other.first == g.second || other.second == g.first || other.second == g.second {
						t.Errorf("%d players: game %d %v and %v are in one row", players, i, g, other)
					}
				}
			}
			if len(games) != players*(players-1)*rounds || len(met) != players*(players-1) {
				t.Errorf("%d players, %d rounds: %d games of %d pairs", players, rounds, len(games), len(met))
			}
			for g, n := range met {
				if n != rounds || g.first == g.second || min(g.first, g.second) < 0 || max(g.first, g.second) >= players {
					t.Errorf("%d players, %d rounds: %v %d times", players, rounds, g, n)
				}
			}
		}
	}
}

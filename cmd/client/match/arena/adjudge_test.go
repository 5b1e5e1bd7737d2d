package arena

import (
	"strings"
	"testing"

	"quadrille/protocol/driver"
)

// Reports in turn, seat 1 first, and the turn after which the game is
// adjudged. Scores are from the view of the side to move, so that agreement
// means opposite signs. A report without an exact score begins again.
func TestAdjudge(t *testing.T) {
	rules := Terms{DrawRule: AdjudgeRule{Plies: 4, Score: 10, After: 6}, WinRule: AdjudgeRule{Plies: 3, Score: 300}}
	for _, tc := range []struct {
		reports string
		turn    int // 0 is never
		winner  int
	}{
		{"cp 5|cp -5|cp 10|cp -10|cp 0|cp 0", 6, -1},
		{"cp 0|cp 0|cp 11|cp 0|cp 0|cp 0|cp 0", 7, -1},
		{"cp 0|cp 0|cp 0|cp 0|cp 0 lowerbound|cp 0|cp 0|cp 0", 0, 0},
		{"cp 300|cp -300|cp 300", 3, 0},
		{"cp -300|cp 300|cp -900", 3, 1},
		{"cp 300|cp 300|cp 300|cp 300|cp 300", 0, 0},
		{"cp 300|cp -299|cp 300|cp -300", 0, 0},
		{"cp 300|cp -300||cp -300|cp 300|cp -300", 6, 0},
		{"mate 5|mate -4|mate 3", 3, 0},
		{"cp 9 proof loss|cp 0 proof win|mate -2", 3, 1},
		{"cp 0 proof draw|cp 0|cp 0|cp 0|cp 0|cp 0 proof draw", 6, -1},
	} {
		j := newJudge(rules)
		turn, winner := 0, 0
		for i, words := range strings.Split(tc.reports, "|") {
			var info driver.Info
			if words != "" {
				var err error
				if info, err = driver.ParseInfo("info score " + words); err != nil {
					t.Fatal(err)
				}
			}
			j.see(i%2, info)
			if w, over := j.verdict(i + 1); over {
				turn, winner = i+1, w
				break
			}
		}
		if turn != tc.turn || winner != tc.winner {
			t.Errorf("%s: turn %d, winner %d; want %d, %d", tc.reports, turn, winner, tc.turn, tc.winner)
		}
	}
	j := newJudge(Terms{})
	for i := range 100 {
		j.see(i%2, driver.Info{HasScore: true})
		if _, over := j.verdict(i); over {
			t.Fatalf("adjudged at turn %d without a rule", i)
		}
	}
}

package match

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/match/stats"
)

// threeEngines is a match of three engines by hand: pairs 0-1, 0-2, 1-2, and the
// first game of another pair 0-1.
var threeEngines = []arena.Game{
	{ID: 1, Group: 1, Size: 2, Seats: []int{0, 1}, Points: []float64{1, 0}, End: arena.EndRules, Used: []int64{5, 7}},
	{ID: 2, Group: 1, Size: 2, Seats: []int{1, 0}, Points: []float64{0.5, 0.5}, End: arena.EndDraw},
	{ID: 3, Group: 2, Size: 2, Seats: []int{0, 2}, Points: []float64{0, 1}, End: arena.EndTime, Fault: 1},
	{ID: 4, Group: 2, Size: 2, Seats: []int{2, 0}, Points: []float64{1, 0}, End: arena.EndRules},
	{ID: 5, Group: 3, Size: 2, Seats: []int{1, 2}, Points: []float64{1, 0}, End: arena.EndCrash, Fault: 2},
	{ID: 6, Group: 3, Size: 2, Seats: []int{2, 1}, Points: []float64{1, 0}, End: arena.EndRules},
	{ID: 7, Group: 4, Size: 2, Seats: []int{0, 1}, Points: []float64{1, 0}, End: arena.EndRules},
}

func TestStandingAdd(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 5 { // in any order
		games := slices.Clone(threeEngines)
		random.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		s := newStanding(3, 2)
		for _, g := range games {
			s.Add(g)
		}
		checkStanding(t, s)
	}
}

func checkStanding(t *testing.T, s *Standing) {
	t.Helper()
	var table [][4]float64
	for _, r := range s.Rows {
		table = append(table, [4]float64{float64(r.Wins), float64(r.Draws), float64(r.Losses), r.Points})
	}
	if diff := cmp.Diff([][4]float64{{2, 1, 2, 2.5}, {1, 1, 3, 1.5}, {3, 0, 1, 3}}, table); diff != "" {
		t.Errorf("wins, draws, losses, points (-want +got):\n%s", diff)
	}
	if got := s.Order(); !slices.Equal(got, []int{2, 0, 1}) { // 75%, 50%, 30%
		t.Errorf("order %v", got)
	}
	if d := s.Duels[0][1]; d != (Duel{2, 1, 0}) || d.Points() != 2.5 || s.Duels[1][0] != (Duel{0, 1, 2}) {
		t.Errorf("duel of 0 and 1: %+v", d)
	}
	if c, single := s.Pairs(0, 1); !slices.Equal(c, stats.Counts{0, 0, 0, 1, 0}) || single != 1 {
		t.Errorf("pairs of 0 and 1: %v, %d single", c, single)
	}
	if v := s.versus(0, 1); v.N != 1 || v.Mean() != 0.75 {
		t.Errorf("0 against 1: %d groups, mean %v", v.N, v.Mean())
	}
	if v := s.versus(2, 0); v.N != 1 || v.Mean() != 1 {
		t.Errorf("2 against 0: %d groups, mean %v", v.N, v.Mean())
	}
	if c, _ := s.Pairs(0, -1); !slices.Equal(c, stats.Counts{1, 0, 0, 1, 0}) {
		t.Errorf("pairs of 0: %v", c)
	}
	if s.Rows[0].Faults[arena.EndTime] != 1 || s.Rows[2].Faults[arena.EndCrash] != 1 || s.Ends[arena.EndRules] != 4 {
		t.Errorf("faults %v, ends %v", s.Rows, s.Ends)
	}
}

// The test looks at whole pairs in the order of the schedule only, and at none
// behind the one that decides it.
func TestPairsOfTest(t *testing.T) {
	s := newStanding(2, 2)
	test := stats.SPRT{Elo0: 0, Elo1: 200, Alpha: 0.05, Beta: 0.05}
	add := func(group int, seats []int, points ...float64) {
		s.Add(arena.Game{Group: group, Size: 2, Seats: seats, Points: points, End: arena.EndRules})
	}
	add(2, []int{0, 1}, 1, 0)
	add(2, []int{1, 0}, 0, 1)
	add(1, []int{0, 1}, 0, 1)
	if got, llr, v := s.Test(test); got.N() != 0 || llr != 0 || v != stats.Undecided {
		t.Errorf("half a pair and a pair behind it: %v, %v, %s", got, llr, v)
	}
	add(1, []int{1, 0}, 0, 1)
	if got, llr, v := s.Test(test); !slices.Equal(got, stats.Counts{0, 0, 1, 0, 1}) || llr == 0 || v != stats.Undecided {
		t.Errorf("two pairs: %v, %v, %s", got, llr, v)
	}
	group, want := 3, stats.Counts{}
	for v := stats.Undecided; v == stats.Undecided && group < 100; group++ {
		add(group, []int{0, 1}, 1, 0)
		add(group, []int{1, 0}, 0, 1)
		want, _, v = s.Test(test)
	}
	for range 5 { // games that were under way when it was decided
		add(group, []int{0, 1}, 0, 1)
		add(group, []int{1, 0}, 1, 0)
		group++
	}
	if got, _, v := s.Test(test); !slices.Equal(got, want) || v != stats.AcceptedH1 {
		t.Errorf("decided: %v, %s, want %v", got, v, want)
	}
	// Another test looks at all of them.
	if got, _, _ := s.Test(stats.SPRT{Elo0: -2000, Elo1: 2000, Alpha: 1e-300, Beta: 1e-300}); got.N() != group-1 {
		t.Errorf("another test: %v", got)
	}
}

// Four seats: places decide wins, and groups the error of the rank score.
func TestStandingOfFourSeats(t *testing.T) {
	s := newStanding(4, 4)
	if e := s.RankError(0, 0.95); !math.IsInf(e, 1) {
		t.Errorf("error before any game: %v", e)
	}
	add := func(group int, points ...float64) {
		s.Add(arena.Game{Group: group, Size: 1, Seats: []int{0, 1, 2, 3}, Points: points, End: arena.EndRules})
	}
	add(1, 1, 2./3, 1./3, 0)
	add(2, 5./6, 5./6, 1./3, 0)
	add(3, 0, 1, 2./3, 1./3)
	r := s.Rows[0]
	if r.Wins != 1 || r.Draws != 1 || r.Losses != 1 || s.Duels[0][3] != (Duel{2, 0, 1}) || s.Duels[0][1] != (Duel{1, 1, 1}) {
		t.Errorf("%+v, %+v", r, s.Duels[0])
	}
	// 1, 5/6, 0: mean 11/18, squared deviations add up to 186/324, halved;
	// t of 2 degrees is 4.302653.
	if got, want := s.RankError(0, 0.95), 4.302653*math.Sqrt(93./324/3); math.Abs(got-want) > 1e-5 {
		t.Errorf("error %v, want %v", got, want)
	}
}

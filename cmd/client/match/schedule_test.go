package match

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"quadrille/cmd/client/match/arena"
)

// allGames are the games of a plan, when engines with lower numbers always win.
func allGames(p plan) []Pairing {
	var all []Pairing
	var results []arena.Game
	next := Pairing{ID: 1, Group: 1}
	for n := 0; ; n++ {
		batch := p.Batch(n, next, results)
		if len(batch) == 0 {
			return all
		}
		all = append(all, batch...)
		last := batch[len(batch)-1]
		next = Pairing{ID: last.ID + 1, Group: last.Group + 1}
		for _, g := range batch {
			results = append(results, arena.Game{Round: g.Round, Seats: g.Seats, Points: beats(g.Seats)})
		}
	}
}

func beats(seats []int) []float64 {
	points := make([]float64, len(seats))
	for i, mine := range seats {
		for _, other := range seats {
			if mine < other {
				points[i] += 1 / float64(len(seats)-1)
			}
		}
	}
	return points
}

func TestEncounters(t *testing.T) {
	for _, tc := range []struct {
		plan plan
		want string
	}{
		{plan{RoundRobin, 2, 2, 1, 1, Rotations}, "[[0 1] [1 0]]"},
		{plan{RoundRobin, 3, 2, 1, 1, Rotations}, "[[0 1] [1 0] [0 2] [2 0] [1 2] [2 1]]"},
		{plan{Gauntlet, 3, 2, 1, 1, Rotations}, "[[0 1] [1 0] [0 2] [2 0]]"},
		{plan{Neighbours, 3, 2, 1, 1, Rotations}, "[[0 1] [1 0] [1 2] [2 1]]"},
		{plan{Neighbours, 3, 4, 1, 1, Rotations}, "[[0 1 0 1] [1 0 1 0] [1 2 1 2] [2 1 2 1]]"},
		{plan{RoundRobin, 4, 4, 1, 1, Rotations}, "[[0 1 2 3] [1 2 3 0] [2 3 0 1] [3 0 1 2]]"},
		{plan{RoundRobin, 2, 4, 1, 1, Rotations}, "[[0 1 0 1] [1 0 1 0]]"},
		{plan{RoundRobin, 2, 4, 1, 1, AllOrders}, "[[0 1 0 1] [0 1 1 0] [0 0 1 1] [1 0 0 1] [1 0 1 0] [1 1 0 0]]"},
		{plan{RoundRobin, 3, 4, 1, 1, Rotations}, "[[0 1 2 0] [1 2 0 0] [2 0 0 1] [0 0 1 2]]"},
	} {
		var seats [][]int
		for _, g := range allGames(tc.plan) {
			seats = append(seats, g.Seats)
		}
		if got := fmt.Sprint(seats); got != tc.want {
			t.Errorf("%+v: %s, want %s", tc.plan, got, tc.want)
		}
	}
	for engines, n := range map[int]int{4: 24, 5: 5 * 24} {
		if got := len(allGames(plan{RoundRobin, engines, 4, 1, 1, AllOrders})); got != n {
			t.Errorf("%d engines in all orders: %d games, want %d", engines, got, n)
		}
	}
}

// Every plan: numbers without gaps, groups of whole seatings on one opening,
// every engine of a group equally often in every seat, the total as foretold,
// and the same games again.
func TestAnyPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := plan{
			Format:   rapid.SampledFrom(formats).Draw(t, "format"),
			Engines:  rapid.IntRange(2, 7).Draw(t, "engines"),
			Seats:    rapid.SampledFrom([]int{2, 4}).Draw(t, "seats"),
			Rounds:   rapid.IntRange(1, 4).Draw(t, "rounds"),
			Openings: rapid.IntRange(1, 2).Draw(t, "openings"),
			Seatings: rapid.SampledFrom([]Seatings{Rotations, AllOrders}).Draw(t, "seatings"),
		}
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		all := allGames(p)
		if len(all) != p.Total() {
			t.Fatalf("%d games, the total says %d", len(all), p.Total())
		}
		if again := allGames(p); fmt.Sprint(again) != fmt.Sprint(all) {
			t.Fatal("other games the second time")
		}
		groups := map[int][]Pairing{}
		for i, g := range all {
			if g.ID != i+1 || len(g.Seats) != p.Seats {
				t.Fatalf("game %d: %+v", i+1, g)
			}
			groups[g.Group] = append(groups[g.Group], g)
		}
		for n, group := range groups {
			checkGroup(t, n, group)
		}
	})
}

func checkGroup(t *rapid.T, n int, group []Pairing) {
	seated := map[[2]int]int{} // engine and seat
	for _, g := range group {
		if g.Opening != group[0].Opening || g.Size != len(group) {
			t.Fatalf("group %d: %+v", n, group)
		}
		for seat, e := range g.Seats {
			seated[[2]int{e, seat}]++
		}
	}
	for key, k := range seated {
		if k != seated[[2]int{key[0], 0}] {
			t.Fatalf("group %d: engine %d is not equally often in every seat: %+v", n, key[0], group)
		}
	}
}

// Eight engines of known order: three rounds without a second meeting, the
// leaders meet in the last, and the best is first. With seven, each has at
// most one bye.
func TestSwiss(t *testing.T) {
	all := allGames(plan{Swiss, 8, 2, 3, 1, Rotations})
	met := map[[2]int]bool{}
	points := make([]float64, 8)
	for _, g := range all {
		pair := [2]int{min(g.Seats[0], g.Seats[1]), max(g.Seats[0], g.Seats[1])}
		if g.Seats[0] < g.Seats[1] && met[pair] {
			t.Errorf("round %d: %v meet again", g.Round, pair)
		}
		met[pair] = true
		for i, p := range beats(g.Seats) {
			points[g.Seats[i]] += p
		}
	}
	if slices.Max(points) != points[0] || points[0] != 6 || points[7] != 0 {
		t.Errorf("points %v", points)
	}
	last := all[len(all)-8]
	if !slices.Contains(last.Seats, 0) {
		t.Errorf("the leader is not in the first encounter of the last round: %+v", last)
	}
	byes := map[int]int{}
	for round := 1; round <= 3; round++ {
		played := map[int]bool{}
		for _, g := range allGames(plan{Swiss, 7, 2, 3, 1, Rotations}) {
			for _, e := range g.Seats {
				if g.Round == round {
					played[e] = true
				}
			}
		}
		for e := range 7 {
			if !played[e] {
				byes[e]++
			}
		}
	}
	if len(byes) != 3 {
		t.Errorf("byes %v, want three of one each", byes)
	}
}

// Engines that can avoid each other do, even where the group choice at the
// top would leave two that have met at the bottom.
func TestSwissAvoidsSecondMeetings(t *testing.T) {
	for engines := 4; engines <= 12; engines++ {
		met := map[[2]int]int{}
		for _, g := range allGames(plan{Swiss, engines, 2, engines / 2, 1, Rotations}) {
			met[[2]int{g.Seats[0], g.Seats[1]}]++
		}
		for pair, n := range met {
			if n > 1 {
				t.Errorf("%d engines, %d rounds: %v meet %d times", engines, engines/2, pair, n)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	good := plan{RoundRobin, 2, 2, 1, 1, Rotations}
	for _, change := range []func(*plan){
		func(p *plan) { p.Engines = 1 }, func(p *plan) { p.Seats = 1 }, func(p *plan) { p.Format = "cup" },
		func(p *plan) { p.Seatings = "some" }, func(p *plan) { p.Rounds = 0 }, func(p *plan) { p.Openings = 0 },
	} {
		bad := good
		change(&bad)
		if bad.Check() == nil {
			t.Errorf("%+v passes", bad)
		}
	}
}

// More games than can be listed are refused, also where so many are no integer.
func TestCheckLength(t *testing.T) {
	for _, tc := range []struct {
		plan
		ok bool
	}{
		{plan{RoundRobin, 2, 2, mostGames / 2, 1, Rotations}, true},
		{plan{RoundRobin, 2, 2, mostGames/2 + 1, 1, Rotations}, false},
		{plan{RoundRobin, 2, 2, math.MaxInt, 1, Rotations}, false},
		{plan{RoundRobin, 2, 2, 1, math.MaxInt, Rotations}, false},
		{plan{RoundRobin, 2, 2, 1 << 32, 1 << 32, Rotations}, false},
		{plan{Swiss, 4, 2, 1 << 62, 1, Rotations}, false},
		{plan{Gauntlet, 2, 4, mostGames / 2, 1, AllOrders}, false}, // six seatings
	} {
		if err := tc.checkLength(); (err == nil) != tc.ok {
			t.Errorf("%+v: %v", tc.plan, err)
		}
	}
}

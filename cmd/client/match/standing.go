package match

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/match/stats"
)

// The standing adds up finished games: every engine's wins, draws, losses
// and points, who did what to whom, and the pairs of games that the statistics
// need. The same games in any order give the same standing.

// Duel is one engine's record against another: every pair of seats that they
// had in one game is a comparison.
type Duel struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Points are a point for a win and a half for a draw.
func (d Duel) Points() float64 { return float64(d.Wins) + float64(d.Draws)/2 }

// Games is the number of comparisons.
func (d Duel) Games() int { return d.Wins + d.Draws + d.Losses }

func (d *Duel) add(mine, others float64) {
	switch {
	case mine > others:
		d.Wins++
	case mine < others:
		d.Losses++
	default:
		d.Draws++
	}
}

// Row is what one engine has done. A seat of a game with more than two is a
// win when no seat has more points and none as many, a draw when it shares the
// first place, and a loss otherwise.
type Row struct {
	Games int `json:"games"` // seats played: an engine in two seats of a game counts twice
	Duel
	Points float64           `json:"points"` // 0 to 1 a seat
	Faults map[arena.End]int `json:"faults"`
	Millis int64             `json:"used_ms"` // thought in all
}

// Share is the mean number of points, 0 to 1.
func (r Row) Share() float64 { return r.Points / float64(max(1, r.Games)) }

// Standing is the state of a match.
type Standing struct {
	Seats int
	Rows  []Row
	Duels [][]Duel // of the first engine against the second
	Games int
	Ends  map[arena.End]int
	// Margins are by how much the scores of the first engine were above those of
	// the second in games of two seats; those of games that only say who won
	// are ±1.
	Margins stats.Sample
	// First and Later are by how much the seats' first turns, and the later ones,
	// overran the time that they were allowed.
	First, Later Lateness
	groups       map[int][]arena.Game
	tested       tested
}

// newStanding returns the standing before the first game.
func newStanding(engines, seats int) *Standing {
	s := &Standing{Seats: seats, Rows: make([]Row, engines), Ends: map[arena.End]int{}, groups: map[int][]arena.Game{}, First: Lateness{}, Later: Lateness{}}
	for i := range s.Rows {
		s.Rows[i].Faults = map[arena.End]int{}
		s.Duels = append(s.Duels, make([]Duel, engines))
	}
	return s
}

// Add counts a game.
func (s *Standing) Add(g arena.Game) {
	s.Games++
	s.Ends[g.End]++
	for i, e := range g.Seats {
		s.addSeat(&s.Rows[e], g, i)
		for j, other := range g.Seats {
			if e != other {
				s.Duels[e][other].add(g.Points[i], g.Points[j])
			}
		}
	}
	if g.Fault > 0 {
		s.Rows[g.Seats[g.Fault-1]].Faults[g.End]++
	}
	first, later := g.Late()
	s.First.add(first)
	s.Later.add(later)
	if len(g.Scores) == 2 && g.Seats[0] != g.Seats[1] {
		first := slices.Index(g.Seats, min(g.Seats[0], g.Seats[1]))
		s.Margins.Add(float64(g.Scores[first] - g.Scores[1-first]))
	}
	// What the groups are for needs no turns.
	s.groups[g.Group] = append(s.groups[g.Group], arena.Game{ID: g.ID, Round: g.Round, Group: g.Group, Size: g.Size, Seats: g.Seats, Points: g.Points})
}

// has says whether a game of a group is finished.
func (s *Standing) has(group, id int) bool {
	return slices.ContainsFunc(s.groups[group], func(g arena.Game) bool { return g.ID == id })
}

// finished are all games, without their turns, in the order of the schedule.
func (s *Standing) finished() []arena.Game {
	all := slices.Concat(slices.Collect(maps.Values(s.groups))...)
	slices.SortFunc(all, func(a, b arena.Game) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

func (s *Standing) addSeat(r *Row, g arena.Game, seat int) {
	r.Games++
	r.Points += g.Points[seat]
	if seat < len(g.Used) {
		r.Millis += g.Used[seat]
	}
	r.Duel.add(g.Points[seat], slices.Max(slices.Delete(slices.Clone(g.Points), seat, seat+1)))
}

// Order lists the engines from the best to the worst share of points.
func (s *Standing) Order() []int {
	order := numbers(len(s.Rows))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(s.Rows[b].Share(), s.Rows[a].Share())
	})
	return order
}

// Pairs are the pentanomial of an engine, in a game of two seats, against one
// opponent, or against all when the opponent is negative, and how many games
// have no finished partner.
func (s *Standing) Pairs(engine, opponent int) (c stats.Counts, single int) {
	c = stats.NewPentanomial()
	for _, games := range s.groups {
		if points, ok := shares(games, engine, opponent); !ok {
			continue
		} else if len(points) == 2 {
			c.AddPair(points[0], points[1])
		} else {
			single += len(points)
		}
	}
	return c, single
}

// shares are an engine's points in the games of a group, when it played that
// opponent there.
func shares(games []arena.Game, engine, opponent int) (points []float64, ok bool) {
	for _, g := range games {
		seat := slices.Index(g.Seats, engine)
		if seat < 0 || len(g.Seats) != 2 || g.Seats[0] == g.Seats[1] {
			return nil, false
		}
		if opponent >= 0 && g.Seats[1-seat] != opponent {
			return nil, false
		}
		points = append(points, g.Points[seat])
	}
	return points, true
}

// Counts are the pairs of an engine or, when there are none, its games.
func (s *Standing) Counts(engine, opponent int) stats.Counts {
	c, _ := s.Pairs(engine, opponent)
	if c.N() > 0 {
		return c
	}
	if opponent >= 0 {
		d := s.Duels[engine][opponent]
		return stats.Trinomial(d.Losses, d.Draws, d.Wins)
	}
	r := s.Rows[engine]
	return stats.Trinomial(r.Losses, r.Draws, r.Wins)
}

// Test is how a sequential test stands, and what it has looked at: the pentanomial of
// the first engine against the second over the pairs in the order of the schedule, up
// to the first that is not finished or decides it.
//
// In the order in which games end, short games would come first, and their results
// are not those of all games. And games that were under way as the test was decided
// cannot make it undecided.
func (s *Standing) Test(t stats.SPRT) (pairs stats.Counts, llr float64, v stats.Verdict) {
	c := &s.tested
	if c.pairs == nil || c.by != t {
		*c = tested{by: t, pairs: stats.NewPentanomial()}
	}
	for c.verdict == stats.Undecided {
		points, ok := shares(s.groups[c.pairs.N()+1], 0, 1)
		if !ok || len(points) != 2 {
			break
		}
		c.pairs.AddPair(points[0], points[1])
		c.llr, c.verdict = t.Judge(c.pairs)
	}
	return slices.Clone(c.pairs), c.llr, c.verdict
}

// tested is as far as a test has looked, so that every pair is looked at once.
type tested struct {
	by      stats.SPRT
	pairs   stats.Counts
	llr     float64
	verdict stats.Verdict
}

// RankError is the half width of the interval around an engine's share of
// points, from the means of the groups of games in which it sat: the games of
// one opening are not independent, the groups are.
func (s *Standing) RankError(engine int, confidence float64) float64 {
	var all stats.Sample
	for _, share := range s.groupShares(engine) {
		all.Add(share)
	}
	return all.Error(confidence)
}

// groupShares yields every finished group in which an engine sat, in the order
// of the schedule, and its share of points there.
func (s *Standing) groupShares(engine int) iter.Seq2[int, float64] {
	return s.means(func(g arena.Game, seat int) (float64, int) {
		if g.Seats[seat] != engine {
			return 0, 0
		}
		return g.Points[seat], 1
	})
}

// versus is an engine's score against another, as a duel counts it, from the
// means of the finished groups in which both sat.
func (s *Standing) versus(engine, opponent int) (all stats.Sample) {
	for _, share := range s.means(func(g arena.Game, seat int) (points float64, n int) {
		for i, e := range g.Seats {
			if g.Seats[seat] == engine && e == opponent && engine != opponent {
				var d Duel
				d.add(g.Points[seat], g.Points[i])
				points, n = points+d.Points(), n+1
			}
		}
		return points, n
	}) {
		all.Add(share)
	}
	return all
}

// means yields the mean of what the seats of a finished group count for.
func (s *Standing) means(of func(g arena.Game, seat int) (sum float64, n int)) iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		for _, group := range slices.Sorted(maps.Keys(s.groups)) { // sums of fractions are the same in every run
			sum, n := 0.0, 0
			games := s.groups[group]
			for _, g := range games {
				for seat := range g.Seats {
					points, k := of(g, seat)
					sum, n = sum+points, n+k
				}
			}
			if n > 0 && len(games) == games[0].Size && !yield(group, sum/float64(n)) {
				return
			}
		}
	}
}

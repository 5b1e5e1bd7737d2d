package match

import (
	"cmp"
	"slices"

	"quadrille/cmd/client/match/arena"
)

// entrant is what counts for the pairing of one engine.
type entrant struct {
	engine int
	score  float64 // mean points a game, added up over the rounds; a bye is 1
	byes   int
	met    map[int]int
}

// swiss pairs the next round: engines in the order of their scores, the
// earlier number first among equals, each with the nearest that it has not
// met. Where that cannot be, or is not found soon, and with more than two
// seats, each with the nearest that it has met least. An engine that is left
// over has a bye, which counts as a won round; it is the last of those with the
// fewest byes. The results are in the order of the schedule.
func (p plan) swiss(results []arena.Game) [][]int {
	table := p.records(results)
	slices.SortStableFunc(table, func(a, b *entrant) int { return cmp.Compare(b.score, a.score) })
	if p.Engines < p.Seats {
		return [][]int{p.fill(numbers(p.Engines))}
	}
	for range p.Engines % p.Seats {
		table = withoutBye(table)
	}
	if pairs, ok := unmet(table, new(attempts)); ok && p.Seats == 2 {
		return pairs
	}
	var encounters [][]int
	for len(table) > 0 {
		var seats []int
		seats, table = nearest(table, p.Seats)
		encounters = append(encounters, seats)
	}
	return encounters
}

// records adds up the results. Who did not play in a round had a bye.
func (p plan) records(results []arena.Game) []*entrant {
	table := make([]*entrant, p.Engines)
	for i := range table {
		table[i] = &entrant{engine: i, met: map[int]int{}}
	}
	for len(results) > 0 {
		n := 1
		for n < len(results) && results[n].Round == results[0].Round {
			n++
		}
		addRound(table, results[:n])
		results = results[n:]
	}
	return table
}

func addRound(table []*entrant, games []arena.Game) {
	points := make([]float64, len(table))
	seats := make([]int, len(table))
	for _, g := range games {
		for i, e := range g.Seats {
			points[e] += g.Points[i]
			seats[e]++
			for _, other := range g.Seats {
				if other != e {
					table[e].met[other]++
				}
			}
		}
	}
	for e, r := range table {
		if seats[e] == 0 {
			r.score++
			r.byes++
			continue
		}
		r.score += points[e] / float64(seats[e])
	}
}

// withoutBye takes out the one that has the bye.
func withoutBye(table []*entrant) []*entrant {
	last := 0
	for i, r := range table {
		if r.byes <= table[last].byes {
			last = i
		}
	}
	return slices.Delete(slices.Clone(table), last, last+1)
}

// attempts counts what unmet has tried.
type attempts int

// unmet pairs engines that have not met, by trying: the first with the nearest
// that leaves the others a pairing.
func unmet(table []*entrant, tried *attempts) (pairs [][]int, ok bool) {
	const most = 100_000
	if len(table) == 0 {
		return nil, true
	}
	for i, r := range table[1:] {
		if *tried++; *tried > most {
			return nil, false
		}
		if table[0].met[r.engine] > 0 {
			continue
		}
		rest := slices.Delete(slices.Clone(table[1:]), i, i+1)
		if others, ok := unmet(rest, tried); ok {
			return append([][]int{{table[0].engine, r.engine}}, others...), true
		}
	}
	return nil, false
}

// nearest takes the first of the table and those that join it: each time the
// one that the group has met least, the nearest among equals.
func nearest(table []*entrant, size int) (seats []int, rest []*entrant) {
	rest = slices.Clone(table)
	chosen := []*entrant{rest[0]}
	rest = rest[1:]
	for len(chosen) < size {
		best := 0
		for i, r := range rest {
			if meetings(chosen, r) < meetings(chosen, rest[best]) {
				best = i
			}
		}
		chosen = append(chosen, rest[best])
		rest = slices.Delete(rest, best, best+1)
	}
	for _, r := range chosen {
		seats = append(seats, r.engine)
	}
	return seats, rest
}

func meetings(chosen []*entrant, r *entrant) int {
	n := 0
	for _, c := range chosen {
		n += c.met[r.engine]
	}
	return n
}

package match

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/combin"

	"quadrille/cmd/client/match/arena"
)

// The schedule says which engines meet, on which opening and in which
// seats. The same plan always gives the same games with the same numbers, so
// that a match that was broken off goes on where it was.

// Format is a kind of tournament.
type Format string

// The formats.
const (
	RoundRobin Format = "roundrobin" // everybody meets everybody
	Gauntlet   Format = "gauntlet"   // the first engine meets all others
	Swiss      Format = "swiss"      // equals meet, round by round
	Neighbours Format = "neighbours" // each engine meets the next
)

// Formats lists them.
var formats = []Format{RoundRobin, Gauntlet, Swiss, Neighbours}

// Seatings says in how many seatings an encounter plays each opening.
type Seatings string

// The seatings. With two seats they are the same.
const (
	Rotations Seatings = "rotations" // the table is turned
	AllOrders Seatings = "all"       // every order of the engines
)

// plan is what a schedule is made from.
type plan struct {
	Format   Format
	Engines  int // how many there are, numbered from 0
	Seats    int // of the game
	Rounds   int
	Openings int // each encounter plays so many in a round
	Seatings Seatings
}

// Pairing is one game of the schedule.
type Pairing struct {
	ID      int // from 1, in the order of the schedule
	Round   int // from 1
	Group   int // from 1; the games of one encounter on one opening
	Size    int // how many games the group has
	Opening int // from 0
	Seats   []int
}

// Check says what is wrong with a plan, or nil.
func (p plan) Check() error {
	switch {
	case p.Engines < 2:
		return fmt.Errorf("a match needs two engines at least, not %d; one may be named twice", p.Engines)
	case p.Seats < 2:
		return fmt.Errorf("the game has %d seats", p.Seats)
	case !slices.Contains(formats, p.Format):
		return fmt.Errorf("there is no format %q; there are: %s", p.Format, strings.Trim(fmt.Sprint(formats), "[]"))
	case p.Seatings != Rotations && p.Seatings != AllOrders:
		return fmt.Errorf("there are no seatings %q; there are: rotations, all", p.Seatings)
	case p.Rounds < 1 || p.Openings < 1:
		return fmt.Errorf("a match has at least one round and one opening, not %d and %d", p.Rounds, p.Openings)
	}
	return nil
}

// Batch returns the games that come next when those of the batches before are
// done: everything at once, or one round of a Swiss tournament. It is nil when
// there are no more. Only a Swiss tournament takes
// notice of the results so far, which are in the order of the games' numbers.
func (p plan) Batch(n int, next Pairing, results []arena.Game) []Pairing {
	if p.Format != Swiss {
		if n > 0 {
			return nil
		}
		encounters := p.encounters()
		var games []Pairing
		for round := range p.Rounds {
			games = p.round(games, next, round, encounters)
		}
		return games
	}
	if n >= p.Rounds {
		return nil
	}
	return p.round(nil, next, n, p.swiss(results))
}

// round appends the games of a round. Next is a game with the ID and group
// that come first.
func (p plan) round(games []Pairing, next Pairing, round int, encounters [][]int) []Pairing {
	id, group := next.ID, next.Group
	if n := len(games); n > 0 {
		id, group = games[n-1].ID+1, games[n-1].Group+1
	}
	for _, e := range encounters {
		seatings := p.seatings(e)
		for o := range p.Openings {
			for _, seats := range seatings {
				games = append(games, Pairing{
					ID: id, Round: round + 1, Group: group, Size: len(seatings),
					Opening: round*p.Openings + o, Seats: seats,
				})
				id++
			}
			group++
		}
	}
	return games
}

// encounters lists who meets in whatever format but a Swiss tournament.
func (p plan) encounters() (all [][]int) {
	if p.Format == Neighbours {
		for i := range p.Engines - 1 {
			all = append(all, p.fill([]int{i, i + 1}))
		}
		return all
	}
	if p.Engines < p.Seats {
		return [][]int{p.fill(numbers(p.Engines))}
	}
	for _, c := range combin.Combinations(p.Engines, p.Seats) {
		if p.Format == RoundRobin || c[0] == 0 {
			all = append(all, c)
		}
	}
	return all
}

// fill repeats engines until every seat is taken.
func (p plan) fill(engines []int) []int {
	full := slices.Clone(engines)
	for len(full) < p.Seats {
		full = append(full, engines[len(full)%len(engines)])
	}
	return full
}

func numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// seatings lists the seatings of an encounter, each once.
func (p plan) seatings(engines []int) [][]int {
	if p.Seatings == AllOrders {
		return orders(engines)
	}
	var all [][]int
	for i := range engines {
		turned := append(slices.Clone(engines[i:]), engines[:i]...)
		if !contains(all, turned) {
			all = append(all, turned)
		}
	}
	return all
}

func contains(all [][]int, one []int) bool {
	return slices.ContainsFunc(all, func(s []int) bool { return slices.Equal(s, one) })
}

// orders lists the different orders of the engines, some of which may be the
// same engine.
func orders(engines []int) [][]int {
	if len(engines) == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i, first := range engines {
		if slices.Contains(engines[:i], first) {
			continue
		}
		rest := append(slices.Clone(engines[:i]), engines[i+1:]...)
		for _, tail := range orders(rest) {
			all = append(all, append([]int{first}, tail...))
		}
	}
	return all
}

// Total is the number of games of the whole plan.
func (p plan) Total() int { return p.perRound() * p.Rounds * p.Openings }

// mostGames is how many games a match may have, all of which are listed before the
// first.
const mostGames = 2_000_000

// checkLength says that a plan has too many games, or nil.
func (p plan) checkLength() error {
	// As integers so many might have become few.
	if n := float64(p.perRound()) * float64(p.Rounds) * float64(p.Openings); n > mostGames {
		return fmt.Errorf("a match has at most %d games, not %.0f; give it fewer rounds or pairs", mostGames, n)
	}
	return nil
}

// perRound is the number of games of a round in which every encounter plays one
// opening.
func (p plan) perRound() (n int) {
	if p.Format != Swiss {
		for _, e := range p.encounters() {
			n += len(p.seatings(e))
		}
		return n
	}
	// Every engine of an encounter is another one, so all have the same
	// number of seatings.
	encounters := p.swiss(nil)
	return len(encounters) * len(p.seatings(encounters[0]))
}

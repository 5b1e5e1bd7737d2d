package blokusbot

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/engine"
	"quadrille/engine/blokus"
)

// The references here play tokens on an engine.Position and know nothing else
// of the game.

// optionSets are all combinations of the options that bear on the result.
func optionSets() []engine.Rules {
	var sets []engine.Rules
	for i := range 16 {
		choose := func(bit int, a, b string) string { return [2]string{a, b}[i>>bit&1] }
		sets = append(sets, engine.Rules{
			"variant": choose(0, "classic", "duo"), "corners": choose(1, "free", "fixed"),
			"end": choose(2, "first-out", "all-blocked"), "scoring": choose(3, "remaining", "official"),
			"start": [2]string{"1", "2"}[i/4%2],
		})
	}
	return sets
}

func mustNew(t testing.TB, rules engine.Rules) engine.Position {
	t.Helper()
	p, err := blokus.Game{}.New(rules, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustPlay(t testing.TB, p engine.Position, token string) engine.Position {
	t.Helper()
	next, err := p.Play(token)
	if err != nil {
		t.Fatalf("%s: %v", token, err)
	}
	return next
}

// late plays random turns, large pieces first, until at most so many turns may
// be legal for all colours together, or less. It returns false if the game
// ended before.
func late(t testing.TB, rules engine.Rules, rng *rand.Rand, most int) (*blokus.Position, bool) {
	p := mustNew(t, rules)
	for !p.Result().Over {
		s := p.(*blokus.Position).SearchState()
		total := 0
		for colour := range s.Colours() {
			total += placements(&s, colour)
		}
		if total <= most {
			return p.(*blokus.Position), true
		}
		legal := p.Legal()
		slices.SortStableFunc(legal, func(a, b string) int { return strings.Count(b, ",") - strings.Count(a, ",") })
		p = mustPlay(t, p, legal[rng.IntN(1+len(legal)/2)])
	}
	return nil, false
}

// plainMargin is a seat's score less the best of the others.
func plainMargin(p engine.Position, seat engine.Player) int {
	var others []int
	for i, score := range p.Scores() {
		if engine.Player(i+1) != seat {
			others = append(others, score)
		}
	}
	return p.Scores()[seat-1] - slices.Max(others)
}

// plainValue is the margin that a seat is sure of, by playing everything.
func plainValue(t testing.TB, p engine.Position, seat engine.Player) int {
	if p.Result().Over {
		return plainMargin(p, seat)
	}
	var values []int
	for _, token := range p.Legal() {
		values = append(values, plainValue(t, mustPlay(t, p, token), seat))
	}
	if p.Turn() == seat {
		return slices.Max(values)
	}
	return slices.Min(values)
}

// plainWin says whether a seat can win within so many own turns and plies.
func plainWin(t testing.TB, p engine.Position, seat engine.Player, turns, plies int) bool {
	if p.Result().Over {
		return p.Result().Winner == seat
	}
	mine := p.Turn() == seat
	if plies == 0 || mine && turns == 0 {
		return false
	}
	if mine {
		turns--
	}
	for _, token := range p.Legal() {
		if plainWin(t, mustPlay(t, p, token), seat, turns, plies-1) == mine {
			return mine
		}
	}
	return !mine
}

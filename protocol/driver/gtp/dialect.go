package gtp

import (
	"slices"
	"strings"

	"quadrille/protocol/driver"
)

// dialectFor is how the engines play a game. It refuses what they do not play.
func dialectFor(setup driver.Setup) (driver.Variant, error) {
	v := setup.Variant
	why, refused := driver.ParseRefusal(v.Error)
	switch {
	case setup.Start != driver.StartPos:
		return v, &driver.Refusal{Code: "bad-position",
			Text: "GTP has no way to set up a position; begin at the start position, with the turns of an opening"}
	case driver.Drawn(setup.Rules):
		return v, &driver.Refusal{Code: "bad-option", Text: "with GTP engines nothing at the start is left to chance"}
	case refused:
		return v, why
	case v.Title == "" || v.First < 1 || v.First > len(coloursOf(setup)):
		return v, &driver.Refusal{Code: "no-game", Text: "the referee does not say how GTP engines play " + setup.Game}
	}
	return v, nil
}

// coloursOf are the colours of a game: one a seat where the referee does not say
// otherwise.
func coloursOf(setup driver.Setup) []driver.Colour {
	if colours, ok := driver.ParseColours(setup.Variant.Colours, setup.Seats); ok {
		return colours
	}
	return driver.OneEach(make([]string, setup.Seats))
}

// namesOf are what the engines call so many colours: by numbers where there are
// more than two.
func namesOf(n int) []string {
	if n == 2 {
		return []string{"b", "w"}
	}
	return []string{"1", "2", "3", "4"}[:n]
}

// rota is whose turn it is.
type rota struct {
	names   []string
	colours []driver.Colour
	at      int  // the colour whose turn it is, from 0
	out     bool // a colour that passes is out of the game
	passed  []bool
	played  []int // turns of each colour but passes
}

func newRota(setup driver.Setup) *rota {
	colours, v := coloursOf(setup), setup.Variant
	n := len(colours)
	return &rota{names: namesOf(n), colours: colours, at: v.First - 1, out: v.SkipsBlocked, passed: make([]bool, n), played: make([]int, n)}
}

// colour is the engine's name of the colour to move.
func (r *rota) colour() string { return r.names[r.at] }

// seat is the seat that plays the colour to move, from 0.
func (r *rota) seat() int {
	of := r.colours[r.at].Seats
	return driver.State{Turn: of[r.played[r.at]%len(of)]}.Seat()
}

// turn goes on to the next colour after a turn.
func (r *rota) turn(token string) {
	switch {
	case token != driver.Pass:
		r.played[r.at]++
	case r.out:
		r.passed[r.at] = true
	}
	for range r.passed {
		r.at = (r.at + 1) % len(r.passed)
		if !r.passed[r.at] {
			return
		}
	}
}

// plain writes a turn in a form in which equal turns are equal: small letters,
// the cells of a placement in order.
func plain(token string) string {
	cells := strings.Split(strings.ToLower(strings.TrimSpace(token)), ",")
	slices.Sort(cells)
	return strings.Join(cells, ",")
}

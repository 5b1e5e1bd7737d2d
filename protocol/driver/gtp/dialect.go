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
	case v.Title == "" || v.First < 1 || v.First > setup.Seats:
		return v, &driver.Refusal{Code: "no-game", Text: "the referee does not say how GTP engines play " + setup.Game}
	}
	return v, nil
}

// coloursOf are what the engines call the seats: by numbers where there are
// more than two.
func coloursOf(seats int) []string {
	if seats == 2 {
		return []string{"b", "w"}
	}
	return []string{"1", "2", "3", "4"}[:seats]
}

// rota is whose turn it is.
type rota struct {
	colours []string
	seat    int  // whose turn it is, from 0
	out     bool // a seat that passes is out of the game
	passed  []bool
}

func newRota(v driver.Variant, seats int) *rota {
	return &rota{colours: coloursOf(seats), seat: v.First - 1, out: v.SkipsBlocked, passed: make([]bool, seats)}
}

// colour is the engine's name of the seat to move.
func (r *rota) colour() string { return r.colours[r.seat] }

// turn goes on to the next seat after a turn.
func (r *rota) turn(token string) {
	if token == driver.Pass && r.out {
		r.passed[r.seat] = true
	}
	for range r.passed {
		r.seat = (r.seat + 1) % len(r.passed)
		if !r.passed[r.seat] {
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

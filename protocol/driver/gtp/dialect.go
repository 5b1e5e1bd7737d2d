package gtp

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/protocol/driver"
)

// dialect is how one game is played in the language.
type dialect struct {
	game      string // the engine's name of the game, for set_game
	boardSize int    // for boardsize; 0 when the game has only one board
	// colours are what the engines call the seats.
	colours []string
	first   int // the seat that begins, from 0
	// out says that a seat that passes is out of the game.
	out bool
}

// dialectFor finds the dialect of a game. It refuses rules that the engines do
// not play.
func dialectFor(setup driver.Setup) (dialect, error) {
	if setup.Start != "startpos" {
		return dialect{}, &driver.Refusal{Code: "bad-position",
			Text: "GTP has no way to set up a position; begin at the start position, with the turns of an opening"}
	}
	switch setup.Game {
	case "othello":
		return dialect{game: "Othello", boardSize: 8, colours: []string{"b", "w"}}, nil
	case "blokus":
		return blokus(parseRules(setup.Rules))
	}
	return dialect{}, &driver.Refusal{Code: "no-game", Text: fmt.Sprintf("GTP engines play blokus and othello, not %s", setup.Game)}
}

// parseRules reads key=value words.
func parseRules(text string) map[string]string {
	rules := map[string]string{}
	for word := range strings.FieldsSeq(text) {
		key, value, _ := strings.Cut(word, "=")
		rules[key] = value
	}
	return rules
}

// blokus is the dialect of Pentobi, which plays by the official rules. It
// calls the colours by numbers where there are four.
func blokus(rules map[string]string) (dialect, error) {
	for _, rule := range []struct{ name, value string }{{"corners", "fixed"}, {"end", "all-blocked"}, {"scoring", "official"}} {
		if rules[rule.name] != rule.value {
			return dialect{}, &driver.Refusal{Code: "bad-option",
				Text: fmt.Sprintf("GTP engines play blokus with corners=fixed end=all-blocked scoring=official, not %s=%s", rule.name, rules[rule.name])}
		}
	}
	d := dialect{game: "Blokus", colours: []string{"1", "2", "3", "4"}, out: true}
	if rules["variant"] == "duo" {
		d.game, d.colours = "Blokus Duo", []string{"b", "w"}
	}
	d.first = slices.Index([]string{"1", "2", "3", "4"}[:len(d.colours)], rules["start"])
	if d.first < 0 {
		return dialect{}, &driver.Refusal{Code: "bad-option",
			Text: fmt.Sprintf("with GTP engines start is a number from 1 to %d, not %q", len(d.colours), rules["start"])}
	}
	return d, nil
}

// rota is whose turn it is.
type rota struct {
	dialect dialect
	seat    int // whose turn it is, from 0
	passed  []bool
}

func newRota(d dialect) *rota {
	return &rota{dialect: d, seat: d.first, passed: make([]bool, len(d.colours))}
}

// colour is the engine's name of the seat to move.
func (r *rota) colour() string { return r.dialect.colours[r.seat] }

// turn goes on to the next seat after a turn.
func (r *rota) turn(token string) {
	if token == driver.Pass && r.dialect.out {
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

package gtp

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/engine"
)

// variant is what set_game can choose.
type variant struct {
	engine.Variant
	game string
}

// variantsOf lists the variants of the games, first those that the games say
// other programs play.
func variantsOf(games []engine.Game) []variant {
	var known, others []variant
	for _, g := range games {
		list, own := engine.Variants(g)
		for _, v := range list {
			if own {
				known = append(known, variant{v, g.Name()})
			} else {
				others = append(others, variant{v, g.Name()})
			}
		}
	}
	return append(known, others...)
}

func (s *Server) gameTitles() []string {
	var titles []string
	for _, v := range s.variants {
		titles = append(titles, v.Titles[0])
	}
	return titles
}

// findVariant finds a variant by one of its titles or, the first of a game, by
// the game's name.
func (s *Server) findVariant(title string) (variant, bool) {
	title = strings.Trim(title, `"`)
	same := func(t string) bool { return strings.EqualFold(t, title) }
	i := slices.IndexFunc(s.variants, func(v variant) bool { return slices.ContainsFunc(v.Titles, same) })
	if i < 0 {
		i = slices.IndexFunc(s.variants, func(v variant) bool { return same(v.game) })
	}
	if i < 0 {
		return variant{}, false
	}
	return s.variants[i], true
}

// colours lists what a colour may be called, seat by seat. With two seats the
// first is black and the second white, as everywhere in GTP; with four they
// have numbers, and the first letters of their names.
func (s *Server) colours() [][]string {
	names := engine.SeatNames(s.Session.Position())
	seats := make([][]string, len(names))
	for i, name := range names {
		name = strings.ToLower(name)
		seats[i] = []string{name, strconv.Itoa(i + 1), "p" + strconv.Itoa(i+1)}
		if len(names) > 2 {
			seats[i] = append(seats[i], name[:1])
		}
		if i < len(s.variant.Colours) {
			seats[i] = append(seats[i], s.variant.Colours[i]...)
		}
	}
	if len(names) == 2 {
		seats[0] = append(seats[0], "b", "black")
		seats[1] = append(seats[1], "w", "white")
	}
	return seats
}

// seat is the seat that a colour names.
func (s *Server) seat(colour string) (engine.Player, error) {
	var all []string
	for i, names := range s.colours() {
		if slices.Contains(names, strings.ToLower(colour)) {
			return engine.Player(i + 1), nil
		}
		all = append(all, strings.Join(names, "|"))
	}
	return engine.NoPlayer, syntaxError("no colour %q; there are: %s", engine.Clip(colour), strings.Join(all, " "))
}

// legalFor lists the moves of a seat, whether it is to move or not.
func legalFor(p engine.Position, seat engine.Player) []string {
	return slices.DeleteFunc(engine.LegalFor(p, seat), func(t string) bool { return t == engine.Pass })
}

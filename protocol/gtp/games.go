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

// colours lists what each colour may be called. Of two the first is black and the
// second white, as everywhere in GTP; four have numbers, and the first letters of
// their names. Where each seat has one colour, the seat's name is its too.
func (s *Server) colours() [][]string {
	p := s.Session.Position()
	list := engine.Colours(p)
	names := make([][]string, len(list))
	call := func(i int, more ...string) {
		for _, name := range more {
			if !slices.Contains(names[i], name) {
				names[i] = append(names[i], name)
			}
		}
	}
	for i, c := range list {
		name := strings.ToLower(c.Name)
		call(i, name, strconv.Itoa(i+1))
		if p.Players() == len(list) {
			call(i, "p"+strconv.Itoa(i+1))
		}
		if len(list) > 2 {
			call(i, name[:1])
		}
		if i < len(s.variant.Colours) {
			call(i, s.variant.Colours[i]...)
		}
	}
	if len(list) == 2 {
		call(0, "b", "black")
		call(1, "w", "white")
	}
	return names
}

// colour is the number of the colour that a word names, from 0.
func (s *Server) colour(word string) (int, error) {
	var all []string
	for i, names := range s.colours() {
		if slices.Contains(names, strings.ToLower(word)) {
			return i, nil
		}
		all = append(all, strings.Join(names, "|"))
	}
	return 0, syntaxError("no colour %q; there are: %s", engine.Clip(word), strings.Join(all, " "))
}

// legalFor lists the moves of a colour, whether it is to move or not.
func legalFor(p engine.Position, colour int) []string {
	return slices.DeleteFunc(engine.LegalFor(p, colour), func(t string) bool { return t == engine.Pass })
}

package gtp

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/engine/blokus"
	"quadrille/engine/othello"
)

// variant is what set_game can choose.
type variant struct {
	titles []string // the first is listed
	game   string
	rules  engine.Rules
}

// variants has the games under the names that Quarry and Pentobi use. Pentobi
// plays blokus by the official rules.
func variants() []variant {
	official := func(variant string) engine.Rules {
		return engine.Rules{"variant": variant, "corners": "fixed", "end": "all-blocked", "scoring": "official"}
	}
	return []variant{
		{[]string{"Othello", "Reversi"}, "othello", nil},
		{[]string{"Blokus"}, "blokus", official("classic")},
		{[]string{"Blokus Duo"}, "blokus", official("duo")},
		{[]string{"Teeko"}, "teeko", nil},
		{[]string{"Square4", "Four in a Square"}, "square4", nil},
	}
}

func gameTitles() []string {
	var titles []string
	for _, v := range variants() {
		titles = append(titles, v.titles[0])
	}
	return titles
}

func findVariant(title string) (variant, bool) {
	title = strings.Trim(title, `"`)
	for _, v := range variants() {
		for _, t := range v.titles {
			if strings.EqualFold(t, title) {
				return v, true
			}
		}
	}
	return variant{}, false
}

// colours lists what a colour may be called, seat by seat. With two seats the
// first is black and the second white, as everywhere in GTP; with four they
// have numbers, and the first letters of their names.
func colours(p engine.Position) [][]string {
	names := engine.SeatNames(p)
	seats := make([][]string, len(names))
	for i, name := range names {
		name = strings.ToLower(name)
		seats[i] = []string{name, strconv.Itoa(i + 1), "p" + strconv.Itoa(i+1)}
		if len(names) > 2 {
			seats[i] = append(seats[i], name[:1])
		}
	}
	if len(names) == 2 {
		seats[0] = append(seats[0], "b", "black")
		seats[1] = append(seats[1], "w", "white")
	}
	if p.Game().Name() == "blokus" && len(names) == 2 {
		seats[1] = append(seats[1], "green") // Pentobi's second colour of duo
	}
	return seats
}

func findColour(p engine.Position, word string) (engine.Player, bool) {
	for i, names := range colours(p) {
		if slices.Contains(names, strings.ToLower(word)) {
			return engine.Player(i + 1), true
		}
	}
	return engine.NoPlayer, false
}

// boardSize is the number of rows of the board.
func boardSize(p engine.Position) int {
	switch q := p.(type) {
	case *blokus.Position:
		state := q.SearchState()
		return state.Size()
	case *othello.Position:
		return 8
	}
	switch p.Game().Name() {
	case "teeko":
		return 5
	}
	return 6 // square4: three squares of two slots
}

// legalFor lists the turns of a seat, whether it is to move or not. It has no
// turns to list of a seat that is not to move where the game does not say.
func legalFor(p engine.Position, seat engine.Player) []string {
	if p.Result().Over {
		return nil
	}
	var tokens []string
	switch q := p.(type) {
	case *blokus.Position:
		state := q.SearchState()
		if seat != p.Turn() && state.Out(int(seat-1)) {
			return nil
		}
		list := state.AppendPlacements(nil, int(seat-1))
		slices.Sort(list)
		for _, m := range list {
			tokens = append(tokens, m.Token(state.Size()))
		}
		return tokens
	case *othello.Position:
		if other, err := turned(p, seat); err == nil {
			p = other
		}
	}
	if p.Turn() == seat {
		tokens = p.Legal()
	}
	return slices.DeleteFunc(tokens, func(t string) bool { return t == engine.Pass })
}

// turned is an othello position with the given side to move. The error is that
// neither side could move.
func turned(p engine.Position, seat engine.Player) (engine.Position, error) {
	if p.Turn() == seat {
		return p, nil
	}
	words := strings.Fields(p.FEN())
	words[1] = []string{"X", "O"}[seat-1]
	return p.Game().ParseFEN(strings.Join(words, " "), p.Rules())
}

// points are the numbers whose difference is the final score. In blokus the
// squares that were laid count, as Pentobi has it; in teeko and square4 a win
// is one point. In othello the squares that stay empty belong to the winner.
func points(p engine.Position) []int {
	scores := slices.Clone(p.Scores())
	switch p.Game().Name() {
	case "blokus":
		const squares = 89 // of a colour's 21 pieces
		for i := range scores {
			scores[i] += squares
		}
		return scores
	case "othello":
		if w := p.Result().Winner; w != engine.NoPlayer {
			scores[w-1] = 64 - scores[2-w]
		}
		return scores
	}
	scores = make([]int, p.Players())
	if w := p.Result().Winner; w != engine.NoPlayer {
		scores[w-1] = 1
	}
	return scores
}

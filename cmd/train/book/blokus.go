package book

import (
	"math"
	"slices"

	"quadrille/ai/blokusbot"
	"quadrille/ai/blokusbot/book"
	"quadrille/ai/blokusbot/prior"
	"quadrille/ai/opening"
	rules "quadrille/engine/blokus"
)

// often is how many times less than the turn that was tried most a turn may have
// been tried, for its value to be known.
const often = 8

// blokus returns one of the books of Blokus.
func blokus(name string) (growing, error) {
	game, err := book.Named(name)
	if err != nil {
		return nil, err
	}
	k := &kind[rules.State]{
		game: game, evaluation: prior.Digest(),
		nodes: 20_000, plies: 6, loss: 80, ply: 20, unit: 2, trust: 1,
		searcher: func() search[rules.State] { return searchBlokus },
	}
	if name != book.Duo {
		k.plies = 8
	}
	return k, nil
}

// searchBlokus searches a position and returns the turns that were tried often, the
// most tried first: what the others are worth is hardly known.
func searchBlokus(s rules.State, among []opening.Turn, most int, nodes, seed uint64) (lines []opening.Line) {
	moves := make([]rules.Placement, len(among))
	for i, t := range among {
		moves[i] = rules.Placement(t)
	}
	visits := blokusbot.Visits(blokusbot.New(), &s, moves, nodes, seed)
	visits = slices.DeleteFunc(visits, func(v blokusbot.Visit) bool { return v.Visits < visits[0].Visits/often })
	for _, v := range visits[:min(most, len(visits))] {
		l := opening.Line{Turn: opening.Turn(v.Move)}
		for i := range s.Players() {
			l.Value[i] = int16(math.Round(1000 * v.Shares[(s.Seat()+i)%s.Players()]))
		}
		lines = append(lines, l)
	}
	slices.SortStableFunc(lines, func(a, b opening.Line) int { return int(b.Value[0]) - int(a.Value[0]) })
	return lines
}

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

// seldom is how many times less than the turn that was tried most a turn must have
// been tried to be left out.
const seldom = 100

// blokus returns one of the books of Blokus.
func blokus(name string) (growing, error) {
	game, err := book.Named(name)
	if err != nil {
		return nil, err
	}
	k := &kind[rules.State]{
		game: game, evaluation: prior.Digest(),
		nodes: 40_000, plies: 6, loss: 80, ply: 20, unit: 2, trust: 1,
		searcher: func() search[rules.State] { return searchBlokus },
	}
	if name != book.Duo {
		k.plies = 8
	}
	return k, nil
}

// searchBlokus searches a position and returns the turns that were tried most. A turn
// is taken to be worth what it surely is to the side to move, two standard errors less
// than its share of the win, so that one that was tried a few times with luck is not
// better than one that was tried often; the others share what it lacks.
func searchBlokus(s rules.State, among []opening.Turn, most int, nodes, seed uint64) (lines []opening.Line) {
	moves := make([]rules.Placement, len(among))
	for i, t := range among {
		moves[i] = rules.Placement(t)
	}
	visits := blokusbot.Visits(blokusbot.New(), &s, moves, nodes, seed)
	visits = slices.DeleteFunc(visits, func(v blokusbot.Visit) bool { return v.Visits < visits[0].Visits/seldom })
	for _, v := range visits[:min(most, len(visits))] {
		lines = append(lines, opening.Line{Turn: opening.Turn(v.Move), Value: sureValue(&s, v)})
	}
	slices.SortStableFunc(lines, func(a, b opening.Line) int { return int(b.Value[0]) - int(a.Value[0]) })
	return lines
}

// sureValue is what a turn is worth, in thousandths.
func sureValue(s *rules.State, v blokusbot.Visit) (value opening.Value) {
	players := s.Players()
	own := v.Shares[s.Seat()]
	sure := max(0, own-2*math.Sqrt(own*(1-own)/float64(max(1, v.Visits))))
	value[0] = int16(math.Round(1000 * sure))
	for i := 1; i < players; i++ {
		share := v.Shares[(s.Seat()+i)%players] + (own-sure)/float64(players-1)
		value[i] = int16(math.Round(1000 * share))
	}
	return value
}

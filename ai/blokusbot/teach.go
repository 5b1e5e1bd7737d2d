package blokusbot

import (
	"quadrille/ai"
	"quadrille/ai/mcts"
	"quadrille/engine/blokus"
)

// Visit is a legal turn, how many simulations went its way, and each seat's mean
// share of the win in them.
type Visit struct {
	Move   blokus.Placement
	Visits uint32
	Shares [mcts.MaxSeats]float64
}

// Visits searches a position, which must not be over, with so many simulations
// and returns all turns that were tried, the most tried first; of those in among,
// if it is not empty. The games of the training and the books (cmd/train) consist of
// such searches.
func Visits(of ai.Bot, s *blokus.State, among []blokus.Placement, simulations, seed uint64) []Visit {
	b := of.(*bot)
	b.tree.Resize(128)
	settings := ai.FullStrength()
	settings.Seed = seed
	t := &task{bot: b, ctl: ai.NewControl(ai.Limits{}), state: *s, settings: settings,
		roots: among, restricted: len(among) > 0}
	o := t.options(1)
	o.Simulations = simulations
	result := b.tree.Run(*s, o)
	var visits []Visit
	for _, l := range result.Lines {
		visits = append(visits, Visit{blokus.Placement(l.Moves[0]), l.Visits, l.Share})
	}
	return visits
}

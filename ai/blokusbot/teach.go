package blokusbot

import (
	"time"

	"quadrille/ai"
	"quadrille/ai/mcts"
	"quadrille/engine"
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
// and returns all turns that were tried, the most tried first. The games of the
// training (train) consist of such searches.
func Visits(of ai.Bot, s *blokus.State, simulations, seed uint64) []Visit {
	b := of.(*bot)
	b.prepare(128)
	settings := ai.FullStrength()
	settings.Seed = seed
	t := &task{bot: b, ctl: ai.NewControl(ai.Limits{}), state: *s, settings: settings, shapes: b.shapes}
	o := t.options(1)
	o.Simulations = simulations
	result := b.tree.Run(*s, o)
	var visits []Visit
	for _, l := range result.Lines {
		visits = append(visits, Visit{blokus.Placement(l.Moves[0]), l.Visits, l.Share})
	}
	return visits
}

// prepare makes the tables and the tree of so many MiB.
func (b *bot) prepare(mib int) {
	if b.shapes == nil {
		b.shapes = newShapes()
	}
	b.tree.Resize(mib)
}

// Timed searches until a clock, such as one of processor time, has advanced by
// soft, or until the choice is settled for what is left, or by more than soft
// but at most by hard while the best turn is in doubt. It returns the turn and
// the number of simulations.
func Timed(of ai.Bot, pos engine.Position, settings ai.Settings, soft, hard time.Duration, clock func() time.Duration) (token string, simulations uint64) {
	b := of.(*bot)
	begun := clock()
	b.prepare(settings.Hash)
	t := newTask(b, ai.NewControl(ai.Limits{}), pos.(*blokus.Position), ai.Limits{}, settings, func(i ai.Info) { simulations = i.Nodes })
	if len(t.roots) == 1 {
		return t.only().Move, 0
	}
	t.soft, t.hard = soft, hard
	t.elapsed = func() time.Duration { return clock() - begun }
	if best, ok := t.finishGame(); ok {
		return best.Move, simulations
	}
	return t.search(&b.tree).Move, simulations
}

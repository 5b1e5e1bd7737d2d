package ai

import (
	"math/rand/v2"
	"slices"

	"quadrille/engine"
)

// beginner plays any game without a thought for the next turn.
type beginner struct {
	turns uint64 // that it has chosen, for other draws in every turn
}

// NewBeginner returns a player of any game that takes the turn after which its
// score leads by the most, a win or the most disks, one of them at random. It
// is what the lowest levels are measured against.
func NewBeginner() Bot { return &beginner{} }

func (b *beginner) Search(_ *Control, pos engine.Position, limits Limits, settings Settings, report func(Info)) Best {
	r := rand.New(rand.NewPCG(settings.Seed, b.turns))
	b.turns++
	own := pos.Turn() - 1
	var best []string
	most := 0
	for _, token := range pos.Legal() {
		if len(limits.SearchMoves) > 0 && !slices.Contains(limits.SearchMoves, token) {
			continue
		}
		next, err := pos.Play(token)
		if err != nil {
			panic("ai: a legal turn is refused: " + err.Error())
		}
		scores := slices.Clone(next.Scores())
		mine := scores[own]
		lead := mine - slices.Max(slices.Delete(scores, int(own), int(own)+1))
		if best == nil || lead > most {
			best, most = nil, lead
		}
		if lead == most {
			best = append(best, token)
		}
	}
	move := best[r.IntN(len(best))]
	report(Info{Depth: 1, Nodes: uint64(len(best)), PV: []string{move}})
	return Best{Move: move}
}

// Ready has nothing to do.
func (b *beginner) Ready(engine.Position, Settings) {}

// Eval has nothing to say.
func (b *beginner) Eval(engine.Position) []Term { return []Term{{Name: "total"}} }

// Bench has no positions.
func (b *beginner) Bench() []BenchPosition { return nil }

// Reset begins the draws again.
func (b *beginner) Reset() { b.turns = 0 }

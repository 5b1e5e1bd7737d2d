package main

import (
	"math/rand/v2"

	"quadrille/ai"
	"quadrille/ai/blokusbot"
	"quadrille/engine"
	"quadrille/engine/blokus"
)

// seatings are the sets of seats, as bits, that the higher level may have.
func seatings(players int) []uint {
	if players == 2 {
		return []uint{0b01, 0b10}
	}
	return []uint{0b0101, 0b1010, 0b0011, 0b1100, 0b0110, 0b1001}
}

// play plays one game and returns the score of the higher level.
func (m *match) play(low, high, game int) (float64, error) {
	pos, err := blokus.Game{}.New(engine.Rules{"variant": m.variant}, 1)
	if err != nil {
		return 0, err
	}
	ways := seatings(pos.Players())
	if pos, err = opening(pos, uint64(game/len(ways))); err != nil {
		return 0, err
	}
	seats := ways[game%len(ways)]
	var players []func(engine.Position) string
	for seat := range pos.Players() {
		level := low
		if seats>>seat&1 != 0 {
			level = high
		}
		players = append(players, m.player(level, uint64(game+1)*uint64(seat+1)))
	}
	for !pos.Result().Over {
		if pos, err = pos.Play(players[pos.Turn()-1](pos)); err != nil {
			return 0, err
		}
	}
	return rankScore(pos.Scores(), seats), nil
}

// opening plays a random turn for each seat.
func opening(pos engine.Position, seed uint64) (engine.Position, error) {
	rng := rand.New(rand.NewPCG(seed, 1))
	var err error
	for range pos.Players() {
		legal := pos.Legal()
		if pos, err = pos.Play(legal[rng.IntN(len(legal))]); err != nil {
			return nil, err
		}
	}
	return pos, nil
}

// player returns a player of a level.
func (m *match) player(level int, seed uint64) func(engine.Position) string {
	bot := blokusbot.New()
	settings := ai.FullStrength()
	settings.Level, settings.Seed, settings.Hash = level, seed, 32
	var limits ai.Limits
	if level == ai.MaxLevel {
		limits.Nodes = m.nodes
	}
	return func(pos engine.Position) string {
		return bot.Search(ai.NewControl(limits), pos, limits, settings, func(ai.Info) {}).Move
	}
}

// rankScore compares every seat of the set with every seat outside it.
func rankScore(scores []int, set uint) float64 {
	sum, n := 0.0, 0.0
	for a := range scores {
		for b := range scores {
			if set>>a&1 == 0 || set>>b&1 != 0 {
				continue
			}
			n++
			switch {
			case scores[a] > scores[b]:
				sum++
			case scores[a] == scores[b]:
				sum += 0.5
			}
		}
	}
	return sum / n
}

package main

import (
	"math/rand/v2"

	"quadrille/ai"
	"quadrille/ai/square4bot"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// player chooses a token.
type player func(pos engine.Position) string

// play plays one game between two levels.
func (m *match) play(low, high, game int, seat engine.Player) (engine.Result, error) {
	pos, err := m.start(uint64(game / 2))
	if err != nil {
		return engine.Result{}, err
	}
	seed := uint64(game + 1)
	players := map[engine.Player]player{seat: m.level(high, seed), 3 - seat: m.level(low, seed)}
	for !pos.Result().Over {
		if pos, err = pos.Play(players[pos.Turn()](pos)); err != nil {
			return engine.Result{}, err
		}
	}
	return pos.Result(), nil
}

// start returns a position after random turns that leave neither side a win at
// once.
func (m *match) start(seed uint64) (engine.Position, error) {
	r := rand.New(rand.NewPCG(seed, 1))
	for {
		pos, err := square4.Game{}.New(nil, 1)
		for range 2 * m.opening {
			if err != nil {
				return nil, err
			}
			if pos.Result().Over {
				break
			}
			legal := pos.Legal()
			pos, err = pos.Play(legal[r.IntN(len(legal))])
		}
		if err == nil && !pos.Result().Over && quiet(pos) {
			return pos, nil
		}
	}
}

// quiet says whether neither side would win at once if it were to move.
func quiet(pos engine.Position) bool {
	s, _ := pos.(*square4.Position).SearchState()
	passed := s.Passed()
	return !s.WinsNow() && !passed.WinsNow()
}

// level returns a player of a level, or for 0 the player of one-turn threats.
func (m *match) level(level int, seed uint64) player {
	if level == 0 {
		return threatPlayer(seed)
	}
	bot := square4bot.New()
	settings := ai.FullStrength()
	settings.Level, settings.Seed, settings.Hash = level, seed, 4
	var limits ai.Limits
	if level == ai.MaxLevel {
		limits.Nodes = m.nodes
	}
	return func(pos engine.Position) string {
		return bot.Search(ai.NewControl(limits), pos, limits, settings, func(ai.Info) {}).Move
	}
}

// threatPlayer wins when it can at once, else avoids turns that let the other
// side do so, and otherwise plays at random.
func threatPlayer(seed uint64) player {
	r := rand.New(rand.NewPCG(seed, 2))
	return func(pos engine.Position) string {
		s, _ := pos.(*square4.Position).SearchState()
		if t := s.WinningTurn(); t != square4.NoTurn {
			return t.String()
		}
		var safe, all []square4.Turn
		for _, t := range s.Turns(nil) {
			all = append(all, t)
			next := s.Play(t)
			if o := next.Outcome(); o == square4.BothBlocks || o == square4.Ongoing && !next.WinsNow() {
				safe = append(safe, t)
			}
		}
		if len(safe) > 0 {
			all = safe
		}
		return all[r.IntN(len(all))].String()
	}
}

package main

import (
	"fmt"
	"math/rand/v2"

	"quadrille/ai"
	"quadrille/ai/bots"
	"quadrille/engine"
	"quadrille/engine/games"
)

// match is what all pairs have in common.
type match struct {
	game    string
	games   int
	nodes   uint64
	opening int

	ruleset engine.Game
	rules   engine.Rules
	factory ai.Factory
}

// setGame finds the game and its bot and reads the rules.
func (m *match) setGame(rules string) (err error) {
	for _, g := range games.All() {
		if g.Name() == m.game {
			m.ruleset = g
		}
	}
	for _, f := range bots.All() {
		if f.Game == m.game {
			m.factory = f
		}
	}
	if m.ruleset == nil || m.factory.New == nil {
		return fmt.Errorf("no bot plays %q", m.game)
	}
	if rules != "" {
		if m.rules, err = engine.ParseRules(m.ruleset.Options(), rules, ","); err != nil {
			return err
		}
	}
	pos, err := m.ruleset.New(m.rules, 1)
	if err == nil && pos.Players() != 2 {
		return fmt.Errorf("%s is not for two", m.game)
	}
	return err
}

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

// start returns a position after random turns in which the game goes on.
func (m *match) start(seed uint64) (engine.Position, error) {
	r := rand.New(rand.NewPCG(seed, 1))
	for {
		pos, err := m.ruleset.New(m.rules, 1)
		for turn := 0; turn < m.opening && err == nil && !pos.Result().Over; turn++ {
			legal := pos.Legal()
			pos, err = pos.Play(legal[r.IntN(len(legal))])
		}
		if err != nil || !pos.Result().Over {
			return pos, err
		}
	}
}

// level returns a player of a level, or the beginner for 0.
func (m *match) level(level int, seed uint64) player {
	if level == 0 {
		return beginner(seed)
	}
	bot := m.factory.New()
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

// beginner takes a turn after which its score leads by the most, one of them
// at random.
func beginner(seed uint64) player {
	r := rand.New(rand.NewPCG(seed, 2))
	return func(pos engine.Position) string {
		own := pos.Turn()
		var best []string
		most := 0
		for _, token := range pos.Legal() {
			next, err := pos.Play(token)
			if err != nil {
				panic("levelmatch: a legal token is refused: " + err.Error())
			}
			scores := next.Scores()
			lead := scores[own-1] - scores[2-own]
			if best == nil || lead > most {
				best, most = nil, lead
			}
			if lead == most {
				best = append(best, token)
			}
		}
		return best[r.IntN(len(best))]
	}
}

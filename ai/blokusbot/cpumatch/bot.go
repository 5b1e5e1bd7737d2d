package main

import (
	"strconv"
	"strings"
	"time"

	"quadrille/ai"
	"quadrille/ai/blokusbot"
	"quadrille/engine"
)

// ourselves is the bot as a player.
type ourselves struct {
	match  *match
	params string
	// spend and firstTurn are those of the match, unless params name others.
	spend, firstTurn float64
	bot              ai.Bot
	game             int
	saved            time.Duration // what earlier turns left
}

func (m *match) ourselves(params string) *ourselves {
	o := &ourselves{match: m, spend: m.spend, firstTurn: m.firstTurn}
	own := map[string]*float64{"spend": &o.spend, "firstturn": &o.firstTurn}
	var rest []string
	for _, word := range strings.Split(params, ",") {
		name, value, _ := strings.Cut(word, "=")
		number, err := strconv.ParseFloat(value, 64)
		if own[name] == nil || err != nil {
			rest = append(rest, word)
			continue
		}
		*own[name] = number
	}
	o.params = strings.Join(rest, ",")
	return o
}

func (o *ourselves) begin(game int) (err error) {
	if o.bot == nil {
		if o.bot, err = blokusbot.NewTuned(o.params); err != nil {
			return err
		}
	}
	o.bot.Reset()
	o.game, o.saved = game, 0
	return nil
}

func (o *ourselves) choose(pos engine.Position, _ []string, ownTurn int) (string, time.Duration, error) {
	settings := ai.FullStrength()
	settings.Seed, settings.Hash = uint64(o.game+2)*4+uint64(pos.Turn()), 128
	limits := ai.Limits{Nodes: o.match.nodes}
	if limits.Nodes > 0 {
		began := cpuTime()
		best := o.bot.Search(ai.NewControl(limits), pos, limits, settings, func(ai.Info) {})
		return best.Move, cpuTime() - began, nil
	}
	allowed := o.match.time
	if o.match.gtp != "" {
		allowed = time.Duration(o.match.factor * float64(o.match.budget.of(ownTurn)))
	}
	// What was saved is spent soon, and a turn in doubt borrows from the next.
	// The first turn needs little.
	soft := max(allowed/4, allowed+time.Duration(o.spend*float64(o.saved)))
	if ownTurn == 0 {
		soft = time.Duration(o.firstTurn * float64(allowed))
	}
	hard := soft + allowed/4
	began := cpuTime()
	move, simulations := blokusbot.Timed(o.bot, pos, settings, soft, hard, cpuTime)
	used := cpuTime() - began
	o.saved += allowed - used
	o.match.simulations.add(ownTurn, time.Duration(simulations))
	return move, used, nil
}

func (o *ourselves) close() {}

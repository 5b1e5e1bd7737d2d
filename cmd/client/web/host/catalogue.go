package host

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"quadrille/protocol/driver"
)

// catalogue is what the engine said about its games.
type catalogue struct {
	mu    sync.Mutex
	games []GameInfo
}

// note notes that a guest plays games.
func (c *catalogue) note(guest string, games []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, g := range c.games {
		if slices.Contains(games, g.Name) {
			c.games[i].Engines = append(g.Engines, guest)
		}
	}
}

// playedBy are the games that a guest plays.
func (c *catalogue) playedBy(guest string) (games []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, g := range c.games {
		if slices.Contains(g.Engines, guest) {
			games = append(games, g.Name)
		}
	}
	return games
}

// Catalogue lists the games that the engine plays.
func (h *Host) Catalogue(ctx context.Context) ([]GameInfo, error) {
	h.known.mu.Lock()
	defer h.known.mu.Unlock()
	if h.known.games != nil {
		return h.known.games, nil
	}
	var games []GameInfo
	err := h.consult(ctx, "", func(g *driver.Game) error {
		games = nil
		for _, name := range gameNames(g.Engine()) {
			info, err := describeGame(ctx, g, name)
			if err != nil {
				return err
			}
			games = append(games, info)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	h.known.games = games
	return games, nil
}

// gameNames are the choices of the engine's option Game.
func gameNames(e *driver.Engine) []string {
	o, _ := e.Option("Game")
	return o.Choices
}

// describeGame begins a game to ask about it, and reads its rules from the
// engine's options GAME.RULE.
func describeGame(ctx context.Context, g *driver.Game, name string) (GameInfo, error) {
	f, err := g.Begin(ctx, name, driver.AskTitle, driver.AskPlayers, driver.AskSeats)
	if err != nil {
		return GameInfo{}, err
	}
	info := GameInfo{Name: name, Title: cmp.Or(f.Title, name), Players: f.Players, Names: f.Names, Options: []Option{}}
	for _, o := range g.Engine().Options() {
		if rule, ok := strings.CutPrefix(o.Name, name+"."); ok {
			info.Options = append(info.Options, describeOption(rule, o))
		}
	}
	return info, nil
}

func describeOption(rule string, o driver.Option) Option {
	d := Option{Name: rule, Type: o.Type, Default: o.Default, Choices: o.Choices}
	if o.HasRange {
		d.Min, d.Max = &o.Min, &o.Max
	}
	return d
}

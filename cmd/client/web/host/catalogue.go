package host

import (
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

// Catalogue lists the games that the engine plays.
func (h *Host) Catalogue(ctx context.Context) ([]GameInfo, error) {
	h.known.mu.Lock()
	defer h.known.mu.Unlock()
	if h.known.games != nil {
		return h.known.games, nil
	}
	var games []GameInfo
	err := h.ask(ctx, func(e *driver.Engine) error {
		games = nil
		for _, name := range gameNames(e) {
			info, err := describeGame(ctx, e, name)
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

// describeGame sets a game up to ask about its seats, and reads its rules from
// the engine's options GAME.RULE.
func describeGame(ctx context.Context, e *driver.Engine, name string) (GameInfo, error) {
	f, err := look(ctx, e, nil, []string{"newgame " + name})
	if err != nil {
		return GameInfo{}, err
	}
	info := GameInfo{Name: name, Title: f.title, Players: f.players, Names: f.names, Options: []Option{}}
	for _, o := range e.Options() {
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

// title is the name that people use for a game, as the engine tells it.
func (h *Host) title(ctx context.Context, game string) string {
	games, err := h.Catalogue(ctx)
	i := slices.IndexFunc(games, func(g GameInfo) bool { return g.Name == game })
	if err != nil || i < 0 {
		return game // one that the engine does not play any more
	}
	return games[i].Title
}

package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
)

// Guest is an engine of somebody else's that can play seats.
type Guest struct {
	Name string // that seats and people call it by, another for every guest
	// Games are those that it may be asked to play; nil are all that it says it
	// plays.
	Games []string
	// Limits bound its turns. A turn that has no time of its own is given up after
	// Config.MaxThink.
	Limits driver.Limits
	// Open starts its program.
	Open func(ctx context.Context) (driver.Player, error)
}

// GuestError says what is wrong with a guest, before the first game.
type GuestError struct {
	Name string
	Err  error
}

func (e *GuestError) Error() string { return fmt.Sprintf("guest %s: %v", e.Name, e.Err) }

// Unwrap returns what is wrong.
func (e *GuestError) Unwrap() error { return e.Err }

// meet starts every guest once and asks which games it plays, so that a wrong
// command line is told at the start. What it finds out is in the catalogue.
func (h *Host) meet(ctx context.Context) error {
	if len(h.config.Guests) == 0 {
		return nil
	}
	games, err := h.Catalogue(ctx)
	if err != nil {
		return err
	}
	for _, guest := range h.config.Guests {
		plays, err := h.gamesOf(ctx, guest, games)
		if err != nil {
			return &GuestError{guest.Name, err}
		}
		h.config.Log.Info("a guest engine is here", "guest", guest.Name, "games", strings.Join(plays, " "))
		h.known.note(guest.Name, plays)
	}
	return nil
}

// gamesOf are the games of the catalogue that a guest plays: with their usual
// rules or, where its description names the game, with others.
func (h *Host) gamesOf(ctx context.Context, guest Guest, games []GameInfo) (plays []string, err error) {
	player, err := guest.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { player.Close() }()
	if teller, ok := player.(interface{ Games() []string }); ok && teller.Games() == nil && guest.Games == nil {
		return nil, errors.New("it does not say what it plays; name that with games=, as in games=othello")
	}
	var why error
	for _, info := range games {
		if guest.Games != nil && !slices.Contains(guest.Games, info.Name) {
			continue
		}
		setup, err := h.setup(ctx, "", driver.Position{Game: info.Name})
		if err != nil {
			return nil, err
		}
		why = player.NewGame(ctx, setup)
		var refused *driver.Refusal
		switch {
		case why != nil && !errors.As(why, &refused):
			return nil, fmt.Errorf("asked for %s: %w", info.Name, why)
		case why == nil || guest.Games != nil && refused.Code != string(NoGame):
			plays = append(plays, info.Name)
		}
		if why != nil { // a player is of no further use then
			player.Close()
			if player, err = guest.Open(ctx); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case plays != nil:
		return plays, nil
	case why != nil:
		return nil, fmt.Errorf("it plays none of the games with their usual rules: %w; name one that it plays with others by games=", why)
	}
	return nil, fmt.Errorf("there is no game %s", strings.Join(guest.Games, ", "))
}

// setup is a game as players are told of it.
func (h *Host) setup(ctx context.Context, key string, p driver.Position) (setup driver.Setup, err error) {
	err = h.consult(ctx, key, func(g *driver.Game) error {
		s, err := g.SetUp(ctx, p.After(0), append(driver.Summary(), driver.AskVariant)...)
		setup = s.Setup(s.Start)
		return err
	})
	return setup, err
}

// guest is that of a name, or nil.
func (h *Host) guest(name string) *Guest {
	i := slices.IndexFunc(h.config.Guests, func(g Guest) bool { return g.Name == name })
	if i < 0 {
		return nil
	}
	return &h.config.Guests[i]
}

// admitGuests sees to it that the guests in the seats of a game play it as it is
// set up. They are started for that, where they do not run.
func (h *Host) admitGuests(ctx context.Context, id string, p driver.Position, seats []Seat) error {
	var setup driver.Setup
	for i, s := range seats {
		if s.Kind != Engine || s.Engine == "" || slices.ContainsFunc(seats[:i], func(o Seat) bool { return o.Engine == s.Engine }) {
			continue
		}
		if h.guest(s.Engine) == nil {
			return h.noGuest(s.Engine)
		}
		if setup.Game == "" {
			var err error
			if setup, err = h.setup(ctx, id, p); err != nil {
				return err
			}
		}
		if err := h.admitGuest(ctx, id, s.Engine, setup); err != nil {
			return err
		}
	}
	return nil
}

func (h *Host) noGuest(name string) error {
	var names []string
	for _, g := range h.config.Guests {
		names = append(names, g.Name)
	}
	if names == nil {
		return Refuse(BadRequest, "there is no engine %q; the server was started with none but its own, which has levels", driver.Clip(name))
	}
	return Refuse(BadRequest, "there is no engine %q; besides the levels there are: %s", driver.Clip(name), strings.Join(names, ", "))
}

func (h *Host) admitGuest(ctx context.Context, id, name string, setup driver.Setup) error {
	if plays := h.known.playedBy(name); !slices.Contains(plays, setup.Game) {
		return Refuse(BadRequest, "%s does not play %s; it plays %s", name, setup.Game, strings.Join(plays, ", "))
	}
	var failure error
	err := once(ctx, h.thinkers, request{key: id, client: clientOf(ctx), urgency: forHint, patient: true, guest: name}, func(u *unit) error {
		failure = u.visitor.begin(ctx, id, setup)
		return nil
	})
	if err == nil {
		err = failure
	}
	switch {
	case err == nil || ctx.Err() != nil:
		return ctx.Err()
	case !broken(err):
		return err
	case driver.IsRefusal(err):
		return Refuse(BadRequest, "%s does not play this game with these rules and from this position: %v", name, err)
	}
	h.config.Log.Warn("a guest engine cannot begin a game", "guest", name, "error", err)
	return Refuse(Unavailable, "%s cannot be started at present; the log of the server says why", name)
}

// isAway says whether a seat is that of a guest who is not at this server.
func (h *Host) isAway(s *store.Seat) bool { return guestOf(s) != "" && h.guest(s.Engine) == nil }

// guestOf is the guest of a seat, or "".
func guestOf(s *store.Seat) string {
	if s == nil || s.Kind != string(Engine) {
		return ""
	}
	return s.Engine
}

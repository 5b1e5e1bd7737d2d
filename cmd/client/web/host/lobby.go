package host

import (
	"context"
	"fmt"
	"slices"
	"time"

	"quadrille/cmd/client/web/store"
)

// Listing is a game on the list that everybody sees.
type Listing struct {
	ID       string            `json:"id"`
	Standing string            `json:"standing"` // open, running or over
	Game     string            `json:"game"`     // the protocol's name
	Rules    map[string]string `json:"rules"`
	Seats    []Seat            `json:"seats"`
	Clock    *Clock            `json:"clock,omitempty"` // as the game began with; nil is none
	Turns    int               `json:"turns"`           // complete ones
	Result   string            `json:"result"`          // p1win to p4win, draw or none
	Watching int               `json:"watching"`        // readers of its events who do not play
	Created  time.Time         `json:"created"`
	Updated  time.Time         `json:"updated"`
}

// Listings are a part of the list.
type Listings struct {
	Games []Listing `json:"games"`
	// Next is where the list goes on; empty at its end.
	Next string `json:"next,omitempty"`
}

// listedFor is how long a game is listed after it was changed last.
const listedFor = 3 * 24 * time.Hour

// standings are the words for the headings of the list.
var standings = [...]string{store.ListedOpen: "open", store.ListedRunning: "running", store.ListedOver: "over"}

// heading is where a game is listed.
func heading(head store.Head) store.Heading {
	switch {
	case head.Outcome != "none":
		return store.ListedOver
	case len(openSeats(head.Seats)) > 0:
		return store.ListedOpen
	}
	return store.ListedRunning
}

// Listed returns at most limit listed games from a place on that Next named: those
// that are open to join, those that go on and those that are over, of each those
// that were changed last first. Standing is one of the three, or empty for all.
func (h *Host) Listed(ctx context.Context, standing, from string, limit int) (Listings, error) {
	only := slices.Index(standings[:], standing)
	if only < 0 {
		return Listings{}, Refuse(BadRequest, "the standing of a listed game is open, running or over")
	}
	place, err := parsePlace(from)
	if err != nil {
		return Listings{}, err
	}
	heads, err := h.store.Listed(ctx, store.Heading(only), h.Now().Add(-listedFor), place, limit+1)
	if err != nil {
		return Listings{}, h.listFailed(ctx, err)
	}
	list := Listings{Games: []Listing{}}
	if len(heads) > limit {
		heads = heads[:limit]
		list.Next = printPlace(heads[limit-1].Place())
	}
	for _, head := range heads {
		list.Games = append(list.Games, h.listing(head))
	}
	return list, nil
}

func (h *Host) listFailed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return h.storeFailed(err)
}

func (h *Host) listing(head store.Head) Listing {
	l := Listing{ID: head.ID, Standing: standings[head.Lobby], Game: head.Game, Rules: head.Rules, Seats: h.showSeats(head.Seats),
		Turns: head.Turns, Result: head.Outcome, Watching: h.audiences.count(head.ID), Created: head.Created, Updated: head.Updated}
	if head.Clock != nil {
		clock := setting(head.Clock)
		l.Clock = &clock
	}
	return l
}

// printPlace writes a place in the list as one word.
func printPlace(p store.Place) string {
	return fmt.Sprintf("%d-%d-%s", p.Heading, p.Updated.UnixMicro(), p.ID)
}

// parsePlace reads what printPlace wrote; nothing is the beginning.
func parsePlace(text string) (store.Place, error) {
	if text == "" {
		return store.Place{}, nil
	}
	var p store.Place
	var micros int64
	_, err := fmt.Sscanf(text, "%d-%d-%s", &p.Heading, &micros, &p.ID)
	p.Updated = time.UnixMicro(micros).UTC()
	if err != nil || p.Heading < store.ListedOpen || p.Heading > store.ListedOver || !validID(p.ID) || printPlace(p) != text {
		return p, Refuse(BadRequest, "a list goes on from the next that its part before named")
	}
	return p, nil
}

package contest

import (
	"context"
	"slices"
	"time"

	"quadrille/cmd/client/web/host"
)

// add lets one more player take part, who is to meet all the others. Of the
// players that are given, and cannot be added to, nobody is.
func (c *Contest) add(p Player, name string) (int, error) {
	c.playing.Lock()
	defer c.playing.Unlock()
	defer c.wakeReferee()
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.Players != nil:
		return 0, host.Refuse(host.Conflict, "the players of this competition are those that the server was started with")
	case len(c.players) >= maxPlayers:
		return 0, host.Refuse(host.Conflict, "the competition has %d players, which is the limit", len(c.players))
	}
	if name != "" {
		if err := c.rename(p.ID, name); err != nil {
			return 0, err
		}
	}
	n := len(c.players)
	r := c.record
	r.Players = append(slices.Clone(r.Players), p)
	r.Games = slices.Clone(r.Games)
	for range c.Rounds {
		for i := range n {
			r.Games = append(r.Games, game{First: i, Second: n}, game{First: n, Second: i})
		}
	}
	if err := c.save(r); err != nil {
		return 0, err
	}
	c.players = r.Players
	c.seen = append(c.seen, time.Time{})
	if !p.plays() {
		c.seen[n] = c.Host.Now()
	}
	c.tell()
	return n, nil
}

// last is when a game of the competition began or ended last, or else when it was
// made.
func (c *Contest) last(made time.Time) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, g := range c.record.Games {
		for _, t := range []time.Time{g.Began, g.Ended} {
			if t.After(made) {
				made = t
			}
		}
	}
	return made
}

// remove ends a competition and takes it out of the store.
func (c *Contest) remove() {
	c.Close()
	c.drop(c.Note)
	c.drop(c.Names)
	c.dropBlocks(c.record)
}

// drop takes a note out of the store.
func (c *Contest) drop(note string) {
	if err := c.Store.Put(context.Background(), c.Space, note, nil); err != nil {
		c.Log.Warn("an old competition cannot be removed", "competition", c.Note, "err", err)
	}
}

package seedapi

import (
	"context"
	"sync"
	"time"

	"quadrille/cmd/client/web/host"
)

// competition is what all players take part in.
type competition struct {
	host   *host.Host
	config OthelloConfig
	wake   chan struct{} // has a value when the referee has something to look at

	// playing is held while a game of the competition is changed: so a move
	// that is in time and the clock that runs out do not meet.
	playing sync.Mutex

	mu     sync.Mutex // guards what follows
	record record
	names  map[string]string // of the players, by the digest of their keys
	seen   []time.Time       // when each player last asked for something
	since  time.Time         // when this server began, or the organiser, to let the clocks run
}

func newCompetition(ctx context.Context, h *host.Host, config OthelloConfig) (*competition, error) {
	c := &competition{
		host: h, config: config, wake: make(chan struct{}, 1),
		seen: make([]time.Time, len(config.Keys)), since: h.Now(),
	}
	return c, c.load(ctx)
}

// wakeReferee has the referee look at the boards now.
func (c *competition) wakeReferee() {
	select {
	case c.wake <- struct{}{}:
	default: // it is about to look anyway
	}
}

// noteActive notes that a player has asked for something.
func (c *competition) noteActive(player int) {
	c.mu.Lock()
	now := c.host.Now()
	back := now.Sub(c.seen[player]) > absent
	c.seen[player] = now
	c.mu.Unlock()
	if back {
		c.wakeReferee()
	}
}

// board is a game that a player plays or has played.
type board struct {
	game
	black bool // the player is Black
}

// boardOf returns the game that the player plays, or else the last one played;
// ok is false before the first. Nobody plays two at once.
func (c *competition) boardOf(player int) (b board, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, g := range c.record.Games {
		if g.ID == "" || g.Black != player && g.White != player {
			continue
		}
		if g.playing() {
			return board{g, g.Black == player}, true
		}
		if !ok || g.Began.After(b.Began) {
			b, ok = board{g, g.Black == player}, true
		}
	}
	return b, ok
}

// state returns the board of a player as the host has it.
func (c *competition) state(ctx context.Context, player int) (state host.State, b board, ok bool, err error) {
	if b, ok = c.boardOf(player); !ok {
		return state, b, false, nil
	}
	state, err = c.host.State(ctx, b.ID)
	return state, b, true, err
}

// needed says whether the player has to move.
func (c *competition) needed(ctx context.Context, player int) (bool, error) {
	state, b, ok, err := c.state(ctx, player)
	if !ok || err != nil || b.Result != "" {
		return false, err
	}
	return onTurn(state, b.black) && c.running() && !c.late(state), nil
}

// grid returns the player's board; empty before the first game.
func (c *competition) grid(ctx context.Context, player int) (Grid, error) {
	state, b, ok, err := c.state(ctx, player)
	if !ok || err != nil {
		return Grid{}, err
	}
	return view(state, b.black)
}

// move places a disk for the player.
func (c *competition) move(ctx context.Context, player, x, y int) error {
	c.playing.Lock()
	defer c.playing.Unlock()
	state, b, ok, err := c.state(ctx, player)
	switch {
	case err != nil:
		return err
	case !ok || b.Result != "":
		return c.noGame()
	case !c.running():
		return host.Refuse(host.Conflict, "the competition is stopped; wait until the organiser resumes it")
	case onTurn(state, b.black) && c.late(state):
		return host.Refuse(host.Conflict, "your time for this turn has run out, and you have lost the game")
	}
	_, err = place(ctx, c.host, state, b.black, x, y)
	c.wakeReferee()
	return err
}

// late says whether the side to move has used up its time.
func (c *competition) late(state host.State) bool {
	return ofPerson(state) && c.host.Now().After(c.deadline(state))
}

// deadline is until when the side to move may move. The time that the server
// was away or the competition stopped does not count.
func (c *competition) deadline(state host.State) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	from := state.Updated
	if c.since.After(from) {
		from = c.since
	}
	return from.Add(c.config.Clock)
}

func (c *competition) running() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.record.Running
}

// run lets the competition go on, or stops it.
func (c *competition) run(running bool) error {
	c.playing.Lock()
	defer c.playing.Unlock()
	defer c.wakeReferee()
	return c.change(func(r *record) {
		if running && !r.Running {
			c.since = c.host.Now()
		}
		r.Running = running
	})
}

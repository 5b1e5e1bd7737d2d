package contest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/protocol/driver"
)

// absent is how long a player may ask for nothing and still counts as there
// when a game is to begin.
const absent = time.Minute

// How long the referee waits before looking again, with games on the boards
// and without.
const (
	watching = 100 * time.Millisecond
	resting  = 5 * time.Second
)

// referee keeps the competition until the context ends.
func (c *Contest) referee(ctx context.Context) {
	for {
		wait := resting
		if c.tend(ctx) {
			wait = watching
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-c.wake:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// tend sees to every board once and begins what games it can. It says whether
// the boards are to be watched: games are being played, and nothing fails.
func (c *Contest) tend(ctx context.Context) bool {
	number, playing := c.boards()
	stuck := false
	for _, i := range playing {
		if err := c.watch(ctx, number, i); err != nil && ctx.Err() == nil {
			stuck = true
			c.Log.Warn("a game of a competition is stuck", "competition", c.Note, "game", i, "err", err)
			c.noteStuck(err)
		}
	}
	if err := c.renew(); err != nil {
		c.Log.Warn("a competition cannot begin anew", "competition", c.Note, "err", err)
	}
	for {
		began, err := c.begin(ctx)
		if err != nil && ctx.Err() == nil {
			stuck = true
			c.Log.Warn("a game of a competition cannot begin", "competition", c.Note, "err", err)
			c.noteStuck(err)
		}
		if !began {
			break
		}
	}
	if !stuck {
		c.noteStuck(nil)
	}
	_, playing = c.boards()
	return len(playing) > 0 && !stuck
}

// noteStuck notes why games cannot begin or go on, for those who look on.
func (c *Contest) noteStuck(err error) {
	text := ""
	var refused *host.Error
	switch {
	case errors.As(err, &refused):
		text = refused.Text
	case err != nil:
		text = "something failed; the log of the server says what"
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stuck != text {
		c.stuck = text
		c.tell()
	}
}

// see notes how a game stands, and tells it to those who look on.
func (c *Contest) see(state host.State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.versions[state.ID] != state.Version {
		c.versions[state.ID] = state.Version
		c.tell()
	}
}

// boards lists the games that are being played.
func (c *Contest) boards() (number int, playing []int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, g := range c.record.Games {
		if g.playing() {
			playing = append(playing, i)
		}
	}
	return c.record.Number, playing
}

// watch passes for who must, ends the game of who is out of time, and writes
// down how a game has ended.
func (c *Contest) watch(ctx context.Context, number, i int) error {
	c.playing.Lock()
	defer c.playing.Unlock()
	c.mu.Lock()
	known := c.record.Number == number && c.record.Games[i].playing()
	g := game{}
	if known {
		g = c.record.Games[i]
	}
	c.mu.Unlock()
	if !known {
		return nil
	}
	state, err := c.Host.State(ctx, g.ID)
	if host.Is(err, host.NotFound) {
		return c.changeGame(number, i, func(g *game) { g.ID = "" }) // to be played again
	}
	if err != nil {
		return err
	}
	if c.running() {
		if state, err = c.advance(ctx, state); err != nil {
			return err
		}
	}
	c.see(state)
	if !state.Over() {
		return nil
	}
	return c.changeGame(number, i, func(g *game) { g.end(state, c.Host.Now()) })
}

// advance passes for who must and ends the game of who is out of time.
func (c *Contest) advance(ctx context.Context, state host.State) (host.State, error) {
	state, err := Settle(ctx, c.Host, state)
	if err != nil || state.Over() || !c.late(state) {
		return state, err
	}
	return c.Host.Resign(ctx, state.ID, state.Turn, "")
}

// resigned is the host's reason of a game that was given up.
const resigned = "resign"

// end writes down how the game has ended. A person's resignation is always the
// clock's doing, since there is no path for it; a guest may give up.
func (g *game) end(state host.State, now time.Time) {
	g.Result, g.Reason = state.Result, state.Reason
	if state.Reason == resigned && state.Detail == "" {
		g.Reason = OutOfTime
	}
	if len(state.Scores) == 2 {
		g.Scores = [2]int(state.Scores)
	}
	g.Moves, g.Ended = state.Turns, now
}

// begin begins the next game whose players are there and idle, if there is a
// board for it.
func (c *Contest) begin(ctx context.Context) (began bool, err error) {
	number, i, spare, seats := c.next()
	if i < 0 {
		return false, nil
	}
	state, err := c.Host.Again(ctx, spare, host.Spec{Game: c.Game, Rules: c.Rules, Seats: seats, Space: c.Space})
	if err != nil {
		return false, err
	}
	err = c.changeGame(number, i, func(g *game) { g.ID, g.Began = state.ID, c.Host.Now() })
	return err == nil, err
}

// next picks the game to begin; -1 when there is none.
func (c *Contest) next() (number, i int, spare string, seats []host.Seat) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.record.Running {
		return 0, -1, "", nil
	}
	busy, playing := map[int]bool{}, 0
	for _, g := range c.record.Games {
		if g.playing() {
			busy[g.First], busy[g.Second] = true, true
			playing++
		}
	}
	for i, g := range c.record.Games {
		if playing < c.Terms.Boards && g.ID == "" && !busy[g.First] && !busy[g.Second] && c.isThere(g.First) && c.isThere(g.Second) {
			return c.record.Number, i, g.Spare, []host.Seat{c.seat(g.First), c.seat(g.Second)}
		}
	}
	return 0, -1, "", nil
}

// isThere says whether a player is an engine or has asked for something lately.
func (c *Contest) isThere(player int) bool {
	return c.players[player].plays() || c.Host.Now().Sub(c.seen[player]) <= absent
}

// seat is the player's seat at a board.
func (c *Contest) seat(player int) host.Seat {
	seat := host.Seat{Kind: host.Person, Name: c.called()[player]}
	if p := c.players[player]; p.plays() {
		seat.Kind, seat.Level, seat.Engine = host.Engine, p.Level, p.Engine
	}
	return seat
}

// mustPass says whether the side to move can only pass.
func mustPass(state host.State) bool {
	return !state.Over() && len(state.Legal) == 1 && state.Legal[0] == driver.Pass
}

// ofPerson says whether a person is to move.
func ofPerson(state host.State) bool {
	for i, seat := range state.Seats {
		if state.Turn == fmt.Sprintf("p%d", i+1) {
			return seat.Kind == host.Person
		}
	}
	return false
}

// Settle passes for a person who can do nothing else.
func Settle(ctx context.Context, h *host.Host, state host.State) (host.State, error) {
	if !mustPass(state) || !ofPerson(state) {
		return state, nil
	}
	return h.Act(ctx, state.ID, host.Change{Move: driver.Pass, Version: &state.Version})
}

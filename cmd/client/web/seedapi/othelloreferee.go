package seedapi

import (
	"context"
	"time"

	"quadrille/cmd/client/web/host"
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
func (c *competition) referee(ctx context.Context) {
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
func (c *competition) tend(ctx context.Context) bool {
	number, playing := c.boards()
	stuck := false
	for _, i := range playing {
		if err := c.watch(ctx, number, i); err != nil && ctx.Err() == nil {
			stuck = true
			c.config.Log.Warn("othello competition: a game is stuck", "game", i, "err", err)
		}
	}
	if err := c.renew(); err != nil {
		c.config.Log.Warn("othello competition: it cannot begin anew", "err", err)
	}
	for {
		began, err := c.begin(ctx)
		if err != nil && ctx.Err() == nil {
			c.config.Log.Warn("othello competition: a game cannot begin", "err", err)
		}
		if !began {
			break
		}
	}
	_, playing = c.boards()
	return len(playing) > 0 && !stuck
}

// boards lists the games that are being played.
func (c *competition) boards() (number int, playing []int) {
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
func (c *competition) watch(ctx context.Context, number, i int) error {
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
	state, err := c.host.State(ctx, g.ID)
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
	if !state.Over() {
		return nil
	}
	return c.changeGame(number, i, func(g *game) { g.end(state, c.host.Now()) })
}

// advance passes for who must and ends the game of who is out of time.
func (c *competition) advance(ctx context.Context, state host.State) (host.State, error) {
	state, err := settle(ctx, c.host, state)
	if err != nil || state.Over() || !c.late(state) {
		return state, err
	}
	return c.host.Resign(ctx, state.ID, state.Turn, "")
}

// resigned is the host's reason of a game that was given up.
const resigned = "resign"

// end writes down how the game has ended. A resignation is always the clock's
// doing, since the document has no path for it.
func (g *game) end(state host.State, now time.Time) {
	g.Result = map[string]string{"p1win": blackWins, "p2win": whiteWins}[state.Result]
	if g.Result == "" {
		g.Result = tied
	}
	g.Reason = state.Reason
	if state.Reason == resigned {
		g.Reason = outOfTime
	}
	if len(state.Scores) == 2 {
		g.Disks = [2]int(state.Scores)
	}
	g.Moves, g.Ended = state.Turns, now
}

// begin begins the next game whose players are there and idle, if there is a
// board for it.
func (c *competition) begin(ctx context.Context) (began bool, err error) {
	number, i, spare, seats := c.next()
	if i < 0 {
		return false, nil
	}
	state, err := c.host.Again(ctx, spare, host.Spec{Game: "othello", Seats: seats, Space: othelloSpace})
	if err != nil {
		return false, err
	}
	err = c.changeGame(number, i, func(g *game) { g.ID, g.Began = state.ID, c.host.Now() })
	return err == nil, err
}

// next picks the game to begin; -1 when there is none.
func (c *competition) next() (number, i int, spare string, seats []host.Seat) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.record.Running {
		return 0, -1, "", nil
	}
	busy, playing := map[int]bool{}, 0
	for _, g := range c.record.Games {
		if g.playing() {
			busy[g.Black], busy[g.White] = true, true
			playing++
		}
	}
	for i, g := range c.record.Games {
		if playing < c.config.Boards && g.ID == "" && !busy[g.Black] && !busy[g.White] && c.isThere(g.Black) && c.isThere(g.White) {
			return c.record.Number, i, g.Spare, []host.Seat{c.seat(g.Black), c.seat(g.White)}
		}
	}
	return 0, -1, "", nil
}

// isThere says whether a player is an engine or has asked for something lately.
func (c *competition) isThere(player int) bool {
	return engineLevel(c.config.Keys[player]) != 0 || c.host.Now().Sub(c.seen[player]) <= absent
}

// seat is the player's seat at a board.
func (c *competition) seat(player int) host.Seat {
	seat := host.Seat{Kind: host.Person, Name: c.called()[player]}
	if level := engineLevel(c.config.Keys[player]); level != 0 {
		seat.Kind, seat.Level = host.Engine, level
	}
	return seat
}

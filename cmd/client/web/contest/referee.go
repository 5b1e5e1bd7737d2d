package contest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/protocol/driver"
)

// absent is how long a player may ask for nothing and still counts as there
// when a game is to begin.
const absent = time.Minute

// How long the referee waits before it looks again although nothing was told of:
// while clocks run, since the host's may be set and a machine that slept counts no
// time, and otherwise, for what has failed and competitions that begin anew.
const (
	watching = time.Second
	resting  = 5 * time.Second
)

// board is a game that is being played, as the referee follows it. Only moved is set by
// others.
type board struct {
	moved atomic.Bool // since the referee has looked
	state host.State  // as it looked then
	ran   bool        // whether the competition ran then
	leave func()      // ends following it
}

// referee keeps the competition until the context ends. It waits for what happens at
// the boards and for their clocks.
func (c *Contest) referee(ctx context.Context) {
	boards := map[string]*board{} // by the host's names of the games
	defer func() {
		for _, b := range boards {
			b.leave()
		}
	}()
	for {
		timer := time.NewTimer(c.tend(ctx, boards))
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

// follow has the referee woken by every change of a game.
func (c *Contest) follow(ctx context.Context, id string) (*board, error) {
	ctx, cancel := context.WithCancel(ctx)
	states, err := c.Host.Subscribe(ctx, id)
	if err != nil {
		cancel()
		return nil, err
	}
	b, told := new(board), make(chan struct{})
	b.leave = func() { cancel(); <-told }
	go func() {
		defer close(told)
		for range states {
			b.moved.Store(true)
			c.wakeReferee()
		}
		b.moved.Store(true) // it may have been deleted
		c.wakeReferee()
	}()
	return b, nil
}

// tend sees to every board where something has happened or may have, begins what
// games it can, and returns how long the referee may wait for more to happen.
func (c *Contest) tend(ctx context.Context, boards map[string]*board) (wait time.Duration) {
	stuck := false
	failed := func(what string, err error) {
		if err != nil && ctx.Err() == nil {
			stuck = true
			c.Log.Warn(what, "competition", c.Note, "err", err)
			c.noteStuck(err)
		}
	}
	for again := true; again; {
		wait = resting
		number, playing := c.boards()
		c.leaveOthers(boards, playing)
		for i, id := range playing {
			failed("a game of a competition is stuck", c.look(ctx, boards, number, i, id))
			if b := boards[id]; b != nil && c.ticks(b.state) { // it is late after its time, and not at it
				wait = min(wait, watching, max(0, c.deadline(b.state).Sub(c.Host.Now()))+time.Millisecond)
			}
		}
		failed("a competition cannot begin anew", c.renew())
		began, err := c.begin(ctx)
		failed("a game of a competition cannot begin", err)
		again = began
	}
	if stuck {
		return resting
	}
	c.noteStuck(nil)
	return wait
}

// leaveOthers ends following games that are played no more.
func (c *Contest) leaveOthers(boards map[string]*board, playing map[int]string) {
	for id, b := range boards {
		if !slices.Contains(slices.Collect(maps.Values(playing)), id) {
			b.leave()
			delete(boards, id)
		}
	}
}

// look watches a game when something has happened there, its clock has run out or the
// competition goes on or stops.
func (c *Contest) look(ctx context.Context, boards map[string]*board, number, i int, id string) error {
	b := boards[id]
	if b == nil {
		var err error
		if b, err = c.follow(ctx, id); err != nil {
			_, err = c.watch(ctx, number, i) // it may have been deleted
			return err
		}
		boards[id] = b
	} else if !b.moved.Load() && b.ran == c.running() && !(c.ticks(b.state) && c.late(b.state)) {
		return nil
	}
	b.moved.Store(false)
	b.ran = c.running()
	var err error
	if b.state, err = c.watch(ctx, number, i); err != nil {
		b.moved.Store(true) // to be looked at again
	}
	return err
}

// noteStuck notes why games cannot begin or go on, for those who look on.
func (c *Contest) noteStuck(err error) {
	text := ""
	if err != nil {
		text = host.Told(err)
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

// boards are the host's names of the games that are being played.
func (c *Contest) boards() (number int, playing map[int]string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	playing = map[int]string{}
	for i, g := range c.record.Games {
		if g.playing() {
			playing[i] = g.ID
		}
	}
	return c.record.Number, playing
}

// watch passes for who must, ends the game of who is out of time, and writes
// down how a game has ended. It returns how the game stands.
func (c *Contest) watch(ctx context.Context, number, i int) (state host.State, err error) {
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
		return state, nil
	}
	state, err = c.Host.State(ctx, g.ID)
	if host.Is(err, host.NotFound) {
		return state, c.changeGame(number, i, func(g *game) { g.ID = "" }) // to be played again
	}
	if err == nil && c.running() {
		state, err = c.advance(ctx, state)
	}
	if err != nil {
		return state, err
	}
	c.see(state)
	if !state.Over() {
		return state, nil
	}
	return state, c.changeGame(number, i, func(g *game) { g.end(state, c.Host.Now()) })
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

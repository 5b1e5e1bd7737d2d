package contest

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store"
	"quadrille/engine"
)

// Terms say what is played and how.
type Terms struct {
	Game   string            `json:"game"` // one for two players, by the protocol's name
	Rules  map[string]string `json:"rules,omitempty"`
	Rounds int               `json:"rounds"` // how often everybody meets everybody with each colour
	Boards int               `json:"boards"` // games that are played at once
	Clock  time.Duration     `json:"clock"`  // of a player for a turn
}

// Player is who takes part.
type Player struct {
	ID     string       `json:"id"`               // the digest of the player's secret
	Level  engine.Level `json:"level,omitempty"`  // of an engine of ours
	Engine string       `json:"engine,omitempty"` // name of a guest engine
}

// plays says whether the server plays for the player.
func (p Player) plays() bool { return p.Level != 0 || p.Engine != "" }

// Config says how a competition is held.
type Config struct {
	Host  *host.Host
	Store store.Notes
	Log   *slog.Logger
	// Space sets its games and notes apart from those of others; Note names its
	// record there, and Names the names of the players.
	Space, Note, Names string
	Terms
	// Roster tells whether players that are given are those of the record.
	Roster string
	// Players are those that there are; nil when they come as they like, by Add.
	Players []Player
	// Organised says that somebody may begin, stop and restart it. Otherwise it
	// begins anew by itself.
	Organised bool
	// Stopped leaves a new competition to be begun.
	Stopped bool
}

// Contest is a competition. Its methods may be called from any goroutine. It is
// [Config.Host]'s clock that counts.
type Contest struct {
	Config
	wake  chan struct{} // has a value when the referee has something to look at
	work  string        // of the context that it was opened in
	stop  context.CancelFunc
	ended sync.WaitGroup

	// playing is held while a game of the competition is changed: so a move
	// that is in time and the clock that runs out do not meet.
	playing sync.Mutex

	mu       sync.Mutex // guards what follows
	record   record
	inBlocks bool   // the store keeps the record's games in blocks, as it does from now on
	head     []byte // what it has besides them, as far as this server wrote it
	players  []Player
	names    map[string]string // of the players, by their IDs
	seen     []time.Time       // when each player last asked for something
	since    time.Time         // when this server began, or the organiser, to let the clocks run
	stuck    string            // why games cannot begin or go on at present
	versions map[string]int    // of the host's games, as far as they were seen
	news     chan struct{}     // closed when anything changes
}

// Open continues the competition in the store, or begins one. The context bounds
// only the start; what is done to games belongs to its work (host.WithWork). Close
// must be called before the host's.
func Open(ctx context.Context, config Config) (*Contest, error) {
	c := &Contest{
		Config: config, wake: make(chan struct{}, 1), since: config.Host.Now(),
		versions: map[string]int{}, news: make(chan struct{}), work: host.WorkOf(ctx),
	}
	if err := c.load(ctx); err != nil {
		return nil, err
	}
	background, stop := context.WithCancel(host.WithWork(context.Background(), c.work))
	c.stop = stop
	c.ended.Go(func() { c.referee(background) })
	return c, nil
}

// Close ends the goroutine that keeps the competition.
func (c *Contest) Close() {
	c.stop()
	c.ended.Wait()
}

// wakeReferee has the referee look at the boards now.
func (c *Contest) wakeReferee() {
	select {
	case c.wake <- struct{}{}:
	default: // it is about to look anyway
	}
}

// tell wakes those who follow the competition. The caller holds the lock.
func (c *Contest) tell() {
	close(c.news)
	c.news = make(chan struct{})
}

// News is closed at the next change of anything.
func (c *Contest) News() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.news
}

// NoteActive notes that a player has asked for something.
func (c *Contest) NoteActive(player int) {
	c.mu.Lock()
	now := c.Host.Now()
	back := now.Sub(c.seen[player]) > absent
	c.seen[player] = now
	if back {
		c.tell()
	}
	c.mu.Unlock()
	if back {
		c.wakeReferee()
	}
}

// Board is the game that a player plays or has played last.
type Board struct {
	Number int    // of the game, from 0
	Seat   string // of the player, p1 or p2
	Over   bool
	State  host.State
}

// boardOf returns the game that the player plays, or else the last one played;
// ok is false before the first. Nobody plays two at once.
func (c *Contest) boardOf(player int) (b Board, id string, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var began time.Time
	for i, g := range c.record.Games {
		if g.ID == "" || g.First != player && g.Second != player {
			continue
		}
		if !ok || g.playing() || g.Began.After(began) {
			b, id, ok, began = Board{Number: i, Seat: "p1", Over: g.Result != ""}, g.ID, true, g.Began
			if g.Second == player {
				b.Seat = "p2"
			}
		}
		if g.playing() {
			break
		}
	}
	return b, id, ok
}

// Board returns the board of a player; ok is false before the first game.
func (c *Contest) Board(ctx context.Context, player int) (b Board, ok bool, err error) {
	b, id, ok := c.boardOf(player)
	if ok {
		b.State, err = c.Host.State(ctx, id)
	}
	return b, ok, err
}

// OnTurn says whether a game waits for the turn of a seat that has a choice.
func OnTurn(s host.State, seat string) bool { return !s.Over() && s.Turn == seat && !mustPass(s) }

// Needed says whether a player has to move.
func (c *Contest) Needed(ctx context.Context, player int) (b Board, needed bool, err error) {
	b, ok, err := c.Board(ctx, player)
	if !ok || err != nil || b.Over {
		return b, false, err
	}
	return b, OnTurn(b.State, b.Seat) && c.running() && !c.late(b.State), nil
}

// Move makes a turn of the player by play, which is given the player's board.
func (c *Contest) Move(ctx context.Context, player int, play func(Board) error) error {
	c.playing.Lock()
	defer c.playing.Unlock()
	b, ok, err := c.Board(ctx, player)
	switch {
	case err != nil:
		return err
	case !ok || b.Over:
		return c.noGame()
	case !c.running():
		return host.Refuse(host.Conflict, "the competition is stopped; wait until the organiser resumes it")
	case OnTurn(b.State, b.Seat) && c.late(b.State):
		return host.Refuse(host.Conflict, "your time for this turn has run out, and you have lost the game")
	}
	return play(b)
}

// Play plays a turn, written as a token, and passes for the opponent who must.
func (c *Contest) Play(ctx context.Context, b Board, token string) error {
	ctx = host.WithWork(ctx, c.work)
	state, err := Settle(ctx, c.Host, b.State)
	if err != nil {
		return err
	}
	switch {
	case state.Over():
		return host.Refuse(host.Conflict, "the game is over")
	case !OnTurn(state, b.Seat):
		return host.Refuse(host.Conflict, "it is not your turn; wait until it is")
	}
	if state, err = c.Host.Act(ctx, state.ID, host.Change{Move: token, Version: &state.Version}); err == nil {
		_, _ = Settle(ctx, c.Host, state) // the turn is played; a pass that fails is made later
	}
	return err
}

// ticks says whether a clock runs: that of a person who is to move, while the
// competition runs.
func (c *Contest) ticks(state host.State) bool {
	return c.running() && !state.Over() && ofPerson(state)
}

// late says whether the side to move has used up its time.
func (c *Contest) late(state host.State) bool {
	return ofPerson(state) && c.Host.Now().After(c.deadline(state))
}

// deadline is until when the side to move may move. The time that the server
// was away or the competition stopped does not count.
func (c *Contest) deadline(state host.State) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	from := state.Updated
	if c.since.After(from) {
		from = c.since
	}
	return from.Add(c.Clock)
}

func (c *Contest) running() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.record.Running
}

// run lets the competition go on, or stops it.
func (c *Contest) run(running bool) error {
	c.playing.Lock()
	defer c.playing.Unlock()
	defer c.wakeReferee()
	return c.change(func(r *record) {
		if running && !r.Running {
			c.since = c.Host.Now()
		}
		r.Running = running
	})
}

// Organise starts, stops or restarts the competition.
func (c *Contest) Organise(what string) error {
	switch what {
	case "start", "stop":
		return c.run(what == "start")
	case "restart":
		return c.restart()
	}
	return host.Refuse(host.NotFound, "a competition can be told to start, stop and restart")
}

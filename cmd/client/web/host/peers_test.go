package host

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/postgres"
	"quadrille/cmd/client/web/store/postgres/pgtest"
	"quadrille/protocol/driver"
)

// joined is one of several hosts of a store.
func joined(t *testing.T, address string, change ...func(*Config)) *Host {
	t.Helper()
	s, err := postgres.Join(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Store: s, Peers: s, Open: openEngine, Engines: 1, RuleEngines: 1, Hash: 1}
	for _, f := range change {
		f(&c)
	}
	h, err := New(t.Context(), c)
	if err != nil {
		s.Close()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := h.Close(ctx); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// seenBy waits for a state that a reader of a game is shown.
func seenBy(t *testing.T, states <-chan State, what string, is func(State) bool) State {
	t.Helper()
	limit := time.After(30 * time.Second)
	for {
		select {
		case s, open := <-states:
			if !open {
				t.Fatalf("the states end before %s", what)
			}
			if is(s) {
				return s
			}
		case <-limit:
			t.Fatalf("no state in which %s", what)
		}
	}
}

// Two people play at two hosts: each sees at once what the other has done, at the
// same host and by the events.
func TestTwoHosts(t *testing.T) {
	address := pgtest.URL(t)
	one, two := joined(t, address), joined(t, address)
	ctx := t.Context()
	s, _, err := one.Create(ctx, Spec{Game: "teeko"})
	if err != nil {
		t.Fatal(err)
	}
	states, err := one.Subscribe(ctx, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{}
	for i, move := range []string{"a1", "b2", "c3", "d4", "a2", "b1"} {
		at := []*Host{two, one}[i%2]
		if before, err := at.State(ctx, s.ID); err != nil || !slices.Equal(before.Turns, want) {
			t.Fatalf("before %s: %v %v, want %v", move, before.Turns, err, want)
		}
		if _, err := at.Act(ctx, s.ID, Change{Move: move}); err != nil {
			t.Fatal(err)
		}
		want = append(want, move)
		seenBy(t, states, move+" was played", func(s State) bool { return slices.Equal(s.Turns, want) })
	}
}

// Of two who play one turn at two hosts one plays it, and the other is told.
func TestRaceOfHosts(t *testing.T) {
	address := pgtest.URL(t)
	hosts := []*Host{joined(t, address), joined(t, address)}
	s, _, err := hosts[0].Create(t.Context(), Spec{Game: "teeko"})
	if err != nil {
		t.Fatal(err)
	}
	for turn, moves := range [][2]string{{"a1", "b2"}, {"c3", "d4"}, {"a3", "c1"}, {"d2", "b3"}} {
		version := turn + 1
		errs := [2]error{}
		var both sync.WaitGroup
		for i, h := range hosts {
			both.Go(func() { _, errs[i] = h.Act(t.Context(), s.ID, Change{Move: moves[i], Version: &version}) })
		}
		both.Wait()
		if (errs[0] == nil) == (errs[1] == nil) || errs[0] != nil && !Is(errs[0], Conflict) || errs[1] != nil && !Is(errs[1], Conflict) {
			t.Fatalf("turn %d: %v and %v", turn, errs[0], errs[1])
		}
		for _, h := range hosts {
			if got, err := h.State(t.Context(), s.ID); err != nil || got.Version != version+1 || len(got.Turns) != turn+1 {
				t.Fatalf("then version %d with %v, %v", got.Version, got.Turns, err)
			}
		}
	}
}

// unheard is a store that hears nothing of what others tell.
type unheard struct{ *postgres.Store }

func (unheard) Heard(ctx context.Context) ([]store.News, bool, error) {
	<-ctx.Done()
	return nil, false, ctx.Err()
}

// What a host was not told of it finds by itself.
func TestLostNews(t *testing.T) {
	address := pgtest.URL(t)
	one := joined(t, address)
	two := joined(t, address, func(c *Config) { c.Peers = unheard{c.Store.(*postgres.Store)} })
	s, _, err := one.Create(t.Context(), Spec{Game: "teeko"})
	if err != nil {
		t.Fatal(err)
	}
	states, err := two.Subscribe(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.Act(t.Context(), s.ID, Change{Move: "a1"}); err != nil {
		t.Fatal(err)
	}
	seenBy(t, states, "the turn was played", func(s State) bool { return len(s.Turns) == 1 })
}

// An engine's turn is one host's to play; when that is gone another plays it.
func TestTurnOfGoneHost(t *testing.T) {
	address := pgtest.URL(t)
	asked := make(chan struct{}, 10)
	s, err := postgres.Join(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	one, err := New(t.Context(), Config{Store: s, Peers: s, OpenRules: openEngine, Open: func(ctx context.Context) (*driver.Engine, error) {
		asked <- struct{}{}
		<-ctx.Done() // it never comes to play
		return nil, ctx.Err()
	}})
	if err != nil {
		t.Fatal(err)
	}
	two := joined(t, address)
	game, _, err := one.Create(t.Context(), Spec{Game: "teeko", Seats: []Seat{{Kind: Engine, Level: 1}, {Kind: Person}}})
	if err != nil {
		t.Fatal(err)
	}
	<-asked // so it has claimed the turn
	states, err := two.Subscribe(t.Context(), game.ID)
	if err != nil {
		t.Fatal(err)
	}
	turn := game.ID + "/0"
	if mine, err := two.peers.Claim(t.Context(), turn); mine || err != nil {
		t.Fatalf("a turn that another host plays: %v %v", mine, err)
	}
	if err := one.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	seenBy(t, states, "the other host has played", func(s State) bool { return len(s.Turns) == 1 && s.Turn == "p2" })
}

// A game that another host deletes leaves no search for its turn behind.
func TestDeletedElsewhere(t *testing.T) {
	address := pgtest.URL(t)
	held := func(c *Config) {
		c.OpenRules = openEngine
		c.Open = func(ctx context.Context) (*driver.Engine, error) { // it never comes to play
			<-ctx.Done()
			return nil, ctx.Err()
		}
	}
	one, two := joined(t, address, held), joined(t, address, held)
	s, _, err := one.Create(t.Context(), Spec{Game: "teeko", Seats: []Seat{{Kind: Engine, Level: 1}, {Kind: Person}}})
	if err != nil {
		t.Fatal(err)
	}
	g, err := two.acquire(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if g.search == nil {
		t.Fatal("no search for the engine's turn")
	}
	g.release()
	var readers []<-chan State
	for _, h := range []*Host{one, two} {
		r, err := h.Subscribe(t.Context(), s.ID)
		if err != nil {
			t.Fatal(err)
		}
		readers = append(readers, r)
	}
	if err := one.Remove(t.Context(), s.ID); err != nil {
		t.Fatal(err)
	}
	for limit := time.Now().Add(30 * time.Second); ; {
		g.hold(t.Context())
		searches := g.search != nil
		g.release()
		if !searches {
			break
		}
		if time.Now().After(limit) {
			t.Fatal("the search goes on")
		}
		time.Sleep(5 * time.Millisecond)
	}
	if _, err := two.State(t.Context(), s.ID); !Is(err, NotFound) {
		t.Errorf("the game that was deleted: %v", err)
	}
	for _, r := range readers { // end, as Subscribe says
		for range r {
		}
	}
	if a, b := one.Stats().Subscribers, two.Stats().Subscribers; a != 0 || b != 0 {
		t.Errorf("%d and %d read a game that was deleted", a, b)
	}
}

// An old game that somebody has changed at another host meanwhile is not deleted.
func TestDeletedTooLate(t *testing.T) {
	address := pgtest.URL(t)
	one, two := joined(t, address), joined(t, address)
	s, _, err := one.Create(t.Context(), Spec{Game: "teeko"})
	if err != nil {
		t.Fatal(err)
	}
	listed := s.Updated // when the game was found among the old ones
	if _, err := two.Act(t.Context(), s.ID, Change{Move: "a1"}); err != nil {
		t.Fatal(err)
	}
	one.evict(time.Now().Add(time.Hour)) // so it knows the game from the store alone
	if one.delete(s.ID, listed) {
		t.Error("it was deleted")
	}
	if got, err := one.State(t.Context(), s.ID); err != nil || len(got.Turns) != 1 {
		t.Errorf("the game: %v, %v", got.Turns, err)
	}
}

// A change that belongs to what another host has by now is refused, and the game is as
// it was; others go on.
func TestChangeOfLostWork(t *testing.T) {
	address := pgtest.URL(t)
	one, two := joined(t, address), joined(t, address)
	s, _, err := one.Create(t.Context(), Spec{Game: "teeko"})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []*Host{one, two} {
		if mine, err := h.peers.Claim(t.Context(), "w"); mine != (h == one) || err != nil {
			t.Fatalf("%v, %v", mine, err)
		}
	}
	work := WithWork(t.Context(), "w")
	if _, err := two.Act(work, s.ID, Change{Move: "a1"}); !Is(err, Unavailable) {
		t.Errorf("by another host: %v", err)
	}
	if s, err := two.State(t.Context(), s.ID); err != nil || len(s.Turns) != 0 {
		t.Errorf("the game has %v, %v", s.Turns, err)
	}
	if _, err := one.Act(work, s.ID, Change{Move: "a1"}); err != nil {
		t.Errorf("by the host that has it: %v", err)
	}
	if _, err := two.Act(t.Context(), s.ID, Change{Move: "b2"}); err != nil {
		t.Errorf("what belongs to nothing: %v", err)
	}
}

// There are no more games than there may be, however many hosts make some at once, of
// which none has heard of the others' yet. Where there are more, since there might be,
// there come no more.
func TestRoomOfHosts(t *testing.T) {
	address := pgtest.URL(t)
	c := &clock{}
	of := func(most int) *Host {
		return joined(t, address, func(config *Config) { config.MaxGames, config.IdleAfter, config.Now = most, 20*time.Millisecond, c.now })
	}
	hosts := []*Host{of(4), of(4), of(4)}
	var made atomic.Int64
	many := func() {
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				switch _, _, err := hosts[i%len(hosts)].Create(t.Context(), Spec{Game: "teeko"}); {
				case err == nil:
					made.Add(1)
				case !Is(err, Busy):
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	kept := func() (n int64) {
		t.Helper()
		s := hosts[0].store.(*postgres.Store)
		if err := s.DB.QueryRow("SELECT count(*) FROM games").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	many()
	if n := kept(); n != 4 || made.Load() != n {
		t.Errorf("%d games are kept and %d were made, of at most 4", n, made.Load())
	}
	more := of(6)
	create(t, more, Spec{Game: "teeko"})
	create(t, more, Spec{Game: "teeko"})
	c.forward(2 * time.Hour)
	for _, h := range append(hosts, more) {
		waitFor(t, func() bool { return h.Stats().Games == 0 })
	}
	before := made.Load()
	many()
	if n := kept(); n > 6 || made.Load() == before {
		t.Errorf("%d games are kept, of which there were 6, and %d were made", n, made.Load()-before)
	}
}

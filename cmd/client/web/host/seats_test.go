package host

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/driver"
)

// await reads states until one is as wanted.
func await(t *testing.T, states <-chan State, want func(State) bool) State {
	t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case s, open := <-states:
			if !open {
				t.Fatal("the channel is closed")
			}
			if want(s) {
				return s
			}
		case <-late:
			t.Fatal("that state does not come")
		}
	}
}

func subscribe(t *testing.T, h *Host, id string) <-chan State {
	t.Helper()
	states, err := h.Subscribe(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return states
}

// Engines play a game to its end: Black takes a corner, White must pass, and
// Black takes the last square.
func TestEngineSeatsPlay(t *testing.T) {
	h := newHost(t)
	fen := "-O" + strings.Repeat("X", 60) + "O- X"
	s := create(t, h, Spec{Game: "othello", FEN: fen, Seats: []Seat{{Kind: Engine, Level: 1}, {Kind: Engine, Level: 2}}})
	end := await(t, subscribe(t, h, s.ID), State.Over)
	if len(end.Turns) != 3 || end.Turns[1] != "pass" || end.Result != "p1win" || end.Thinking != "" || end.Version != 4 {
		t.Errorf("the end: %+v", end)
	}
}

func TestEngineAnswers(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4", Seats: []Seat{{}, {Kind: Engine, Level: 1}}})
	states := subscribe(t, h, s.ID)
	s = play(t, h, s.ID, action("place 0 0"), action("slide 1"))
	if s.Turn != "p2" || s.Thinking != "p2" {
		t.Errorf("after a turn %s is to act, %q thinks", s.Turn, s.Thinking)
	}
	// The engine may have answered meanwhile, and then it is another version.
	early := Change{Move: "8.0s4", Version: &s.Version}
	if _, err := h.Act(t.Context(), s.ID, early); kindOf(err) != Forbidden && kindOf(err) != Conflict {
		t.Errorf("acting for the engine: %v", err)
	}
	s = await(t, states, func(s State) bool { return len(s.Turns) == 2 })
	if s.Turn != "p1" || s.Thinking != "" {
		t.Errorf("after the answer %s is to act, %q thinks", s.Turn, s.Thinking)
	}
}

// A level that does not end by itself thinks until something changes: a person
// takes back, gives up, or takes the seat over.
func TestSearchesAreGivenUp(t *testing.T) {
	h := newHost(t, func(c *Config) { c.MoveTime = time.Hour })
	spec := Spec{Game: "square4", Rules: map[string]string{"pieces": "16"}, Seats: []Seat{{}, {Kind: Engine, Level: 10}}}
	for name, change := range map[string]func(id string) (State, error){
		"Undo":    func(id string) (State, error) { return h.Undo(t.Context(), id, Undo{}) },
		"Resign":  func(id string) (State, error) { return h.Resign(t.Context(), id, "p1", "") },
		"Restart": func(id string) (State, error) { return h.Restart(t.Context(), id, "") },
		"SetSeats": func(id string) (State, error) {
			return h.SetSeats(t.Context(), id, []Seat{{}, {}}, "")
		},
	} {
		s := create(t, h, spec)
		s = play(t, h, s.ID, move("0.0s1"))
		waitFor(t, func() bool { return h.Stats().Searching == 1 })
		after, err := change(s.ID)
		if err != nil || after.Thinking != "" || after.Version != s.Version+1 {
			t.Errorf("%s: %v, %+v", name, err, after)
		}
		waitFor(t, func() bool { return h.Stats().Searching == 0 })
		if now, _ := h.State(t.Context(), s.ID); cmp.Diff(after, now) != "" {
			t.Errorf("%s: then\n%s", name, cmp.Diff(after, now))
		}
	}
}

// An engine's turn that was not played when the server ended is played by the
// next one.
func TestSeatsGoOnAfterARestart(t *testing.T) {
	dir := t.TempDir()
	h := hostIn(t, dir, func(c *Config) { c.MoveTime = time.Hour })
	s := create(t, h, Spec{Game: "square4", Rules: map[string]string{"pieces": "16"}, Seats: []Seat{{}, {Kind: Engine, Level: 10}}})
	play(t, h, s.ID, move("0.0s1"))
	waitFor(t, func() bool { return h.Stats().Searching == 1 })
	closeHost(t, h)
	h = hostIn(t, dir, func(c *Config) { c.MoveTime = time.Millisecond })
	// Nobody asks for the game.
	waitFor(t, func() bool {
		list, err := h.store.Waiting(t.Context())
		return err == nil && len(list) == 0
	})
	waitFor(t, func() bool {
		got, err := h.State(t.Context(), s.ID)
		return err == nil && len(got.Turns) == 2
	})
}

func TestMoveAndSearch(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "othello"})
	reports := 0
	hint, err := h.Search(t.Context(), s.ID, nil, Limits{Depth: 4, MultiPV: 2}, Watch{Report: func(i driver.Info) { reports = max(reports, i.MultiPV) }})
	if err != nil || hint.Move == "" || !hint.Info.HasScore || reports != 2 {
		t.Errorf("a hint: %+v, %v; %d lines", hint, err, reports)
	}
	if now, _ := h.State(t.Context(), s.ID); now.Version != 1 {
		t.Errorf("a hint made version %d", now.Version)
	}
	after, reply, err := h.Move(t.Context(), s.ID, Limits{Level: 1}, Change{})
	if err != nil || len(after.Turns) != 1 || after.Turns[0] != reply.Move || after.Version != 2 || after.Thinking != "" {
		t.Errorf("Move: %+v, %+v, %v", after, reply, err)
	}
	zero := 0
	if back, err := h.Search(t.Context(), s.ID, &zero, Limits{Depth: 1}, Watch{}); err != nil || back.Move == "" {
		t.Errorf("a search at the start: %+v, %v", back, err)
	}
	old, two := 1, 2
	for name, err := range map[string]error{
		"old version": third(h.Move(t.Context(), s.ID, Limits{}, Change{Version: &old})),
		"after 2":     second(h.Search(t.Context(), s.ID, &two, Limits{}, Watch{})),
		"level 11":    second(h.Search(t.Context(), s.ID, nil, Limits{Level: 11}, Watch{})),
		"many lines":  second(h.Search(t.Context(), s.ID, nil, Limits{MultiPV: 1000}, Watch{})),
	} {
		want := BadRequest
		if name == "old version" {
			want = Conflict
		}
		if kindOf(err) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second[A any](_ A, err error) error        { return err }
func third[A, B any](_ A, _ B, err error) error { return err }

// A search whose reader goes away is stopped, and gives what it has.
func TestSearchIsStopped(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4", Rules: map[string]string{"pieces": "16"}})
	ctx, cancel := context.WithCancel(t.Context())
	reply, err := h.Search(ctx, s.ID, nil, Limits{}, Watch{Report: func(i driver.Info) {
		if i.Depth >= 2 {
			cancel()
		}
	}})
	if err != nil || reply.Move == "" || reply.Info.Depth < 2 {
		t.Errorf("%+v, %v", reply, err)
	}
}

func TestFullQueue(t *testing.T) {
	h := newHost(t, func(c *Config) { c.Queue = 1 })
	s := create(t, h, Spec{Game: "square4", Rules: map[string]string{"pieces": "16"}})
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	long := Limits{MoveTime: time.Hour}
	all.Go(func() { h.Search(ctx, s.ID, nil, long, Watch{}) })
	waitFor(t, func() bool { return h.Stats().Searching == 1 })
	all.Go(func() { h.Search(ctx, s.ID, nil, long, Watch{}) })
	waitFor(t, func() bool { return h.Stats().Queued == 1 })
	if _, err := h.Search(ctx, s.ID, nil, long, Watch{}); kindOf(err) != Busy {
		t.Errorf("a third search: %v", err)
	}
	if _, err := h.Hint(ctx, s.ID, Limits{Level: 1}); err != nil {
		t.Errorf("a hint, which has a queue of its own: %v", err)
	}
	play(t, h, s.ID, move("0.0s1")) // does not wait
}

// While the engine is asked for a turn, another change of it is refused, and
// the turn that comes from it is played.
func TestMoveKeepsOthersOut(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4", Rules: map[string]string{"pieces": "16"}})
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- third(h.Move(ctx, s.ID, Limits{MoveTime: time.Hour}, Change{})) }()
	waitFor(t, func() bool { return h.Stats().Searching == 1 })
	if now, _ := h.State(t.Context(), s.ID); now.Thinking != "p1" {
		t.Errorf("%q thinks", now.Thinking)
	}
	_, acted := h.Act(t.Context(), s.ID, move("0.0s1"))
	_, _, moved := h.Move(t.Context(), s.ID, Limits{Depth: 1}, Change{})
	if kindOf(acted) != Conflict || kindOf(moved) != Conflict {
		t.Errorf("Act: %v, Move: %v", acted, moved)
	}
	cancel()
	if err := <-result; err != context.Canceled {
		t.Errorf("the Move whose context ended: %v", err)
	}
	if now, _ := h.State(t.Context(), s.ID); now.Thinking != "" || now.Version != 1 {
		t.Errorf("then: %+v", now)
	}
	play(t, h, s.ID, move("0.0s1"))
}

// Restart during a Move: the turn belongs to a game that is no more.
func TestMoveIsOvertaken(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4", Rules: map[string]string{"pieces": "16"}})
	play(t, h, s.ID, move("0.0s1"))
	result := make(chan error, 1)
	go func() { result <- third(h.Move(t.Context(), s.ID, Limits{MoveTime: time.Hour}, Change{})) }()
	waitFor(t, func() bool { return h.Stats().Searching == 1 })
	if _, err := h.Restart(t.Context(), s.ID, ""); err != nil {
		t.Fatal(err)
	}
	if err := <-result; kindOf(err) != Conflict {
		t.Errorf("Move: %v", err)
	}
	if now, _ := h.State(t.Context(), s.ID); len(now.Turns) != 0 || now.Thinking != "" {
		t.Errorf("then: %+v", now)
	}
}

// An action and the engine's reply are one change, or none.
func TestActAndReply(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4", Seats: []Seat{{}, {Kind: Engine, Level: 1}}, Still: true})
	// Half a turn has no reply.
	got, reply, err := h.ActAndReply(t.Context(), s.ID, action("place 0 0"), &Limits{})
	if err != nil || reply != nil || got.Version != 2 || got.Turn != "p1" || len(got.Pending) != 1 {
		t.Errorf("half a turn: %+v, %+v, %v", got, reply, err)
	}
	if _, _, err := h.ActAndReply(t.Context(), s.ID, action("slide 8"), &Limits{}); kindOf(err) != Illegal {
		t.Errorf("a bad slide: %v", err)
	}
	if now, _ := h.State(t.Context(), s.ID); now.Version != 2 || len(now.Pending) != 1 {
		t.Errorf("something was done: %+v", now)
	}
	got, reply, err = h.ActAndReply(t.Context(), s.ID, action("slide 1"), &Limits{})
	if err != nil || reply == nil || got.Version != 3 || len(got.Turns) != 2 || got.Turns[1] != reply.Move || got.Turn != "p1" {
		t.Errorf("with a reply: %+v, %+v, %v", got, reply, err)
	}
	// Still seats are played when asked for only.
	s = create(t, h, Spec{Game: "othello", Seats: []Seat{{Kind: Engine, Level: 1}}, Still: true})
	if now, _ := h.State(t.Context(), s.ID); now.Thinking != "" {
		t.Errorf("a still seat thinks")
	}
	if after, _, err := h.Move(t.Context(), s.ID, Limits{}, Change{}); err != nil || len(after.Turns) != 1 {
		t.Errorf("Move for a still seat: %v, %+v", err, after)
	}
}

// Several race for the same turn: one plays it.
func TestRaces(t *testing.T) {
	h := newHost(t)
	for round := range 20 {
		s := create(t, h, Spec{Game: "square4"})
		play(t, h, s.ID, action("place 0 0"))
		version := 2
		var all sync.WaitGroup
		var mu sync.Mutex
		kinds := map[Kind]int{}
		for i := range 4 {
			all.Go(func() {
				c := action("slide 1")
				if round%2 == 0 {
					c.Version = &version
				}
				if i == 3 { // and one who takes the half turn back
					_, err := h.Undo(t.Context(), s.ID, Undo{Actions: 1, Version: c.Version})
					mu.Lock()
					kinds["undo "+kindOf(err)]++
					mu.Unlock()
					return
				}
				_, err := h.Act(t.Context(), s.ID, c)
				mu.Lock()
				kinds[kindOf(err)]++
				mu.Unlock()
			})
		}
		all.Wait()
		now, _ := h.State(t.Context(), s.ID)
		if round%2 == 0 {
			// One of the four was first, and the others came too late.
			if kinds[""]+kinds["undo "] != 1 || kinds[Conflict]+kinds["undo "+Conflict] != 3 || now.Version != 3 {
				t.Errorf("round %d: %v, version %d", round, kinds, now.Version)
			}
		} else if done := kinds[""] + kinds["undo "]; kinds["other"] > 0 || now.Version != 2+done || done == 0 || len(now.Turns) > 1 {
			t.Errorf("round %d: %v, version %d", round, kinds, now.Version)
		}
	}
}

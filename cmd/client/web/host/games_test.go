package host

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/driver"
)

func TestCatalogue(t *testing.T) {
	h := newHost(t)
	games, err := h.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, g := range games {
		names = append(names, g.Name)
	}
	if diff := cmp.Diff([]string{"square4", "teeko", "othello", "blokus"}, names); diff != "" {
		t.Fatalf("games:\n%s", diff)
	}
	four, sixteen := 4, 16
	if diff := cmp.Diff(Option{Name: "pieces", Type: "spin", Default: "8", Min: &four, Max: &sixteen}, games[0].Options[0]); diff != "" {
		t.Errorf("pieces:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Blue", "Yellow", "Red", "Green"}, games[3].Names); diff != "" || games[3].Players != 4 {
		t.Errorf("seats of blokus: %d\n%s", games[3].Players, diff)
	}
	if len(games[2].Options) != 0 || games[2].Options == nil {
		t.Errorf("options of othello: %v, want an empty list", games[2].Options)
	}
}

func TestCreateRefusals(t *testing.T) {
	h := newHost(t, func(c *Config) { c.MaxGames = 2 })
	for _, tc := range []struct {
		s    Spec
		want Kind
	}{
		{Spec{}, NoGame},
		{Spec{Game: "chess"}, NoGame},
		{Spec{Game: "square4 pieces=4"}, NoGame},
		{Spec{Game: "square4\nquit"}, NoGame},
		{Spec{Game: "x=y"}, NoGame},
		{Spec{Game: "square4", Rules: map[string]string{"pieces": "99"}}, BadOption},
		{Spec{Game: "square4", Rules: map[string]string{"colour": "red"}}, BadOption},
		{Spec{Game: "square4", Rules: map[string]string{"pieces": "8 x"}}, BadOption},
		{Spec{Game: "othello", FEN: "nonsense"}, BadPosition},
		{Spec{Game: "othello", FEN: strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 27) + " X moves d3"}, BadPosition},
		{Spec{Game: "othello", Turns: []string{"a1"}}, Illegal},
		{Spec{Game: "othello", Turns: []string{"d3 c3"}}, BadRequest},
		{Spec{Game: "othello", Key: "short"}, BadRequest},
		{Spec{Game: "othello", Key: strings.Repeat("a", 21) + "-"}, BadRequest},
		{Spec{Game: "othello", Key: strings.Repeat("a", 65)}, BadRequest},
		{Spec{Game: "othello", Seats: make([]Seat, 3)}, BadRequest},
		{Spec{Game: "othello", Seats: []Seat{{Kind: "robot"}}}, BadRequest},
		{Spec{Game: "othello", Seats: []Seat{{Kind: Engine, Level: 11}}}, BadRequest},
		{Spec{Game: "othello", Seats: []Seat{{}, {Level: 3}}}, BadRequest}, // or it would wait for a person
		{Spec{Game: "othello", Seats: []Seat{{Kind: Person, Engine: "x"}}}, BadRequest},
		{Spec{Game: "othello", Seats: []Seat{{Name: "A\nB"}}}, BadRequest},
		{Spec{Game: "othello", Record: "[Game \"othello\"]\n*"}, BadRequest},
		{Spec{Record: "1. z9"}, BadRequest},
	} {
		if s, _, err := h.Create(t.Context(), tc.s); kindOf(err) != tc.want {
			t.Errorf("%+v: %v (%s), want %s; %s", tc.s, err, kindOf(err), tc.want, s.ID)
		}
	}
	create(t, h, Spec{Game: "othello"})
	create(t, h, Spec{Game: "teeko"})
	if _, _, err := h.Create(t.Context(), Spec{Game: "teeko"}); kindOf(err) != Busy {
		t.Errorf("a third game of two: %v", err)
	}
}

func TestUnknownGames(t *testing.T) {
	h := newHost(t)
	for _, id := range []string{"", "a", "abcdefghjkmn", "ABCDEFGHJKMN", "../../../etc", "abcdefghjkml"} {
		_, state := h.State(t.Context(), id)
		_, acted := h.Act(t.Context(), id, action("pass"))
		_, subscribed := h.Subscribe(t.Context(), id)
		for name, err := range map[string]error{"State": state, "Act": acted, "Subscribe": subscribed} {
			if kindOf(err) != NotFound {
				t.Errorf("%s of %q: %v", name, id, err)
			}
		}
	}
	if n := h.Stats().Games; n != 0 {
		t.Errorf("%d games in memory", n)
	}
}

// A FEN of a game that has begun, and a rule that leaves the start to chance,
// are both written down as a FEN.
func TestStarts(t *testing.T) {
	dir := t.TempDir()
	h := hostIn(t, dir)
	fen := strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 27) + " O" // White begins
	s := create(t, h, Spec{Game: "othello", FEN: fen})
	if s.Start == driver.StartPos || s.FEN != s.Start {
		t.Errorf("start %q, fen %q", s.Start, s.FEN)
	}
	random := create(t, h, Spec{Game: "blokus", Rules: map[string]string{"start": "random"}})
	if random.Start == driver.StartPos || random.Start != random.FEN {
		t.Errorf("random start: %q at %q", random.Start, random.FEN)
	}
	closeHost(t, h)
	h = hostIn(t, dir)
	for _, want := range []State{s, random} {
		got, err := h.State(t.Context(), want.ID)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("after a restart of the server: %v\n%s", err, diff)
		}
	}
}

func TestGamesSurviveTheServer(t *testing.T) {
	dir := t.TempDir()
	h := hostIn(t, dir)
	s := create(t, h, Spec{Game: "square4", Rules: map[string]string{"pieces": "4"}, Seats: []Seat{{Name: "Ann"}}, Space: "v1"})
	want := play(t, h, s.ID, move("0.0s1"), action("place 8 0"))
	text, err := written(t, h, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	closeHost(t, h)
	h = hostIn(t, dir)
	got, err := h.State(t.Context(), s.ID)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("state: %v\n%s", err, diff)
	}
	if again, err := written(t, h, s.ID); again != text || err != nil {
		t.Errorf("record: %v\n%s", err, cmp.Diff(text, again))
	}
	play(t, h, s.ID, action("slide 0"))
}

func TestEviction(t *testing.T) {
	h := newHost(t, func(c *Config) { c.IdleAfter = 50 * time.Millisecond })
	s := create(t, h, Spec{Game: "teeko"})
	watched := create(t, h, Spec{Game: "teeko"})
	ctx, cancel := context.WithCancel(t.Context())
	states, err := h.Subscribe(ctx, watched.ID)
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return h.Stats().Games == 1 && h.Stats().Engines == 0 })
	got, err := h.State(t.Context(), s.ID)
	if diff := cmp.Diff(s, got); diff != "" || err != nil {
		t.Errorf("loaded again: %v\n%s", err, diff)
	}
	cancel()
	waitFor(t, func() bool { return h.Stats().Games == 0 })
	<-states
	if _, open := <-states; open {
		t.Error("the channel is not closed")
	}
}

// waitFor waits until something is so. It fails after a time that says that it
// will never be.
func waitFor(t *testing.T, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("that does not come about")
		}
	}
}

func TestForgetting(t *testing.T) {
	h := newHost(t, func(c *Config) { c.IdleAfter, c.Forget = 40*time.Millisecond, 300*time.Millisecond })
	s := create(t, h, Spec{Game: "teeko"})
	waitFor(t, func() bool { return h.Stats().Stored == 0 })
	if _, err := h.State(t.Context(), s.ID); kindOf(err) != NotFound {
		t.Errorf("State of a game that was forgotten: %v", err)
	}
}

func TestSubscribersGetTheNewest(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "othello"})
	slow, err := h.Subscribe(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	quick, err := h.Subscribe(ctx, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	for i, token := range []string{"", "d3", "c5", "d6"} {
		if token != "" {
			s = play(t, h, s.ID, move(token))
		}
		if got := <-quick; got.Version != i+1 || cmp.Diff(s, got) != "" {
			t.Errorf("version %d after %d turns", got.Version, i)
		}
	}
	if got := <-slow; got.Version != 4 {
		t.Errorf("the slow reader gets version %d first", got.Version)
	}
	cancel()
	if _, open := <-quick; open {
		t.Error("a state after the end of the context")
	}
}

// Who hears that a game was deleted does not find it any more, at once: a competition
// asks then, and only then.
func TestReadersOfDeletedGames(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "teeko"})
	states, err := h.Subscribe(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	<-states
	g, err := h.find(s.ID)
	if err == nil {
		err = g.hold(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	erased := make(chan bool)
	h.mu.Lock() // so that it can be found until then
	go func() { erased <- h.erase(g, time.Time{}) }()
	select {
	case <-states:
		t.Error("its reader is told while it can be found")
	case <-time.After(200 * time.Millisecond):
	}
	h.mu.Unlock()
	if !<-erased {
		t.Fatal("it is not deleted")
	}
	g.release()
	if _, open := <-states; open {
		t.Error("a state of a deleted game")
	}
	if _, err := h.State(t.Context(), s.ID); kindOf(err) != NotFound {
		t.Errorf("State: %v", err)
	}
}

func TestCloseEndsEverything(t *testing.T) {
	h := newHost(t, func(c *Config) { c.Engines, c.MoveTime = 2, time.Hour })
	s := create(t, h, Spec{Game: "square4", Seats: []Seat{{Kind: Engine, Level: 10}, {}}})
	states, err := h.Subscribe(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	begun := make(chan struct{}, 1)
	failed := make(chan error, 1)
	other := create(t, h, Spec{Game: "teeko"})
	go func() {
		_, err := h.Search(context.Background(), other.ID, nil, Limits{}, Watch{Report: func(driver.Info) {
			select {
			case begun <- struct{}{}:
			default:
			}
		}})
		failed <- err
	}()
	<-begun
	closeHost(t, h)
	if err := <-failed; err != nil && kindOf(err) != Unavailable {
		t.Errorf("a search when the host closed: %v", err)
	}
	for range states {
	}
	if _, err := h.State(t.Context(), s.ID); !errors.Is(err, error(errStopping)) {
		t.Errorf("State of a closed host: %v", err)
	}
}

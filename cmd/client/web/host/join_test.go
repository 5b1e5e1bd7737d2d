package host

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// withOpen makes a game of Ann against an open seat, and returns Ann's token.
func withOpen(t *testing.T, h *Host, s Spec) (State, string) {
	t.Helper()
	s.Game, s.Seats = "teeko", []Seat{{Kind: Person, Name: "Ann"}, {Kind: Open}}
	state, tokens, err := h.Create(t.Context(), s)
	if err != nil || tokens[0] == "" || tokens[1] != "" {
		t.Fatalf("%q %v", tokens, err)
	}
	return state, tokens[0]
}

// Nothing is played before everybody is there, nobody takes a seat twice, and
// who has joined plays with his token only.
func TestJoin(t *testing.T) {
	h := newHost(t)
	s, ann := withOpen(t, h, Spec{})
	id, ctx := s.ID, t.Context()
	states, err := h.Subscribe(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, err error, want Kind, text string) {
		t.Helper()
		if kindOf(err) != want || err != nil && !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v, want %s %q", what, err, want, text)
		}
	}
	_, err = h.Act(ctx, id, Change{Move: "b2", Token: ann})
	refused("a turn", err, Conflict, "waits until somebody joins as p2")
	_, _, err = h.Move(ctx, id, Limits{Level: 1}, Change{Token: ann})
	refused("a turn of the engine", err, Conflict, "p2")
	_, err = h.Resign(ctx, id, "p1", ann)
	refused("resigning", err, Conflict, "p2")
	_, err = h.Hint(ctx, id, Limits{Depth: 1})
	refused("a hint", err, "", "")

	_, err = h.Join(ctx, id, "p1", "Ben", "")
	refused("Ann's seat", err, Conflict, "p1 is taken; open is p2")
	_, err = h.Join(ctx, id, "p3", "Ben", "")
	refused("no seat", err, BadRequest, "the seats are p1 to p2")
	_, err = h.Join(ctx, id, "p2", "a\u202eb", "")
	refused("no name", err, BadRequest, "U+202E")
	_, err = h.Join(ctx, id, "", "Ben", "short")
	refused("a token that is guessed", err, BadRequest, "22")
	_, err = h.SetSeats(ctx, id, []Seat{{Kind: Person, Name: "Ann"}, {Kind: Person}}, ann)
	refused("a free seat", err, Conflict, "joins")
	_, err = h.SetSeats(ctx, id, []Seat{{Kind: Engine}, {Kind: Engine}}, "")
	refused("a stranger's change", err, Forbidden, "")

	ben, err := h.Join(ctx, id, "", "Бен", "")
	if err != nil || ben.Seat != "p2" || ben.Token == "" || ben.State.Version != 2 {
		t.Fatalf("%+v %v", ben, err)
	}
	seats := []Seat{{Kind: Person, Name: "Ann", Guarded: true}, {Kind: Person, Name: "Бен", Guarded: true}}
	await(t, states, func(s State) bool { return cmp.Equal(s.Seats, seats) })
	_, err = h.Join(ctx, id, "", "Carl", "")
	refused("a third", err, Conflict, "you can watch")
	play(t, h, id, Change{Move: "b2", Token: ann}, Change{Move: "c3", Token: ben.Token})
	_, err = h.Act(ctx, id, Change{Move: "d4"})
	refused("a stranger's turn", err, Forbidden, "p1")
	_, err = h.Leave(ctx, id, "p2", ben.Token)
	refused("leaving late", err, Conflict, "has begun")
	_, err = h.SetSeats(ctx, id, []Seat{{Kind: Person, Name: "Ann"}, {Kind: Open}}, ben.Token)
	refused("opening late", err, Conflict, "has begun")
}

// Whoever repeats a request, since its answer was lost, has the seat that he
// took with it.
func TestJoinAgain(t *testing.T) {
	h := newHost(t)
	s, ann := withOpen(t, h, Spec{Clock: &blitz})
	token := strings.Repeat("x", shortestToken)
	for _, seat := range []string{"", "p2", ""} {
		got, err := h.Join(t.Context(), s.ID, seat, "Ben", token)
		if err != nil || got.Seat != "p2" || got.Token != token || got.State.Version != 2 {
			t.Errorf("%+v %v", got, err)
		}
		if c := got.State.Clock; len(c.Left) != 2 || c.Now.IsZero() {
			t.Errorf("the clock is %+v", c)
		}
	}
	if _, err := h.Join(t.Context(), s.ID, "p2", "", ann); kindOf(err) != Conflict {
		t.Errorf("Ann in both seats: %v", err)
	}
}

// Of many who want the same seat one gets it.
func TestJoinRace(t *testing.T) {
	h := newHost(t)
	s, _ := withOpen(t, h, Spec{})
	var got, lost atomic.Int64
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			switch _, err := h.Join(t.Context(), s.ID, "p2", "Ben", ""); kindOf(err) {
			case "":
				got.Add(1)
			case Conflict:
				lost.Add(1)
			}
		})
	}
	all.Wait()
	if got.Load() != 1 || lost.Load() != 19 {
		t.Errorf("%d joined, %d did not", got.Load(), lost.Load())
	}
}

// Seats are handed back and taken again, and a seat of the engine is opened and
// an open one given to the engine, which then plays.
func TestLeave(t *testing.T) {
	h := newHost(t)
	s, ann := withOpen(t, h, Spec{Listed: true})
	id, ctx := s.ID, t.Context()
	kinds := func(s State, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, seat := range s.Seats {
			text += string(seat.Kind[0]) + seat.Name + " "
		}
		return text
	}
	check := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if _, err := h.Leave(ctx, id, "p1", "wrong"); kindOf(err) != Forbidden {
		t.Error(err)
	}
	if _, err := h.Leave(ctx, id, "p2", ann); kindOf(err) != Conflict {
		t.Error(err)
	}
	ben, err := h.Join(ctx, id, "p2", "Ben", "")
	check(kinds(ben.State, err), "pAnn pBen ")
	check(kinds(h.Leave(ctx, id, "", ann)), "o pBen ")
	if _, err := h.Leave(ctx, id, "", ann); kindOf(err) != Forbidden {
		t.Errorf("leaving twice: %v", err)
	}
	check(kinds(h.SetSeats(ctx, id, []Seat{{Kind: Engine, Level: 1}, {Kind: Person, Name: "Ben"}}, ben.Token)), "e pBen ")
	s, err = h.State(ctx, id)
	check(kinds(s, err), "e pBen ")
	states, err := h.Subscribe(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	await(t, states, func(s State) bool { return len(s.Turns) == 1 })
}

// A game that its last player leaves is open to those who know its address.
func TestLastLeaves(t *testing.T) {
	h := newHost(t)
	s, ann := withOpen(t, h, Spec{Listed: true})
	if s, err := h.Leave(t.Context(), s.ID, "", ann); err != nil || s.Listed {
		t.Errorf("listed %v %v", s.Listed, err)
	}
	got, err := h.Join(t.Context(), s.ID, "p1", "", "")
	if err != nil || got.State.Listed || got.State.Seats[1].Kind != Open {
		t.Errorf("%+v %v", got.State.Seats, err)
	}
}

// A game is found again as it was: open, and its seats with their tokens.
func TestOpenSeatsAreKept(t *testing.T) {
	h := newHost(t)
	s, ann := withOpen(t, h, Spec{Listed: true})
	h.drop(mustFind(t, h, s.ID))
	again, err := h.State(t.Context(), s.ID)
	if diff := cmp.Diff(s, again); err != nil || diff != "" {
		t.Errorf("%v (-before +after):\n%s", err, diff)
	}
	if _, err := h.Join(t.Context(), s.ID, "", "Ben", ""); err != nil {
		t.Error(err)
	}
	play(t, h, s.ID, Change{Move: "b2", Token: ann})
}

package host

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// playAll plays words: a token, or an action with underscores for its spaces.
func playAll(t *testing.T, h *Host, id, line string) {
	t.Helper()
	for _, w := range strings.Fields(line) {
		c := move(w)
		if text := strings.ReplaceAll(w, "_", " "); text != w {
			c = action(text)
		}
		play(t, h, id, c)
	}
}

// TestUndo undoes in a game that has been played to a position, and says what
// is left of it.
func TestUndo(t *testing.T) {
	h := newHost(t)
	person, engine := Seat{Kind: Person}, Seat{Kind: Engine, Level: 1}
	num := func(n int) *int { return &n }
	for _, tc := range []struct {
		name  string
		game  string
		seats []Seat // when the game has been played
		still bool
		line  string
		undo  Undo
		left  string // as line
		want  Kind
	}{
		{name: "nothing", game: "square4", undo: Undo{}, want: BadRequest},
		{name: "nothing to go to", game: "square4", undo: Undo{To: num(0)}, want: BadRequest},
		{name: "two ways", game: "square4", line: "0.0s1", undo: Undo{Turns: 1, Actions: 1}, want: BadRequest},
		{name: "less than nothing", game: "square4", line: "0.0s1", undo: Undo{Turns: -1}, want: BadRequest},
		{name: "too many turns", game: "square4", line: "0.0s1", undo: Undo{Turns: 2}, want: BadRequest},
		{name: "too many actions", game: "square4", line: "0.0s1", undo: Undo{Actions: 3}, want: BadRequest},
		{name: "to what is not there", game: "square4", line: "0.0s1", undo: Undo{To: num(2)}, want: BadRequest},
		{name: "old version", game: "square4", line: "0.0s1", undo: Undo{Version: num(1)}, want: Conflict},

		{name: "an action", game: "square4", line: "0.0s1", undo: Undo{Actions: 1}, left: "place_0_0"},
		{name: "two actions", game: "square4", line: "0.0s1", undo: Undo{Actions: 2}, left: ""},
		{name: "three actions", game: "square4", line: "0.0s1 8.0s4", undo: Undo{Actions: 3}, left: "place_0_0"},
		{name: "half a turn", game: "square4", line: "0.0s1 place_8_0", undo: Undo{}, left: "0.0s1"},
		{name: "half a turn is a turn", game: "square4", line: "0.0s1 place_8_0", undo: Undo{Turns: 1}, left: "0.0s1"},
		{name: "half a turn and a whole one", game: "square4", line: "0.0s1 place_8_0", undo: Undo{Turns: 2}, left: ""},
		{name: "to the turn that has begun", game: "square4", line: "0.0s1 place_8_0", undo: Undo{To: num(1)}, left: "0.0s1"},
		{name: "a turn between persons", game: "square4", line: "0.0s1 8.0s4", undo: Undo{}, left: "0.0s1"},
		{name: "to the start", game: "square4", line: "0.0s1 8.0s4", undo: Undo{To: num(0)}, left: ""},

		{name: "the reply too", game: "square4", seats: []Seat{person, engine}, line: "0.0s1 8.0s4", undo: Undo{}, left: ""},
		{name: "a turn is none without the reply", game: "square4", seats: []Seat{person, engine}, line: "0.0s1 8.0s4", undo: Undo{Turns: 1}, left: ""},
		{name: "an action with the reply", game: "square4", seats: []Seat{person, engine}, line: "0.0s1 8.0s4", undo: Undo{Actions: 1}, left: "place_0_0"},
		{name: "the place after the reply", game: "square4", seats: []Seat{person, engine}, line: "0.0s1 8.0s4 place_7_0", undo: Undo{Actions: 1}, left: "0.0s1 8.0s4"},
		{name: "still seats are others'", game: "square4", seats: []Seat{person, engine}, still: true, line: "0.0s1 8.0s4", undo: Undo{Turns: 1}, left: "0.0s1"},
		{name: "but no person's decision", game: "square4", seats: []Seat{person, engine}, still: true, line: "0.0s1 8.0s4", undo: Undo{}, left: ""},
		{name: "no person plays", game: "square4", seats: []Seat{engine, engine}, still: true, line: "0.0s1 8.0s4", undo: Undo{}, left: "0.0s1"},
		{name: "no person plays, a turn", game: "square4", seats: []Seat{engine, engine}, line: "0.0s1 8.0s4", undo: Undo{Turns: 1}, left: "0.0s1"},
		{name: "no person plays, an action", game: "square4", seats: []Seat{engine, engine}, line: "0.0s1 8.0s4", undo: Undo{Actions: 1}, left: "0.0s1 place_8_0"},
		{name: "three replies", game: "blokus", seats: []Seat{person, engine, engine, engine}, line: "a20 t20 t1 a1", undo: Undo{}, left: ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := create(t, h, Spec{Game: tc.game, Still: true})
			playAll(t, h, s.ID, tc.line)
			s = reseat(t, h, s, tc.seats, tc.still)
			got, err := h.Undo(t.Context(), s.ID, tc.undo)
			if kindOf(err) != tc.want {
				t.Fatalf("%v (%s), want %s", err, kindOf(err), tc.want)
			}
			if err != nil {
				got, _ = h.State(t.Context(), s.ID)
				tc.left = tc.line
			}
			if left := lineOf(got); left != tc.left {
				t.Errorf("left %q, want %q", left, tc.left)
			}
		})
	}
}

// reseat gives a game other seats without waking its engines.
func reseat(t *testing.T, h *Host, s State, seats []Seat, still bool) State {
	t.Helper()
	if seats == nil {
		return s
	}
	s, err := h.SetSeats(t.Context(), s.ID, seats, "")
	if err != nil {
		t.Fatal(err)
	}
	g, err := h.acquire(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer g.release()
	g.head.Still = still
	return s
}

// lineOf writes what has been played as playAll reads it.
func lineOf(s State) string {
	list := slices.Clone(s.Turns)
	for _, a := range s.Pending {
		list = append(list, strings.ReplaceAll(a, " ", "_"))
	}
	return strings.Join(list, " ")
}

func TestResignation(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4"})
	playAll(t, h, s.ID, "0.0s1 place_8_0")
	before, _ := h.State(t.Context(), s.ID)
	for _, seat := range []string{"", "p3", "Red"} {
		if _, err := h.Resign(t.Context(), s.ID, seat, ""); kindOf(err) != BadRequest {
			t.Errorf("Resign %q: %v", seat, err)
		}
	}
	s, err := h.Resign(t.Context(), s.ID, "p1", "")
	if err != nil || s.Result != "p2win" || s.Reason != "resign" || len(s.Legal) != 0 || len(s.Pending) != 1 {
		t.Fatalf("Resign: %v, %+v", err, s)
	}
	_, again := h.Resign(t.Context(), s.ID, "p2", "")
	_, acted := h.Act(t.Context(), s.ID, action("slide 0"))
	_, _, moved := h.Move(t.Context(), s.ID, Limits{Depth: 1}, Change{})
	_, searched := h.Search(t.Context(), s.ID, nil, Limits{Depth: 1}, Watch{})
	for name, err := range map[string]error{"Resign": again, "Act": acted, "Move": moved, "Search": searched} {
		if kindOf(err) != Over {
			t.Errorf("%s after the end: %v", name, err)
		}
	}
	text, err := written(t, h, s.ID)
	if err != nil || !strings.HasSuffix(text, "1. 0.0s1 p2win\n") {
		t.Errorf("record: %v\n%s", err, text)
	}
	if p, err := h.Try(t.Context(), s.ID, "slide 0"); err != nil || p.Refusal == nil || p.Refusal.Kind != Over {
		t.Errorf("Try: %+v, %v", p, err)
	}
	s, err = h.Undo(t.Context(), s.ID, Undo{})
	if diff := cmp.Diff(lineOf(before), lineOf(s)); diff != "" || err != nil || s.Over() || len(s.Legal) != len(before.Legal) {
		t.Errorf("taken back: %v\n%s", err, diff)
	}
	h.Resign(t.Context(), s.ID, "p2", "")
	if s, err = h.Undo(t.Context(), s.ID, Undo{Turns: 2}); err != nil || lineOf(s) != "0.0s1" {
		t.Errorf("the resignation and half a turn taken back: %v, %q", err, lineOf(s))
	}
	four := create(t, h, Spec{Game: "blokus"})
	if _, err := h.Resign(t.Context(), four.ID, "p1", ""); kindOf(err) != NotSupported {
		t.Errorf("one of four resigns: %v", err)
	}
}

func TestTokens(t *testing.T) {
	h := newHost(t)
	ctx := t.Context()
	s, tokens, err := h.Create(ctx, Spec{Game: "square4", Tokens: true, Seats: []Seat{{Name: "Ann"}, {Name: "Bob"}}})
	if err != nil || len(tokens) != 2 || tokens[0] == tokens[1] || len(tokens[0]) < 20 || !s.Seats[0].Guarded || !s.Seats[1].Guarded {
		t.Fatalf("%v, %q, %+v", err, tokens, s.Seats)
	}
	ann, bob := tokens[0], tokens[1]
	act := func(text, token string) error { return second(h.Act(ctx, s.ID, Change{Action: text, Token: token})) }
	undo := func(n int, token string) error { return second(h.Undo(ctx, s.ID, Undo{Turns: n, Token: token})) }
	seats := func(token string, list ...Seat) error { return second(h.SetSeats(ctx, s.ID, list, token)) }
	a, b := Seat{Name: "Ann"}, Seat{Name: "Bob"}
	for i, tc := range []struct {
		err  error
		want Kind
	}{
		{act("place 0 0", ""), Forbidden},
		{act("place 0 0", bob), Forbidden},
		{act("place 0 0", "x"), Forbidden},
		{act("place 0 0", ann), ""},
		{act("slide 1", ann), ""},
		{third(h.Move(ctx, s.ID, Limits{Depth: 1}, Change{Token: ann})), Forbidden},
		{undo(1, ""), Forbidden},
		{undo(1, ann), ""},
		{act("place 0 0", ann), ""},
		{act("slide 1", ann), ""},
		{act("place 8 0", bob), ""},
		{undo(1, bob), ""},
		{act("place 8 0", bob), ""},
		{second(h.Restart(ctx, s.ID, "")), Forbidden},
		{second(h.Resign(ctx, s.ID, "p2", ann)), Forbidden},
		{seats("", a, b), Forbidden},
		{seats(ann, a, Seat{Kind: Engine, Level: 1}), Forbidden},
		{seats(ann, Seat{Name: "Anna"}, b), ""},
		{second(h.Resign(ctx, s.ID, "p2", bob)), ""},
		{seats(ann, Seat{Kind: Engine, Level: 1}, b), ""},
		{seats(bob, a, b), Forbidden}, // the seat is still Ann's
	} {
		if kindOf(tc.err) != tc.want {
			t.Errorf("step %d: %v, want %q", i, tc.err, tc.want)
		}
	}
	// Everybody may look.
	if now, err := h.State(ctx, s.ID); err != nil || now.Seats[0].Guarded || !now.Seats[1].Guarded {
		t.Errorf("%v, %+v", err, now.Seats)
	}
	stored, _ := h.store.Load(ctx, s.ID)
	for _, seat := range stored.Seats {
		if seat.Hash == ann || seat.Hash == bob {
			t.Error("a token is in the store")
		}
	}
}

func TestRestart(t *testing.T) {
	h := newHost(t)
	fen := strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 27) + " O"
	s := create(t, h, Spec{Game: "othello", FEN: fen})
	first := s
	playAll(t, h, s.ID, s.Legal[0])
	s, err := h.Restart(t.Context(), s.ID, "")
	if err != nil || s.FEN != first.FEN || len(s.Turns) != 0 || s.Version != 3 {
		t.Errorf("%v, %+v", err, s)
	}
}

func TestHistory(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4"})
	var states []State
	for _, token := range []string{"", "0.0s1", "8.0s4"} {
		if token != "" {
			s = play(t, h, s.ID, move(token))
		}
		states = append(states, s)
	}
	play(t, h, s.ID, action("place 7 0"))
	for n, want := range states {
		got, err := h.StateAt(t.Context(), s.ID, n)
		if err != nil || got.At == nil || *got.At != n || got.FEN != want.FEN || got.Version != 4 ||
			cmp.Diff(want.Turns, got.Turns) != "" || cmp.Diff(want.Legal, got.Legal) != "" || len(got.Pending) != 0 {
			t.Errorf("after %d turns: %v, %+v", n, err, got)
		}
	}
	for _, n := range []int{-1, 3} {
		if _, err := h.StateAt(t.Context(), s.ID, n); kindOf(err) != BadRequest {
			t.Errorf("after %d turns: %v", n, err)
		}
	}
}

func TestLooking(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "blokus"})
	if diff := cmp.Diff([]string{"pieces", "corners", "placements"}, s.Lists); diff != "" {
		t.Errorf("lists:\n%s", diff)
	}
	if list, err := h.List(t.Context(), s.ID, "pieces"); err != nil || len(list) != 4 { // those left, a line a seat
		t.Errorf("pieces: %d, %v", len(list), err)
	}
	for _, name := range []string{"", "two words", "unknown", "pieces\nquit"} {
		if _, err := h.List(t.Context(), s.ID, name); kindOf(err) != BadRequest {
			t.Errorf("list %q: %v", name, err)
		}
	}
	good, err := h.Try(t.Context(), s.ID, "place a20")
	if err != nil || good.Refusal != nil || len(good.Diagram) < 100 {
		t.Errorf("a good place: %v, %v", good.Refusal, err)
	}
	bad, err := h.Try(t.Context(), s.ID, "place b19")
	if err != nil || bad.Refusal == nil || bad.Refusal.Kind != Illegal || bad.Refusal.Text == "" {
		t.Errorf("a bad place: %v, %v", bad.Refusal, err)
	}
	if none, err := h.Try(t.Context(), s.ID, "stop"); err != nil || none.Refusal == nil {
		t.Errorf("no action: %v, %v", none.Refusal, err)
	}
	if now, _ := h.State(t.Context(), s.ID); now.Version != 1 {
		t.Errorf("looking made version %d", now.Version)
	}
}

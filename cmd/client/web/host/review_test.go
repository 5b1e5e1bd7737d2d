package host

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/cmd/client/judge"
	"quadrille/protocol/driver"
)

// missed is a game of square4 in which the last turn leaves a win at once: a
// block of four at 0.3.
const missed = "0.0s1 8.0s4 0.1s1 8.1s4 0.2s1 7.0s4 1.0s1"

// moves are changes that play turns.
func moves(tokens string) (changes []Change) {
	for _, token := range strings.Fields(tokens) {
		changes = append(changes, move(token))
	}
	return changes
}

// quick are limits that come to the same end on any machine.
var quick = Limits{Depth: 2}

func TestReview(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4"})
	play(t, h, s.ID, moves(missed)...)
	var told []int
	r, err := h.Review(t.Context(), s.ID, quick, ReviewWatch{Judged: func(r *judge.Report) { told = append(told, len(r.Turns)) }})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Turns) != 7 || r.Total != 7 || told[len(told)-1] != 7 {
		t.Errorf("%d of %d turns, told %v", len(r.Turns), r.Total, told)
	}
	if last := r.Turns[6]; last.Mark != judge.Blunder || last.Best != "0.3" || last.Before.Mate != 1 || len(last.Line) == 0 {
		t.Errorf("a win was left, and the turn is judged %+v", last)
	}
	searches := h.Stats().Searches
	if again, err := h.Review(t.Context(), s.ID, quick, ReviewWatch{}); err != nil || again != r || h.Stats().Searches != searches {
		t.Errorf("the second time: %+v, %v, %d searches after %d", again, err, h.Stats().Searches, searches)
	}
	play(t, h, s.ID, move("7.1s4"))
	more, err := h.Review(t.Context(), s.ID, quick, ReviewWatch{})
	if err != nil || len(more.Turns) != 8 || h.Stats().Searches > searches+2 {
		t.Errorf("a turn later: %d turns, %v, %d searches after %d", len(more.Turns), err, h.Stats().Searches, searches)
	}
}

// What a review finds does not depend on how many engines make it.
func TestReviewByMany(t *testing.T) {
	for _, tc := range []struct{ game, turns string }{
		{"square4", missed},
		{"teeko", "b2 c3 c2 d4 a1 b4"},
		{"othello", "f5 d6 c3 d3"},
		{"blokus", "a20 t20 t1 a1"},
	} {
		var reports []*judge.Report
		for _, engines := range []int{1, 3} {
			h := newHost(t, func(c *Config) { c.Engines = engines })
			s := create(t, h, Spec{Game: tc.game})
			play(t, h, s.ID, moves(tc.turns)...)
			r, err := h.Review(t.Context(), s.ID, Limits{Nodes: 500}, ReviewWatch{})
			if err != nil || len(r.Turns) != len(strings.Fields(tc.turns)) {
				t.Fatalf("%s, %d engines: %+v, %v", tc.game, engines, r, err)
			}
			reports = append(reports, r)
		}
		if !reflect.DeepEqual(reports[0], reports[1]) {
			t.Errorf("%s: one engine finds\n%+v\nand three\n%+v", tc.game, reports[0], reports[1])
		}
	}
}

// A review waits when none of its searches runs.
func TestReviewWaits(t *testing.T) {
	var told []Wait
	w := waits{tell: func(why Wait) { told = append(told, why) }}
	one, oneOver := w.of()
	two, twoOver := w.of()
	one(Running)
	two(Sharing) // the other goes on
	one(Playing)
	two(Playing)
	two(Running)
	two(Sharing)
	two(Running)
	oneOver()
	twoOver()
	twoOver()
	if want := []Wait{Running, Playing, Playing, Running, Sharing, Running}; !slices.Equal(told, want) || w.running != 0 {
		t.Errorf("it was told %q, want %q; %d run", told, want, w.running)
	}
}

// A game of four has a chance for each seat.
func TestReviewOfFour(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "blokus", Rules: map[string]string{"corners": "fixed"}})
	play(t, h, s.ID, moves("a20 t20 t1 a1")...)
	r, err := h.Review(t.Context(), s.ID, Limits{Nodes: 300}, ReviewWatch{})
	if err != nil || len(r.Turns) != 4 || len(r.Turns[3].After.Shares) != 4 {
		t.Errorf("%+v, %v", r, err)
	}
}

// A review that its reader leaves stops, and the next goes on from there.
func TestReviewGoesOn(t *testing.T) {
	const long = 60_000 // nodes, so that it is left before it is over
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4"})
	play(t, h, s.ID, moves(missed)...)
	ctx, cancel := context.WithCancel(t.Context())
	left, err := h.Review(ctx, s.ID, Limits{Nodes: long}, ReviewWatch{Judged: func(r *judge.Report) {
		if len(r.Turns) >= 1 {
			cancel()
		}
	}})
	if err == nil || len(left.Turns) < 1 {
		t.Fatalf("%+v, %v", left, err)
	}
	waitFor(t, func() bool { return h.Stats().Searching == 0 })
	first := -1
	r, err := h.Review(t.Context(), s.ID, Limits{Nodes: long}, ReviewWatch{Judged: func(r *judge.Report) {
		if first < 0 {
			first = len(r.Turns)
		}
	}})
	if err != nil || len(r.Turns) != 7 || first < 1 {
		t.Errorf("%d turns at first, %d in the end, %v", first, len(r.Turns), err)
	}
}

// Two who ask for the same read one review.
func TestReviewIsShared(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "teeko"})
	play(t, h, s.ID, moves("b2 c3 c2 d4")...)
	var all sync.WaitGroup
	got := make([]*judge.Report, 3)
	for i := range got {
		all.Go(func() { got[i], _ = h.Review(t.Context(), s.ID, quick, ReviewWatch{}) })
	}
	all.Wait()
	if got[0] == nil || got[0] != got[1] || got[0] != got[2] || len(got[0].Turns) != 4 {
		t.Errorf("three reports: %v", got)
	}
}

// What may not be judged, and when it may.
// Nobody has an engine's help in a game between people before it is over.
func TestNoHelpBetweenPeople(t *testing.T) {
	h := newHost(t)
	for name, tc := range map[string]struct {
		seats []Seat
		want  Kind
	}{
		"people":          {[]Seat{{}, {}}, Forbidden},
		"one and a level": {[]Seat{{}, {Kind: Engine, Level: 1}}, ""},
	} {
		s, tokens, err := h.Create(t.Context(), Spec{Game: "square4", Tokens: true, Seats: tc.seats, Still: true})
		if err != nil {
			t.Fatal(err)
		}
		start := 0
		for what, ask := range map[string]func() error{
			"a hint":     func() error { return second(h.Hint(t.Context(), s.ID, Limits{Depth: 1})) },
			"a search":   func() error { return second(h.Search(t.Context(), s.ID, nil, Limits{Depth: 1}, Watch{})) },
			"of another": func() error { return second(h.Search(t.Context(), s.ID, &start, Limits{Depth: 1}, Watch{})) },
			"a turn": func() error {
				_, _, err := h.Move(t.Context(), s.ID, Limits{Depth: 1}, Change{Token: tokens[0]})
				return err
			},
		} {
			if got := kindOf(ask()); got != tc.want {
				t.Errorf("%s, %s: %q, want %q", name, what, got, tc.want)
			}
			h.Undo(t.Context(), s.ID, Undo{Turns: 1, Token: tokens[0]}) // what may have been played
		}
		if _, err := h.Resign(t.Context(), s.ID, "p1", tokens[0]); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Search(t.Context(), s.ID, &start, Limits{Depth: 1}, Watch{}); err != nil {
			t.Errorf("%s, when it is over: %v", name, err)
		}
	}
}

func TestReviewRefused(t *testing.T) {
	h := newHost(t)
	refused := func(id string) Kind {
		_, err := h.Review(t.Context(), id, Limits{Depth: 1}, ReviewWatch{})
		return kindOf(err)
	}
	people, tokens, err := h.Create(t.Context(), Spec{Game: "teeko", Tokens: true})
	if err != nil {
		t.Fatal(err)
	}
	play(t, h, people.ID, Change{Move: "b2", Token: tokens[0]})
	if got := refused(people.ID); got != Forbidden {
		t.Errorf("a game that goes on between people: %q", got)
	}
	if _, err := h.Resign(t.Context(), people.ID, "p2", tokens[1]); err != nil {
		t.Fatal(err)
	}
	if got := refused(people.ID); got != "" {
		t.Errorf("when it is over: %q", got)
	}
	screen := create(t, h, Spec{Game: "teeko"})
	if got := refused(screen.ID); got != BadRequest {
		t.Errorf("a game without turns: %q", got)
	}
	play(t, h, screen.ID, move("b2"))
	if got := refused(screen.ID); got != "" {
		t.Errorf("a game at one screen: %q", got)
	}
	if _, err := h.Review(t.Context(), screen.ID, Limits{Level: 11}, ReviewWatch{}); kindOf(err) != BadRequest {
		t.Errorf("level 11: %v", err)
	}
	if got := refused("nosuchgamexx"); got != NotFound {
		t.Errorf("no such game: %q", got)
	}
}

// The whole takes no longer than a search may.
func TestReviewIsBounded(t *testing.T) {
	h := newHost(t, func(c *Config) { c.MaxThink = time.Minute })
	for _, tc := range []struct {
		l     Limits
		turns int
		want  time.Duration
	}{
		{Limits{}, 10, reviewTime},
		{Limits{MoveTime: time.Second}, 10, time.Second},
		{Limits{MoveTime: time.Hour}, 10, time.Minute / 21},
		{Limits{Depth: 30}, 10, time.Minute / 21},
		{Limits{}, 1000, time.Minute / 2001},
	} {
		if got := h.forReview(tc.l, tc.turns).MoveTime; got != tc.want {
			t.Errorf("%+v, %d turns: %v, want %v", tc.l, tc.turns, got, tc.want)
		}
	}
}

// Reviews of long ago make room.
func TestReviewsMakeRoom(t *testing.T) {
	var all reviews
	long := driver.Position{Turns: make([]string, mostReviewed/4)}
	for i := range 10 {
		r, begin := all.join(t.Context(), strings.Repeat("x", i), long)
		if !begin {
			t.Fatal("it is there already")
		}
		r.end(&judge.Report{}, nil)
		all.leave(r)
	}
	if len(all.all) != 4 || all.all[3].key != strings.Repeat("x", 9) {
		t.Errorf("%d reviews are kept", len(all.all))
	}
}

package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
)

// shown writes a state as the table of TestRequests does: what has been
// played, the result unless it is none, and the request.
func shown(s State) string {
	text := lineOf(s)
	if s.Over() {
		text += " " + s.Result
	}
	if r := s.Request; r != nil {
		text += fmt.Sprintf(" [%s by %s to %d, agreed %s, waits for %s]",
			r.What, r.By, r.Left, strings.Join(r.Agreed, " "), strings.Join(r.Waits, " "))
	}
	return strings.TrimSpace(text)
}

// TestRequests has players ask for what needs everybody's word. A step is who
// does what: a, b, c, d are the holders of the tokens of p1 to p4, and w is
// somebody who only watches.
func TestRequests(t *testing.T) {
	h := newHost(t)
	for _, tc := range []struct {
		name  string
		game  string
		open  bool // without tokens
		seats []Seat
		line  string
		steps string
		want  string
		kind  Kind // of the last step's refusal
	}{
		{name: "restart", line: "0.0s1", steps: "a:restart", want: "0.0s1 [restart by p1 to 0, agreed p1, waits for p2]"},
		{name: "restart agreed", line: "0.0s1", steps: "a:restart b:yes", want: ""},
		{name: "both press restart", line: "0.0s1", steps: "a:restart b:restart", want: ""},
		{name: "restart refused", line: "0.0s1", steps: "a:restart b:no", want: "0.0s1"},
		{name: "restart withdrawn", line: "0.0s1", steps: "a:restart a:no", want: "0.0s1"},
		{name: "nobody agrees with himself", line: "0.0s1", steps: "a:restart a:yes", want: "0.0s1 [restart by p1 to 0, agreed p1, waits for p2]"},
		{name: "a watcher has no word", line: "0.0s1", steps: "a:restart w:yes", kind: Forbidden, want: "0.0s1 [restart by p1 to 0, agreed p1, waits for p2]"},
		{name: "nor refuses", line: "0.0s1", steps: "a:restart w:no", kind: Forbidden, want: "0.0s1 [restart by p1 to 0, agreed p1, waits for p2]"},
		{name: "nor asks", line: "0.0s1", steps: "w:restart", kind: Forbidden, want: "0.0s1"},
		{name: "a turn withdraws it", line: "0.0s1", steps: "a:restart b:8.0s4", want: "0.0s1 8.0s4"},
		{name: "half a turn too", line: "0.0s1", steps: "a:restart b:place_8_0", want: "0.0s1 place_8_0"},
		{name: "a resignation too", line: "0.0s1", steps: "a:restart b:resign", want: "0.0s1 p1win"},
		{name: "there is nothing to answer", line: "0.0s1", steps: "b:yes", kind: Conflict, want: "0.0s1"},
		{name: "what was withdrawn", line: "0.0s1", steps: "a:restart a:no b:yes", kind: Conflict, want: "0.0s1"},
		{name: "the loser does not erase the game", line: "0.0s1", steps: "b:resign b:restart", want: "0.0s1 p1win [restart by p2 to 0, agreed p2, waits for p1]"},
		{name: "unless the winner lets him", line: "0.0s1", steps: "b:resign b:restart a:yes", want: ""},

		{name: "one's own turn", line: "0.0s1 8.0s4", steps: "b:undo1", want: "0.0s1"},
		{name: "one's own action", line: "0.0s1 place_8_0", steps: "b:undo1", want: "0.0s1"},
		{name: "the other's turn", line: "0.0s1 8.0s4", steps: "a:undo1", want: "0.0s1 8.0s4 [undo by p1 to 1, agreed p1, waits for p2]"},
		{name: "one's own with the answer", line: "0.0s1 8.0s4", steps: "a:undo2 b:yes", want: ""},
		{name: "the other's half of a turn", line: "0.0s1 place_8_0", steps: "a:undo2 b:no", want: "0.0s1 place_8_0"},
		{name: "both press undo", line: "0.0s1 8.0s4 place_7_0", steps: "b:undo2 a:undo2", want: "0.0s1"},
		{name: "two ask for two things", line: "0.0s1 8.0s4", steps: "a:undo1 b:restart", kind: Conflict, want: "0.0s1 8.0s4 [undo by p1 to 1, agreed p1, waits for p2]"},
		{name: "one thinks better of it", line: "0.0s1 8.0s4", steps: "a:undo1 a:restart", want: "0.0s1 8.0s4 [restart by p1 to 0, agreed p1, waits for p2]"},
		{name: "one's resignation", line: "0.0s1", steps: "b:resign b:undo1", want: "0.0s1 p1win [undo by p2 to 1, agreed p2, waits for p1]"},
		{name: "one's resignation agreed", line: "0.0s1", steps: "b:resign b:undo1 a:yes", want: "0.0s1"},
		{name: "what one decided last", line: "0.0s1 8.0s4", steps: "a:undo", want: "0.0s1 8.0s4 [undo by p1 to 0, agreed p1, waits for p2]"},
		{name: "what one decided last, agreed", line: "0.0s1 8.0s4", steps: "a:undo b:yes", want: ""},
		{name: "also when the other has begun", line: "0.0s1 8.0s4 7.0s3 place_6_0", steps: "a:undo b:yes", want: "0.0s1 8.0s4"},
		{name: "before one decided anything", line: "place_0_0", steps: "b:undo a:yes", want: ""},
		{name: "what only the other decided", line: "0.0s1", steps: "b:undo a:yes", want: ""},
		{name: "nothing to undo", steps: "a:undo1", kind: BadRequest, want: ""},

		{name: "half of a turn", line: "0.0s1 8.0s4", steps: "a:action b:yes", want: "0.0s1 place_8_0"},
		{name: "and all of it are two things", line: "0.0s1 8.0s4", steps: "a:action a:undo1 b:yes", want: "0.0s1"},

		{name: "a draw is offered", line: "0.0s1", steps: "a:draw", want: "0.0s1 [draw by p1 to 1, agreed p1, waits for p2]"},
		{name: "and agreed", line: "0.0s1", steps: "a:draw b:yes", want: "0.0s1 draw"},
		{name: "both offer", line: "0.0s1", steps: "a:draw b:draw", want: "0.0s1 draw"},
		{name: "a draw is refused", line: "0.0s1", steps: "a:draw b:no", want: "0.0s1"},
		{name: "by playing on", line: "0.0s1", steps: "a:draw b:8.0s4", want: "0.0s1 8.0s4"},
		{name: "not again before both have played", line: "0.0s1", steps: "a:draw b:no a:draw", kind: TooSoon, want: "0.0s1"},
		{name: "nor after one turn", line: "0.0s1", steps: "a:draw b:8.0s4 a:draw", kind: TooSoon, want: "0.0s1 8.0s4"},
		{name: "but then", line: "0.0s1", steps: "a:draw b:8.0s4 a:0.1s1 a:draw", want: "0.0s1 8.0s4 0.1s1 [draw by p1 to 3, agreed p1, waits for p2]"},
		{name: "the other may in between", line: "0.0s1", steps: "a:draw b:no b:draw", want: "0.0s1 [draw by p2 to 1, agreed p2, waits for p1]"},
		{name: "a watcher offers none", line: "0.0s1", steps: "w:draw", kind: Forbidden, want: "0.0s1"},
		{name: "nor does anybody after the end", line: "0.0s1", steps: "b:resign a:draw", kind: Over, want: "0.0s1 p1win"},
		{name: "who plays both agrees with himself", open: true, line: "0.0s1", steps: "w:draw", want: "0.0s1 draw"},
		{name: "another's request first", line: "0.0s1", steps: "b:restart a:draw", kind: Conflict, want: "0.0s1 [restart by p2 to 0, agreed p2, waits for p1]"},
		{name: "four have none", game: "blokus", line: "a20", steps: "a:draw", kind: NotSupported, want: "a20"},
		{name: "a draw is taken back", line: "0.0s1", steps: "a:draw b:yes a:undo1 b:yes", want: "0.0s1"},

		{name: "open seats need nobody", open: true, line: "0.0s1 8.0s4", steps: "w:undo1 w:restart", want: ""},
		{name: "one person needs nobody", seats: []Seat{{}, {Kind: Engine, Level: 1}}, steps: "a:0.0s1 a:restart", want: ""},
		{name: "asking again takes nobody's word back", game: "blokus", line: "a20", steps: "a:restart c:yes a:restart",
			want: "a20 [restart by p1 to 0, agreed p1 p3, waits for p2 p4]"},
		{name: "who gave the seat to an engine has no word", line: "0.0s1", steps: "a:leave a:restart", kind: Forbidden, want: "0.0s1"},
		{name: "not even to take back", line: "0.0s1 8.0s4", steps: "a:leave a:undo1", kind: Forbidden, want: "0.0s1 8.0s4"},
		{name: "unless no person is left", line: "0.0s1", steps: "a:leave b:leave a:restart", want: ""},
		{name: "four", game: "blokus", line: "a20 t20", steps: "a:restart c:yes d:yes",
			want: "a20 t20 [restart by p1 to 0, agreed p1 p3 p4, waits for p2]"},
		{name: "four agree", game: "blokus", line: "a20 t20", steps: "a:restart c:yes d:yes b:yes", want: ""},
		{name: "two and engines", game: "blokus", seats: []Seat{{}, {Kind: Engine, Level: 1}, {}, {Kind: Engine, Level: 1}}, line: "",
			steps: "c:restart", want: "[restart by p3 to 0, agreed p3, waits for p1]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			spec := Spec{Game: cmp.Or(tc.game, "square4"), Seats: tc.seats, Tokens: !tc.open, Still: true}
			s, tokens, err := h.Create(t.Context(), spec)
			if err != nil {
				t.Fatal(err)
			}
			players := table{h, s.ID, tokens}
			for i, w := range strings.Fields(tc.line) {
				if err := players.do(t.Context(), "abcd"[i%len(s.Seats):][:1], w); err != nil {
					t.Fatal(err)
				}
			}
			for _, step := range strings.Fields(tc.steps) {
				who, what, _ := strings.Cut(step, ":")
				err = players.do(t.Context(), who, what)
			}
			if kindOf(err) != tc.kind {
				t.Errorf("the last step: %v, want %q", err, tc.kind)
			}
			now, err := h.State(t.Context(), s.ID)
			if got := shown(now); got != tc.want || err != nil {
				t.Errorf("%q, want %q (%v)", got, tc.want, err)
			}
		})
	}
}

// table is a game whose players tests speak for.
type table struct {
	h      *Host
	id     string
	tokens []string
}

func (p table) do(ctx context.Context, who, what string) error {
	token, seat := "", "p"+string("1234"[max(0, strings.Index("abcd", who))])
	if i := strings.Index("abcd", who); i >= 0 && i < len(p.tokens) {
		token = p.tokens[i]
	}
	switch what {
	case "yes", "no":
		return second(p.h.Answer(ctx, p.id, what == "yes", Change{Token: token}))
	case "leave":
		now, err := p.h.State(ctx, p.id)
		if err != nil {
			return err
		}
		seats := slices.Clone(now.Seats)
		seats[seat[1]-'1'] = Seat{Kind: Engine, Level: 1}
		return second(p.h.SetSeats(ctx, p.id, seats, token))
	case "back":
		return second(p.h.Leave(ctx, p.id, seat, token))
	case "restart":
		return second(p.h.Restart(ctx, p.id, token))
	case "action":
		return second(p.h.Undo(ctx, p.id, Undo{Actions: 1, Token: token}))
	case "draw":
		return second(p.h.OfferDraw(ctx, p.id, Change{Token: token}))
	case "resign":
		return second(p.h.Resign(ctx, p.id, seat, token))
	case "undo", "undo1", "undo2":
		return second(p.h.Undo(ctx, p.id, Undo{Turns: int((what + "0")[4] - '0'), Token: token}))
	}
	c := move(what)
	if text := strings.ReplaceAll(what, "_", " "); text != what {
		c = action(text)
	}
	c.Token = token
	return second(p.h.Act(ctx, p.id, c))
}

// Who says again what he has said changes nothing.
func TestSaidAgain(t *testing.T) {
	h := newHost(t)
	for _, words := range []string{"draw draw", "restart restart", "undo1 undo1", "draw yes"} {
		s, tokens, err := h.Create(t.Context(), Spec{Game: "square4", Tokens: true})
		if err != nil {
			t.Fatal(err)
		}
		players := table{h, s.ID, tokens}
		for i, w := range strings.Fields("0.0s1 8.0s4 " + words) {
			if err := players.do(t.Context(), "abaa"[i:][:1], w); err != nil {
				t.Errorf("%s: %v", w, err)
			}
		}
		if now, err := h.State(t.Context(), s.ID); err != nil || now.Version != 4 || now.Request == nil || len(now.Request.Agreed) != 1 {
			t.Errorf("%s: version %d, %+v, %v", words, now.Version, now.Request, err)
		}
	}
}

// unlinked is a store that cannot save a change while it is broken.
type unlinked struct {
	Store
	broken atomic.Bool
}

func (s *unlinked) Save(c store.Change) error {
	if s.broken.Load() {
		return errors.New("broken")
	}
	return s.Store.Save(c)
}

// breakable returns a host with such a store.
func breakable(t *testing.T) (*Host, *unlinked) {
	t.Helper()
	s := &unlinked{}
	return newHost(t, func(c *Config) { s.Store, c.Store = c.Store, s }), s
}

// An engine's turn that cannot be written is said to be stuck, and is played once it can.
func TestStuckTurn(t *testing.T) {
	h, kept := breakable(t)
	kept.broken.Store(true)
	s := create(t, h, Spec{Game: "teeko", Seats: []Seat{{Kind: Engine, Level: 1}, {}}})
	watched := subscribe(t, h, s.ID)
	if got := await(t, watched, func(s State) bool { return s.Stuck != "" }); got.Thinking != "p1" || len(got.Turns) != 0 {
		t.Errorf("thinking %q, turns %v", got.Thinking, got.Turns)
	}
	kept.broken.Store(false)
	if got := await(t, watched, func(s State) bool { return len(s.Turns) == 1 }); got.Stuck != "" || got.Thinking != "" {
		t.Errorf("afterwards thinking %q, stuck %q", got.Thinking, got.Stuck)
	}
}

// A rematch that the game that was over cannot lead to is none.
func TestRematchWithoutItsLink(t *testing.T) {
	h, kept := breakable(t)
	s := create(t, h, Spec{Game: "teeko", Seats: []Seat{{}, {Kind: Engine, Level: 1}}})
	if _, err := h.Resign(t.Context(), s.ID, "p1", ""); err != nil {
		t.Fatal(err)
	}
	kept.broken.Store(true)
	if _, made, err := h.Rematch(t.Context(), s.ID, ""); kindOf(err) != Unavailable || made {
		t.Errorf("made %v, %v", made, err)
	}
	if stats := h.Stats(); stats.Stored != 1 || stats.Games != 1 {
		t.Errorf("%d games, %d of them in memory", stats.Stored, stats.Games)
	}
	kept.broken.Store(false)
	again, made, err := h.Rematch(t.Context(), s.ID, "")
	if err != nil || !made {
		t.Errorf("made %v, %v", made, err)
	}
	if now, err := h.State(t.Context(), s.ID); err != nil || now.Later != again.ID {
		t.Errorf("it leads to %q, not to %q, %v", now.Later, again.ID, err)
	}
}

// A request survives the server, is in the events, and is answered at the
// version that was seen only.
func TestRequestIsKept(t *testing.T) {
	dir := t.TempDir()
	h := hostIn(t, dir)
	s, tokens, _ := h.Create(t.Context(), Spec{Game: "square4", Tokens: true})
	ctx, cancel := context.WithCancel(t.Context())
	events, err := h.Subscribe(ctx, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	<-events
	want, err := h.Restart(t.Context(), s.ID, tokens[0])
	if got := <-events; err != nil || got.Request == nil || got.Version != 2 || shown(got) != shown(want) {
		t.Errorf("told: %+v, %v", got.Request, err)
	}
	cancel()
	closeHost(t, h)
	h = hostIn(t, dir)
	now, err := h.State(t.Context(), s.ID)
	if shown(now) != "[restart by p1 to 0, agreed p1, waits for p2]" || err != nil {
		t.Errorf("after a restart of the server: %q, %v", shown(now), err)
	}
	one := 1
	if _, err := h.Answer(t.Context(), s.ID, true, Change{Version: &one, Token: tokens[1]}); kindOf(err) != Conflict {
		t.Errorf("an answer to an old version: %v", err)
	}
	if now, err = h.Answer(t.Context(), s.ID, true, Change{Version: &now.Version, Token: tokens[1]}); now.Request != nil || err != nil {
		t.Errorf("agreed: %+v, %v", now.Request, err)
	}
}

// Asking does not stop the engine that thinks about the next turn.
func TestRequestLeavesTheSearch(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4", Seats: []Seat{{}, {Kind: Engine, Level: 1}}})
	moved := make(chan error, 1)
	begun := make(chan struct{})
	go func() {
		close(begun)
		_, _, err := h.Move(context.Background(), s.ID, Limits{Nodes: 50_000}, Change{})
		moved <- err
	}()
	<-begun
	waitFor(t, func() bool { now, _ := h.State(t.Context(), s.ID); return now.Thinking != "" || len(now.Turns) > 0 })
	if _, err := h.OfferDraw(t.Context(), s.ID, Change{}); err != nil {
		t.Error(err)
	}
	if err := <-moved; err != nil {
		t.Errorf("the search: %v", err)
	}
}

// There is one rematch, the players have moved up with their tokens, and the
// old game stays.
func TestRematch(t *testing.T) {
	h := newHost(t)
	ctx := t.Context()
	s, tokens, err := h.Create(ctx, Spec{Game: "square4", Rules: map[string]string{"pieces": "4"}, Tokens: true,
		Seats: []Seat{{Name: "Ann"}, {Name: "Bob"}}})
	if err != nil {
		t.Fatal(err)
	}
	ann, bob := tokens[0], tokens[1]
	if _, _, err := h.Rematch(ctx, s.ID, ann); kindOf(err) != Conflict {
		t.Errorf("while the game goes on: %v", err)
	}
	play(t, h, s.ID, Change{Move: "0.0s1", Token: ann})
	h.Resign(ctx, s.ID, "p2", bob)
	if _, _, err := h.Rematch(ctx, s.ID, ""); kindOf(err) != Forbidden {
		t.Errorf("by a watcher: %v", err)
	}
	var all sync.WaitGroup
	var again [4]State
	var made [4]bool
	for i := range again {
		all.Go(func() { again[i], made[i], _ = h.Rematch(ctx, s.ID, tokens[i%2]) })
	}
	all.Wait()
	count := 0
	for i := range again {
		if made[i] {
			count++
		}
		if again[i].ID != again[0].ID || again[i].ID == s.ID {
			t.Errorf("one gets %s, another %s", again[i].ID, again[0].ID)
		}
	}
	if count != 1 {
		t.Errorf("made %d times", count)
	}
	now := again[0]
	if now.Seats[0].Name != "Bob" || now.Seats[1].Name != "Ann" || now.Rules["pieces"] != "4" || now.Earlier != s.ID || len(now.Turns) != 0 {
		t.Errorf("%+v", now)
	}
	if _, err := h.Act(ctx, now.ID, Change{Move: "0.0s1", Token: ann}); kindOf(err) != Forbidden {
		t.Errorf("Ann begins again: %v", err)
	}
	play(t, h, now.ID, Change{Move: "0.0s1", Token: bob})
	old, err := h.State(ctx, s.ID)
	if err != nil || old.Later != now.ID || lineOf(old) != "0.0s1" || old.Result != "p1win" {
		t.Errorf("the old game: %v, %q %+v", err, lineOf(old), old)
	}
	if err := h.store.Delete(now.ID, time.Time{}); err != nil {
		t.Fatal(err)
	}
	g, _ := h.find(now.ID)
	h.drop(g)
	if third, made, err := h.Rematch(ctx, s.ID, bob); err != nil || !made || third.ID == now.ID {
		t.Errorf("when the rematch is gone: %v, %v, %s", err, made, third.ID)
	}
}

// Of four, each moves up by one; a level that sits first then begins by itself,
// at the position at which the old game began.
func TestRematchOfMore(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "blokus", Seats: []Seat{{Name: "Ann"}, {Name: "Bob"}, {Kind: Engine, Level: 1}, {Name: "Cid"}}, Still: true})
	g, _ := h.acquire(t.Context(), s.ID)
	n := g.next()
	n.head.Result, n.head.Reason = "p1win", resignReason
	h.commit(t.Context(), g, n, g.facts)
	g.release()
	again, _, err := h.Rematch(t.Context(), s.ID, "")
	var names []string
	for _, seat := range again.Seats {
		names = append(names, cmp.Or(seat.Name, string(seat.Kind)))
	}
	if got := strings.Join(names, " "); got != "Bob engine Cid Ann" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	fen := strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 27) + " O"
	s = create(t, h, Spec{Game: "othello", FEN: fen, Seats: []Seat{{}, {Kind: Engine, Level: 1}}})
	waitFor(t, func() bool { now, _ := h.State(t.Context(), s.ID); return len(now.Turns) == 1 })
	if s, err = h.Resign(t.Context(), s.ID, "p1", ""); err != nil {
		t.Fatal(err)
	}
	again, _, err = h.Rematch(t.Context(), s.ID, "")
	if err != nil || again.Start == driver.StartPos || again.Start != s.Start || again.Turn != "p2" || again.Seats[0].Kind != Engine {
		t.Errorf("%v, %+v", err, again)
	}
}

// A game that is played again has the players it is played by.
func TestAgainHasItsPlayers(t *testing.T) {
	h := newHost(t)
	spec := Spec{Game: "othello", Seats: []Seat{{Name: "Ann"}, {Kind: Engine, Level: 1}}, Still: true}
	first, err := h.Again(t.Context(), "", spec)
	if err != nil {
		t.Fatal(err)
	}
	play(t, h, first.ID, move("d3"))
	spec.Seats = []Seat{{Kind: Engine, Level: 2}, {Name: "Bob"}}
	second, err := h.Again(t.Context(), first.ID, spec)
	if err != nil || second.ID != first.ID || len(second.Turns) != 0 || second.Seats[0].Level != 2 || second.Seats[1].Name != "Bob" {
		t.Errorf("%+v, %v", second.Seats, err)
	}
	spec.Seats = nil
	if third, err := h.Again(t.Context(), first.ID, spec); err != nil || third.Seats[1].Name != "Bob" {
		t.Errorf("without players: %+v, %v", third.Seats, err)
	}
}

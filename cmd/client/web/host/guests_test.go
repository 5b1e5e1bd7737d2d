package host

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"quadrille/protocol/driver"
	"quadrille/protocol/driver/drivertest"
	"quadrille/protocol/driver/gtp"
	"quadrille/protocol/driver/nboard"
)

// badGuest is an engine of plain UGI that does wrong when it is asked for a turn.
func badGuest(how string) int {
	scan(os.Stdin, func(line string) (goOn bool) {
		switch word, _, _ := strings.Cut(line, " "); word {
		case "ugi":
			say("id name bad", "ugiok")
		case "isready":
			say("readyok")
		case "go":
			switch how {
			case illegal:
				say("bestmove zz9")
			case slow:
				time.Sleep(margin + 300*time.Millisecond)
				say("bestmove d3")
			case crashing:
				os.Stderr.WriteString("out of luck\n")
				os.Exit(7)
			}
		case "quit":
			return false
		}
		return true
	})
	return 0
}

// guest is a guest that is this test binary.
func guest(t *testing.T, name, speaks string, open func(context.Context, *driver.Process) (driver.Player, error)) Guest {
	return Guest{Name: name, Limits: driver.Limits{MoveTime: 50 * time.Millisecond}, Open: func(ctx context.Context) (driver.Player, error) {
		c := drivertest.Command(t, speaks)
		c.Name = name
		proc, err := driver.Start(c, nil)
		if err != nil {
			return nil, err
		}
		return open(ctx, proc)
	}}
}

func asUGI(ctx context.Context, p *driver.Process) (driver.Player, error) {
	return driver.OpenUGI(ctx, p, time.Minute)
}

func asGTP(ctx context.Context, p *driver.Process) (driver.Player, error) {
	return gtp.Open(ctx, p, time.Minute)
}

func asNBoard(ctx context.Context, p *driver.Process) (driver.Player, error) {
	return nboard.Open(ctx, p, time.Minute, driver.Setting{Name: "set depth", Value: "1"})
}

// bad is a guest that plays othello wrongly.
func bad(t *testing.T, how string) Guest {
	g := guest(t, how, how, asUGI)
	g.Games = []string{"othello"}
	return g
}

func withGuests(guests ...Guest) func(*Config) { return func(c *Config) { c.Guests = guests } }

// Guests of every dialect are listed with the games that they play, and play
// them to the end against a level.
func TestGuests(t *testing.T) {
	h := newHost(t, withGuests(guest(t, "U", "ugi", asUGI), guest(t, "G", "gtp", asGTP), guest(t, "N", "nboard", asNBoard)))
	games, err := h.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{}
	for _, g := range games {
		listed[g.Name] = strings.Join(g.Engines, " ")
	}
	if listed["square4"] != "U" || listed["teeko"] != "U" || listed["othello"] != "U G N" || listed["blokus"] != "U" {
		t.Errorf("listed: %v", listed)
	}
	for _, tc := range []struct{ game, engine string }{{"othello", "G"}, {"othello", "N"}, {"teeko", "U"}} {
		s := create(t, h, Spec{Game: tc.game, Seats: []Seat{{Kind: Engine, Engine: tc.engine}, {Kind: Engine, Level: 1}}})
		s = atEnd(t, h, s.ID)
		if s.Reason == "" || s.Detail != "" || s.Seats[0].Engine != tc.engine || len(s.Turns) < 5 {
			t.Errorf("%s by %s: %s (%s) after %v: %s", tc.game, tc.engine, s.Result, s.Reason, s.Turns, s.Detail)
		}
	}
}

// atEnd waits for the end of a game.
func atEnd(t *testing.T, h *Host, id string) State {
	t.Helper()
	states, err := h.Subscribe(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for s := range states {
		if s.Over() {
			return s
		}
	}
	t.Fatal("the stream ended before the game")
	return State{}
}

// What costs an engine a match game costs a guest the game, and the page is told
// what happened. Undoing goes back behind it.
func TestOffences(t *testing.T) {
	h := newHost(t, withGuests(bad(t, illegal), bad(t, crashing), bad(t, slow), bad(t, mute), guest(t, resigner, resigner, asGTP)),
		func(c *Config) { c.MaxThink = time.Second; c.Engines = 2 })
	h.guest(mute).Limits.MoveTime = 0 // then MaxThink is all that it has
	for _, tc := range []struct{ engine, reason, detail string }{
		{illegal, "illegal-move", "illegal played zz9: "},
		{crashing, "crash", "crashing ended: exit status 7"},
		{slow, "time", "slow took 2."},
		{mute, "stall", "mute did not answer within 1s"},
		{resigner, "resign", "resigner gave up"},
	} {
		t.Run(tc.engine, func(t *testing.T) {
			s := create(t, h, Spec{Game: "othello", Seats: []Seat{{Kind: Engine, Engine: tc.engine}, {Kind: Person}}})
			s = atEnd(t, h, s.ID)
			if s.Result != "p2win" || s.Reason != tc.reason || !strings.HasPrefix(s.Detail, tc.detail) || strings.Contains(s.Detail, "luck") || len(s.Legal) > 0 {
				t.Errorf("%s (%s): %q", s.Result, s.Reason, s.Detail)
			}
			text, err := written(t, h, s.ID)
			if err != nil || !strings.Contains(text, "[P1 \"engine "+tc.engine) || !strings.Contains(text, "[Detail \""+tc.detail) {
				t.Errorf("%v:\n%s", err, text)
			}
			if s, err = h.SetSeats(t.Context(), s.ID, nil, ""); err != nil || s.Detail == "" {
				t.Errorf("other players: %v, %q", err, s.Detail)
			}
			if s, err = h.Undo(t.Context(), s.ID, Undo{Turns: 1}); err != nil || s.Over() || s.Detail != "" {
				t.Errorf("undone: %v, %s, %q", err, s.Result, s.Detail)
			}
		})
	}
}

// In a game of more than two a level of ours goes on for a guest at fault.
func TestOffenceAmongFour(t *testing.T) {
	g := bad(t, illegal)
	g.Games = []string{"blokus"}
	h := newHost(t, withGuests(g))
	s := create(t, h, Spec{Game: "blokus", Seats: []Seat{{Kind: Engine, Engine: illegal}, {}, {}, {}}})
	states, err := h.Subscribe(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	for s = range states {
		if len(s.Turns) == 1 {
			break
		}
	}
	if s.Over() || s.Seats[0].Engine != "" || s.Seats[0].Level != fallLevel || !strings.HasPrefix(s.Detail, "illegal played zz9: ") {
		t.Errorf("%s, %+v, %q", s.Result, s.Seats, s.Detail)
	}
}

// A seat cannot be given to an engine that is not here or plays another game.
func TestGuestRefused(t *testing.T) {
	h := newHost(t, withGuests(guest(t, "G", "gtp", asGTP)))
	ours := create(t, h, Spec{Game: "othello"})
	for _, tc := range []struct {
		spec Spec
		want string
	}{
		{Spec{Game: "othello", Seats: []Seat{{Kind: Engine, Engine: "X"}}}, `there is no engine "X"; besides the levels there are: G`},
		{Spec{Game: "teeko", Seats: []Seat{{Kind: Engine, Engine: "G"}}}, "G does not play teeko; it plays othello"},
		{Spec{Game: "othello", Seats: []Seat{{Kind: Engine, Engine: "G", Level: 3}}}, "either a level or the name of an engine"},
		{Spec{Game: "othello", FEN: "-------------------X-------XX------XO--------------------------- O", Seats: []Seat{{}, {Kind: Engine, Engine: "G"}}}, "GTP has no way to set up a position"},
	} {
		_, _, err := h.Create(t.Context(), tc.spec)
		if kindOf(err) != BadRequest && kindOf(err) != BadPosition || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v: %v", tc.spec, err)
		}
	}
	if _, err := h.SetSeats(t.Context(), ours.ID, []Seat{{}, {Kind: Engine, Engine: "X"}}, ""); kindOf(err) != BadRequest {
		t.Errorf("a seat for an unknown guest: %v", err)
	}
	s, err := h.SetSeats(t.Context(), ours.ID, []Seat{{}, {Kind: Engine, Engine: "G"}}, "")
	if err != nil || s.Seats[1].Engine != "G" {
		t.Errorf("a seat for a guest: %v, %+v", err, s.Seats)
	}
}

// A server that starts without a guest lets its games wait for other players; a
// record seats it where it is.
func TestGuestAway(t *testing.T) {
	dir := t.TempDir()
	h := hostIn(t, dir, withGuests(guest(t, "G", "gtp", asGTP)))
	id := create(t, h, Spec{Game: "othello", Seats: []Seat{{}, {Kind: Engine, Engine: "G"}}}).ID
	text, err := written(t, h, id)
	if err != nil {
		t.Fatal(err)
	}
	if s := create(t, h, Spec{Record: text}); s.Seats[1].Engine != "G" {
		t.Errorf("from the record: %+v", s.Seats)
	}
	closeHost(t, h)
	h = hostIn(t, dir)
	s := play(t, h, id, move("d3"))
	if !s.Seats[1].Away || s.Thinking != "" || s.Turn != "p2" {
		t.Errorf("without the guest: %+v, thinking %q", s.Seats, s.Thinking)
	}
	if s, err = h.SetSeats(t.Context(), id, []Seat{{}, {}}, ""); err != nil || s.Seats[1].Away {
		t.Errorf("another player: %v, %+v", err, s.Seats)
	}
	if s := create(t, h, Spec{Record: text}); s.Seats[1].Kind != Person || s.Seats[1].Name != "engine G" {
		t.Errorf("from the record, without the guest: %+v", s.Seats)
	}
}

// What is wrong with a guest is told at the start, by its name.
func TestGuestErrors(t *testing.T) {
	unknown := guest(t, "plain", slow, asUGI)
	other := bad(t, slow)
	other.Games = []string{"chess"}
	missing := Guest{Name: "missing", Open: func(ctx context.Context) (driver.Player, error) {
		_, err := driver.Start(driver.Command{Path: "/nonexistent/engine"}, nil)
		return nil, err
	}}
	for _, tc := range []struct {
		guest Guest
		want  string
	}{
		{unknown, "guest plain: it does not say what it plays; name that with games="},
		{other, "guest slow: there is no game chess"},
		{missing, "guest missing: driver: cannot start engine"},
		{guest(t, "deaf", "nonsense", asUGI), "guest deaf: driver: deaf ended"},
	} {
		s := newHost(t).store
		_, err := New(t.Context(), Config{Store: s, Open: openEngine, Engines: 1, Guests: []Guest{tc.guest}, Log: slog.New(slog.DiscardHandler)})
		var bad *GuestError
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), tc.want) {
			t.Errorf("%v, want %q", err, tc.want)
		}
	}
}

// A guest's idle process ends and is started again when it is wanted.
func TestGuestIdle(t *testing.T) {
	h := newHost(t, withGuests(guest(t, "G", "gtp", asGTP)), func(c *Config) { c.IdleAfter = 50 * time.Millisecond })
	s := create(t, h, Spec{Game: "othello", Seats: []Seat{{}, {Kind: Engine, Engine: "G"}}})
	waitFor(t, func() bool { return h.Stats().Engines == 0 })
	play(t, h, s.ID, move("d3"))
	waitFor(t, func() bool {
		s, err := h.State(t.Context(), s.ID)
		return err == nil && len(s.Turns) == 2
	})
}

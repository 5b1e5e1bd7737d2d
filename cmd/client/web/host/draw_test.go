package host

import (
	"testing"
	"time"

	"quadrille/protocol/driver"

	"quadrille/cmd/client/web/store/sqlite"
)

// An engine agrees to a draw where it has lost, refuses where it guesses only,
// and does so after a restart of the server too. The positions are of Red, who
// is to move, against Blue, an engine.
func TestEngineAnswersDraw(t *testing.T) {
	for name, tc := range map[string]struct{ fen, want string }{
		"the other wins at once": {"RRR./BB../..../..../####/..../..../..../.... R placement 3,2 pieces=8,slideback=true,repetition=3 - -", "draw"},
		"it has a threat":        {"R.../BBB./..../..../####/..../..../R.../R... R placement 3,3 pieces=8,slideback=true,repetition=3 - -", "none"},
		"nothing is known":       {"", "none"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			h := hostIn(t, dir)
			s := create(t, h, Spec{Game: "square4", FEN: tc.fen, Seats: []Seat{{}, {Kind: Engine, Level: 3}}})
			s, err := h.OfferDraw(t.Context(), s.ID, Change{})
			if err != nil || s.Request == nil || s.Request.Waits[0] != "p2" {
				t.Fatalf("%+v, %v", s.Request, err)
			}
			if name == "nothing is known" {
				crash(t, h) // before the answer, mostly
				h = hostIn(t, dir)
			}
			waitFor(t, func() bool { s, _ = h.State(t.Context(), s.ID); return s.Request == nil })
			if s.Result != tc.want {
				t.Errorf("%s (%s), want %s", s.Result, s.Reason, tc.want)
			}
			if _, err := h.OfferDraw(t.Context(), s.ID, Change{}); s.Result == "none" && kindOf(err) != TooSoon {
				t.Errorf("again: %v", err)
			}
		})
	}
}

// While an engine looks at an offer its game stays in memory, and an offer that it
// has not looked at to the end when the server stops is open after the next start.
func TestDrawIsWeighedToItsEnd(t *testing.T) {
	dir := t.TempDir()
	h := hostIn(t, dir)
	s := create(t, h, Spec{Game: "square4", Seats: []Seat{{}, {Kind: Engine, Level: 3}}})
	s, err := h.OfferDraw(t.Context(), s.ID, Change{})
	if err != nil {
		t.Fatal(err)
	}
	h.evict(time.Now().Add(time.Hour))
	if n := h.Stats().Games; n != 1 {
		t.Errorf("%d games in memory", n)
	}
	waitFor(t, func() bool { return h.Stats().Searching == 1 })
	closeHost(t, h)
	files, err := sqlite.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	game, err := files.Load(t.Context(), s.ID)
	if err != nil || game.Request == nil {
		t.Errorf("after the stop the offer is %+v, %v", game.Request, err)
	}
}

func TestAccepts(t *testing.T) {
	cp := func(n int) driver.Info { return driver.Info{HasScore: true, CP: n} }
	for _, tc := range []struct {
		found driver.Info
		mine  bool
		turns int
		want  bool
	}{
		{cp(0), true, 19, false}, {cp(0), true, 20, true}, {cp(1), true, 20, false}, {cp(-5), true, 20, true},
		{cp(5), false, 20, true}, {cp(-5), false, 20, false},
		{driver.Info{HasScore: true, Mate: 3}, true, 0, false}, {driver.Info{HasScore: true, Mate: -3}, true, 0, true},
		{driver.Info{HasScore: true, Mate: 3}, false, 0, true},
		{driver.Info{HasScore: true, Proof: driver.ProvedDraw}, true, 0, false},
		{driver.Info{HasScore: true, Proof: driver.ProvedDraw}, true, 20, true},
		{driver.Info{HasScore: true, Proof: driver.ProvedWin, CP: 200}, true, 30, false},
		{driver.Info{}, true, 30, false},
	} {
		if got := accepts(tc.found, tc.mine, tc.turns); got != tc.want {
			t.Errorf("%+v, its own turn %v, %d turns: %v", tc.found, tc.mine, tc.turns, got)
		}
	}
}

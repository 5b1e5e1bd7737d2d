package host

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// hands is a clock that tests move on.
type hands struct{ seconds atomic.Int64 }

func (c *hands) now() time.Time {
	return time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC).Add(time.Duration(c.seconds.Load()) * time.Second)
}

func (c *hands) set(config *Config) { config.Now = c.now }

// clockOf writes a clock as the tables here do: the seconds that each seat has
// left, with a star behind the one whose clock runs.
func clockOf(s State) string {
	var words []string
	for i, left := range s.Clock.Left {
		word := strconv.FormatFloat(float64(left)/1000, 'f', -1, 64)
		if s.Clock.Runs == seatName(i) {
			word += "*"
		}
		words = append(words, word)
	}
	text := strings.Join(words, " ")
	if len(s.Clock.Out) > 0 {
		text += " out " + strings.Join(s.Clock.Out, " ")
	}
	if s.Over() {
		text += " " + s.Result + " " + s.Reason
	}
	return text
}

// flagsFall ends games whose time is up, or waits until the host has done so by
// itself.
func flagsFall(t *testing.T, h *Host, id string) {
	t.Helper()
	h.endDue()
	g, err := h.acquire(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	g.release()
}

var (
	blitz = Clock{Initial: 60_000, Increment: 3_000}
	post  = Clock{Days: 1}
)

// A step is who does what, as in TestRequests, or so many seconds that pass.
func TestClock(t *testing.T) {
	for _, tc := range []struct {
		name  string
		game  string
		rules string
		fen   string
		clock Clock
		open  bool
		steps string
		want  string
		kind  Kind
	}{
		{name: "nothing runs before the first turns", steps: "+1000", want: "60 60"},
		{name: "nor during them", steps: "+1000 a:0.0s1 +1000", want: "60 60"},
		{name: "then it does", steps: "a:0.0s1 b:8.0s4 +10", want: "50* 60"},
		{name: "a turn adds the increment", steps: "a:0.0s1 b:8.0s4 +10 a:0.1s1 +20", want: "53 40*"},
		{name: "half a turn is of the same turn", steps: "a:0.0s1 b:8.0s4 +10 a:place_0_1 +10", want: "40* 60"},
		{name: "and so is taking it back", steps: "a:0.0s1 b:8.0s4 +10 a:place_0_1 +10 a:undo +10", want: "30* 60"},
		{name: "the increment comes with the other half", steps: "a:0.0s1 b:8.0s4 +10 a:place_0_1 +10 a:s1", want: "43 60*"},
		{name: "a refused turn costs its time", steps: "a:0.0s1 b:8.0s4 +10 a:0.0s1 +10", want: "40* 60"},
		{name: "time up", steps: "a:0.0s1 b:8.0s4 +60", want: "0 60 p2win timeout"},
		{name: "the other's", steps: "a:0.0s1 b:8.0s4 a:0.1s1 +60", want: "63 0 p1win timeout"},
		{name: "in the midst of a turn", steps: "a:0.0s1 b:8.0s4 a:place_0_1 +61", want: "0 60 p2win timeout"},
		{name: "with a second left", steps: "a:0.0s1 b:8.0s4 +59", want: "1* 60"},
		{name: "and played with it", steps: "a:0.0s1 b:8.0s4 +59 a:0.1s1", want: "4 60*"},
		{name: "after the end it stands", steps: "a:0.0s1 b:8.0s4 +10 a:resign +1000", want: "50 60 p2win resign"},
		{name: "the end by the rules", steps: "a:0.0s1 b:8.0s4 a:0.1s1 b:8.3s4 a:0.2s1 b:6.0s4 +5 a:0.3 +99", want: "61 66 p1win block"},
		{name: "taking back keeps the time", steps: "a:0.0s1 b:8.0s4 +10 a:0.1s1 +20 a:undo1 b:yes +5", want: "48* 40"},
		{name: "one who asks meanwhile pays on", steps: "a:0.0s1 b:8.0s4 +10 b:restart +10", want: "40* 60"},
		{name: "taken back to the start it runs", steps: "a:0.0s1 b:8.0s4 +10 a:undo2 b:yes +10", want: "40* 60"},
		{name: "and ends the game", steps: "a:0.0s1 b:8.0s4 a:undo2 b:yes +60", want: "0 60 p2win timeout"},
		{name: "but while somebody is awaited none does", steps: "a:0.0s1 b:8.0s4 +10 a:undo2 b:yes b:back +1000", want: "50 60"},
		{name: "a restart begins anew", steps: "a:0.0s1 b:8.0s4 +10 a:restart b:yes +10", want: "60 60"},
		{name: "time is not taken back", steps: "a:0.0s1 b:8.0s4 +60 a:undo1", kind: Over, want: "0 60 p2win timeout"},
		{name: "who left the seat to an engine", open: true, steps: "a:0.0s1 b:8.0s4 +10 a:leave +100", want: "0* 60"},

		{name: "days", clock: post, steps: "+100000 a:0.0s1 b:8.0s4 +3600", want: "82800* 86400"},
		{name: "each turn has its own", clock: post, steps: "a:0.0s1 b:8.0s4 +3600 a:0.1s1 +60", want: "86400 86340*"},
		{name: "after taking back too", clock: post, steps: "a:0.0s1 b:8.0s4 +3600 b:undo1 +60", want: "86400 86340*"},
		{name: "a day is over", clock: post, steps: "a:0.0s1 b:8.0s4 +86400", want: "0 86400 p2win timeout"},

		// Red has marbles in slot 0 only and none to place, so it makes no block.
		{name: "a draw if the other cannot win", rules: "pieces=4", open: true,
			fen:   "R.../RB../RB../RB../####/.B../..../..../.... R movement 4,4 pieces=4,slideback=true,repetition=0 - -",
			steps: "a:s1 b:s2 a:s5 +60", want: "63 0 draw timeout"},
		{name: "a loss if he can", rules: "pieces=4", open: true,
			fen:   "R.../.R../..RB/.B.R/####/.B../B.../..../.... R movement 4,4 pieces=4,slideback=true,repetition=0 - -",
			steps: "a:s1 b:s2 a:s5 +60", want: "63 0 p1win timeout"},

		{name: "of four an engine plays on", game: "blokus", steps: "a:a20 b:t20 c:t1 d:a1 +60", want: "0 60 60 60 out p1"},
		{name: "and the others have their time", game: "blokus", steps: "a:a20 b:t20 c:t1 d:a1 +10", want: "50* 60 60 60"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var clock hands
			h := newHost(t, clock.set)
			if tc.clock == (Clock{}) {
				tc.clock = blitz
			}
			s, tokens, err := h.Create(t.Context(), Spec{Game: cmp.Or(tc.game, "square4"), Rules: ruleMap(tc.rules), FEN: tc.fen,
				Clock: &tc.clock, Tokens: !tc.open, Still: true})
			if err != nil {
				t.Fatal(err)
			}
			players := table{h, s.ID, tokens}
			for _, step := range strings.Fields(tc.steps) {
				who, what, _ := strings.Cut(step, ":")
				if n, e := strconv.Atoi(strings.TrimPrefix(who, "+")); e == nil {
					clock.seconds.Add(int64(n))
					flagsFall(t, h, s.ID)
					continue
				}
				err = players.do(t.Context(), who, what)
			}
			if tc.kind != "" && kindOf(err) != tc.kind {
				t.Errorf("the last step: %v, want %q", err, tc.kind)
			}
			now, err := h.State(t.Context(), s.ID)
			if got := clockOf(now); got != tc.want || err != nil {
				t.Errorf("%s, want %s (%v)", got, tc.want, err)
			}
		})
	}
}

// The machine's time may be set while a clock runs, which neither gives time to a
// player nor takes it.
func TestClockIsNoDate(t *testing.T) {
	var date, clock hands
	h := newHost(t, func(c *Config) { c.Now, c.Clock = date.now, clock.now })
	s, _, err := h.Create(t.Context(), Spec{Game: "teeko", Clock: &blitz})
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []string{"a1", "b1"} {
		if s, err = h.Act(t.Context(), s.ID, Change{Move: move}); err != nil {
			t.Fatal(err)
		}
	}
	const year = 365 * 86400
	for _, step := range []struct {
		set  int64 // seconds by which the date is another one then
		want string
	}{{year, "50* 60"}, {-year, "40* 60"}, {0, "30* 60"}} {
		date.seconds.Store(step.set)
		clock.seconds.Add(10)
		flagsFall(t, h, s.ID)
		if s, err = h.State(t.Context(), s.ID); err != nil || clockOf(s) != step.want {
			t.Errorf("the date set by %d s: %s, %v, want %s", step.set, clockOf(s), err, step.want)
		}
	}
	if s, err = h.Act(t.Context(), s.ID, Change{Move: "c1"}); err != nil || clockOf(s) != "33 60*" {
		t.Errorf("after a turn: %s, %v", clockOf(s), err)
	}
}

// Clocks out of bounds are refused, and those at the bounds are not.
func TestClockBounds(t *testing.T) {
	for _, tc := range []struct {
		clock Clock
		ok    bool
	}{
		{Clock{}, false}, {Clock{Initial: 999}, false}, {Clock{Initial: 1000}, true}, {Clock{Initial: 21_600_000, Increment: 180_000}, true},
		{Clock{Initial: 21_600_001}, false}, {Clock{Initial: 60_000, Increment: -1}, false}, {Clock{Initial: 60_000, Increment: 180_001}, false},
		{Clock{Initial: -5}, false}, {Clock{Days: 1}, true}, {Clock{Days: 30}, true}, {Clock{Days: 31}, false}, {Clock{Days: -1}, false},
		{Clock{Days: 1, Initial: 60_000}, false}, {Clock{Days: 1, Increment: 1}, false},
	} {
		if err := tc.clock.check(); (err == nil) != tc.ok {
			t.Errorf("%+v: %v", tc.clock, err)
		}
	}
}

// A server that is killed costs nobody the time that it was away, and what was
// used before is used, to ten seconds. Nor does one that was stopped.
func TestClockAcrossServers(t *testing.T) {
	for name, tc := range map[string]struct {
		kill bool
		want string // after 5000 seconds and the respite
	}{"stopped": {false, "40* 60"}, "killed": {true, "50* 60"}} {
		t.Run(name, func(t *testing.T) {
			var clock hands
			dir := t.TempDir()
			h := hostIn(t, dir, clock.set)
			s := create(t, h, Spec{Game: "square4", Clock: &blitz})
			play(t, h, s.ID, move("0.0s1"), move("8.0s4"))
			clock.seconds.Add(10)
			h.flags.look()
			waitFor(t, func() bool { // until that is noted
				seen, err := kept(h).Get(t.Context(), "clocks", "seen")
				return err == nil && len(seen) == 8 && int64(binary.BigEndian.Uint64(seen)) == clock.now().UnixMicro()
			})
			if clock.seconds.Add(10); !tc.kill {
				closeHost(t, h)
			} else {
				crash(t, h)
			}
			clock.seconds.Add(5000)
			h = hostIn(t, dir, clock.set)
			clock.seconds.Add(int64(respite.Seconds()))
			now, err := h.State(t.Context(), s.ID)
			if got := clockOf(now); got != tc.want || err != nil {
				t.Errorf("%s, want %s (%v)", got, tc.want, err)
			}
			clock.seconds.Add(60)
			h.flags.look()
			waitFor(t, func() bool { now, _ := h.State(t.Context(), s.ID); return now.Reason == timeoutReason })
		})
	}
}

// crash ends a host as a kill does: nothing is noted any more.
func crash(t *testing.T, h *Host) {
	kept(h).Close()
	closeHost(t, h)
}

// A deadline ends a game that is in nobody's memory, and is waited for by the
// host alone: the second is a real one.
func TestFlagFallsByItself(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4", Clock: &Clock{Initial: 1000}})
	play(t, h, s.ID, move("0.0s1"), move("8.0s4"))
	h.evict(time.Now().Add(time.Hour))
	waitFor(t, func() bool {
		ids, err := h.store.Due(t.Context(), time.Now().Add(time.Hour), 1)
		return err == nil && len(ids) == 0
	})
	waitFor(t, func() bool { s, _ = h.State(t.Context(), s.ID); return s.Over() }) // what is written is shown a moment later
	if got := clockOf(s); got != "0 1 p2win timeout" {
		t.Error(got)
	}
}

// Levels play to the end of a game with a clock and pay for what they think.
func TestLevelsHaveTime(t *testing.T) {
	h := newHost(t, func(c *Config) { c.MoveTime = 20 * time.Millisecond })
	s := create(t, h, Spec{Game: "othello", Clock: &Clock{Initial: 600_000},
		Seats: []Seat{{Kind: Engine, Level: 10}, {Kind: Engine, Level: 1}}})
	waitFor(t, func() bool { s, _ = h.State(t.Context(), s.ID); return s.Over() })
	if s.Reason == timeoutReason || s.Clock.Left[0] >= 600_000 || s.Clock.Runs != "" {
		t.Errorf("%s, %+v", s.Reason, s.Clock)
	}
}

// Whose request came in time is not late since others had the game before him.
func TestFlagFallsBehindWhoCame(t *testing.T) {
	var clock hands
	h := newHost(t, clock.set)
	s := create(t, h, Spec{Game: "square4", Clock: &blitz})
	play(t, h, s.ID, move("0.0s1"), move("8.0s4"))
	g, err := h.acquire(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	clock.seconds.Add(59)
	came, leave := g.arrivals.enter(h.Now, time.Time{})
	clock.seconds.Add(1)
	if settled, err := h.flagFalls(g); settled || err != nil {
		t.Errorf("with a request that came in time: %v, %v", settled, err)
	}
	leave()
	g.came = came
	f, err := h.act(t.Context(), g, move("0.1s1"))
	n := g.next()
	n.played = true
	n.play(f)
	now, err2 := h.commit(t.Context(), g, n, f)
	if got := clockOf(now); got != "4 59*" || err != nil || err2 != nil {
		t.Errorf("%s, %v, %v", got, err, err2)
	}
	clock.seconds.Add(60)
	_, leave = g.arrivals.enter(h.Now, time.Time{})
	defer leave()
	if settled, err := h.flagFalls(g); !settled || err != nil {
		t.Errorf("with one that came late: %v, %v", settled, err)
	}
	g.release()
	if now, err := h.State(t.Context(), s.ID); clockOf(now) != "4 0 p1win timeout" || err != nil {
		t.Errorf("%s, %v", clockOf(now), err)
	}
}

// Who has an engine play for him pays for all of his time, not for its.
func TestMoveCostsItsTime(t *testing.T) {
	var clock hands
	h := newHost(t, clock.set)
	s := create(t, h, Spec{Game: "square4", Clock: &blitz})
	play(t, h, s.ID, move("0.0s1"), move("8.0s4"))
	clock.seconds.Add(10)
	s, _, err := h.Move(t.Context(), s.ID, Limits{Depth: 1}, Change{})
	if got := clockOf(s); got != "53 60*" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

// What an engine is told: its own time less what is spent and kept back.
func TestSearchClockWords(t *testing.T) {
	c := &searchClock{seat: 1, left: []time.Duration{time.Minute, 30 * time.Second}, increment: []time.Duration{0, 2 * time.Second}}
	for spent, want := range map[time.Duration]string{
		0:                " p1time 60000 p2time 29900 p2inc 2000",
		10 * time.Second: " p1time 60000 p2time 19900 p2inc 2000",
		time.Minute:      " p1time 60000 p2time 1 p2inc 2000",
	} {
		if got := c.words(spent); got != want {
			t.Errorf("after %v: %q, want %q", spent, got, want)
		}
	}
}

// A rematch has the same clock, and who was out of time plays again.
func TestRematchHasTheClock(t *testing.T) {
	var clock hands
	h := newHost(t, clock.set)
	s := create(t, h, Spec{Game: "blokus", Clock: &blitz, Seats: []Seat{{Name: "Ann"}, {}, {}, {}}, Still: true})
	play(t, h, s.ID, move("a20"), move("t20"), move("t1"), move("a1"))
	clock.seconds.Add(60)
	flagsFall(t, h, s.ID)
	g, _ := h.acquire(t.Context(), s.ID)
	n := g.next()
	n.head.Seats = slices.Clone(n.head.Seats)
	n.head.Seats[0].Level, n.head.Seats[0].Engine = 0, "G" // as SetSeats lets a guest play on
	n.head.Result, n.head.Reason = "p2win", resignReason
	h.commit(t.Context(), g, n, g.facts)
	g.release()
	if seats := g.state.Load().Seats; seats[0].Kind != Engine {
		t.Errorf("before: %+v", seats)
	}
	again, _, err := h.Rematch(t.Context(), s.ID, "")
	if err != nil || clockOf(again) != "60 60 60 60" || again.Seats[3] != (Seat{Kind: Person, Name: "Ann"}) {
		t.Errorf("%+v, %v", again.Seats, err)
	}
}

// The record has the setting and what was left behind each turn; a record that is
// loaded starts no clock.
func TestClockInRecord(t *testing.T) {
	var clock hands
	h := newHost(t, clock.set)
	s := create(t, h, Spec{Game: "square4", Clock: &blitz})
	play(t, h, s.ID, move("0.0s1"), move("8.0s4"))
	clock.seconds.Add(10)
	play(t, h, s.ID, move("0.1s1"))
	text, err := written(t, h, s.ID)
	if want := `[Clock "60+3"]`; !strings.Contains(text, want) || !strings.Contains(text, "0.1s1 {[%clk 0:00:53]}") || err != nil {
		t.Errorf("%s\n%v", text, err)
	}
	loaded := create(t, h, Spec{Record: text})
	again, err := written(t, h, loaded.ID)
	if loaded.Clock != nil || again != text || err != nil {
		t.Errorf("loaded: %+v\n%s", loaded.Clock, again)
	}
	for c, want := range map[Clock]string{{Initial: 300_000}: "300", {Initial: 1500, Increment: 500}: "1.5+0.5", {Days: 3}: "1/259200"} {
		if made, _ := makeClock(&c, 2); timeControl(made) != want {
			t.Errorf("%+v: %s, want %s", c, fmt.Sprint(timeControl(made)), want)
		}
	}
}

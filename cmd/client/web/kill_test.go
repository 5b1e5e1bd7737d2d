package web_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/cmd/client/web/host"
)

var kills = flag.Int("kills", 6, "how often the server is killed")

// table is a game with what its players know of it.
type table struct {
	spec  host.Spec
	known host.State // as last acknowledged
	// asked is what was not answered when the server died: version and words of
	// the game if it was done all the same; nil when nothing was asked.
	asked  *outcome
	engine bool // the server plays a seat
}

// outcome is how a game stands.
type outcome struct {
	words []string // of turns and pending actions
	any   bool     // the server decides what comes of it
}

func words(s host.State) []string { return slices.Concat(s.Turns, s.Pending) }

// TestKill kills the server again and again while many players play, and looks
// after each time whether everything that was acknowledged is there, and
// nothing else but what was being asked for.
func TestKill(t *testing.T) {
	n := *kills
	if testing.Short() {
		n = 2
	}
	dir := t.TempDir()
	tables := seat()
	acknowledged, lost, done := 0, 0, 0
	for round := range n {
		s := launch(t, dir)
		for _, b := range tables {
			finished, err := b.verify(s)
			if err != nil {
				lost++
				t.Errorf("kill %d: %v", round, err)
			}
			if finished {
				done++
			}
		}
		acknowledged += storm(t, s, tables)
	}
	s := launch(t, dir)
	for _, b := range tables {
		if _, err := b.verify(s); err != nil {
			t.Errorf("at the end: %v", err)
		}
	}
	s.stop(t)
	t.Logf("%d kills, %d changes acknowledged, %d games not as acknowledged, %d changes done without an answer", n, acknowledged, lost, done)
}

// seat makes the tables, whose games are not created yet. Every second one has a
// clock.
func seat() []*table {
	var tables []*table
	clocks := []*host.Clock{nil, {Initial: 3_600_000, Increment: 1000}}
	for _, game := range []string{"square4", "teeko", "othello", "square4", "blokus", "square4"} {
		for i := range 4 {
			tables = append(tables, &table{spec: host.Spec{Game: game, Clock: clocks[i%2]}})
		}
	}
	for range 4 {
		seats := []host.Seat{{Kind: host.Person}, {Kind: host.Engine, Level: 1}}
		tables = append(tables, &table{spec: host.Spec{Game: "square4", Seats: seats, Clock: clocks[1]}, engine: true})
	}
	return tables
}

// storm has everybody play until the server is killed, and counts what was
// acknowledged.
func storm(t *testing.T, s *process, tables []*table) int {
	var all sync.WaitGroup
	var mu sync.Mutex
	acknowledged := 0
	for _, b := range tables {
		all.Go(func() {
			n, err := b.play(s)
			var r *refusal
			if errors.As(err, &r) {
				t.Errorf("refused: %v", err)
			}
			mu.Lock()
			defer mu.Unlock()
			acknowledged += n
		})
	}
	time.Sleep(time.Duration(rand.IntN(500)) * time.Millisecond)
	s.kill()
	all.Wait()
	return acknowledged
}

// play plays until the server is gone, whose error it returns, and counts the
// changes that were acknowledged.
func (b *table) play(s *process) (n int, err error) {
	for {
		if err := b.change(s); err != nil {
			return n, err
		}
		n++
	}
}

// change makes one change.
func (b *table) change(s *process) error {
	now := b.known
	var st host.State
	var err error
	switch seat := mover(now); {
	case now.ID == "":
		st, err = s.create(b.spec)
	case now.Over() || len(now.Legal) == 0:
		b.asked = &outcome{}
		st, err = s.do(now.ID, "restart", struct{}{})
	case seat.Kind == host.Engine:
		time.Sleep(2 * time.Millisecond)
		st, err = s.state(now.ID)
	case !b.engine && len(words(now)) > 0 && rand.IntN(5) == 0:
		b.asked = &outcome{any: len(now.Pending) == 0, words: now.Turns}
		st, err = s.do(now.ID, "undo", map[string]int{"actions": 1})
	default:
		st, err = b.advance(s)
	}
	if err == nil {
		b.known, b.asked = st, nil
	}
	return err
}

func mover(s host.State) host.Seat {
	for i, seat := range s.Seats {
		if s.Turn == "p"+string(rune('1'+i)) {
			return seat
		}
	}
	return host.Seat{}
}

// advance plays a legal token or, where a turn has two halves, one of them.
func (b *table) advance(s *process) (host.State, error) {
	now := b.known
	token := now.Legal[rand.IntN(len(now.Legal))]
	place, _, two := strings.Cut(token, "s")
	square, slot, dotted := strings.Cut(place, ".")
	if now.Game == "square4" && two && dotted && len(now.Pending) == 0 && rand.IntN(2) == 0 {
		action := "place " + square + " " + slot
		b.asked = &outcome{words: append(slices.Clone(now.Turns), action)}
		return s.do(now.ID, "act", map[string]string{"action": action})
	}
	b.asked = &outcome{words: append(slices.Clone(now.Turns), token), any: len(now.Pending) > 0}
	return s.do(now.ID, "act", map[string]string{"move": token})
}

// verify compares the game with what is known of it, and goes on from what it
// finds. It says whether a change that was not answered had been done.
func (b *table) verify(s *process) (done bool, err error) {
	if b.known.ID == "" {
		return false, nil
	}
	st, err := s.state(b.known.ID)
	if err != nil {
		return false, err
	}
	defer func() { b.known, b.asked = st, nil }()
	extra := st.Version - b.known.Version
	switch {
	case extra == 0 && slices.Equal(words(st), words(b.known)) && st.Result == b.known.Result:
		return false, b.clockGoesOn(st)
	case b.engine && extra > 0 && extra <= 2 && b.follows(st):
		return b.asked != nil, nil
	case extra == 1 && b.asked != nil && (b.asked.any && b.near(st) || slices.Equal(words(st), b.asked.words)):
		return true, nil
	}
	return false, errors.New(b.known.Game + " " + b.known.ID + " was " + describe(b.known) + " and is " + describe(st))
}

// clockGoesOn compares the clock with what is known of it. The seat that acts may
// have got back what the server had not noted, and a little more.
func (b *table) clockGoesOn(st host.State) error {
	was, is := b.known.Clock, st.Clock
	if was == nil && is == nil {
		return nil
	}
	const more = 20_000 // milliseconds
	ok := was != nil && is != nil && was.Runs == is.Runs
	for i := 0; ok && i < len(was.Left); i++ {
		if runs := is.Runs == "p"+string(rune('1'+i)); runs {
			ok = is.Left[i] <= was.Left[i]+more
		} else {
			ok = is.Left[i] == was.Left[i]
		}
	}
	if !ok {
		return fmt.Errorf("%s %s: the clock was %+v and is %+v", b.known.Game, b.known.ID, was, is)
	}
	return nil
}

// follows says whether a game with an engine goes on from what is known: turns
// may have been added by what was asked and by the engine.
func (b *table) follows(st host.State) bool {
	if b.asked != nil && len(b.asked.words) == 0 {
		return len(st.Turns) <= 1 // begun again
	}
	n := len(b.known.Turns)
	return len(st.Turns) >= n && len(st.Turns) <= n+2 && slices.Equal(st.Turns[:n], b.known.Turns)
}

// near says whether a game is one action away from what is known.
func (b *table) near(st host.State) bool {
	n := min(len(b.known.Turns), len(st.Turns))
	return slices.Equal(st.Turns[:n], b.known.Turns[:n]) && max(len(b.known.Turns), len(st.Turns)) <= n+1
}

func describe(s host.State) string {
	return fmt.Sprintf("%v (version %d, %s)", words(s), s.Version, s.Result)
}

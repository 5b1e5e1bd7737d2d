package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"quadrille/cmd/client/match/arena"
)

// handed is a queue of which the test hands everything back.
type handed struct {
	games  chan Pairing
	played chan Played
}

func (h *handed) Games() chan<- Pairing { return h.games }
func (h *handed) Played() <-chan Played { return h.played }
func (h *handed) Crew() Crew            { return Crew{} }
func (h *handed) Close()                {}

// What a worker has made that has lied is made again, and the lines are those of
// others, in their order.
func TestSoloOfALiar(t *testing.T) {
	h := &handed{make(chan Pairing), make(chan Played)}
	var lines, notes []string
	kept := 0
	s := &Solo{Name: "numbers", Have: 2, Total: 8, Check: func(string) error { return nil },
		Keep: func(line string) error { lines = append(lines, line); return nil },
		Cut:  func(n int) error { lines = lines[:n-2]; return nil },
		Tell: func(note string) { notes = append(notes, note) }}
	bring := func(id int, worker, line string) {
		h.played <- Played{Game: arena.Game{ID: id, Worker: worker, Line: line}, Kept: func() { kept++ }}
	}
	go func() {
		for range 6 { // numbers 2 to 7, games 3 to 8
			<-h.games
		}
		bring(3, "honest", "2")
		bring(5, "honest", "4")
		bring(4, "liar", "x")
		bring(7, "liar", "x")
		h.played <- Played{Refusal: &Refusal{"liar", "game 9"}, Kept: func() { kept++ }}
		for range 2 {
			p := <-h.games
			bring(p.ID, "honest", strconv.Itoa(p.ID-1))
		}
		bring(8, "honest", "7")
		bring(6, "honest", "5")
	}()
	open := func(context.Context, *Course) (Queue, error) { return h, nil }
	if err := s.Run(t.Context(), Options{Open: open}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"2", "3", "4", "5", "6", "7"}; !slices.Equal(lines, want) || kept != 8 {
		t.Errorf("%v, %d kept, want %v and 8", lines, kept, want)
	}
	if want := []string{"worker liar gets no more games: game 9; 2 that it has played are played again"}; !slices.Equal(notes, want) {
		t.Errorf("%q, want %q", notes, want)
	}
}

// A line that does not pass is a lie, and so is a game that ended in another way.
func TestSoloCheck(t *testing.T) {
	s := &Solo{Check: func(line string) error {
		if line != "7" {
			return errors.New("it is not seven")
		}
		return nil
	}}
	for _, c := range []struct {
		line string
		end  arena.End
		lie  bool
	}{{"7", arena.EndRules, false}, {"8", arena.EndRules, true}, {"7", arena.EndCrash, true}} {
		g := arena.Game{Line: c.line, End: c.end}
		var lie *arena.Lie
		if err := s.check(t.Context(), Pairing{ID: 3}, &g); errors.As(err, &lie) != c.lie || g.ID != 3 {
			t.Errorf("%+v: %v", c, fmt.Sprint(err))
		}
	}
}

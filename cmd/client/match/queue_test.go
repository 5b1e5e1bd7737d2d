//go:build unix

package match

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"quadrille/cmd/client/match/arena"
)

// broken is a queue that is closed before any game has come back, and has a refusal
// and a game then.
type broken struct {
	games  chan Pairing
	played chan Played
	last   []Played
	closed bool
}

func (b *broken) Games() chan<- Pairing { return b.games }
func (b *broken) Played() <-chan Played { return b.played }
func (b *broken) Crew() Crew            { return Crew{} }

func (b *broken) Close() {
	if b.closed {
		return
	}
	b.closed = true
	for _, p := range b.last {
		b.played <- p
	}
}

// A refusal that comes while a match is interrupted is not forgotten, and is
// acknowledged only when it is in the journal.
func TestLateRefusal(t *testing.T) {
	spec := newSpec(fake(t, "a", "random seed=1"), fake(t, "b", "random seed=2"))
	j, err := Begin(t.Context(), spec, nil, filepath.Join(t.TempDir(), "match.db"), testOptions(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	refused := func() string {
		all, err := j.Refused(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return all["liar"]
	}
	kept := 0
	game := arena.Game{ID: 1, Group: 1, Size: 2, Seats: []int{0, 1}, Points: []float64{1, 0}, Used: []int64{0, 0}, Worker: "liar"}
	q := &broken{played: make(chan Played, 2), last: []Played{
		{Game: game, Kept: func() { kept++ }},
		{Refusal: &Refusal{Worker: "liar", Why: "it lied"}, Kept: func() {
			if kept++; refused() != "it lied" {
				t.Error("the refusal is acknowledged before it is in the journal")
			}
		}}}}
	ctx, cancel := context.WithCancel(t.Context())
	o := testOptions(t, &collector{})
	o.Open = func(context.Context, *Course) (Queue, error) {
		cancel()
		return q, nil
	}
	if err := Run(ctx, spec, j, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if games, err := j.Games(t.Context()); err != nil || len(games) > 0 || refused() != "it lied" || kept != 2 {
		t.Errorf("%d games, %v, refused for %q, %d acknowledged", len(games), err, refused(), kept)
	}
}

// A referee that fails at a game which others have played is started again.
func TestRefereeFailsAtReplay(t *testing.T) {
	spec := newSpec(fake(t, "a", "random seed=1"), fake(t, "b", "random seed=2"))
	c, _ := playAll(t, spec)
	w := newWorker(NewSetting(spec), testOptions(t, nil), nil, -1)
	defer w.end()
	for range 2 {
		g := c.games[0]
		pairing := Pairing{ID: g.ID, Round: g.Round, Group: g.Group, Size: g.Size, Opening: g.Opening, Seats: g.Seats}
		if err := w.check(t.Context(), pairing, &g); err != nil {
			t.Fatal(err)
		}
		p, err := os.FindProcess(w.referee.Pid())
		if err != nil {
			t.Fatal(err)
		}
		p.Kill()
	}
}

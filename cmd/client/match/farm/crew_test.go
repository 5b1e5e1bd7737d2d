package farm

import (
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"quadrille/cmd/client/match"
)

// People are told once that there are no workers, and not before those that are there
// can have said so.
func TestNobodyPlays(t *testing.T) {
	q := &queue{link: &link{conn: &nats.Conn{}}, course: &match.Course{}, where: "nats://there", ctx: t.Context(), played: make(chan match.Played, 2), begun: time.Now()}
	q.look()
	if notes := q.Crew().Notes; len(notes) > 0 || len(q.played) > 0 {
		t.Errorf("at first: %q, %d words", notes, len(q.played))
	}
	q.begun = time.Now().Add(-2 * helloTime)
	q.look()
	q.look()
	want := "no worker has been heard of; start some with: client worker --nats nats://there"
	if notes := q.Crew().Notes; !slices.Equal(notes, []string{want}) || len(q.played) != 1 {
		t.Fatalf("later: %q, %d words", notes, len(q.played))
	}
	if p := <-q.played; p.Note != want {
		t.Errorf("told: %q", p.Note)
	}
}

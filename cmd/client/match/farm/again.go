package farm

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
)

// A worker could bring games that the rules allow and that no engine has played.
// Some games, which nobody can foretell, are therefore played again by the
// coordinator and compared, turn by turn, before they count. That is possible where
// a seed and numbers of nodes decide a game; else the rules are all that is checked.

// held is a game that is played again before it counts.
type held struct {
	pairing match.Pairing
	game    arena.Game
	msg     jetstream.Msg
	second  arena.Game // as it was played again
	err     error
}

// maxAsked is how many games wait to be played again; while there are so many, no
// others are drawn.
const maxAsked = 4

// same says whether two messages are one, delivered twice.
func same(a, b jetstream.Msg) bool {
	x, err1 := a.Metadata()
	y, err2 := b.Metadata()
	return err1 == nil && err2 == nil && x.Sequence.Stream == y.Sequence.Stream
}

// hold says whether a game is held to be played again.
func (q *queue) hold(h held) bool {
	if q.replays <= 0 || rand.Float64() >= q.replays || !ended(h.game) {
		return false
	}
	select {
	case q.asked <- h:
		q.held[h.game.ID] = h
		return true
	default:
		return false
	}
}

// ended says whether a game came to an end that no machine can be at fault in.
func ended(g arena.Game) bool {
	return slices.Contains([]arena.End{arena.EndRules, arena.EndWin, arena.EndDraw, arena.EndMaxLength}, g.End)
}

// playAgain plays the games that were drawn, one at a time.
func (q *queue) playAgain() {
	for {
		select {
		case <-q.ctx.Done():
			return
		case h := <-q.asked:
			h.second, h.err = q.course.Replay(q.ctx, h.pairing)
			select {
			case q.again <- h:
			case <-q.ctx.Done():
			}
		}
	}
}

// keepHeld has the server not send again what is held.
func (q *queue) keepHeld() {
	for _, h := range q.held {
		h.msg.InProgress()
	}
}

// replayNote says whether games are played again, for people.
func (q *queue) replayNote() []string {
	n := q.Counts().Replayed
	switch {
	case q.course.Varies != "":
		return []string{"the rules of each game are checked, and no game is played again to be compared, since " + q.course.Varies}
	case q.replays <= 0:
		return nil
	case n == 0:
		return []string{"no game has been played again here yet"}
	case n == 1:
		return []string{"1 game was played again here, and is the same"}
	}
	return []string{fmt.Sprintf("%d games were played again here, and are the same", n)}
}

// compare decides about a game that was played again.
func (q *queue) compare(h held) {
	delete(q.held, h.game.ID)
	worker := h.game.Worker
	compared, difference := h.err == nil && ended(h.second), ""
	if compared {
		difference = differ(h.game, h.second)
	}
	switch {
	case q.refused[worker] != "": // for another game, meanwhile
		h.msg.Ack()
		q.publish(h.pairing)
	case difference != "":
		q.counted(func(c *Counts) { c.Refused++ })
		q.refuse(worker, fmt.Sprintf("game %d was played again here, and %s", h.game.ID, difference), h.msg)
		q.publish(h.pairing)
	default:
		if compared {
			q.counted(func(c *Counts) { c.Replayed++ })
		}
		q.accept(h.game, h.err, h.msg)
	}
}

// differ says where two games part that should be one; empty when they do not.
func differ(brought, played arena.Game) string {
	if brought.Line != played.Line {
		return "is another"
	}
	for i := range max(len(brought.Turns), len(played.Turns)) {
		if a, b := turnAt(brought, i), turnAt(played, i); a != b {
			return fmt.Sprintf("turn %d is %s, where it brought %s", i+1, b, a)
		}
	}
	if brought.End != played.End || brought.Result != played.Result {
		return fmt.Sprintf("ended as %s by %s, where it brought %s by %s", played.Result, played.End, brought.Result, brought.End)
	}
	return ""
}

func turnAt(g arena.Game, i int) string {
	if i < len(g.Turns) {
		return g.Turns[i]
	}
	return "the end"
}

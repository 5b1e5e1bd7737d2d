package farm

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"quadrille/cmd/client/match"
	"quadrille/cmd/internal/bus"
)

// at is what a worker has last said, and when.
type at struct {
	players, speed int
	trouble        string
	when           time.Time
}

// Limits of what is believed of a worker, and kept: games at a time, and how many
// may have one name within half a minute.
const (
	maxPlayers   = 4096
	maxInstances = 64
)

// Counts are numbers of a match on a server.
type Counts struct {
	Waiting   int    // games in the queue that nobody plays
	Playing   int    // games that workers have
	Results   int    // games that have been played and not yet been read
	Again     uint64 // games that were given to another worker
	Twice     uint64 // results that were there already
	Refused   uint64 // results that were refused
	Brought   uint64 // games that came back
	Replayed  uint64 // of these, games that were played again here and are the same
	Workers   int
	Players   int
	Connected bool
}

// Crew is who plays.
func (q *queue) Crew() match.Crew {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.crew
}

// Counts are the numbers of the match.
func (q *queue) Counts() Counts {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := q.count
	c.Connected = q.conn.IsConnected()
	return c
}

// answer tells a worker where the games are, or why it gets none.
func (q *queue) answer(msg *nats.Msg) {
	name := strings.TrimPrefix(msg.Subject, helloSubject)
	var h hello
	if err := decode(msg.Data, &h); err != nil || bus.CheckName(name) != nil || bus.CheckName(h.Instance) != nil || h.Players < 1 || h.Players > maxPlayers {
		return
	}
	// We may write to more subjects than a worker, which could have us do so.
	if !strings.HasPrefix(msg.Reply, bus.Inbox(name)+".") {
		return
	}
	o := offer{Match: q.id(), Order: q.sum, Refused: q.unfit(name, h)}
	if o.Refused == "" {
		o.Consumer = q.consumer
	}
	if q.hands[name] == nil {
		q.hands[name] = map[string]at{}
	}
	_, known := q.hands[name][h.Instance]
	if !known && len(q.hands[name]) >= maxInstances {
		return
	}
	trouble := cut(clean(h.Trouble[q.id()]), 2*maxWord)
	if q.hands[name][h.Instance] = (at{players: h.Players, speed: h.Speeds[q.id()], trouble: trouble, when: time.Now()}); !known {
		q.look()
	}
	msg.Respond(encode(o))
}

// unfit says why a worker gets no games; empty when it does.
func (q *queue) unfit(name string, h hello) string {
	switch {
	case q.refused[name] != "":
		return q.refused[name]
	case h.Version != q.order.Version:
		return fmt.Sprintf("it is version %s of this program, and the match is one of version %s", clean(h.Version), q.order.Version)
	}
	return ""
}

// look forgets workers that are silent and makes up the crew.
func (q *queue) look() {
	crew := match.Crew{Where: q.where, Notes: append(q.order.notes(), q.replayNote()...)}
	workers := 0
	for _, name := range slices.Sorted(maps.Keys(q.hands)) {
		hand := match.Hand{Name: name, Games: q.brought[name], Refused: q.refused[name]}
		for instance, a := range q.hands[name] {
			if time.Since(a.when) > deafTime {
				delete(q.hands[name], instance)
				continue
			}
			workers++
			hand.Players += a.players
			hand.Speed = a.speed
			if hand.Refused == "" {
				hand.Refused = a.trouble
			}
			hand.Factor = q.order.shown(a.speed)
		}
		if hand.Refused == "" {
			crew.Players += hand.Players
		}
		if len(q.hands[name]) > 0 || hand.Games > 0 || hand.Refused != "" {
			crew.Away = append(crew.Away, hand)
		}
	}
	nobody := ""
	// Those that are there say so at once, but not before they are asked.
	if len(crew.Away) == 0 && time.Since(q.begun) > helloTime {
		nobody = "no worker has been heard of; start some with: client worker --nats " + q.where
		crew.Notes = append(crew.Notes, nobody)
	}
	q.mu.Lock()
	q.crew = crew
	q.count.Workers, q.count.Players = workers, crew.Players
	q.mu.Unlock()
	q.tell(crew, nobody)
}

// tell has people know, once, what says that there are no workers, if anything does,
// and of those that cannot play: where there are no others no game would ever tell them.
func (q *queue) tell(crew match.Crew, nobody string) {
	if nobody != "" && !q.lonely {
		q.lonely = true
		q.hand(match.Played{Note: nobody})
	}
	for _, h := range crew.Away {
		if h.Refused != "" && q.refused[h.Name] == "" && !q.unable[h.Name] {
			q.unable[h.Name] = true
			q.hand(match.Played{Note: fmt.Sprintf("worker %s plays no games: %s", h.Name, h.Refused)})
		}
	}
}

func (q *queue) counted(change func(*Counts)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	change(&q.count)
}

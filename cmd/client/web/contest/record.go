package contest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// The outcomes of a game, as the protocol has them.
const (
	FirstWins  = "p1win"
	SecondWins = "p2win"
	Tied       = "draw"
)

// OutOfTime is the reason of a game that a player has lost on the clock.
const OutOfTime = "time"

// record is a competition as the store keeps it.
type record struct {
	// Roster tells whether the players are still the same; it gives no key
	// away.
	Roster  string
	Number  int // of the competitions before this one
	Running bool
	Last    []string // names of the winners of the one before; nil if that was not played to its end
	Players []Player `json:",omitempty"` // of a competition to which they come as they like
	// Count is how many games there are. The store keeps them in blocks, so that
	// what becomes of one does not have all of them written; Games was their place.
	Count int    `json:",omitempty"`
	Games []game `json:",omitempty"`
}

// game is one game of a competition.
type game struct {
	First        int    `json:"Black"` // player; the names in the store are those of the game that was first
	Second       int    `json:"White"`
	ID           string // the host's; empty before the game begins
	Spare        string // a game of the host's, of an earlier competition, to be used again; empty without one
	Result       string // outcome; empty before the end
	Reason       string // word for how it ended
	Scores       [2]int `json:"Disks"` // of the seats, in the game's unit
	Moves        []string
	Began, Ended time.Time
}

func (g game) playing() bool { return g.ID != "" && g.Result == "" }

// Digest names a secret without giving it away.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// newRecord is a competition before its first game.
func (c *Contest) newRecord(number int, running bool) record {
	r := record{Roster: c.Roster, Number: number, Running: running}
	for _, p := range schedule(len(c.players), c.Rounds) {
		r.Games = append(r.Games, game{First: p.first, Second: p.second})
	}
	return r
}

// load reads what the store has. A competition of other players is replaced.
func (c *Contest) load(ctx context.Context) error {
	c.names = map[string]string{}
	if err := c.note(ctx, c.Names, &c.names); err != nil {
		return err
	}
	if err := c.note(ctx, c.Note, &c.record); err != nil {
		return err
	}
	if err := c.loadBlocks(ctx); err != nil {
		return err
	}
	for i, g := range c.record.Games {
		c.record.Games[i].Result = renamed(g.Result)
	}
	c.players = c.Players
	if c.Players == nil {
		c.players = c.record.Players
	}
	c.seen = make([]time.Time, len(c.players))
	if c.record.Number > 0 && c.record.Roster == c.Roster {
		if !c.Organised && !c.record.Running { // nobody could let it go on
			return c.run(true)
		}
		return nil
	}
	return c.save(c.newRecord(c.record.Number+1, !c.Stopped))
}

// renamed is an outcome as it is written now.
func renamed(result string) string {
	now, ok := map[string]string{"black": FirstWins, "white": SecondWins, "tie": Tied}[result]
	if ok {
		return now
	}
	return result
}

// note reads a note into the value, which stays as it is when there is none.
func (c *Contest) note(ctx context.Context, name string, value any) error {
	data, err := c.Store.Get(ctx, c.Space, name)
	if err != nil || data == nil {
		return err
	}
	if err := json.Unmarshal(data, value); err != nil {
		return fmt.Errorf("contest: note %q in the store: %w", name, err)
	}
	return nil
}

// save writes what of a record is new and makes it the present one. The games
// come first: what there are more of than the rest says does not count yet.
func (c *Contest) save(r record) error {
	if err := c.saveBlocks(r); err != nil {
		return err
	}
	head := r
	head.Count, head.Games = len(r.Games), nil
	data, err := json.Marshal(head)
	if err != nil {
		return err
	}
	if !bytes.Equal(data, c.head) {
		if err := c.put(c.Note, json.RawMessage(data)); err != nil {
			return err
		}
		c.head = data
	}
	if old := c.record; c.inBlocks && old.Number != r.Number {
		c.dropBlocks(old)
	}
	c.record, c.inBlocks = r, true
	c.tell()
	return nil
}

// put writes a note, even when the client has gone meanwhile: it has happened.
func (c *Contest) put(note string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return c.Store.Put(context.Background(), c.Space, note, data)
}

// change writes the record with a change. Nothing has changed on an error.
func (c *Contest) change(do func(*record)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.record
	r.Games = slices.Clone(r.Games)
	do(&r)
	return c.save(r)
}

// changeGame is change for one game, unless the competition has been begun
// anew meanwhile.
func (c *Contest) changeGame(number, i int, do func(*game)) error {
	return c.change(func(r *record) {
		if r.Number == number {
			do(&r.Games[i])
		}
	})
}

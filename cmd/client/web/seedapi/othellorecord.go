package seedapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// space sets this interface's games and notes apart from those of others.
const othelloSpace = "othelloapi"

// The notes in the store.
const (
	competitionNote = "competition"
	namesNote       = "names"
	practiceNote    = "practice/" // and a practice board
)

// The outcomes of a game.
const (
	blackWins = "black"
	whiteWins = "white"
	tied      = "tie"
)

// outOfTime is the reason of a game that a player has lost on the clock.
const outOfTime = "time"

// record is a competition as the store keeps it.
type record struct {
	// Roster tells whether the players are still the same; it gives no key
	// away.
	Roster  string
	Number  int // of the competitions before this one
	Running bool
	Last    []string // names of the winners of the one before; nil if that was not played to its end
	Games   []game
}

// game is one game of a competition.
type game struct {
	Black, White int    // players
	ID           string // the host's; empty before the game begins
	Spare        string // a game of the host's, of an earlier competition, to be used again; empty without one
	Result       string // outcome; empty before the end
	Reason       string // word for how it ended
	Disks        [2]int // Black's and White's
	Moves        []string
	Began, Ended time.Time
}

func (g game) playing() bool { return g.ID != "" && g.Result == "" }

// rosterOf names a list of keys and rounds without giving a key away.
func rosterOf(keys []string, rounds int) string {
	return digest(fmt.Sprint(rounds, " ", strings.Join(keys, " ")))
}

// digest names a secret without giving it away.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// newRecord is a competition before its first game.
func (c *competition) newRecord(number int, running bool) record {
	r := record{Roster: rosterOf(c.config.Keys, c.config.Rounds), Number: number, Running: running}
	for _, p := range schedule(len(c.config.Keys), c.config.Rounds) {
		r.Games = append(r.Games, game{Black: p.black, White: p.white})
	}
	return r
}

// load reads what the store has. A competition of other players is replaced.
func (c *competition) load(ctx context.Context) error {
	c.names = map[string]string{}
	if err := c.note(ctx, namesNote, &c.names); err != nil {
		return err
	}
	if err := c.note(ctx, competitionNote, &c.record); err != nil {
		return err
	}
	if c.record.Roster == rosterOf(c.config.Keys, c.config.Rounds) {
		if c.config.Organiser == "" && !c.record.Running { // nobody could let it go on
			return c.run(true)
		}
		return nil
	}
	return c.save(c.newRecord(c.record.Number+1, !c.config.Stopped))
}

// note reads a note into the value, which stays as it is when there is none.
func (c *competition) note(ctx context.Context, name string, value any) error {
	data, err := c.config.Store.Get(ctx, othelloSpace, name)
	if err != nil || data == nil {
		return err
	}
	if err := json.Unmarshal(data, value); err != nil {
		return fmt.Errorf("othello: note %q in the store: %w", name, err)
	}
	return nil
}

// save writes a record and makes it the present one.
func (c *competition) save(r record) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	// What has happened is written even when the client has gone meanwhile.
	if err := c.config.Store.Put(context.Background(), othelloSpace, competitionNote, data); err != nil {
		return err
	}
	c.record = r
	return nil
}

// change writes the record with a change. Nothing has changed on an error.
func (c *competition) change(do func(*record)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.record
	r.Games = slices.Clone(r.Games)
	do(&r)
	return c.save(r)
}

// changeGame is change for one game, unless the competition has been begun
// anew meanwhile.
func (c *competition) changeGame(number, i int, do func(*game)) error {
	return c.change(func(r *record) {
		if r.Number == number {
			do(&r.Games[i])
		}
	})
}

package seedapi

import (
	"cmp"
	"fmt"
	"time"

	"quadrille/cmd/client/web/host"
)

// intermission is how long the results of a competition that is over stay
// before the next one begins by itself.
const intermission = time.Minute

// over says whether all games have ended, and when the last one did.
func (r record) over() (ended time.Time, over bool) {
	for _, g := range r.Games {
		if g.Result == "" {
			return ended, false
		}
		if g.Ended.After(ended) {
			ended = g.Ended
		}
	}
	return ended, true
}

// anew says how a competition that is over begins anew; it is empty while
// games are to be played. The caller holds the lock.
func (c *competition) anew() string {
	ended, over := c.record.over()
	switch at := ended.Add(intermission); {
	case !over:
		return ""
	case c.config.Organiser != "":
		return "the organiser begins the next one, with POST /competition/restart"
	case c.host.Now().Before(at):
		return fmt.Sprintf("the next one begins at %s UTC, or later when two of its players ask for something", at.UTC().Format(time.TimeOnly))
	}
	return "the next one begins when two of its players ask for something"
}

// renew begins a competition anew that is over, when there is nobody whose
// business that is, people have had time to see the results, and players are
// there who can begin.
func (c *competition) renew() error {
	if !c.renewable() {
		return nil
	}
	return c.restart()
}

func (c *competition) renewable() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	ended, over := c.record.over()
	if !over || c.config.Organiser != "" || c.host.Now().Before(ended.Add(intermission)) {
		return false
	}
	for _, g := range c.record.Games {
		engines := engineLevel(c.config.Keys[g.Black]) != 0 && engineLevel(c.config.Keys[g.White]) != 0
		if !engines && c.isThere(g.Black) && c.isThere(g.White) {
			return true
		}
	}
	return false
}

// restart begins the competition anew. Games that are being played are given
// up; the host's games are used again, so that competitions fill no store.
func (c *competition) restart() error {
	c.playing.Lock()
	defer c.playing.Unlock()
	defer c.wakeReferee()
	return c.change(func(r *record) {
		next := c.newRecord(r.Number+1, true)
		if _, over := r.over(); over {
			next.Last = c.winners(r.Games)
		}
		if next.Roster == r.Roster {
			for i, g := range r.Games {
				next.Games[i].Spare = cmp.Or(g.ID, g.Spare)
			}
		}
		*r = next
	})
}

// winners are the names of those with the most points. The caller holds the
// lock.
func (c *competition) winners(games []game) (list []string) {
	res := c.standings(games)
	for _, i := range res.Leaders {
		list = append(list, res.Players[i].Name)
	}
	return list
}

// noGame is what a player is told who has none.
func (c *competition) noGame() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if how := c.anew(); how != "" {
		return host.Refuse(host.Conflict, "the competition is over; %s", how)
	}
	return host.Refuse(host.Conflict, "you have no game now; /move_needed tells you when a move is needed")
}

package contest

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"quadrille/cmd/client/web/host"
)

// intermission is how long the results of a competition that is over stay
// before the next one begins by itself.
const intermission = time.Minute

// over says whether all games have ended, and when the last one did.
func (r record) over() (ended time.Time, over bool) {
	if len(r.Games) == 0 {
		return ended, false
	}
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
func (c *Contest) anew() string {
	ended, over := c.record.over()
	switch at := ended.Add(intermission); {
	case !over:
		return ""
	case c.Organised:
		return "the organiser begins the next one, by a restart"
	case c.Host.Now().Before(at):
		return fmt.Sprintf("the next one begins at %s UTC, or later when %s for something", at.UTC().Format(time.TimeOnly), c.callers())
	}
	return "the next one begins when " + c.callers() + " for something"
}

// callers are those at whose asking a competition begins anew: one player where
// an opponent is always there, else two. The caller holds the lock.
func (c *Contest) callers() string {
	if slices.ContainsFunc(c.players, Player.plays) {
		return "one of its players asks"
	}
	return "two of its players ask"
}

// renew begins a competition anew that is over, when there is nobody whose
// business that is, people have had time to see the results, and players are
// there who can begin.
func (c *Contest) renew() error {
	if !c.renewable() {
		return nil
	}
	return c.restart()
}

func (c *Contest) renewable() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	ended, over := c.record.over()
	if !over || c.Organised || c.Host.Now().Before(ended.Add(intermission)) {
		return false
	}
	for _, g := range c.record.Games {
		engines := c.players[g.First].plays() && c.players[g.Second].plays()
		if !engines && c.isThere(g.First) && c.isThere(g.Second) {
			return true
		}
	}
	return false
}

// restart begins the competition anew. Games that are being played are given
// up; the host's games are used again, so that competitions fill no store.
func (c *Contest) restart() error {
	c.playing.Lock()
	defer c.playing.Unlock()
	defer c.wakeReferee()
	return c.change(func(r *record) {
		next := c.newRecord(r.Number+1, true)
		next.Players = r.Players
		if _, over := r.over(); over {
			next.Last = c.winners(r.Games)
		}
		for i, g := range r.Games {
			if i < len(next.Games) { // whose games they were does not matter
				next.Games[i].Spare = cmp.Or(g.ID, g.Spare)
			}
		}
		*r = next
	})
}

// winners are the names of those with the most points. The caller holds the
// lock.
func (c *Contest) winners(games []game) (list []string) {
	res := c.standings(games)
	for _, i := range res.Leaders {
		list = append(list, res.Players[i].Name)
	}
	return list
}

// noGame is what a player is told who has none.
func (c *Contest) noGame() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if how := c.anew(); how != "" {
		return host.Refuse(host.Conflict, "the competition is over; %s", how)
	}
	return host.Refuse(host.Conflict, "you have no game now; ask until a move is needed")
}

package seedapi

import (
	"context"
	"net/http"
)

// Results is the answer to GET /results. It has no keys.
type Results struct {
	Running  bool `json:"running"`
	Finished bool `json:"finished"`
	// Clock is how many seconds a player may take for a turn.
	Clock   float64    `json:"clock"`
	Players []Standing `json:"players"` // in the order of the keys
	Games   []Outcome  `json:"games"`   // in the order in which they are to be played
	// Leaders are the players with the most points; when the competition is
	// finished, its winners.
	Leaders []int `json:"leaders"`
	// Next says how a finished competition begins anew; empty before its end.
	Next string   `json:"next"`
	Last []string `json:"last"` // names of the winners of the competition before
}

// Standing is how a player has done so far.
type Standing struct {
	Name   string  `json:"name"`
	Engine int     `json:"engine,omitempty"` // level of a seat that the server plays
	Played int     `json:"played"`
	Wins   int     `json:"wins"`
	Losses int     `json:"losses"`
	Ties   int     `json:"ties"`
	Points float64 `json:"points"` // 1 for a win, half of it for a tie
	Disks  int     `json:"disks"`  // own minus the opponents' over all finished games
}

// Outcome is a game of the competition.
type Outcome struct {
	Black  int      `json:"black"`  // player
	White  int      `json:"white"`  // player
	State  string   `json:"state"`  // waiting, playing or finished
	Result string   `json:"result"` // black, white or tie; empty before the end
	Reason string   `json:"reason"` // more-disks, equal-disks or time
	Disks  [2]int   `json:"disks"`  // of Black and of White
	Moves  []string `json:"moves"`  // squares such as f5, and pass
	// Board is a game that is being played, as Black sees it.
	Board *Grid `json:"board,omitempty"`
}

// results is GET /results.
func (a *Othello) results(_ http.ResponseWriter, r *http.Request) (any, error) {
	return a.competition.results(r.Context()), nil
}

// results sums the competition up. A board that cannot be shown is left out.
func (c *competition) results(ctx context.Context) Results {
	c.mu.Lock()
	res := c.standings(c.record.Games)
	res.Running, res.Next, res.Last = c.record.Running, c.anew(), append([]string{}, c.record.Last...)
	games := c.record.Games
	c.mu.Unlock()
	for i, g := range games { // a slice that is in the record never changes
		if g.playing() {
			c.show(ctx, g.ID, &res.Games[i])
		}
	}
	return res
}

// standings counts the games that have ended. The caller holds the lock.
func (c *competition) standings(games []game) Results {
	res := Results{Finished: true, Clock: c.config.Clock.Seconds(), Leaders: []int{}}
	called := c.called()
	for i, key := range c.config.Keys {
		res.Players = append(res.Players, Standing{Name: called[i], Engine: engineLevel(key)})
	}
	for _, g := range games {
		o := g.outcome()
		res.Finished = res.Finished && o.State == "finished"
		res.Games = append(res.Games, o)
		if o.State == "finished" {
			res.Players[g.Black].count(g, blackWins, g.Disks[0]-g.Disks[1])
			res.Players[g.White].count(g, whiteWins, g.Disks[1]-g.Disks[0])
		}
	}
	res.lead()
	return res
}

func (g game) outcome() Outcome {
	o := Outcome{
		Black: g.Black, White: g.White, State: "waiting", Result: g.Result, Reason: g.Reason,
		Disks: g.Disks, Moves: append([]string{}, g.Moves...),
	}
	switch {
	case g.Result != "":
		o.State = "finished"
	case g.ID != "":
		o.State = "playing"
	}
	return o
}

// show puts the present board of a game into its outcome.
func (c *competition) show(ctx context.Context, id string, o *Outcome) {
	state, err := c.host.State(ctx, id)
	if err != nil {
		return
	}
	grid, err := view(state, true)
	if err != nil {
		return
	}
	o.Board, o.Moves = &grid, append([]string{}, state.Turns...)
	if len(state.Scores) == 2 {
		o.Disks = [2]int(state.Scores)
	}
}

// count adds a finished game that the player has won if it ended that way.
func (s *Standing) count(g game, won string, disks int) {
	s.Played++
	s.Disks += disks
	switch g.Result {
	case won:
		s.Wins++
		s.Points++
	case tied:
		s.Ties++
		s.Points += 0.5
	default:
		s.Losses++
	}
}

// lead finds the players with the most points, once there are any.
func (r *Results) lead() {
	most := 0.0
	for _, s := range r.Players {
		most = max(most, s.Points)
	}
	for i, s := range r.Players {
		if most > 0 && s.Points == most {
			r.Leaders = append(r.Leaders, i)
		}
	}
}

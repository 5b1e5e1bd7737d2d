package contest

import (
	"context"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/engine"
)

// Results is how a competition stands. It has no secrets.
type Results struct {
	Game     string            `json:"game"` // the protocol's name
	Rules    map[string]string `json:"rules,omitempty"`
	Running  bool              `json:"running"`
	Finished bool              `json:"finished"`
	// Organised says that somebody begins, stops and restarts it.
	Organised bool       `json:"organised"`
	Clock     float64    `json:"clock"`   // seconds that a player may take for a turn
	Players   []Standing `json:"players"` // in the order in which they came
	Games     []Outcome  `json:"games"`   // in the order in which they are to be played
	// Leaders are the players with the most points; when the competition is
	// finished, its winners.
	Leaders []int    `json:"leaders"`
	Last    []string `json:"last"` // names of the winners of the competition before
	// Stuck says why games cannot begin or go on at present; empty when they can.
	Stuck string `json:"stuck,omitempty"`
	// Next says how a finished competition begins anew; empty before its end.
	Next string `json:"-"`
}

// Standing is how a player has done so far.
type Standing struct {
	Name   string       `json:"name"`
	Level  engine.Level `json:"level,omitempty"`  // of an engine of ours
	Engine string       `json:"engine,omitempty"` // a guest engine
	There  bool         `json:"there"`            // has asked for something lately, or is an engine
	Played int          `json:"played"`
	Wins   int          `json:"wins"`
	Losses int          `json:"losses"`
	Ties   int          `json:"ties"`
	Points float64      `json:"points"` // 1 for a win, half of it for a tie
	Margin int          `json:"margin"` // own scores minus the opponents' over all finished games
}

// Outcome is a game of the competition.
type Outcome struct {
	First  int      `json:"first"`  // player who has the first seat
	Second int      `json:"second"` // player who has the second seat
	State  string   `json:"state"`  // waiting, playing or finished
	Result string   `json:"result"` // p1win, p2win or draw; empty before the end
	Reason string   `json:"reason"` // word for the end; empty before it
	Scores [2]int   `json:"scores"` // of the seats, at the end
	Turns  []string `json:"turns"`  // at the end
}

// Results sums the competition up.
func (c *Contest) Results() Results {
	c.mu.Lock()
	defer c.mu.Unlock()
	res := c.standings(c.record.Games)
	res.Running, res.Stuck, res.Next = c.record.Running, c.stuck, c.anew()
	res.Last = append([]string{}, c.record.Last...)
	return res
}

// standings counts the games that have ended. The caller holds the lock.
func (c *Contest) standings(games []game) Results {
	res := Results{Game: c.Game, Rules: c.Rules, Organised: c.Organised, Finished: len(games) > 0, Clock: c.Clock.Seconds(),
		Players: []Standing{}, Games: []Outcome{}, Leaders: []int{}}
	called := c.called()
	for i, p := range c.players {
		res.Players = append(res.Players, Standing{Name: called[i], Level: p.Level, Engine: p.Engine, There: c.isThere(i)})
	}
	for _, g := range games {
		o := g.outcome()
		res.Finished = res.Finished && o.State == "finished"
		res.Games = append(res.Games, o)
		if o.State == "finished" {
			res.Players[g.First].count(g, FirstWins, g.Scores[0]-g.Scores[1])
			res.Players[g.Second].count(g, SecondWins, g.Scores[1]-g.Scores[0])
		}
	}
	res.lead()
	return res
}

func (g game) outcome() Outcome {
	o := Outcome{
		First: g.First, Second: g.Second, State: "waiting", Result: g.Result, Reason: g.Reason,
		Scores: g.Scores, Turns: append([]string{}, g.Moves...),
	}
	switch {
	case g.Result != "":
		o.State = "finished"
	case g.ID != "":
		o.State = "playing"
	}
	return o
}

// count adds a finished game that the player has won if it ended that way.
func (s *Standing) count(g game, won string, margin int) {
	s.Played++
	s.Margin += margin
	switch g.Result {
	case won:
		s.Wins++
		s.Points++
	case Tied:
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

// Live is the board of a game that is being played. The host's name of the game
// is not in it, since whoever knows that could play.
type Live struct {
	Number  int `json:"number"`  // of the game in Results.Games
	Version int `json:"version"` // of the board, which grows
	host.Standing
	// Until is when the time of the player who acts is up; nil for an engine's.
	Until *time.Time `json:"until,omitempty"`
	Now   time.Time  `json:"now"` // by the server's clock
}

// shown is how long the end of a game is live yet.
const shown = 30 * time.Second

// Live returns the boards of the games that are being played, or have just ended.
// One that cannot be shown at present is left out.
func (c *Contest) Live(ctx context.Context) (boards []Live) {
	c.mu.Lock()
	games := c.record.Games // a slice that is in the record never changes
	c.mu.Unlock()
	for i, g := range games {
		if g.ID == "" || !g.playing() && c.Host.Now().Sub(g.Ended) > shown {
			continue
		}
		state, err := c.Host.State(ctx, g.ID)
		if err != nil {
			continue
		}
		boards = append(boards, c.Show(i, state))
	}
	return boards
}

// Show is the board of a game by its number.
func (c *Contest) Show(number int, state host.State) Live {
	l := Live{Number: number, Version: state.Version, Standing: state.Standing, Now: c.Host.Now().UTC()}
	if ofPerson(state) && !state.Over() {
		until := c.deadline(state).UTC()
		l.Until = &until
	}
	return l
}

package seedapi

import (
	"context"
	"net/http"

	"quadrille/cmd/client/web/contest"
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
	// Stuck says why games cannot begin or go on at present.
	Stuck string `json:"stuck,omitempty"`
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

// The document's words for the outcomes.
const (
	blackWins = "black"
	whiteWins = "white"
	tied      = "tie"
)

// results is GET /results.
func (a *Othello) results(_ http.ResponseWriter, r *http.Request) (any, error) {
	return a.sum(r.Context()), nil
}

// sum is the competition in the words of Othello. A board that cannot be shown is
// left out.
func (a *Othello) sum(ctx context.Context) Results {
	all := a.competition.Results()
	res := Results{Running: all.Running, Finished: all.Finished, Clock: all.Clock, Leaders: all.Leaders, Next: all.Next, Last: all.Last, Stuck: all.Stuck}
	for _, p := range all.Players {
		res.Players = append(res.Players, Standing{Name: p.Name, Engine: int(p.Level), Played: p.Played, Wins: p.Wins, Losses: p.Losses,
			Ties: p.Ties, Points: p.Points, Disks: p.Margin})
	}
	for _, g := range all.Games {
		res.Games = append(res.Games, Outcome{Black: g.First, White: g.Second, State: g.State, Reason: g.Reason, Disks: g.Scores, Moves: g.Turns,
			Result: map[string]string{contest.FirstWins: blackWins, contest.SecondWins: whiteWins, contest.Tied: tied}[g.Result]})
	}
	for _, b := range a.competition.Live(ctx) {
		o := &res.Games[b.Number]
		if o.State != "playing" {
			continue
		}
		if grid, err := view(b.Standing, true); err == nil {
			o.Board, o.Moves = &grid, b.Turns
			o.Disks = [2]int(b.Scores)
		}
	}
	return res
}

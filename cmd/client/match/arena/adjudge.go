package arena

import (
	"quadrille/protocol/driver"
)

// judge watches the scores that two engines report.
type judge struct {
	terms  Terms
	drawn  int // turns in a row with a score near 0
	winner int // the seat that all of the last turns saw winning; -1 is none
	won    int // how many turns
}

func newJudge(t Terms) *judge { return &judge{terms: t, winner: -1} }

// certain is a score in hundredths above any that an engine reports: a proved
// win, or a win in so many plies.
const certain = 1 << 30

// score reads a report from the view of the side to move. ok is false when it
// says nothing.
func score(i driver.Info) (cp int, ok bool) {
	switch {
	case i.Proof == driver.ProvedWin:
		return certain, true
	case i.Proof == driver.ProvedLoss:
		return -certain, true
	case i.Proof == driver.ProvedDraw:
		return 0, true
	case !i.HasScore || i.Bound != driver.ExactBound:
		return 0, false
	case i.Mate > 0:
		return certain, true
	case i.Mate < 0:
		return -certain, true
	}
	return i.CP, true
}

// see takes the report on one seat's turn.
func (j *judge) see(seat int, info driver.Info) {
	cp, ok := score(info)
	if !ok {
		j.drawn, j.won, j.winner = 0, 0, -1
		return
	}
	j.drawn++
	if max(cp, -cp) > j.terms.DrawRule.Score {
		j.drawn = 0
	}
	winner := -1
	switch {
	case cp >= j.terms.WinRule.Score:
		winner = seat
	case cp <= -j.terms.WinRule.Score:
		winner = 1 - seat
	}
	if winner != j.winner {
		j.winner, j.won = winner, 0
	}
	j.won++
}

// verdict says whether the engines agree after so many turns of the game: on
// a winner, or on a draw (winner -1).
func (j *judge) verdict(turns int) (winner int, over bool) {
	if w := j.terms.WinRule; w.Plies > 0 && j.winner >= 0 && j.won >= w.Plies && turns >= w.After {
		return j.winner, true
	}
	if d := j.terms.DrawRule; d.Plies > 0 && j.drawn >= d.Plies && turns >= d.After {
		return -1, true
	}
	return -1, false
}

package othello

import (
	"errors"

	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/protocol/record"
)

// The words that stand in a record's Reason for an end that the position does
// not show.
const (
	resigned = "resign"
	timeout  = "timeout"
	agreed   = "agreement"
)

// game is a game that is being read from a form that may leave out passes.
type game struct{ *record.Game }

// newGame begins at the start position.
func newGame() game {
	p, err := othello.Game{}.New(nil, 0)
	if err != nil {
		panic("othello has no options that could be wrong: " + err.Error())
	}
	return game{record.NewGame(othello.Game{}, p)}
}

// replay plays a record through. The error says why it is no game of Othello.
func replay(r *record.Record) (game, error) {
	g, err := record.Replay(othello.Game{}, r)
	return game{g}, err
}

var errStart = errors.New("it begins at another position than the start, which the form cannot hold")

// mustPass says whether the side to move can only pass.
func (g game) mustPass() bool {
	legal := g.Last.Legal()
	return len(legal) == 1 && legal[0] == engine.Pass
}

// play plays one move, after a pass of the side to move when that side can do
// nothing else and the move is none. A pass behind the end of the game, which
// some programs write, is not a move. The error wraps engine.ErrIllegal.
func (g game) play(token, comment string) error {
	if token == engine.Pass && g.Last.Result().Over {
		return nil
	}
	if token != engine.Pass && g.mustPass() {
		if err := g.Play(engine.Pass, ""); err != nil {
			return err
		}
	}
	return g.Play(token, comment)
}

// winners are the results by the player who wins.
func winner(blackLead int) string {
	switch {
	case blackLead > 0:
		return engine.Win(engine.P1, "").String()
	case blackLead < 0:
		return engine.Win(engine.P2, "").String()
	}
	return engine.Draw("").String()
}

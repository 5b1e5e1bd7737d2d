package othello

import "quadrille/engine"

// GameState is what State returns, in the spirit of the state that the
// document of square4 prints.
type GameState struct {
	// Board has a list for each row from the top, with "X" (Black), "O"
	// (White) or null for each square from the left.
	Board         [size][size]*string `json:"board"`
	Phase         string              `json:"phase"`
	CurrentPlayer string              `json:"currentPlayer"`
	Disks         DiskCounts          `json:"disks"`
	// Legal are the squares where the current player may place.
	Legal []string `json:"legal"`
	// MustPass is true when the current player cannot place and the game is
	// not over.
	MustPass   bool    `json:"mustPass"`
	Winner     *string `json:"winner"`
	DrawReason *string `json:"drawReason"`
}

// DiskCounts is how many disks lie on the board.
type DiskCounts struct {
	Black int `json:"X"`
	White int `json:"O"`
}

// State returns the GameState.
func (p *Position) State() any {
	black, white := p.state.Disks()
	state := GameState{
		Phase:         p.Phase(),
		CurrentPlayer: letters[p.state.Side : p.state.Side+1],
		Disks:         DiskCounts{Black: black, White: white},
		Legal:         squareNames(p.moves),
		MustPass:      !p.result.Over && p.moves == 0,
	}
	for square := range squares {
		if c := p.contents(square); c < 2 {
			name := letters[c : c+1]
			state.Board[square/size][square%size] = &name
		}
	}
	if p.result.Over && p.result.Winner != engine.NoPlayer {
		winner := letters[p.result.Winner-1 : p.result.Winner]
		state.Winner = &winner
	} else if p.result.Over {
		reason := p.result.Reason
		state.DrawReason = &reason
	}
	return state
}

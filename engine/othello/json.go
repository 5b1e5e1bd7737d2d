package othello

import "quadrille/engine"

// GameState is what State returns, in the spirit of the state that the
// document of square4 prints.
type GameState struct {
	// Board has a list for each row from the top, with "X" (Black), "O"
	// (White) or null for each square from the left.
	Board         engine.Grid `json:"board"`
	Phase         string      `json:"phase"`
	CurrentPlayer string      `json:"currentPlayer"`
	Disks         DiskCounts  `json:"disks"`
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
	state.Board = engine.NewGrid(size, size, func(row, column int) string {
		if c := p.state.contents(row*size + column); c < 2 {
			return letters[c : c+1]
		}
		return ""
	})
	state.Winner, state.DrawReason = p.result.Ending(letters[:1], letters[1:2])
	return state
}

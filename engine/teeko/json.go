package teeko

import "quadrille/engine"

// GameState is what State returns, in the spirit of the state that the
// document of square4 prints.
type GameState struct {
	// Board has a list for each row from the top, as the board file has them,
	// with "O", "X" or null for each cell from the left.
	Board         engine.Grid  `json:"board"`
	Size          int          `json:"size"`
	Advanced      bool         `json:"advanced"`
	Phase         string       `json:"phase"`
	CurrentPlayer string       `json:"currentPlayer"`
	Placed        PlacedCounts `json:"placed"`
	Winner        *string      `json:"winner"`
	DrawReason    *string      `json:"drawReason"`
}

// PlacedCounts is how many marks each side has on the board.
type PlacedCounts struct {
	O int `json:"O"`
	X int `json:"X"`
}

// State returns the GameState.
func (p *Position) State() any {
	size := p.state.Board.Size()
	state := GameState{
		Size:          size,
		Advanced:      p.state.Board == Advanced,
		Phase:         p.Phase(),
		CurrentPlayer: names[p.state.Side],
		Placed:        PlacedCounts{O: p.state.Placed(0), X: p.state.Placed(1)},
	}
	state.Board = engine.NewGrid(size, size, func(row, column int) string {
		for side, marks := range p.state.Marks {
			if marks>>((size-1-row)*size+column)&1 != 0 {
				return names[side]
			}
		}
		return ""
	})
	state.Winner, state.DrawReason = p.result.Ending("O", "X")
	return state
}

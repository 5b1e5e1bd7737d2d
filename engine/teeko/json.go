package teeko

import "quadrille/engine"

// GameState is what State returns, in the spirit of the state that the
// document of square4 prints.
type GameState struct {
	// Board has a list for each row from the top, as the board file has them,
	// with "O", "X" or null for each cell from the left.
	Board         [][]*string  `json:"board"`
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
		Board:         make([][]*string, size),
		Size:          size,
		Advanced:      p.state.Board == Advanced,
		Phase:         p.Phase(),
		CurrentPlayer: names[p.state.Side],
		Placed:        PlacedCounts{O: p.state.Placed(0), X: p.state.Placed(1)},
	}
	for row := range size {
		state.Board[size-1-row] = p.stateRow(row)
	}
	if p.result.Over && p.result.Winner != engine.NoPlayer {
		winner := names[p.result.Winner-1]
		state.Winner = &winner
	} else if p.result.Over {
		reason := p.result.Reason
		state.DrawReason = &reason
	}
	return state
}

// stateRow returns the cells of a row, counted from 0 at the bottom.
func (p *Position) stateRow(row int) []*string {
	size := p.state.Board.Size()
	cells := make([]*string, size)
	for column := range size {
		for side, marks := range p.state.Marks {
			if marks>>(row*size+column)&1 != 0 {
				name := names[side]
				cells[column] = &name
			}
		}
	}
	return cells
}

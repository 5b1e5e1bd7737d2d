package square4

import "quadrille/engine"

// GameState is the state that the documents' HTTP API returns, field by field
// and name by name.
type GameState struct {
	// Board has a list for each square with "R", "B" or null for each slot.
	Board           engine.Grid  `json:"board"`
	Phase           string       `json:"phase"`
	CurrentPlayer   string       `json:"currentPlayer"`
	Placed          PlacedCounts `json:"placed"`
	PiecesPerPlayer int          `json:"piecesPerPlayer"`
	HoleSquareIndex int          `json:"holeSquareIndex"`
	Winner          *string      `json:"winner"`
	DrawReason      *string      `json:"drawReason"`
}

// PlacedCounts is how many marbles each colour has placed.
type PlacedCounts struct {
	Red  int `json:"R"`
	Blue int `json:"B"`
}

var colours = [2]string{"R", "B"}

// State returns the GameState.
func (p *Position) State() any {
	state := GameState{
		Phase:           p.Phase(),
		CurrentPlayer:   colours[p.state.Side],
		Placed:          PlacedCounts{Red: p.state.Placed(0), Blue: p.state.Placed(1)},
		PiecesPerPlayer: int(p.state.Pieces),
		HoleSquareIndex: int(p.state.Hole),
	}
	state.Board = engine.NewGrid(squares, slots, func(square, slot int) string {
		for side, marbles := range p.state.Marbles {
			if marbles>>CellAt(square, slot)&1 != 0 {
				return colours[side]
			}
		}
		return ""
	})
	state.Winner, state.DrawReason = p.result.Ending("R", "B")
	return state
}

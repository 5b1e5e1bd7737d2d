package square4

import "quadrille/engine"

// GameState is the state that the documents' HTTP API returns, field by field
// and name by name.
type GameState struct {
	// Board has a list for each square with "R", "B" or null for each slot.
	Board           [squares][slots]*string `json:"board"`
	Phase           string                  `json:"phase"`
	CurrentPlayer   string                  `json:"currentPlayer"`
	Placed          PlacedCounts            `json:"placed"`
	PiecesPerPlayer int                     `json:"piecesPerPlayer"`
	HoleSquareIndex int                     `json:"holeSquareIndex"`
	Winner          *string                 `json:"winner"`
	DrawReason      *string                 `json:"drawReason"`
}

// PlacedCounts is how many marbles each colour has placed.
type PlacedCounts struct {
	Red  int `json:"R"`
	Blue int `json:"B"`
}

var colours = [2]string{"R", "B"}

// State returns the GameState.
func (p *Position) State() any {
	names, reason := colours, p.result.Reason // copies: the state belongs to the caller
	state := GameState{
		Phase:           p.Phase(),
		CurrentPlayer:   colours[p.state.Side],
		Placed:          PlacedCounts{Red: p.state.Placed(0), Blue: p.state.Placed(1)},
		PiecesPerPlayer: int(p.state.Pieces),
		HoleSquareIndex: int(p.state.Hole),
	}
	for square := range squares {
		for slot := range slots {
			for side := range colours {
				if p.state.Marbles[side]>>CellAt(square, slot)&1 != 0 {
					state.Board[square][slot] = &names[side]
				}
			}
		}
	}
	if p.result.Over && p.result.Winner != engine.NoPlayer {
		state.Winner = &names[p.result.Winner-1]
	} else if p.result.Over {
		state.DrawReason = &reason
	}
	return state
}

package blokus

import (
	"slices"
	"strings"

	"quadrille/engine"
)

// GameState is the state as JSON, in the words of the document's HTTP API:
// board, players, parts (here pieces), passes and scores.
type GameState struct {
	Variant string `json:"variant"`
	// Board has a list for each row from the top, with "B", "Y", "R", "G" or
	// null for each cell.
	Board engine.Grid `json:"board"`
	// Turn is the colour to move; after the end the one that would have been.
	Turn  string `json:"turn"`
	Phase string `json:"phase"`
	Over  bool   `json:"over"`
	// Winner is the colour that has won, or those of a seat as blue+red; null for
	// none and for a tie.
	Winner *string `json:"winner"`
	Reason *string `json:"reason"` // word for how the game ended, or null
	// Players are the colours in turn order.
	Players []PlayerState `json:"players"`
	// Passes are the colours that have passed.
	Passes []string     `json:"passes"`
	Scores []int        `json:"scores"` // one a seat
	Rules  engine.Rules `json:"rules"`
}

// PlayerState is one colour.
type PlayerState struct {
	// Player is the seat that plays it, "p1" to "p4"; of a shared colour, which
	// counts for nobody, the one that does next.
	Player  string `json:"player"`
	Shared  bool   `json:"shared,omitempty"`
	Colour  string `json:"color"`
	Letter  string `json:"letter"`
	Blocked bool   `json:"blocked"` // cannot place anything any more
	// Pieces are the names of the pieces left, in junior twice where there are two,
	// SquaresLeft their squares.
	Pieces      []string `json:"pieces"`
	SquaresLeft int      `json:"squaresLeft"`
	Score       int      `json:"score"`
	// Corners are the cells of which the next piece must cover one.
	Corners []string `json:"corners"`
	// Placed are the pieces on the board, in the order of the piece names.
	Placed []PlacedPiece `json:"placed"`
}

// PlacedPiece is a piece on the board, in the document's form.
type PlacedPiece struct {
	Piece       string `json:"piece"`
	Orientation string `json:"orientation"`
	// X is the row from the top and Y the column from the left, both from 1,
	// of the top left cell of the bounding box.
	X     int    `json:"x"`
	Y     int    `json:"y"`
	Cells string `json:"cells"` // as in a token
}

// State returns the GameState.
func (p *Position) State() any {
	state := GameState{
		Variant: p.rules[optVariant], Board: p.stateBoard(),
		Turn: colourNames[p.state.Side()], Phase: p.Phase(), Over: p.result.Over,
		Passes: []string{}, Scores: p.Scores(), Rules: p.rules,
	}
	if p.result.Over {
		state.Reason = &p.result.Reason
	}
	if p.result.Winner != engine.NoPlayer {
		name := p.seatName(p.result.Winner)
		state.Winner = &name
	}
	placed, err := p.pieces()
	if err != nil {
		panic("blokus: own board refused: " + err.Error())
	}
	for colour := range p.state.Colours() {
		state.Players = append(state.Players, p.playerState(colour, placed[colour]))
		if p.state.Out(colour) {
			state.Passes = append(state.Passes, colourNames[colour])
		}
	}
	return state
}

// seatName is the name of a seat in small letters.
func (p *Position) seatName(seat engine.Player) string {
	return strings.ToLower(engine.SeatNames(p)[seat-1])
}

var letterStrings = [4]string{"B", "Y", "R", "G"}

func (p *Position) stateBoard() engine.Grid {
	size := p.state.Size()
	return engine.NewGrid(size, size, func(row, col int) string {
		if owner := p.owner[row*maxSize+col]; owner != nobody {
			return letterStrings[owner]
		}
		return ""
	})
}

func (p *Position) playerState(colour int, placed []Placement) PlayerState {
	state := PlayerState{
		Player: engine.Player(p.state.Owner(colour) + 1).String(), Shared: p.state.Shared(colour), Colour: colourNames[colour], Letter: letterStrings[colour],
		Blocked: !p.state.Can(colour), Pieces: p.piecesLeft(colour), SquaresLeft: p.state.SquaresLeft(colour),
		Score: p.state.Score(colour), Corners: append([]string{}, p.cornerNames(colour)...), Placed: []PlacedPiece{},
	}
	slices.Sort(placed)
	for _, m := range placed {
		piece, orientation, x, y := m.form()
		state.Placed = append(state.Placed, PlacedPiece{piece, orientation, x, y, m.Token(p.state.Size())})
	}
	return state
}

package blokus

import (
	"strings"

	"quadrille/engine"
)

// The names of the lists.
const (
	// ListPieces has a line a seat: the seat and the names of its pieces left.
	ListPieces = "pieces"
	// ListCorners has a line a seat: the seat and the cells of which its next
	// piece must cover one.
	ListCorners = "corners"
	// ListPlacements has a line for each piece that the colour to move can
	// place: its name and the tokens of its placements.
	ListPlacements = "placements"
)

// Lists returns pieces, corners and placements.
func (p *Position) Lists() []string {
	return []string{ListPieces, ListCorners, ListPlacements}
}

// List returns the lines of a list.
func (p *Position) List(name string) ([]string, error) {
	switch name {
	case ListPieces:
		return p.perSeat(func(colour int) string { return pieceNames(p.state.Left(colour)) }), nil
	case ListCorners:
		return p.perSeat(func(colour int) string { return strings.Join(p.cornerNames(colour), " ") }), nil
	case ListPlacements:
		return p.placementsByPiece(), nil
	}
	return nil, engine.RefuseList(p, name)
}

// perSeat returns a line for each seat, beginning with its name.
func (p *Position) perSeat(words func(colour int) string) []string {
	var lines []string
	for colour := range p.state.Colours() {
		line := engine.Player(colour + 1).String()
		if rest := words(colour); rest != "" {
			line += " " + rest
		}
		lines = append(lines, line)
	}
	return lines
}

func (p *Position) placementsByPiece() []string {
	if p.result.Over {
		return nil
	}
	var lines []string
	last := -1
	for _, m := range p.placements(p.state.Side()) {
		if piece := m.Piece(); piece != last {
			lines = append(lines, PieceName(piece))
			last = piece
		}
		lines[len(lines)-1] += " " + m.Token(p.state.Size())
	}
	return lines
}

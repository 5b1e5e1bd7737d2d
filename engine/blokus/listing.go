package blokus

import (
	"strings"

	"quadrille/engine"
)

// The names of the lists.
const (
	// ListPieces has a line a colour: the seat that plays it and the names of its
	// pieces left. Where not each seat has one colour, the colour's name stands
	// behind the seat.
	ListPieces = "pieces"
	// ListCorners has a line a colour, which begins in the same way: the cells of
	// which its next piece must cover one.
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
		return p.perColour(func(colour int) string { return strings.Join(p.piecesLeft(colour), " ") }), nil
	case ListCorners:
		return p.perColour(func(colour int) string { return strings.Join(p.cornerNames(colour), " ") }), nil
	case ListPlacements:
		return p.placementsByPiece(), nil
	}
	return nil, engine.RefuseList(p, name)
}

// perColour returns a line for each colour.
func (p *Position) perColour(words func(colour int) string) []string {
	var lines []string
	for colour := range p.state.Colours() {
		line := engine.Player(p.state.Owner(colour) + 1).String()
		if p.Players() != p.state.Colours() {
			line += " " + colourNames[colour]
		}
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

package example

import (
	"fmt"
	"strings"

	"quadrille/engine"
)

// State returns the board as lists of "X", "O" and null, the upper row first.
func (p *Position) State() any {
	size := p.board.size
	rows := engine.NewGrid(size, size, func(row, column int) string {
		return strings.Trim(p.at((size-1-row)*size+column), ".")
	})
	return struct {
		Board engine.Grid `json:"board"`
		Row   int         `json:"row"`
	}{rows, p.board.row}
}

// Diagram draws the board with the names of rows and columns beside it.
func (p *Position) Diagram() engine.Diagram {
	var d engine.Diagram
	won := p.board.won(p.state.marks[0]) | p.board.won(p.state.marks[1])
	columns := "  "
	for y := p.board.size - 1; y >= 0; y-- {
		line := []engine.Span{{Text: fmt.Sprintf("%d ", y+1), Style: engine.Label}}
		for x := range p.board.size {
			cell := y*p.board.size + x
			line = append(line, p.span(cell, won>>cell&1 != 0), engine.Span{Text: " "})
		}
		d = append(d, line)
	}
	for x := range p.board.size {
		columns += string(rune('a'+x)) + " "
	}
	d = append(d, []engine.Span{{Text: strings.TrimRight(columns, " "), Style: engine.Label}})
	return append(d, []engine.Span{{Text: p.note(), Style: engine.Note}})
}

func (p *Position) span(cell int, won bool) engine.Span {
	letter := p.at(cell)
	if letter == "." {
		return engine.Span{Text: letter, Style: engine.Target}
	}
	seat := engine.Player(strings.Index(letters, letter) + 1)
	return engine.Span{Text: letter, Style: engine.PlayerStyle(seat), Last: cell == p.last, Win: won}
}

// note says in words where the game stands.
func (p *Position) note() string {
	switch names := p.SeatNames(); {
	case p.result.Winner != engine.NoPlayer:
		return names[p.result.Winner-1] + " has won."
	case p.result.Over:
		return "The game is drawn."
	default:
		return fmt.Sprintf("%s is to move; %d in a row win.", names[p.state.side()], p.board.row)
	}
}

package othello

import (
	"fmt"

	"quadrille/engine"
)

// Diagram draws the board: X is Black, O is White, + a square where the side
// to move may place, and the disk that was placed last stands in brackets.
func (p *Position) Diagram() engine.Diagram {
	columns := []engine.Span{{Text: "   a  b  c  d  e  f  g  h", Style: engine.Label}}
	d := engine.Diagram{columns}
	for row := range size {
		label := engine.Span{Text: fmt.Sprint(row + 1), Style: engine.Label}
		line := []engine.Span{label, {Text: " "}}
		for column := range size {
			line = append(line, p.squareSpan(row*size+column))
		}
		d = append(d, append(line, engine.Span{Text: " "}, label))
	}
	d = append(d, columns)
	for _, note := range p.notes() {
		d = append(d, []engine.Span{{Text: note, Style: engine.Note}})
	}
	return d
}

func (p *Position) squareSpan(square int) engine.Span {
	side := p.state.contents(square)
	switch {
	case side == 2 && p.moves>>square&1 != 0:
		return engine.Span{Text: " + ", Style: engine.Target}
	case side == 2:
		return engine.Span{Text: " . ", Style: engine.Empty}
	}
	span := engine.Span{
		Text:  " " + letters[side:side+1] + " ",
		Style: engine.PlayerStyle(engine.Player(side + 1)),
		Last:  p.flips>>square&1 != 0,
	}
	if square == int(p.last) {
		span.Text, span.Last = "("+letters[side:side+1]+")", true
	}
	return span
}

func (p *Position) notes() []string {
	black, white := p.state.Disks()
	notes := []string{fmt.Sprintf("Disks: Black (X) %d, White (O) %d.", black, white)}
	if p.opening != "" {
		notes = append(notes, "Opening: "+p.opening+".")
	}
	who := colours[p.state.Side]
	if p.last == Pass {
		notes = append(notes, colours[p.state.Side^1]+" has passed.")
	}
	switch {
	case p.result.Over && p.result.Winner == engine.NoPlayer:
		return append(notes, "The game is drawn.")
	case p.result.Over:
		return append(notes, colours[p.result.Winner-1]+" has won.")
	case p.moves == 0:
		return append(notes, who+" cannot move and must pass.")
	}
	return append(notes, who+" places a disk on a square marked +.")
}

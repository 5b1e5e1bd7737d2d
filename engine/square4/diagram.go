package square4

import (
	"fmt"

	"quadrille/engine"
)

// Diagram draws the board. Square numbers stand in the frame: [3] may slide
// now, <3> is where the tile of the last turn went. (R) is the marble placed
// last, *R* belongs to a block of four.
func (p *Position) Diagram() engine.Diagram {
	var d engine.Diagram
	for row := range 3 {
		d = append(d, p.frameLine(row))
		for half := range 2 {
			d = append(d, p.cellLine(row, half))
		}
	}
	d = append(d, []engine.Span{{Text: "+-------+-------+-------+", Style: engine.FrameLine}})
	for _, note := range p.notes() {
		d = append(d, []engine.Span{{Text: note, Style: engine.Note}})
	}
	return d
}

// frameLine is the line above a row of squares, with their numbers.
func (p *Position) frameLine(row int) []engine.Span {
	var line []engine.Span
	for col := range 3 {
		square := uint8(row*3 + col)
		name := engine.Span{Text: fmt.Sprintf("-%d-", square), Style: engine.Label}
		switch {
		case p.maySlide(square):
			name = engine.Span{Text: fmt.Sprintf("[%d]", square), Style: engine.Target}
		case square == p.filled:
			name = engine.Span{Text: fmt.Sprintf("<%d>", square), Style: engine.Label, Last: true}
		}
		line = append(line, engine.Span{Text: "+--", Style: engine.FrameLine}, name,
			engine.Span{Text: "--", Style: engine.FrameLine})
	}
	return append(line, engine.Span{Text: "+", Style: engine.FrameLine})
}

// maySlide says whether sliding the square can be part of the present turn.
func (p *Position) maySlide(square uint8) bool {
	return !p.result.Over && p.state.Slides()>>square&1 != 0
}

// cellLine is the upper or lower half of a row of squares.
func (p *Position) cellLine(row, half int) []engine.Span {
	bar := engine.Span{Text: "|", Style: engine.FrameLine}
	var line []engine.Span
	for col := range 3 {
		square := row*3 + col
		line = append(line, bar)
		if square == int(p.state.Hole) {
			line = append(line, engine.Span{Text: [2]string{"  hole ", "       "}[half], Style: engine.Hole})
			continue
		}
		line = append(line, p.cellSpan(CellAt(square, 2*half)), engine.Span{Text: " "},
			p.cellSpan(CellAt(square, 2*half+1)))
	}
	return append(line, bar)
}

func (p *Position) cellSpan(cell uint8) engine.Span {
	for side, name := range colours {
		cells := p.state.Marbles[side]
		if cells>>cell&1 == 0 {
			continue
		}
		span := engine.Span{Style: engine.PlayerStyle(engine.Player(side + 1))}
		switch {
		case inBlock(cells)>>cell&1 != 0:
			span.Text, span.Win = "*"+name+"*", true
		case cell == p.lastCell():
			span.Text, span.Last = "("+name+")", true
		default:
			span.Text = " " + name + " "
		}
		return span
	}
	return engine.Span{Text: " . ", Style: engine.Empty}
}

// lastCell is where the marble of the last turn lies now, or NoCell.
func (p *Position) lastCell() uint8 {
	cell, square := p.last.Place(), p.last.Slide()
	if cell != NoCell && square != NoSquare && TileCells(square)>>cell&1 != 0 {
		return cell - tileBase[square] + tileBase[p.filled]
	}
	return cell
}

// inBlock is the set of cells that belong to a 2×2 block.
func inBlock(cells uint64) uint64 {
	corners := Windows(cells)
	return corners | corners<<1 | corners<<gridSize | corners<<(gridSize+1)
}

func (p *Position) notes() []string {
	names := p.SeatNames()
	notes := []string{
		"Slots of a square: 0 1 above, 2 3 below.",
		fmt.Sprintf("Placed: Red %d of %d, Blue %d of %d.",
			p.state.Placed(0), p.state.Pieces, p.state.Placed(1), p.state.Pieces),
	}
	who := names[p.state.Side]
	switch {
	case p.result.Over && p.result.Winner == engine.NoPlayer:
		return append(notes, "The game is drawn: "+p.result.Reason+".")
	case p.result.Over:
		return append(notes, names[p.result.Winner-1]+" has won.")
	case p.Phase() == Placement:
		return append(notes, who+" places a marble and then slides a square marked [n].")
	case p.Phase() == PlacementSlide:
		return append(notes, who+" has placed and now slides a square marked [n].")
	}
	return append(notes, who+" slides a square marked [n].")
}

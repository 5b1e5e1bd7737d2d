package teeko

import (
	"fmt"
	"strings"

	"quadrille/engine"
)

// Diagram draws the board as the document does, an empty cell as its number,
// with the names of the rows and columns beside it and what else there is to
// say below.
func (p *Position) Diagram() engine.Diagram {
	size := p.state.Board.Size()
	frame := []engine.Span{{Text: strings.Repeat("=", 4*size), Style: engine.FrameLine}}
	d := engine.Diagram{frame}
	for row := size - 1; row >= 0; row-- {
		d = append(d, p.rowLine(row))
	}
	d = append(d, frame, p.columnLine())
	for _, note := range p.notes() {
		d = append(d, []engine.Span{{Text: note, Style: engine.Note}})
	}
	return d
}

func (p *Position) rowLine(row int) []engine.Span {
	size := p.state.Board.Size()
	bar := engine.Span{Text: "|", Style: engine.FrameLine}
	var line []engine.Span
	for column := range size {
		line = append(line, bar, p.cellSpan(uint8(row*size+column)), bar)
	}
	return append(line, engine.Span{Text: fmt.Sprintf(" %d", row+1), Style: engine.Label})
}

func (p *Position) columnLine() []engine.Span {
	var b strings.Builder
	for column := range p.state.Board.Size() {
		fmt.Fprintf(&b, "  %c ", 'a'+column)
	}
	return []engine.Span{{Text: b.String(), Style: engine.Label}}
}

func (p *Position) cellSpan(cell uint8) engine.Span {
	for side, marks := range p.state.Marks {
		if marks>>cell&1 == 0 {
			continue
		}
		return engine.Span{
			Text:  " " + names[side],
			Style: engine.PlayerStyle(engine.Player(side + 1)),
			Last:  p.last != NoTurn && cell == p.last.To(),
			Win:   p.state.Board.inGoals(marks)>>cell&1 != 0,
		}
	}
	span := engine.Span{
		Text:  fmt.Sprintf("%2d", cell+1),
		Style: engine.Empty,
		Last:  p.last != NoTurn && cell == p.last.From(),
	}
	if !p.result.Over && p.targets()>>cell&1 != 0 {
		span.Style = engine.Target
	}
	return span
}

// targets is the set of cells where a turn can put a mark.
func (p *Position) targets() uint32 {
	var to uint32
	for _, t := range p.state.Turns(nil) {
		to |= 1 << t.To()
	}
	return to
}

func (p *Position) notes() []string {
	var notes []string
	if p.last != NoTurn {
		notes = append(notes, fmt.Sprintf("Last turn: %s %s.", names[p.state.Side^1], p.Token()))
	}
	who := names[p.state.Side]
	switch {
	case p.result.Over && p.result.Winner == engine.NoPlayer:
		return append(notes, "The game is drawn: "+p.result.Reason+".")
	case p.result.Over:
		side := p.result.Winner - 1
		return append(notes, fmt.Sprintf("%s has won with %s.", names[side],
			p.state.Board.cellNames(p.state.Board.inGoals(p.state.Marks[side]))))
	case p.state.Moving():
		return append(notes, who+" moves a mark to an empty cell next to it.")
	}
	return append(notes, fmt.Sprintf("%s drops a mark, the %s of four.", who,
		[Marks]string{"first", "second", "third", "last"}[p.state.Placed(int(p.state.Side))]))
}

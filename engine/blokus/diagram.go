package blokus

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"quadrille/engine"
)

// sketch is a placement that is drawn into a diagram before it is made.
type sketch struct {
	colour int
	cells  []uint16
}

// Diagram draws the board: B, Y, R and G are the colours' cells, + is a growth
// corner of the colour to move, and > stands before the cells of the last
// turn. The pieces left are beside the board.
func (p *Position) Diagram() engine.Diagram { return p.draw(sketch{}) }

// Preview draws the action into the board: the cells of the placement are in
// lower case, with ! before those that are taken.
func (p *Position) Preview(a engine.Action) (engine.Diagram, error) {
	if p.result.Over {
		return p.Diagram(), engine.RefuseOver(p.result)
	}
	m, err := p.parseAction(a)
	if err != nil {
		return p.Diagram(), err
	}
	if err = p.check(m); m == Pass {
		return p.Diagram(), err
	}
	return p.draw(sketch{p.state.Side(), m.AppendCells(nil)}), err
}

func (p *Position) draw(s sketch) engine.Diagram {
	size := p.state.Size()
	notes := p.notes()
	header := p.columnLine()
	d := engine.Diagram{header}
	for row := range size {
		line := []engine.Span{{Text: fmt.Sprintf("%2d", size-row), Style: engine.Label}}
		for col := range size {
			line = append(line, p.cellSpan(row*maxSize+col, s))
		}
		line = append(line, engine.Span{Text: fmt.Sprintf(" %-2d", size-row), Style: engine.Label})
		if row < len(notes) {
			line = append(line, notes[row]...)
		}
		d = append(d, line)
	}
	d = append(d, header)
	for _, text := range p.footer() {
		d = append(d, []engine.Span{{Text: text, Style: engine.Note}})
	}
	return d
}

func (p *Position) columnLine() []engine.Span {
	text := "  "
	for col := range p.state.Size() {
		text += " " + string(rune('a'+col))
	}
	return []engine.Span{{Text: text, Style: engine.Label}}
}

// cellSpan draws a cell as a mark and a character.
func (p *Position) cellSpan(cell int, s sketch) engine.Span {
	owner := p.owner[cell]
	switch sketched := slices.Contains(s.cells, uint16(cell)); {
	case sketched && owner != nobody:
		return engine.Span{Text: "!" + strings.ToLower(letterStrings[s.colour]), Style: engine.Target}
	case sketched:
		return engine.Span{Text: " " + strings.ToLower(letterStrings[s.colour]), Style: engine.Target}
	case owner != nobody && p.inLast(cell):
		return engine.Span{Text: ">" + letterStrings[owner], Style: colourStyle(owner), Last: true}
	case owner != nobody:
		return engine.Span{Text: " " + letterStrings[owner], Style: colourStyle(owner)}
	case !p.result.Over && p.isCorner(cell):
		return engine.Span{Text: " +", Style: engine.Target}
	}
	return engine.Span{Text: " .", Style: engine.Empty}
}

// colourStyle is the style of a colour's cells.
func colourStyle(colour uint8) engine.Style { return engine.PlayerStyle(engine.Player(colour + 1)) }

// inLast says whether the last turn covered the cell.
func (p *Position) inLast(cell int) bool {
	return p.last < Pass && slices.Contains(p.last.AppendCells(nil), uint16(cell))
}

// isCorner says whether the cell is a growth corner of the colour to move.
func (p *Position) isCorner(cell int) bool {
	corners := p.state.Corners(p.state.Side())
	return corners[cell/maxSize]>>(cell%maxSize)&1 != 0
}

// notes are the lines beside the board: for each colour its score and the
// pieces it has left.
func (p *Position) notes() [][]engine.Span {
	var lines [][]engine.Span
	for colour := range p.state.Colours() {
		mark := "  "
		if colour == p.state.Side() && !p.result.Over {
			mark = "* "
		}
		lines = append(lines, []engine.Span{
			{Text: "  " + mark}, {Text: letterStrings[colour], Style: colourStyle(uint8(colour))},
			{Text: " " + p.colourNote(colour), Style: engine.Note},
		})
		for _, text := range wrap(strings.Join(p.piecesLeft(colour), " "), 34) {
			lines = append(lines, []engine.Span{{Text: "      " + text, Style: engine.Note}})
		}
		lines = append(lines, nil)
	}
	return append(lines, p.totals()...)
}

// totals are the scores of the seats, where those of the colours do not say them.
func (p *Position) totals() [][]engine.Span {
	if bits.OnesCount8(p.state.Own(0)) == 1 {
		return nil
	}
	var lines [][]engine.Span
	for i, score := range p.Scores() {
		seat := engine.Player(i + 1)
		lines = append(lines, []engine.Span{{Text: fmt.Sprintf("    %s (%v): %s together", p.seatName(seat), seat, engine.Count(score, "point")), Style: engine.Note}})
	}
	return lines
}

// colourNote is the line about a colour, without its pieces.
func (p *Position) colourNote(colour int) string {
	whose := engine.Player(p.state.Owner(colour) + 1).String()
	if p.state.Shared(colour) {
		whose += " next" // in turn with the others
	}
	text := fmt.Sprintf("%s (%s): %s, %s left", colourNames[colour], whose,
		engine.Count(p.state.Score(colour), "point"), engine.Count(p.state.SquaresLeft(colour), "square"))
	if p.state.Out(colour) {
		text += ", out"
	}
	return text
}

// wrap breaks words into lines of at most width characters.
func wrap(text string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if n := len(lines) - 1; n >= 0 && len(lines[n])+1+len(word) <= width {
			lines[n] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// footer are the lines below the board.
func (p *Position) footer() []string {
	who := colourNames[p.state.Side()]
	switch {
	case p.result.Over && p.result.Winner == engine.NoPlayer:
		return []string{"The game is a tie of " + strings.Join(p.best(), " and ") + "."}
	case p.result.Over:
		return []string{p.seatName(p.result.Winner) + " has won (" + p.result.Reason + ")."}
	case p.Phase() == PhaseBlocked:
		return []string{who + " cannot place anything and passes."}
	}
	return []string{fmt.Sprintf("%s places a piece on a corner marked +; %s.", who, engine.Count(p.state.Count(p.state.Side()), "placement"))}
}

// best are the names of the seats with the best score.
func (p *Position) best() []string {
	scores := p.Scores()
	var names []string
	for seat, score := range scores {
		if score == slices.Max(scores) {
			names = append(names, p.seatName(engine.Player(seat+1)))
		}
	}
	return names
}

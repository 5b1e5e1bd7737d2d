package classroom

import (
	"fmt"

	"quadrille/engine/teeko"
)

// humanDrop asks until a free cell is named (section 3.3). The document has no
// message for a wrong answer here; it says to prompt again.
func (g *game) humanDrop(s teeko.State) (teeko.Turn, error) {
	for {
		n, err := g.ask(fmt.Sprintf(askPlace, s.Side+1))
		if err != nil {
			return teeko.NoTurn, err
		}
		if cell, ok := cellIn(s.Empty(), n); ok {
			return teeko.NewDrop(cell), nil
		}
	}
}

// cellIn turns a number 1 to 16 into a cell of the set; ok is false when it is
// none.
func cellIn(set uint32, n int) (cell uint8, ok bool) {
	if n < 1 || n > 16 || set>>(n-1)&1 == 0 {
		return 0, false
	}
	return uint8(n - 1), true
}

// humanMove asks for a mark and a direction until they make a move (section
// 3.6). Going back from the direction asks for the mark again.
func (g *game) humanMove(s teeko.State) (teeko.Turn, error) {
	for {
		from, err := g.askOwnMark(s)
		if err != nil {
			return teeko.NoTurn, err
		}
		to, err := g.askTarget(s, from)
		if err != nil {
			return teeko.NoTurn, err
		}
		if to != teeko.NoCell {
			return teeko.NewMove(from, to), nil
		}
	}
}

// askOwnMark asks for a mark until one of the side to move is named.
func (g *game) askOwnMark(s teeko.State) (uint8, error) {
	for {
		n, err := g.ask(fmt.Sprintf(askMark, s.Side+1))
		if err != nil {
			return 0, err
		}
		if cell, ok := cellIn(s.Marks[s.Side], n); ok {
			return cell, nil
		}
		g.say(wrongPick)
	}
}

// askTarget asks for a direction until one leads to a free cell, which it
// returns, or NoCell when the player goes back.
func (g *game) askTarget(s teeko.State, from uint8) (uint8, error) {
	for {
		n, err := g.ask(askDirection)
		if err != nil || n == 0 {
			return teeko.NoCell, err
		}
		to, inside := s.Board.Step(from, n)
		switch {
		case n < 1 || n > 8:
			g.say(wrongPick)
		case !inside:
			g.say(outOfBound)
		case s.Empty()>>to&1 == 0:
			g.say(occupied)
		default:
			return to, nil
		}
	}
}

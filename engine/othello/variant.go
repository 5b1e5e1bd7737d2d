package othello

import "quadrille/engine"

// Variants returns the game under the names that other programs have for it.
func (Game) Variants() []engine.Variant {
	return []engine.Variant{{Titles: []string{"Othello", "Reversi"}}}
}

// BoardSize returns 8.
func (p *Position) BoardSize() int { return size }

// LegalFor lists the squares where a side could place if it were to move.
func (p *Position) LegalFor(colour int) []string {
	if p.result.Over {
		return nil
	}
	if colour == engine.ColourToMove(p) {
		return squareNames(p.moves)
	}
	other := State{Own: p.state.Opp, Opp: p.state.Own, Side: 1 - p.state.Side}
	return squareNames(other.Moves())
}

// Points counts the disks; the squares that stay empty are the winner's.
func (p *Position) Points() []int {
	points := p.Scores()
	if w := p.result.Winner; w != engine.NoPlayer {
		points[w-1] = squares - points[2-w]
	}
	return points
}

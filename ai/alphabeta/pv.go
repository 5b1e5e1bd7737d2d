package alphabeta

import (
	"slices"

	"quadrille/engine"
)

// extend lengthens a line that ends in a decided state up to the end of the
// game, as far as the table and Game.Leaf know the way.
func (sr *Searcher[S, G]) extend(l *Line) {
	s := sr.root
	for _, m := range l.Moves {
		s = sr.game.Play(&s, m)
	}
	for left := max(Mate(l.Value), -Mate(l.Value)) - len(l.Moves); left > 0; left-- {
		m := sr.decisive(&s)
		if m == NoMove {
			return
		}
		l.Moves = append(l.Moves, m)
		s = sr.game.Play(&s, m)
	}
}

// decisive returns the move that wins soonest or loses latest in a decided
// state, or NoMove where that is not known.
func (sr *Searcher[S, G]) decisive(s *S) Move {
	v, known := sr.game.Leaf(s)
	if !known {
		return sr.tableMove(s)
	}
	if v == Win || v == -Win {
		return NoMove // the game is over
	}
	for _, m := range sr.game.Legal(s, nil) {
		child := sr.game.Play(s, m)
		if cv, ok := sr.game.Leaf(&child); ok && fromNode(-cv, 1) == v {
			return m
		}
	}
	return NoMove
}

// tableMove returns the move of a table entry that proves a win or a loss.
func (sr *Searcher[S, G]) tableMove(s *S) Move {
	key, symmetry := sr.game.Key(s)
	e := sr.table.Get(key)
	if e.Move() == 0 || Mate(e.Value()) == 0 {
		return NoMove
	}
	m := sr.game.Orient(Move(e.Move()-1), engine.InverseSymmetry(symmetry))
	if !slices.Contains(sr.game.Legal(s, nil), m) {
		return NoMove
	}
	return m
}

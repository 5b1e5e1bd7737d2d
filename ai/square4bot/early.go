package square4bot

import (
	"slices"

	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// holdsFour says whether a side, the defender, is known not to lose a state with slideback=false and four
// marbles a side. It has to be its turn while the attacker has no more than three marbles, and it
// must have one left then: that goes where the attacker's fourth could lead to a block
// (docs/square4-value.md; `prove check --four` tries all positions with three).
func holdsFour(s *square4.State, attacker uint8) bool {
	defender := attacker ^ 1
	asInGames := s.Side == s.Hole&1 && (s.Barred != square4.NoSquare || s.Hole == centre)
	if !s.NoBack || s.Pieces != 4 || !asInGames {
		return false
	}
	has := s.Placed(int(attacker)) + btoi(s.Side == attacker) // on the defender's turn
	return has <= 3 && s.Placed(int(defender)) <= has
}

// heldStarts are turns of Red's with which it keeps the draw from the start with slideback=false, by the number of
// marbles a side: the first ones of certificates (testdata/square4/proof/red-holds-5.txt.gz and -6). That Red does
// not win is proved with Blue's blocks left out (`prove check --alone`).
var heldStarts = map[uint8]string{5: "0.3s5", 6: "0.3s1"}

// drawsStart is a turn that keeps the draw if the position is a start that is known to be one, or NoMove.
func (t *task) drawsStart() alphabeta.Move {
	word, known := heldStarts[t.state.Pieces]
	if !known || t.state != square4.StartState(int(t.state.Pieces), false) {
		return alphabeta.NoMove
	}
	turn, _ := square4.ParseTurn(word)
	if m := alphabeta.Move(turn); slices.Contains(t.Roots, m) {
		return m
	}
	return alphabeta.NoMove
}

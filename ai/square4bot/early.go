package square4bot

import (
	"slices"
	"strings"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine"
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

// firstTurns are Red's first turns, one of those that are images of each other, and blueAnswers Blue's to each of them, with
// which it wins with slideback=false, by the number of marbles a side, unless repetition=1: the first ones of certificates
// (testdata/square4/proof/blue-wins-7.txt.gz, -8 and -9).
const firstTurns = "0.0s1 0.0s5 0.1s1 0.1s3 0.1s5 0.1s7 0.3s1 0.3s5 1.0s1 1.0s3 1.0s5 1.0s7 1.2s1 1.2s3 1.2s5 1.2s7"

var blueAnswers = map[uint8]string{
	7: "2.3s2 0.3s8 3.3s0 1.2s6 1.2s2 1.2s8 4.1s0 4.2s8 4.1s2 0.3s6 0.3s8 2.2s6 4.1s2 4.0s0 0.3s8 1.3s6",
	8: "2.3s2 0.3s8 3.3s0 2.2s6 1.2s2 4.0s6 2.0s0 4.2s8 4.3s2 1.3s0 4.2s8 2.2s6 2.3s2 6.1s0 0.3s8 1.3s6",
	9: "2.3s2 0.3s8 3.3s0 4.3s6 1.2s2 4.0s6 4.1s0 4.2s8 4.1s2 1.3s0 0.3s8 1.3s6 4.1s2 6.1s0 0.3s8 1.3s6",
}

// early is what certificates that the program does not have say of the first positions of a game, and the turn that serves the side
// to move, NoMove where it loses anyway.
func (t *task) early() (ai.Proof, alphabeta.Move) {
	start := square4.StartState(int(t.state.Pieces), false)
	if word, held := heldStarts[t.state.Pieces]; held && t.state == start {
		return t.ifRoot(ai.ProvedDraw, turnOf(word))
	}
	answers, won := blueAnswers[t.state.Pieces]
	switch {
	case !t.state.NoBack || !won || t.rules.oneIsRepetition || t.state.Placed(0) > 1:
		return ai.NotProved, alphabeta.NoMove
	case t.state == start:
		return ai.ProvedLoss, alphabeta.NoMove
	}
	key, image := foldedKey(&t.state)
	for i, answer := range strings.Fields(answers) {
		red, blue := turnOf(strings.Fields(firstTurns)[i]), turnOf(answer)
		s := start.Play(red)
		if k, sym := foldedKey(&s); k == key {
			return t.ifRoot(ai.ProvedWin, blue.Transform(sym).Transform(engine.InverseSymmetry(image)))
		}
		s = s.Play(blue)
		if k, _ := foldedKey(&s); k == key {
			return ai.ProvedLoss, alphabeta.NoMove
		}
	}
	return ai.NotProved, alphabeta.NoMove
}

// ifRoot is what is proved if a turn that proves it is one of the roots.
func (t *task) ifRoot(proof ai.Proof, turn square4.Turn) (ai.Proof, alphabeta.Move) {
	if m := alphabeta.Move(turn); slices.Contains(t.Roots, m) {
		return proof, m
	}
	return ai.NotProved, alphabeta.NoMove
}

// turnOf reads a turn of these tables.
func turnOf(word string) square4.Turn {
	turn, _ := square4.ParseTurn(word) // a test reads them all
	return turn
}

package othellobot

import (
	"math/bits"

	"quadrille/ai/alphabeta"
	"quadrille/engine/othello"
)

// rules is alphabeta.Game for Othello. Values are hundredths of a disk; those
// of finished games are a hundred times the final margin.
type rules struct {
	phases *phases
}

var _ alphabeta.Game[othello.State] = rules{}

func newRules() rules { return rules{phases: newPhases()} }

// marginUnit turns a final margin into a value.
const marginUnit = 100

// Leaf values a finished game exactly and any other state by the evaluation.
func (g rules) Leaf(s *othello.State) (value int, known bool) {
	own, opp := othello.Moves(s.Own, s.Opp), othello.Moves(s.Opp, s.Own)
	if own|opp == 0 {
		return marginUnit * s.Margin(), true
	}
	return g.evaluate(s, own, opp), false
}

// score is the static value of a position that is not over.
func (g *rules) score(own, opp uint64) int {
	s := othello.State{Own: own, Opp: opp}
	v, _ := g.Leaf(&s)
	return v
}

// Expand appends the turns, a pass being one.
func (rules) Expand(s *othello.State, moves []alphabeta.Choice) ([]alphabeta.Choice, int, bool) {
	squares := s.Moves()
	if squares == 0 {
		if s.Over() {
			return moves, marginUnit * s.Margin(), true
		}
		return append(moves, alphabeta.Choice{Move: alphabeta.Move(othello.Pass)}), 0, false
	}
	for ; squares != 0; squares &= squares - 1 {
		t := othello.Turn(bits.TrailingZeros64(squares))
		next := s.Play(t)
		moves = append(moves, alphabeta.Choice{Move: alphabeta.Move(t), Order: promise(&next, t)})
	}
	return moves, 0, false
}

// promise says how good a turn looks by the state it leads to: the fewer turns
// the other side has there, corners counting double, and the fewer empty
// squares lie at the mover's disks, the better.
func promise(next *othello.State, t othello.Turn) int32 {
	replies := next.Moves()
	count := bits.OnesCount64(replies) + bits.OnesCount64(replies&corners)
	open := bits.OnesCount64(around(next.Opp) & next.Empty())
	return int32(squareOrder[t] - 40*count - 10*open)
}

// squareOrder is what a square promises by its place. It never changes.
var squareOrder = newSquareOrder()

func newSquareOrder() (order [othello.Pass + 1]int) {
	for square := range uint64(othello.Pass) {
		switch bit := uint64(1) << square; {
		case bit&corners != 0:
			order[square] = 400
		case bit&around(corners)&^edges != 0:
			order[square] = -150
		case bit&around(corners) != 0:
			order[square] = -50
		case bit&edges != 0:
			order[square] = 40
		}
	}
	return order
}

// Legal appends every legal turn.
func (rules) Legal(s *othello.State, moves []alphabeta.Move) []alphabeta.Move {
	var buffer [othello.MaxTurns]othello.Turn
	for _, t := range s.Turns(buffer[:0]) {
		moves = append(moves, alphabeta.Move(t))
	}
	return moves
}

// Play returns the state after a turn.
func (rules) Play(s *othello.State, m alphabeta.Move) othello.State { return s.Play(othello.Turn(m)) }

// Key is the hash of the state; symmetries are not folded.
func (rules) Key(s *othello.State) (key uint64, symmetry uint8) { return s.Hash(), 0 }

// Orient does nothing.
func (rules) Orient(m alphabeta.Move, _ uint8) alphabeta.Move { return m }

// Restore does nothing.
func (rules) Restore(m alphabeta.Move, _ uint8) alphabeta.Move { return m }

// Horizon is the number of plies after which the game is over at the latest.
func (rules) Horizon(s *othello.State) int { return longestGame(s) }

// longestGame bounds the number of plies to the end. No two passes follow each
// other, and none follows the disk on the last empty square.
func longestGame(s *othello.State) int {
	n := 2 * bits.OnesCount64(s.Empty())
	if n > 0 && s.Moves() != 0 {
		n--
	}
	return n
}

// MoveSpace is the squares and the pass.
func (rules) MoveSpace() int { return int(othello.Pass) + 1 }

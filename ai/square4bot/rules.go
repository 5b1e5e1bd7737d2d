package square4bot

import (
	"math/bits"

	"quadrille/ai/alphabeta"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// rules is alphabeta.Game for square4 states.
type rules struct {
	// oneIsRepetition is the rule repetition=1: the first position of the
	// movement phase is a draw already.
	oneIsRepetition bool
	weights         weights
}

var _ alphabeta.MateGame[square4.State] = rules{}

// Leaf values a state exactly where analyse can, else by the evaluation.
func (g rules) Leaf(s *square4.State) (value int, known bool) {
	var a analysis
	if v, known := g.analyse(s, &a); known {
		return v, true
	}
	return g.weights.evaluate(s, &a), false
}

// Over values a state with blocks.
func (rules) Over(s *square4.State) (value int, over bool) { return overNow(s) }

// Drawn says whether the movement phase has begun under repetition=1.
func (g rules) Drawn(s *square4.State) bool { return g.oneIsRepetition && s.Moving() }

// WinsNow says whether the side to move wins with one turn.
func (rules) WinsNow(s *square4.State) bool { return s.WinsNow() }

// Expand appends the turns after which the other side has no win at once.
func (g rules) Expand(s *square4.State, moves []alphabeta.Choice) ([]alphabeta.Choice, int, bool) {
	var a analysis
	if v, known := g.analyse(s, &a); known {
		return moves, v, true
	}
	for i := range a.n {
		f := &a.frames[i]
		if f.safe == 0 {
			continue
		}
		moves = g.appendTurns(moves, s, f, a.places)
	}
	return moves, 0, false
}

// Legal appends every legal turn.
func (rules) Legal(s *square4.State, moves []alphabeta.Move) []alphabeta.Move {
	var buffer [square4.MaxTurns]square4.Turn
	for _, t := range s.Turns(buffer[:0]) {
		moves = append(moves, alphabeta.Move(t))
	}
	return moves
}

// Play returns the state after a turn.
func (rules) Play(s *square4.State, m alphabeta.Move) square4.State {
	return s.Play(square4.Turn(m))
}

// overNow is the value of a state that is over by blocks.
func overNow(s *square4.State) (value int, over bool) {
	own, other := s.Marbles[s.Side], s.Marbles[s.Side^1]
	switch mine, theirs := square4.HasBlock(own), square4.HasBlock(other); {
	case mine && theirs:
		return 0, true
	case mine:
		return alphabeta.Win, true
	case theirs:
		return -alphabeta.Win, true
	}
	return 0, false
}

// foldMarbles is up to how many marbles on the board the eight symmetries are
// folded into one key.
const foldMarbles = 8

// Key is the hash of the state or, with few marbles on the board, the least
// hash among its eight images.
func (g rules) Key(s *square4.State) (key uint64, symmetry uint8) {
	key = s.Hash()
	if bits.OnesCount64(s.Marbles[0]|s.Marbles[1]) <= foldMarbles {
		key, symmetry = foldedKey(s)
	}
	if g.oneIsRepetition {
		key = ^key
	}
	return key, symmetry
}

// foldedKey is the least hash among the images of a state that have the hole at the
// least square.
func foldedKey(s *square4.State) (key uint64, symmetry uint8) {
	least := uint8(square4.NoSquare)
	for sym := range uint8(engine.Symmetries) {
		hole := square4.TransformSquare(s.Hole, sym)
		if hole > least {
			continue
		}
		image := s.Transform(sym)
		if h := image.Hash(); hole < least || h < key {
			least, key, symmetry = hole, h, sym
		}
	}
	return key, symmetry
}

// Orient applies a symmetry to a turn.
func (rules) Orient(m alphabeta.Move, symmetry uint8) alphabeta.Move {
	if symmetry == 0 {
		return m
	}
	return alphabeta.Move(square4.Turn(m).Transform(symmetry))
}

// Horizon is the number of plies until both sides have placed everything: from
// then on analyse is exact if tiles may slide back.
func (rules) Horizon(s *square4.State) int {
	if s.NoBack {
		return alphabeta.Never
	}
	return placingPlies(s)
}

// placingPlies is the number of plies until both sides have placed everything.
func placingPlies(s *square4.State) int {
	return max(0, 2*left(s, s.Side)-1, 2*left(s, s.Side^1))
}

// MoveSpace bounds square4.Turn.
func (rules) MoveSpace() int { return 1 << 10 }

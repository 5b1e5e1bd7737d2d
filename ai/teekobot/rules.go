package teekobot

import (
	"math/bits"

	"quadrille/ai/alphabeta"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

// rules is alphabeta.Game for states of one board under one past.
type rules struct {
	board   teeko.Board
	goals   []uint32 // of the board
	weights *weights
	// barred are the hashes of the states that the past makes draws: those
	// seen so often that they end the game when they come again. They suffice
	// for exact wins and losses. A shortest way to win visits no state twice,
	// so what is seen for the first time since the root never decides; and
	// where the winner-to-be can only win through a barred state, the other
	// side holds the draw.
	barred map[uint64]struct{}
	// salt keeps what holds under one set of barred states apart from what
	// holds under another in the table.
	salt uint64
	// oneIsRepetition is the rule repetition=1: the first position with all
	// marks down is a draw already.
	oneIsRepetition bool
	// oracle, if there is one, knows the values of states.
	oracle *oracle
}

var _ alphabeta.MateGame[teeko.State] = rules{}

func newRules(pos *teeko.Position) rules {
	s := pos.SearchState()
	_, limit := pos.Occurred(s)
	g := rules{board: s.Board, goals: s.Board.Goals(), weights: standardWeights(), oneIsRepetition: limit == 1}
	if limit == 1 {
		g.salt = 1
		return g
	}
	for _, b := range pos.Barred() {
		if g.barred == nil {
			g.barred = map[uint64]struct{}{}
		}
		hash := b.Hash()
		g.barred[hash] = struct{}{}
		g.salt += hash | 1
	}
	return g
}

// drawn says whether the rule on repetition ends the game with the state,
// which has no goal.
func (g *rules) drawn(s *teeko.State) bool {
	if !g.oneIsRepetition && len(g.barred) == 0 || !s.Moving() {
		return false
	}
	if g.oneIsRepetition {
		return true
	}
	_, barred := g.barred[s.Hash()]
	return barred
}

// Drawn says whether the rule on repetition ends the game with the state.
func (g rules) Drawn(s *teeko.State) bool { return g.drawn(s) }

// Over values a state with a goal.
func (rules) Over(s *teeko.State) (value int, over bool) { return -alphabeta.Win, s.Won() }

// WinsNow says whether the side to move has a turn that makes a goal.
func (rules) WinsNow(s *teeko.State) bool { return winsNow(s) }

func winsNow(s *teeko.State) bool { return winningTurn(s) != teeko.NoTurn }

// winningTurn returns a turn that makes a goal, or NoTurn.
func winningTurn(s *teeko.State) teeko.Turn {
	own, empty := s.Marks[s.Side], s.Empty()
	if !s.Moving() {
		if s.Placed(int(s.Side)) < teeko.Marks-1 {
			return teeko.NoTurn
		}
		return completing(s.Board, own, empty, teeko.NoCell)
	}
	for from := own; from != 0; from &= from - 1 {
		cell := uint8(bits.TrailingZeros32(from))
		if t := completing(s.Board, own&^(1<<cell), empty&s.Board.Neighbours(cell), cell); t != teeko.NoTurn {
			return t
		}
	}
	return teeko.NoTurn
}

// completing returns the turn of a mark to one of the cells that makes a goal
// with the three others, or NoTurn.
func completing(b teeko.Board, three, cells uint32, from uint8) teeko.Turn {
	for ; cells != 0; cells &= cells - 1 {
		if b.IsGoal(three | cells&-cells) {
			return teeko.NewMove(from, uint8(bits.TrailingZeros32(cells)))
		}
	}
	return teeko.NoTurn
}

// decide values a state that is over, that the side to move wins at once, or
// that it loses with the next ply of the other side because it meets no
// threat. The last is looked for only where there is a threat now.
func (g *rules) decide(s *teeko.State) (value int, known bool) {
	switch {
	case s.Won():
		return -alphabeta.Win, true
	case g.drawn(s):
		return 0, true
	}
	if g.oracle != nil {
		if v, sure := g.oracle.value(s); sure {
			return v, true
		}
	}
	return g.decideOngoing(s)
}

// decideOngoing is decide for a state that is not over.
func (g *rules) decideOngoing(s *teeko.State) (value int, known bool) {
	switch {
	case winsNow(s):
		return alphabeta.Win - 1, true
	case threatened(s) && !g.canMeetThreats(s):
		return -alphabeta.Win + 2, true
	}
	return 0, false
}

// threatened says whether the other side would win if it were to move.
func threatened(s *teeko.State) bool {
	passed := *s
	passed.Side ^= 1
	return winsNow(&passed)
}

// canMeetThreats says whether the side to move has a turn after which the
// other side does not win at once.
func (g *rules) canMeetThreats(s *teeko.State) bool {
	var buffer [teeko.MaxTurns]teeko.Turn
	for _, t := range s.Turns(buffer[:0]) {
		if next := s.Play(t); g.holds(&next) {
			return true
		}
	}
	return false
}

// holds says whether the side to move in a state without a goal does not win
// at once.
func (g *rules) holds(next *teeko.State) bool { return g.drawn(next) || !winsNow(next) }

// Leaf values a state exactly where decide can, else by the evaluation.
func (g rules) Leaf(s *teeko.State) (value int, known bool) {
	if v, known := g.decide(s); known {
		return v, true
	}
	return g.evaluate(s), false
}

// Expand appends the turns after which the other side does not win at once.
func (g rules) Expand(s *teeko.State, moves []alphabeta.Choice) ([]alphabeta.Choice, int, bool) {
	if v, known := g.decide(s); known {
		return moves, v, true
	}
	heat := g.heat(s)
	threats := s.Placed(int(s.Side^1)) >= teeko.Marks-1
	var buffer [teeko.MaxTurns]teeko.Turn
	for _, t := range s.Turns(buffer[:0]) {
		if threats {
			if next := s.Play(t); !g.holds(&next) {
				continue
			}
		}
		moves = append(moves, alphabeta.Choice{Move: alphabeta.Move(t), Order: heat.order(t)})
	}
	if len(moves) == 0 {
		return moves, -alphabeta.Win + 2, true
	}
	return moves, 0, false
}

// Legal appends every legal turn.
func (rules) Legal(s *teeko.State, moves []alphabeta.Move) []alphabeta.Move {
	var buffer [teeko.MaxTurns]teeko.Turn
	for _, t := range s.Turns(buffer[:0]) {
		moves = append(moves, alphabeta.Move(t))
	}
	return moves
}

// Play returns the state after a turn.
func (rules) Play(s *teeko.State, m alphabeta.Move) teeko.State { return s.Play(teeko.Turn(m)) }

// foldMarks is up to how many marks on the board the eight symmetries are
// folded into one key.
const foldMarks = 5

// Key is the hash of the state or, with few marks on the board, the least hash
// among its eight images.
func (g rules) Key(s *teeko.State) (key uint64, symmetry uint8) {
	key = s.Hash()
	if bits.OnesCount32(s.Marks[0]|s.Marks[1]) <= foldMarks {
		for sym := uint8(1); sym < engine.Symmetries; sym++ {
			image := s.Transform(sym)
			if h := image.Hash(); h < key {
				key, symmetry = h, sym
			}
		}
	}
	return key + g.salt, symmetry
}

// Orient applies a symmetry to a turn.
func (g rules) Orient(m alphabeta.Move, symmetry uint8) alphabeta.Move {
	return alphabeta.Move(g.board.TransformTurn(teeko.Turn(m), symmetry))
}

// Horizon is never reached, since marks can move for ever, except under
// repetition=1, where the last drop ends the game.
func (g rules) Horizon(s *teeko.State) int {
	if g.oneIsRepetition {
		return 2*teeko.Marks - s.Placed(0) - s.Placed(1)
	}
	return alphabeta.Never
}

// MoveSpace bounds teeko.Turn.
func (rules) MoveSpace() int { return 1 << 10 }

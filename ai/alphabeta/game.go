// Package alphabeta is an alpha-beta search, generic over the state, for games
// of two players who alternate. It has iterative deepening, principal
// variation search with a transposition table, killer and history ordering,
// late move reductions, several lines and several threads. It is generic over
// a small value type, the state, and knows nothing else of the game than what
// [Game] says.
//
// Values of states are whole numbers from the view of the side to move. Those
// beyond ±MateBound are proved: they count plies to the end of the game. A
// search never makes such a value out of an estimate: a win needs one turn
// that is proved to win, a loss needs every turn proved to lose, and turns
// that a search leaves out keep it from calling a state lost. A value between
// the bounds is proved when the search saw no estimate at all, that is when
// its depth reached Game.Horizon and it reduced nothing on the way.
package alphabeta

// Move is one turn in the game's own code, below 65535.
type Move uint16

// NoMove is not a move.
const NoMove Move = 0xffff

// Values.
const (
	// Win is the value of a state whose side to move has won already; a win
	// in n plies is Win-n.
	Win = 32000
	// MaxPly bounds how many plies a search looks ahead.
	MaxPly = 120
	// MateBound is below every proved win and above every other value.
	MateBound = Win - 1000
	// MaxEval bounds what Game.Leaf may return for an estimate.
	MaxEval = 20000

	infinity = Win + 1
)

// Choice is a move and how promising it is: the search tries the higher orders
// first. History scores, up to HistoryMax, are added to it.
type Choice struct {
	Move  Move
	Order int32
}

// HistoryMax bounds what the search's experience adds to Choice.Order.
const HistoryMax = 1 << 10

// Never is a horizon that is never reached.
const Never = 1 << 20

// Game is what the search asks about states. Its methods may be called from
// several goroutines at once. A Game should be a small struct, not a pointer,
// so that the search is compiled for it.
type Game[S any] interface {
	// Leaf values a state: exactly where the rules or a solver tell (known),
	// else by an estimate within ±MaxEval.
	Leaf(s *S) (value int, known bool)
	// Expand returns the value where Leaf would know it, else it appends the
	// moves with their orders. It may leave out moves that are no better than
	// one it appends, and must append at least one.
	Expand(s *S, moves []Choice) (all []Choice, value int, known bool)
	// Legal appends every legal move of a state that is not over.
	Legal(s *S, moves []Move) []Move
	// Play returns the state after a move.
	Play(s *S, m Move) S
	// Key returns a hash of the state and which of engine.Symmetries was
	// applied to it: states that are images of each other may share a key.
	Key(s *S) (key uint64, symmetry uint8)
	// Orient applies a symmetry to a move.
	Orient(m Move, symmetry uint8) Move
	// Horizon is a number of plies after which every line has reached a
	// state that Leaf knows, or Never.
	Horizon(s *S) int
	// MoveSpace is one more than the largest move.
	MoveSpace() int
}

// toNode turns a value counted from the root into one counted from a state
// that many plies below it; fromNode is its inverse.
func toNode(v, ply int) int {
	switch {
	case v > MateBound:
		return v + ply
	case v < -MateBound:
		return v - ply
	}
	return v
}

func fromNode(v, ply int) int {
	switch {
	case v > MateBound:
		return v - ply
	case v < -MateBound:
		return v + ply
	}
	return v
}

// Later counts one ply more to the end that a value stands for.
func Later(v int) int { return fromNode(v, 1) }

// Mate returns the number of plies to the end that a value stands for, as
// ai.Score.Mate has it, or 0.
func Mate(v int) int {
	switch {
	case v > MateBound:
		return Win - v
	case v < -MateBound:
		return -Win - v
	}
	return 0
}

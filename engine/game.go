package engine

// Game is one ruleset: it makes positions and knows its options. A Game has no
// state, so one value serves any number of sessions.
type Game interface {
	// Name is the protocol's word for the game, lower case without spaces.
	Name() string
	// Title is the name that people use.
	Title() string
	// Options lists the rule options in the order they are written. The
	// caller must not change the slice.
	Options() []Option
	// New returns the start position under the rules, which may leave options
	// out. The seed decides what the rules leave to chance, such as who
	// starts; equal seeds give equal positions. The error wraps ErrOption.
	New(rules Rules, seed uint64) (Position, error)
	// ParseFEN reads a position. The rules it needs are those written in the
	// FEN or, where a game's FEN leaves them out, the given ones. The error
	// wraps ErrPosition.
	ParseFEN(fen string, rules Rules) (Position, error)
}

// Action is a part of a turn: a verb of the protocol ("place", "slide",
// "pass") and its arguments.
type Action struct {
	Verb string
	Args []string
}

// String writes the action as the protocol command that performs it.
func (a Action) String() string {
	s := a.Verb
	for _, arg := range a.Args {
		s += " " + arg
	}
	return s
}

// Position is an immutable state of a game, with as much of its past as the
// rules need. Every method may be called from several goroutines at once.
type Position interface {
	// Game returns the ruleset.
	Game() Game
	// Rules returns the value of every rule option. The caller must not change
	// the map.
	Rules() Rules
	// Players is the number of seats, 2 to MaxPlayers.
	Players() int
	// Turn is the seat that acts next. After the end it is the seat that would
	// have.
	Turn() Player
	// Phase names the part of the game, such as "placement".
	Phase() string
	// Result says whether and how the game ended.
	Result() Result
	// Scores is one number a seat, in the game's own unit, for people and for
	// rankings.
	Scores() []int

	// Legal lists the tokens that may be played, in a fixed order, each once,
	// in small letters.
	// In the middle of a turn it lists what completes the turn. It is empty
	// exactly when the game is over.
	Legal() []string
	// Play plays one token: a whole turn, or what completes the turn that has
	// begun. The error wraps ErrIllegal, and the position stays as it was.
	Play(token string) (Position, error)
	// Act performs one action. The error wraps ErrIllegal.
	Act(a Action) (Position, error)
	// Pending lists the actions of the turn that has begun and is not
	// complete, oldest first; it is empty between turns.
	Pending() []Action
	// Token is the token of the last turn, or as much of it as has been
	// played when the turn is not complete. It is empty when this position
	// was not reached by a turn.
	Token() string

	// FEN writes the position so that ParseFEN under the same rules gives an
	// equal one, down to the last character of its FEN.
	FEN() string
	// Hash is a 64-bit key of the position. Positions that differ only in
	// their past may share it.
	Hash() uint64
	// State is what `query state` prints after encoding to JSON.
	State() any
	// Diagram is the board as a person reads it.
	Diagram() Diagram
}

// Perfter is a Position that counts turn sequences faster than by playing
// tokens.
type Perfter interface {
	// Perft counts the sequences of depth turns from here. A finished game
	// counts one whatever depth is left. It returns early, with a number
	// that means nothing, soon after stop returns true.
	Perft(depth int, stop func() bool) uint64
}

// Perft counts the sequences of depth turn tokens from the position, a
// finished game counting one leaf, as the chess programming community counts
// them. It returns early, with a number that means nothing, soon after stop
// returns true.
func Perft(p Position, depth int, stop func() bool) uint64 {
	if depth <= 0 || p.Result().Over {
		return 1
	}
	if fast, ok := p.(Perfter); ok {
		return fast.Perft(depth, stop)
	}
	return SlowPerft(p, depth, stop)
}

// SlowPerft is Perft by playing tokens, for games without a faster way and
// for testing those that have one.
func SlowPerft(p Position, depth int, stop func() bool) uint64 {
	if depth <= 0 || p.Result().Over {
		return 1
	}
	var n uint64
	for _, token := range p.Legal() {
		if stop() {
			break
		}
		next, err := p.Play(token)
		if err != nil {
			panic("engine: " + p.Game().Name() + " refuses its own legal token " + token + ": " + err.Error())
		}
		n += SlowPerft(next, depth-1, stop)
	}
	return n
}

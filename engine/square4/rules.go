package square4

import "quadrille/engine"

// Game is the ruleset; its zero value is ready to use.
type Game struct{}

// The names of the rule options.
const (
	optPieces     = "pieces"
	optSlideback  = "slideback"
	optRepetition = "repetition"
)

// MaxRepetition is the largest value of the option repetition.
const MaxRepetition = 1000

var options = []engine.Option{
	{Name: optPieces, Kind: engine.Spin, Default: "8", Min: 4, Max: 16,
		Help: "marbles a side"},
	{Name: optSlideback, Kind: engine.Check, Default: "true",
		Help: "may the square that moved last move straight back"},
	{Name: optRepetition, Kind: engine.Spin, Default: "3", Min: 0, Max: MaxRepetition,
		Help: "occurrences of a position in the movement phase that make a draw; 0 for never"},
}

// Name returns "square4".
func (Game) Name() string { return "square4" }

// Title returns "Four in a Square".
func (Game) Title() string { return "Four in a Square" }

// Options returns pieces, slideback and repetition.
func (Game) Options() []engine.Option { return options }

// Verbs returns place and slide, in the order of a turn.
func (Game) Verbs() []engine.Verb {
	return []engine.Verb{
		{Name: "place", Form: "SQUARE SLOT", Help: "put a marble on a free slot"},
		{Name: "slide", Form: "SQUARE", Help: "slide a square into the hole"},
	}
}

// New returns the start position. Nothing is left to chance, so the seed does
// not matter.
func (Game) New(rules engine.Rules, _ uint64) (engine.Position, error) {
	resolved, err := engine.ResolveRules(options, rules)
	if err != nil {
		return nil, err
	}
	return start(resolved), nil
}

func start(rules engine.Rules) *Position {
	return newPosition(rules, StartState(rules.Int(optPieces), rules.Bool(optSlideback)))
}

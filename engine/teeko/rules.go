package teeko

import "quadrille/engine"

// Game is the ruleset; its zero value is ready to use.
type Game struct{}

// The names of the rule options.
const (
	optSize       = "size"
	optAdvanced   = "advanced"
	optRepetition = "repetition"
)

// MaxRepetition is the largest value of the option repetition.
const MaxRepetition = 1000

var options = []engine.Option{
	{Name: optSize, Kind: engine.Combo, Default: "4", Choices: []string{"4", "5"},
		Help: "rows and columns; 5 is Scarne's original"},
	{Name: optAdvanced, Kind: engine.Check, Default: "false",
		Help: "do squares of every size win (needs size=5)"},
	{Name: optRepetition, Kind: engine.Spin, Default: "3", Min: 0, Max: MaxRepetition,
		Help: "occurrences of a position with all marks down that make a draw; 0 for never"},
}

// Name returns "teeko".
func (Game) Name() string { return "teeko" }

// Title returns "Teeko".
func (Game) Title() string { return "Teeko" }

// Options returns size, advanced and repetition.
func (Game) Options() []engine.Option { return options }

// Verbs returns place and slide.
func (Game) Verbs() []engine.Verb {
	return []engine.Verb{
		{Name: "place", Form: "CELL", Help: "put a mark on an empty cell"},
		{Name: "slide", Form: "CELL DIRECTION | CELL CELL", Help: "move a mark to an empty cell next to it"},
	}
}

// New returns the start position. Nothing is left to chance, so the seed does
// not matter. Besides unknown options and values it refuses advanced=true
// without size=5.
func (Game) New(rules engine.Rules, _ uint64) (engine.Position, error) {
	resolved, board, err := resolve(rules)
	if err != nil {
		return nil, err
	}
	return newPosition(resolved, State{Board: board}), nil
}

// resolve completes the rules and returns the board they ask for. The error
// wraps engine.ErrOption.
func resolve(given engine.Rules) (engine.Rules, Board, error) {
	rules, err := engine.ResolveRules(options, given)
	if err != nil {
		return nil, 0, err
	}
	switch large, advanced := rules[optSize] == "5", rules.Bool(optAdvanced); {
	case large && advanced:
		return rules, Advanced, nil
	case large:
		return rules, Scarne, nil
	case advanced:
		return nil, 0, engine.Refuse(engine.ErrOption, "advanced=true needs size=5")
	}
	return rules, Small, nil
}

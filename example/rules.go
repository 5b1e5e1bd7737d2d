package example

import "quadrille/engine"

// Game is the ruleset; its zero value is ready to use.
type Game struct{}

// The names of the rule options.
const (
	optSize = "size"
	optRow  = "row"
)

var options = []engine.Option{
	{Name: optSize, Kind: engine.Spin, Default: "3", Min: 3, Max: 8, Help: "rows and columns of the board"},
	{Name: optRow, Kind: engine.Spin, Default: "3", Min: 3, Max: 8, Help: "marks in a row that win, at most as many as the board has rows"},
}

// Name returns "tictactoe".
func (Game) Name() string { return "tictactoe" }

// Title returns "Tic-tac-toe".
func (Game) Title() string { return "Tic-tac-toe" }

// Options returns size and row.
func (Game) Options() []engine.Option { return options }

// Verbs returns mark.
func (Game) Verbs() []engine.Verb {
	return []engine.Verb{{Name: "mark", Form: "CELL", Help: "put a mark on an empty cell"}}
}

// New returns the empty board. Nothing is left to chance, so the seed does not
// matter.
func (Game) New(rules engine.Rules, _ uint64) (engine.Position, error) {
	resolved, err := engine.ResolveRules(options, rules)
	if err != nil {
		return nil, err
	}
	if resolved.Int(optRow) > resolved.Int(optSize) {
		return nil, engine.Refuse(engine.ErrOption, "a row of %s does not fit a board of size %s", resolved[optRow], resolved[optSize])
	}
	return newPosition(resolved, newBoard(resolved.Int(optSize), resolved.Int(optRow)), state{}), nil
}

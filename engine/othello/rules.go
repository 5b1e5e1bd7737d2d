package othello

import "quadrille/engine"

// Game is the ruleset; its zero value is ready to use.
type Game struct{}

// Name returns "othello".
func (Game) Name() string { return "othello" }

// Title returns "Othello".
func (Game) Title() string { return "Othello" }

// Options returns nothing: the rules have no options.
func (Game) Options() []engine.Option { return nil }

// Verbs returns place and pass.
func (Game) Verbs() []engine.Verb {
	return []engine.Verb{
		{Name: "place", Form: "SQUARE", Help: "put a disk on an empty square"},
		{Name: engine.Pass, Help: "pass, for a side that outflanks nothing"},
	}
}

// New returns the start position. Nothing is left to chance, so the seed does
// not matter.
func (Game) New(rules engine.Rules, _ uint64) (engine.Position, error) {
	resolved, err := engine.ResolveRules(nil, rules)
	if err != nil {
		return nil, err
	}
	return newPosition(resolved, StartState()), nil
}

package blokus

import "quadrille/engine"

// Game is the ruleset; its zero value is ready to use.
type Game struct{}

// The names of the rule options.
const (
	optVariant = "variant"
	optPlayers = "players"
	optCorners = "corners"
	optEnd     = "end"
	optScoring = "scoring"
	optStart   = "start"
)

var options = []engine.Option{
	{Name: optVariant, Kind: engine.Combo, Default: "classic", Choices: []string{"classic", "duo", "junior"},
		Help: "20x20 for four colours, 14x14 for two, or that with fewer pieces, two of each"},
	{Name: optCorners, Kind: engine.Combo, Default: "free", Choices: []string{"free", "fixed"},
		Help: "first piece on any free starting point, or on the colour's own"},
	{Name: optEnd, Kind: engine.Combo, Default: "first-out", Choices: []string{"first-out", "all-blocked"},
		Help: "the game ends when a colour has placed everything, or only when nobody can place"},
	{Name: optScoring, Kind: engine.Combo, Default: "remaining", Choices: []string{"remaining", "official"},
		Help: "squares left count against, or also 15 and 5 bonus points for placing everything"},
	{Name: optStart, Kind: engine.Combo, Default: "1", Choices: []string{"1", "2", "3", "4", "random"},
		Help: "the colour that begins: 1 blue, 2 yellow, 3 red, 4 green"},
	{Name: optPlayers, Kind: engine.Combo, Default: "each", Choices: []string{"each", "2", "3"}, Later: true,
		Help: "each colour has a player, or 2 have two colours each, or 3 have one each and play the fourth in turn"},
}

// Name returns "blokus".
func (Game) Name() string { return "blokus" }

// Title returns "Blokus".
func (Game) Title() string { return "Blokus" }

// Options returns variant, corners, end, scoring, start and players.
func (Game) Options() []engine.Option { return options }

// Verbs returns place and pass.
func (Game) Verbs() []engine.Verb {
	return []engine.Verb{
		{Name: "place", Form: "CELLS | PIECE ORIENTATION X Y", Help: "put a piece on free cells"},
		{Name: engine.Pass, Help: "pass, for a colour that has no placement left"},
	}
}

// New returns the start position. With start=random the seed decides which
// colour begins.
func (Game) New(rules engine.Rules, seed uint64) (engine.Position, error) {
	resolved, err := resolve(rules)
	if err != nil {
		return nil, err
	}
	return newPosition(resolved, NewState(config(resolved, seed))), nil
}

// resolve completes the rules and refuses those that contradict each other. Two
// players of two colours have one each.
func resolve(given engine.Rules) (engine.Rules, error) {
	rules, err := engine.ResolveRules(options, given)
	if err != nil {
		return nil, err
	}
	if twoColours(rules) && rules[optPlayers] == "2" {
		rules[optPlayers] = "each"
	}
	if err := checkColours(rules); err != nil {
		return nil, err
	}
	return rules, nil
}

// twoColours says whether the variant has two colours and not four.
func twoColours(rules engine.Rules) bool { return rules[optVariant] != "classic" }

// checkColours refuses rules that need more colours than there are.
func checkColours(rules engine.Rules) error {
	if !twoColours(rules) {
		return nil
	}
	if start := rules[optStart]; start == "3" || start == "4" {
		return engine.Refuse(engine.ErrOption, "start=%s needs a third colour, and %s has two; start takes 1, 2 or random there", start, rules[optVariant])
	}
	if players := rules[optPlayers]; players != "each" {
		return engine.Refuse(engine.ErrOption, "players=%s is for the four colours of classic; %s has two, one for each player", players, rules[optVariant])
	}
	return nil
}

// config turns resolved rules into the rules of a State.
func config(rules engine.Rules, seed uint64) Config {
	c := Config{
		Duo:      twoColours(rules),
		Junior:   rules[optVariant] == "junior",
		Players:  uint8(rules.Int(optPlayers)), // 0 for each
		Fixed:    rules[optCorners] == "fixed",
		FirstOut: rules[optEnd] == "first-out",
		Official: rules[optScoring] == "official",
	}
	if rules[optStart] == "random" {
		c.Start = uint8(engine.Mix(seed) % uint64(c.colours()))
	} else {
		c.Start = uint8(rules.Int(optStart) - 1)
	}
	return c
}

func (c Config) colours() int {
	if c.Duo {
		return 2
	}
	return 4
}

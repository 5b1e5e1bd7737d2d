package enginetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/engine"
)

// Contract is a game and how to put it to the test. Only Game is needed; the
// zero value of every other field means the default. Under go test -short, as
// with the slow race detector, about a quarter of it is done.
type Contract struct {
	Game engine.Game
	// Rules are the rule sets to play under. The default is ruleSets(Game).
	Rules []engine.Rules
	// Starts are further positions from which games are played.
	Starts []Start
	// Actions takes a legal token of a position between turns apart into the
	// actions of its turn. The default is the Split of an engine.Splitter;
	// without either, Act is tested with bad input only.
	Actions func(token string) []engine.Action
	// Reference returns the game's slow reference at the start position that
	// Game.New makes of the same arguments. Without it nothing is compared.
	Reference func(rules engine.Rules, seed uint64) Reference

	// Games is the number of random games a rule set and start (default 3).
	Games int
	// ReferenceGames is the number of further random games a rule set that are
	// only compared with the reference (default 20).
	ReferenceGames int
	// MaxTurns ends a random game that does not end by itself (default 100).
	MaxTurns int
	// Sample is how many legal tokens are tried at each position (default 4).
	// At one position of every third game it is all of them.
	Sample int
	// PerftNodes bounds the perft counts along the games (default 1000).
	PerftNodes uint64
}

// Start is a position to start from. ParseFEN gets the rules and the FEN.
type Start struct {
	Rules engine.Rules
	FEN   string
	// Reference returns the slow reference at this position; nil for none.
	Reference func() Reference
}

// Reference is a second implementation of a game's rules, written from the
// documents in the plainest way, in a representation unlike the first one's.
// A Reference that also has a method Compare(engine.Position) error is given
// every position, to compare what the other methods do not show.
type Reference interface {
	// Turn is the seat to move. It is not asked after the end.
	Turn() engine.Player
	// Legal lists the legal tokens in any order; none after the end.
	Legal() []string
	// Play plays a legal token.
	Play(token string)
	// Result says whether and how the game ended.
	Result() engine.Result
	// Scores is one number a seat.
	Scores() []int
}

// Run puts the game to the whole contract.
func (c Contract) Run(t *testing.T) {
	c = c.withDefaults()
	t.Run("options", func(t *testing.T) { checkOptions(t, c.Game) })
	t.Run("told", func(t *testing.T) { checkTold(t, c.Game) })
	t.Run("new", func(t *testing.T) { checkNew(t, c.Game) })
	for _, rules := range c.Rules {
		t.Run(ruleName(c.Game, rules), func(t *testing.T) { c.runRules(t, rules) })
	}
	for i, start := range c.Starts {
		t.Run(fmt.Sprintf("start %d", i+1), func(t *testing.T) { c.runStart(t, start) })
	}
}

// Compare plays ReferenceGames random games under each of the rules and from
// each of the starts that have a reference, and compares them with it. Run does
// this too.
func (c Contract) Compare(t *testing.T) {
	c = c.withDefaults()
	for _, rules := range c.Rules {
		t.Run(ruleName(c.Game, rules), func(t *testing.T) { c.compareRules(t, rules) })
	}
	for i, start := range c.Starts {
		t.Run(fmt.Sprintf("start %d", i+1), func(t *testing.T) { c.compareStart(t, start) })
	}
}

func (c Contract) withDefaults() Contract {
	if c.Rules == nil {
		c.Rules = ruleSets(c.Game)
	}
	for _, d := range []struct {
		field *int
		value int
	}{{&c.Games, 3}, {&c.ReferenceGames, 20}, {&c.MaxTurns, 100}, {&c.Sample, 4}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	if c.PerftNodes == 0 {
		c.PerftNodes = 1000
	}
	if testing.Short() {
		c.ReferenceGames, c.MaxTurns, c.Sample = (c.ReferenceGames+3)/4, (c.MaxTurns+1)/2, 1
	}
	return c
}

// ruleName names a subtest after the options that the rules name.
func ruleName(game engine.Game, rules engine.Rules) string {
	var words []string
	for _, o := range game.Options() {
		if value, ok := rules[o.Name]; ok {
			words = append(words, o.Name+"="+value)
		}
	}
	if len(words) == 0 {
		return "default"
	}
	return strings.Join(words, ",")
}

func (c Contract) runRules(t *testing.T, rules engine.Rules) {
	hashes := hashes{}
	for i := range c.Games {
		seed := uint64(i)
		p, err := c.Game.New(maps.Clone(rules), seed)
		if err != nil {
			t.Fatalf("New: %v", err)
		}
		tr := c.trial(t, p, seed)
		tr.hashes = hashes
		if c.Reference != nil {
			tr.reference = c.Reference(p.Rules(), seed)
		}
		tr.game(p)
		tr.replay(func() (engine.Position, error) { return c.Game.New(maps.Clone(rules), seed) })
	}
	c.compareRules(t, rules)
}

func (c Contract) compareRules(t *testing.T, rules engine.Rules) {
	if c.Reference == nil {
		return
	}
	for i := range c.ReferenceGames {
		seed := uint64(i + c.Games)
		p, err := c.Game.New(maps.Clone(rules), seed)
		if err != nil {
			t.Fatalf("New: %v", err)
		}
		c.compareGame(t, p, c.Reference(p.Rules(), seed), seed)
	}
}

func (c Contract) compareStart(t *testing.T, start Start) {
	if start.Reference == nil {
		return
	}
	for i := range c.ReferenceGames {
		p, err := c.Game.ParseFEN(start.FEN, maps.Clone(start.Rules))
		if err != nil {
			t.Fatalf("ParseFEN %q: %v", start.FEN, err)
		}
		c.compareGame(t, p, start.Reference(), uint64(i))
	}
}

// compareGame plays a random game that is only compared with the reference.
func (c Contract) compareGame(t *testing.T, p engine.Position, reference Reference, seed uint64) {
	tr := c.trial(t, p, seed)
	tr.reference = reference
	for turn := 0; ; turn++ {
		tr.compare(p)
		if p.Result().Over || turn == c.MaxTurns {
			return
		}
		token := tr.choose(p)
		p = tr.play(p, token)
		reference.Play(token)
	}
}

func (c Contract) runStart(t *testing.T, start Start) {
	for i := range c.Games {
		p, err := c.Game.ParseFEN(start.FEN, maps.Clone(start.Rules))
		if err != nil {
			t.Fatalf("ParseFEN %q: %v", start.FEN, err)
		}
		tr := c.trial(t, p, uint64(i))
		if start.Reference != nil {
			tr.reference = start.Reference()
		}
		tr.game(p)
		tr.replay(func() (engine.Position, error) { return c.Game.ParseFEN(start.FEN, maps.Clone(start.Rules)) })
	}
	c.compareStart(t, start)
}

func (c Contract) trial(t *testing.T, p engine.Position, seed uint64) *trial {
	return &trial{
		T: t, contract: c, rng: rand.New(rand.NewPCG(seed, 0x5eed)), style: style(seed % uint64(styles)),
		all: seed%3 == 0 && !testing.Short(), endless: endless(), hashes: hashes{},
		rules: p.Rules(), start: p.FEN(), shadow: p,
	}
}

package enginetest

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"quadrille/engine"
)

// trial is one random game with what is needed to check it.
type trial struct {
	*testing.T
	contract  Contract
	rng       *rand.Rand
	style     style
	all       bool     // play all legal tokens of one position
	endless   []string // very long input
	hashes    hashes
	rules     engine.Rules
	start     string // FEN of the first position
	line      []string
	reference Reference
	// shadow was read from a FEN some turns ago and has been played along: it
	// must behave as the position of the game does.
	shadow engine.Position
	seen   []sighting
	// middles counts the positions inside turns; some are looked at closely.
	middles int
}

// sighting is a position of the game and what it looked like when it was new.
type sighting struct {
	position engine.Position
	snapshot snapshot
}

// style is how a trial chooses its turns. Random turns alone rarely reach the
// late phases of a game.
type style uint64

const (
	anyTurn    style = iota // any legal turn
	avoidEnd                // no turn that ends the game, where possible
	earlyToken              // one of the first two legal tokens: games that go in circles
	styles
)

// failf ends the test with the way to the position.
func (tr *trial) failf(format string, args ...any) {
	tr.Fatalf("%s\nrules %s\nstart %s\nmoves %s", fmt.Sprintf(format, args...),
		engine.FormatRules(tr.contract.Game.Options(), tr.rules, " "), tr.start, strings.Join(tr.line, " "))
}

// guard makes a panic a failure that names the input.
func (tr *trial) guard(what string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			tr.failf("%s panics: %v\n%s", what, r, debug.Stack())
		}
	}()
	f()
}

// game plays and checks one random game.
func (tr *trial) game(p engine.Position) {
	thorough := tr.rng.IntN(12)
	for turn := 0; ; turn++ {
		tr.position(p)
		tr.compare(p)
		if turn%20 == thorough || p.Result().Over {
			tr.refusals(p)
			tr.fens(p)
			tr.perft(p)
			tr.lists(p)
			tr.turns(p)
			tr.previews(p)
		}
		if p.Result().Over || turn == tr.contract.MaxTurns {
			break
		}
		tr.tokens(p, tr.all && turn == thorough)
		p = tr.advance(p)
	}
	tr.immutable()
	tr.concurrent()
}

// advance plays a turn in the game, in its shadow and in the reference.
func (tr *trial) advance(p engine.Position) engine.Position {
	token := tr.choose(p)
	if tr.rng.IntN(4) == 0 {
		tr.shadow = tr.parse(p.FEN())
	}
	var err error
	if tr.shadow, err = tr.shadow.Play(token); err != nil {
		tr.failf("token %s is refused after reading an earlier FEN: %v", token, err)
	}
	next := tr.play(p, token)
	tr.same("playing on from a FEN", next, tr.shadow)
	tr.hopes(p, next)
	if tr.reference != nil {
		tr.reference.Play(token)
	}
	return next
}

// play plays a token that must be legal.
func (tr *trial) play(p engine.Position, token string) engine.Position {
	next, err := p.Play(token)
	if err != nil {
		tr.failf("legal token %s is refused: %v", token, err)
	}
	tr.line = append(tr.line, token)
	return next
}

// choose picks a legal token in the trial's style.
func (tr *trial) choose(p engine.Position) string {
	legal := p.Legal()
	if tr.style == earlyToken {
		legal = legal[:min(2, len(legal))]
	}
	token := legal[tr.rng.IntN(len(legal))]
	for range 20 {
		if tr.style == anyTurn || !tr.ends(p, token) {
			break
		}
		token = legal[tr.rng.IntN(len(legal))]
	}
	return token
}

func (tr *trial) ends(p engine.Position, token string) bool {
	next, err := p.Play(token)
	if err != nil {
		tr.failf("legal token %s is refused: %v", token, err)
	}
	return next.Result().Over
}

// replay plays the same turns from a fresh start and expects the same end.
func (tr *trial) replay(fresh func() (engine.Position, error)) {
	p, err := fresh()
	for _, token := range tr.line {
		if err == nil {
			p, err = p.Play(token)
		}
	}
	if err != nil {
		tr.failf("the game cannot be played twice: %v", err)
	}
	tr.same("playing the game twice", tr.seen[len(tr.seen)-1].position, p)
}

// compare checks the position against the reference.
func (tr *trial) compare(p engine.Position) {
	if tr.reference == nil {
		return
	}
	if got, want := p.Result(), tr.reference.Result(); got != want {
		tr.failf("result %v (%s), the reference says %v (%s)", got, got.Reason, want, want.Reason)
	}
	if got, want := p.Scores(), tr.reference.Scores(); !slices.Equal(got, want) {
		tr.failf("scores %v, the reference says %v", got, want)
	}
	got, want := slices.Sorted(slices.Values(p.Legal())), slices.Sorted(slices.Values(tr.reference.Legal()))
	if !slices.Equal(got, want) {
		tr.failf("legal %v, the reference says %v", got, want)
	}
	if !p.Result().Over && p.Turn() != tr.reference.Turn() {
		tr.failf("turn %v, the reference says %v", p.Turn(), tr.reference.Turn())
	}
	if c, ok := tr.reference.(interface{ Compare(engine.Position) error }); ok {
		if err := c.Compare(p); err != nil {
			tr.failf("the reference differs: %v", err)
		}
	}
}

// perft checks the game's own perft against the one that plays tokens, as deep
// as the node budget allows.
func (tr *trial) perft(p engine.Position) {
	never := func() bool { return false }
	width := uint64(len(p.Legal()))
	for depth, nodes := 0, uint64(1); depth <= 4 && nodes <= tr.contract.PerftNodes; depth++ {
		got, want := engine.Perft(p, depth, never), engine.SlowPerft(p, depth, never)
		if got != want {
			tr.failf("perft %d is %d, by playing tokens %d", depth, got, want)
		}
		if fast, ok := p.(engine.Perfter); ok && fast.Perft(depth, never) != want {
			tr.failf("perft %d is %d, by playing tokens %d", depth, fast.Perft(depth, never), want)
		}
		nodes = want * max(width, 2)
	}
}

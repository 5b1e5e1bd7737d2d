package enginetest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/engine"
)

// FuzzFEN is the body of a fuzz test of ParseFEN, seeded with the given FENs:
// any text is refused properly or is a proper position.
func FuzzFEN(f *testing.F, game engine.Game, seeds ...string) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		fuzzTrial(t, game).badFEN(fen)
	})
}

// FuzzTurns is the body of a fuzz test of Play and Act. Each byte of the input
// chooses a legal token, by its index; in between, the words of the input are
// played as a token and performed as an action.
func FuzzTurns(f *testing.F, game engine.Game, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte{0, 1, 2, 3, 250}, seed)
	}
	f.Fuzz(func(t *testing.T, choices []byte, text string) {
		tr := fuzzTrial(t, game)
		p := tr.shadow
		for _, choice := range choices[:min(len(choices), 200)] {
			if p.Result().Over {
				break
			}
			legal := p.Legal()
			tr.shadow = p
			p = tr.play(p, legal[int(choice)*len(legal)/256])
		}
		tr.facts(p)
		tr.legal(p)
		tr.same("reading its FEN", p, tr.parse(p.FEN()))
		tr.badToken(p, text)
		words := strings.SplitN(text, " ", 10)
		tr.badAction(p, engine.Action{Verb: words[0], Args: words[1:]})
	})
}

func fuzzTrial(t *testing.T, game engine.Game) *trial {
	p, err := game.New(nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := Contract{Game: game}.withDefaults()
	tr := c.trial(t, p, 0)
	tr.rng = rand.New(rand.NewPCG(1, 1))
	return tr
}

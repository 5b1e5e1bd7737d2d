package square4

import (
	"strings"
	"testing"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

func TestContract(t *testing.T) {
	enginetest.Contract{
		Game:    Game{},
		Rules:   ruleSets(),
		Actions: actionsOf,
	}.Run(t)
}

// ruleSets crosses the options, with values that bring every rule into play.
func ruleSets() []engine.Rules {
	var sets []engine.Rules
	for _, pieces := range []string{"4", "8", "16"} {
		for _, slideback := range []string{"true", "false"} {
			for _, repetition := range []string{"0", "1", "2", "3"} {
				sets = append(sets, engine.Rules{optPieces: pieces, optSlideback: slideback, optRepetition: repetition})
			}
		}
	}
	return sets
}

// actionsOf takes a token apart by its letters: 0.2s3 is place 0 2, slide 3.
func actionsOf(token string) []engine.Action {
	var actions []engine.Action
	place, slide, slides := strings.Cut(token, "s")
	if square, slot, ok := strings.Cut(place, "."); ok {
		actions = append(actions, engine.Action{Verb: "place", Args: []string{square, slot}})
	}
	if slides {
		actions = append(actions, engine.Action{Verb: "slide", Args: []string{slide}})
	}
	return actions
}

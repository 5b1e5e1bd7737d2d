package square4

import (
	"strings"
	"testing"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

func TestContract(t *testing.T) {
	sets := append(ruleSets([]string{"4", "16"}, []string{"0", "1", "2"}), ruleSets([]string{"8"}, []string{"3"})...)
	enginetest.Contract{
		Game: Game{}, Rules: sets, Starts: starts(), Actions: actionsOf, Reference: newReference, ReferenceGames: 1, Games: 3, MaxTurns: 50, Sample: 3,
	}.Run(t)
}

func TestReference(t *testing.T) {
	enginetest.Contract{
		Game: Game{}, Rules: ruleSets([]string{"4", "5", "8", "16"}, []string{"0", "1", "2", "3"}), Starts: starts(),
		Reference: newReference, ReferenceGames: 18,
	}.Compare(t)
}

// ruleSets crosses the options.
func ruleSets(pieces, repetition []string) []engine.Rules {
	var sets []engine.Rules
	for _, n := range pieces {
		for _, slideback := range []string{"true", "false"} {
			for _, times := range repetition {
				sets = append(sets, engine.Rules{optPieces: n, optSlideback: slideback, optRepetition: times})
			}
		}
	}
	return sets
}

// starts are positions that play from the start does not reach, or seldom.
func starts() []enginetest.Start {
	fens := []string{
		// One side has placed all, the other has not begun.
		"R..R/B.../..../..../####/..../R.../..../...R R movement 4,1 pieces=4,slideback=true,repetition=2 - 4",
		"R..R/..../..../..../####/..../R.../..../...R B placement 4,0 pieces=4,slideback=false,repetition=2 1 -",
		"..../B.../B.../..../####/..../B.../B.../.... R placement 0,4 pieces=4,slideback=true,repetition=1 - -",
		// The hole in a corner, so that slideback=false leaves one slide.
		"####/R.B./B.../R.../..../B.../R.../.B../..R. R movement 4,4 pieces=4,slideback=false,repetition=3 1 10",
		"R.../.B../.R../B.../..B./.R../B.../...R/#### B movement 4,4 pieces=4,slideback=false,repetition=3 7 78",
		// Nearly full, Red to place the last marble but one of all.
		"RBRB/BRBR/RRBB/BBRR/####/RBBR/RBRB/BRB./RB.. R placement 14,15 pieces=16,slideback=true,repetition=3 - -",
		// s7 makes blocks of both sides at once.
		"...B/..B./..../.B../####/R.R./..../BR.R/.... R movement 4,4 pieces=4,slideback=true,repetition=3 - 4",
	}
	var list []enginetest.Start
	for _, fen := range fens {
		list = append(list, enginetest.Start{FEN: fen, Reference: func() enginetest.Reference { return readReference(fen) }})
	}
	return list
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

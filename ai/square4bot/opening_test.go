package square4bot

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// TestOpeningReplies wants the replies to be those of the certificate that prove check
// has checked, and each first turn to have one.
func TestOpeningReplies(t *testing.T) {
	text := bottest.Packed(t, "../../testdata/square4/proof/blue-wins.txt.gz")
	for _, words := range openingReplies {
		if !strings.Contains(text, "first "+words[0]+"\n"+words[1]+"\n") {
			t.Errorf("the certificate does not answer %s by %s", words[0], words[1])
		}
	}
	for _, pieces := range []int{openingPieces - 1, openingPieces, 16} {
		start := square4.StartState(pieces, false)
		for _, first := range start.Turns(nil) {
			next := start.Play(first)
			reply, wins := openingWin(&next)
			if wins != (pieces >= openingPieces) || wins && !fits(&next, alphabeta.Move(reply)) {
				t.Fatalf("%d marbles, %v: %v, %v", pieces, first, reply, wins)
			}
		}
	}
}

// TestOpeningIsProved asks the player what the start and a first turn are worth, with and without a wish for a proof.
func TestOpeningIsProved(t *testing.T) {
	rules := engine.Rules{"slideback": "false", "pieces": "12"}
	for turns, want := range []ai.Proof{ai.ProvedLoss, ai.ProvedWin} {
		pos, ok := positionOf(t, rand.New(rand.NewPCG(1, 2)), rules, turns)
		if !ok {
			t.Fatal("no position")
		}
		// What is known does not need the time.
		for _, limits := range []ai.Limits{{Exact: true}, {MoveTime: 210 * time.Millisecond}} {
			if got := bottest.Run(t, New(), pos, limits, strength()).Last().Proof; got != want {
				t.Errorf("after %d turns, %+v: %v, want %v", turns, limits, got, want)
			}
		}
	}
}

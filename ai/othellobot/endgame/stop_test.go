package endgame

import (
	"math/bits"
	"testing"

	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
)

// TestStopIsAsked looks at how many nodes lie between two questions whether to
// stop, also far from the end, where most nodes are visited to order turns.
func TestStopIsAsked(t *testing.T) {
	// A position after 30 turns, one after 40, and one near the end.
	for _, board := range []string{
		"---------------- OXXX----XOXXOO----OXO-----OOX-----O-XX------X---",
		"-----------XXX----OXXO---OOXOOO-OOXXXXOX--XXX-XO--XXXX----------",
		"-XXXXXX--XXOOO-OOXXXOOO-OXOXXOX-OXOOXXXXOOOOOXXO---OOO----OOOOO-",
	} {
		var own, opp uint64
		square := 0
		for _, c := range board {
			switch c {
			case 'X':
				own |= 1 << square
			case 'O':
				opp |= 1 << square
			case ' ':
				continue
			}
			square++
		}
		var w *worker
		last, most, asks := uint64(0), uint64(0), 0
		q := Query{Own: own, Opp: opp, Alpha: -MaxMargin - 1, Beta: MaxMargin + 1, Nodes: 400_000, Threads: 1, Stop: func() bool {
			most, last = max(most, w.nodes-last), w.nodes
			asks++
			return false
		}}
		w = New(tt.New[Entry](8), pattern.Default()).newTeam(&q)
		w.root(&q)
		// One visit orders the turns of a position, and each turn of that may cost
		// some hundred nodes.
		if limit := uint64(checkNodes + 1<<13); asks == 0 || most > limit {
			t.Errorf("%d empty: %d nodes between two looks, %d looks; at most %d are wanted",
				64-bits.OnesCount64(own|opp), most, asks, limit)
		}
	}
}

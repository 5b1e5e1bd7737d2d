package ai_test

import (
	"testing"

	"quadrille/ai"
	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/engine/teeko"
)

// The beginner wins at once where it can, takes the most disks in Othello, and
// draws among equals.
func TestBeginner(t *testing.T) {
	for _, tc := range []struct {
		game engine.Game
		fen  string
		want map[string]bool
	}{
		// c1 turns one disk, all others none or one less.
		{othello.Game{}, "---------------------------OX------XO--------------------------- X", map[string]bool{"d3": true, "c4": true, "f5": true, "e6": true}},
		{othello.Game{}, "-OOX---------------------------------------O-------------------X X", map[string]bool{"a1": true}},
	} {
		pos, err := tc.game.ParseFEN(tc.fen, nil)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		b := ai.NewBeginner()
		for range 50 {
			best := b.Search(ai.NewControl(ai.Limits{}), pos, ai.Limits{}, ai.FullStrength(), func(ai.Info) {})
			seen[best.Move] = true
		}
		if len(seen) != len(tc.want) {
			t.Errorf("%s: %v, want %v", tc.fen, seen, tc.want)
		}
		for move := range seen {
			if !tc.want[move] {
				t.Errorf("%s: played %s", tc.fen, move)
			}
		}
	}
	pos, err := teeko.Game{}.New(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	limits := ai.Limits{SearchMoves: []string{pos.Legal()[3]}}
	if best := ai.NewBeginner().Search(ai.NewControl(limits), pos, limits, ai.FullStrength(), func(ai.Info) {}); best.Move != limits.SearchMoves[0] {
		t.Errorf("played %s, asked for %v", best.Move, limits.SearchMoves)
	}
}

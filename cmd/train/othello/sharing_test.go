package othello

import (
	"math/bits"
	"slices"
	"testing"

	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

// TestSharingIsTheSameUnderSymmetries sums up shared weights over all lanes of
// a position and its images.
func TestSharingIsTheSameUnderSymmetries(t *testing.T) {
	s := newSharing()
	shares := func(own, opp uint64) []int32 {
		var state pattern.State
		state.Set(own, opp)
		var list []int32
		for _, slot := range state.Slots(own, opp) {
			list = append(list, s.of[slot]...)
		}
		slices.Sort(list)
		return list
	}
	g := quick.play(nil, 3)
	p := othello.StartState()
	for _, turn := range g.turns {
		want := shares(p.Own, p.Opp)
		if got := shares(bits.ReverseBytes64(p.Own), bits.ReverseBytes64(p.Opp)); !slices.Equal(got, want) {
			t.Fatalf("own %#x opp %#x: rows mirrored %v, want %v", p.Own, p.Opp, got, want)
		}
		if got := shares(bits.Reverse64(p.Own), bits.Reverse64(p.Opp)); !slices.Equal(got, want) {
			t.Fatalf("own %#x opp %#x: turned round %v, want %v", p.Own, p.Opp, got, want)
		}
		p = p.Play(turn)
	}
}

// TestSharedParts checks that every part lies in its shape and every shape that has
// parts exists.
func TestSharedParts(t *testing.T) {
	found := map[string]bool{}
	pattern.Configurations(func(_ int, squares []uint8, _, _ []int8) { found[names(squares)] = true })
	for shape, parts := range sharedParts {
		if !found[shape] {
			t.Errorf("no shape %q", shape)
			continue
		}
		var squares []uint8
		for i := 0; i < len(shape); i += 3 {
			squares = append(squares, shape[i]-'a'+8*(shape[i+1]-'1'))
		}
		for _, part := range parts {
			if places := placesOf(part, squares); slices.Contains(places, -1) {
				t.Errorf("part %q of shape %q: places %v", part, shape, places)
			}
		}
	}
}

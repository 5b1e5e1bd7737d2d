package endgame

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"quadrille/engine/othello"
)

// TestStableNeverTurns plays random games and wants no disk that was called
// stable to change its colour.
func TestStableNeverTurns(t *testing.T) {
	r, edges, found := rand.New(rand.NewPCG(5, 6)), stableEdges(), 0
	for range 300 {
		s := othello.StartState()
		var kept [2]uint64
		for !s.Over() {
			black, white := s.Own, s.Opp
			if s.Side == 1 {
				black, white = white, black
			}
			if kept[0]&^black != 0 || kept[1]&^white != 0 {
				t.Fatalf("%+v: a stable disk turned over", s)
			}
			kept = [2]uint64{edges.stable(black, white), edges.stable(white, black)}
			found += bits.OnesCount64(kept[0] | kept[1])
			turns := s.Turns(nil)
			s = s.Play(turns[r.IntN(len(turns))])
		}
	}
	if found < 30000 {
		t.Errorf("only %d stable disks were found", found)
	}
}

// TestStable has boards whose stable disks are plain to see.
func TestStable(t *testing.T) {
	edges := stableEdges()
	cases := []struct {
		name      string
		own, opp  uint64
		want      uint64
		otherWant uint64
	}{
		{"a full board", ^uint64(0) &^ othello.Corners, othello.Corners, ^uint64(0) &^ othello.Corners, othello.Corners},
		{"a corner and its edge", 0x07, 0x08 << 8, 0x07, 0},
		{"an edge without a corner", 0x06, 0, 0, 0},
		{"a full edge", 0x7e, 0x81, 0x7e, 0x81},
		{"a full column", 0x0080808080808000, 0x8000000000000080, 0x0080808080808000, 0x8000000000000080},
		{"a disk wedged in", 0x0c, 0x33, 0, 0x33 & 0x03},
		{"the second row leans on the first", 0x0307, 0, 0x0307, 0},
		{"but not beyond it", 0x0f07, 0, 0x0307, 0},
	}
	for _, c := range cases {
		if got := edges.stable(c.own, c.opp); got != c.want {
			t.Errorf("%s: %x is stable, not %x", c.name, got, c.want)
		}
		if got := edges.stable(c.opp, c.own); got != c.otherWant {
			t.Errorf("%s: of the other side %x is stable, not %x", c.name, got, c.otherWant)
		}
	}
}

// TestEdges plays the other side's and the own turns on some edges in all
// orders, by the rules of the board: disks on row 1 alone turn over only along
// it, so the board's other rows stay empty and turns that flip nothing are
// taken for plays that flip elsewhere.
func TestEdges(t *testing.T) {
	edges, r := stableEdges(), rand.New(rand.NewPCG(7, 8))
	for range 300 {
		own := r.Uint64() & r.Uint64() & othello.Row1
		opp := r.Uint64() & othello.Row1 &^ own
		if bits.OnesCount64(othello.Row1&^(own|opp)) > 5 {
			continue
		}
		if got, want := uint64(edges[own<<8|opp]), neverTurned(own, opp); got != want {
			t.Fatalf("edge %x against %x: %x is stable, not %x", own, opp, got, want)
		}
	}
}

// neverTurned returns the own disks of row 1 that stay own whatever is placed
// there.
func neverTurned(own, opp uint64) uint64 {
	kept := own
	for empty := othello.Row1 &^ (own | opp); empty != 0; empty &= empty - 1 {
		square := uint8(bits.TrailingZeros64(empty))
		mine, theirs := othello.Flips(own, opp, square), othello.Flips(opp, own, square)
		kept &= neverTurned(own|mine|1<<square, opp&^mine) & neverTurned(own&^theirs, opp|theirs|1<<square)
	}
	return kept
}

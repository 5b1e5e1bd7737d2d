package midgame

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"quadrille/engine/othello"
)

// TestStableNeverTurns plays random games and wants no disk that was called
// stable to change its colour.
func TestStableNeverTurns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	found := 0
	for range 200 {
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
			kept = [2]uint64{stable(black, white), stable(white, black)}
			found += bits.OnesCount64(kept[0] | kept[1])
			turns := s.Turns(nil)
			s = s.Play(turns[r.IntN(len(turns))])
		}
	}
	if found < 10000 {
		t.Errorf("only %d stable disks were found", found)
	}
}

// TestStable has boards whose stable disks are plain to see.
func TestStable(t *testing.T) {
	cases := []struct {
		name      string
		own, opp  uint64
		want      uint64
		otherWant uint64
	}{
		{"a full board", all &^ corners, corners, all &^ corners, corners},
		{"a corner and its edge", 0x07, 0x08 << 8, 0x07, 0},
		{"an edge without a corner", 0x06, 0, 0, 0},
		{"a full edge", 0x7e, 0x81, 0x7e, 0x81},
		{"the second row leans on the first", 0x0307, 0, 0x0307, 0},
		{"but not beyond it", 0x0f07, 0, 0x0307, 0},
	}
	for _, c := range cases {
		if got := stable(c.own, c.opp); got != c.want {
			t.Errorf("%s: %x is stable, not %x", c.name, got, c.want)
		}
		if got := stable(c.opp, c.own); got != c.otherWant {
			t.Errorf("%s: of the other side %x is stable, not %x", c.name, got, c.otherWant)
		}
	}
}

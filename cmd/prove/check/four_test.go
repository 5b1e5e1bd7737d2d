package check

import (
	"math/bits"
	"testing"
)

// TestFourMarbles is the proof for four marbles a side with slideback=false: 4 sides
// with 3 squares that may be barred, 4 corners with 2 and the centre with 4, and in
// each three marbles on 32 slots, which can lie in 4,960 ways.
func TestFourMarbles(t *testing.T) {
	notShort(t)
	blue, red, err := fourMarbles()
	if err != nil || blue != 12*4960 || red != 12*4960 {
		t.Errorf("%d and %d positions, error %v", blue, red, err)
	}
}

// TestRimBlocks counts the sets of the rim by hand: 8 tiles, 7 neighbours on 4 sides, 7
// tiles beside the centre on 4 sides, and 7 times 4 points. No two share three slots.
func TestRimBlocks(t *testing.T) {
	for _, hole := range []int{1, 3, 5, 7} {
		for _, barred := range neighbours[hole] {
			blocks := rimBlocks(hole, barred)
			if len(blocks) != 8+28+28+28 {
				t.Errorf("hole %d, barred %d: %d sets", hole, barred, len(blocks))
			}
			for i, a := range blocks {
				for _, b := range blocks[:i] {
					if bits.OnesCount64(uint64(a&b)) > 2 {
						t.Errorf("hole %d, barred %d: %v and %v share three slots", hole, barred, a, b)
					}
				}
			}
		}
	}
}

// TestFourMarblesCanFail asks about marbles that do win: some that threaten two
// slots; and about three that leave one.
func TestFourMarblesCanFail(t *testing.T) {
	twoSlots := spot{hole: 8, barred: 5}
	for _, s := range []slot{at(0, 0), at(0, 1), at(0, 2), at(4, 0), at(4, 1), at(4, 2)} {
		twoSlots.marbles |= cell(s)
	}
	w := winner{known: map[spot]bool{}}
	if err := w.redStops(twoSlots); err == nil {
		t.Error("two tiles that lack a slot each are stopped by one marble")
	}
	one := spot{cell(at(0, 0)) | cell(at(0, 1)) | cell(at(0, 2)), 5, 8}
	if got := w.winning(one); got != cell(at(0, 3)) {
		t.Errorf("the slots that win are %b", got)
	}
	blocks := rimBlocks(5, 8)
	if blueStops(one, blocks) != nil || blueStops(spot{twoSlots.marbles, 5, 8}, blocks) == nil {
		t.Error("one slot is not stopped, or two are")
	}
}

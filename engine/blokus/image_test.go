package blokus

import (
	"math/rand/v2"
	"testing"
)

// TestFoldedHash plays games beside their images: the same cells turned or
// mirrored, or another colour to begin where each has its corner. All have one key,
// and no two positions of a game have.
func TestFoldedHash(t *testing.T) {
	turns := [8]func(row, col, last int) (int, int){
		func(r, c, _ int) (int, int) { return r, c },
		func(r, c, last int) (int, int) { return c, last - r },
		func(r, c, last int) (int, int) { return last - r, last - c },
		func(r, c, last int) (int, int) { return last - c, r },
		func(r, c, last int) (int, int) { return r, last - c },
		func(r, c, last int) (int, int) { return last - r, c },
		func(r, c, _ int) (int, int) { return c, r },
		func(r, c, last int) (int, int) { return last - c, last - r },
	}
	for _, tc := range []struct {
		name   string
		config Config
		images []int
	}{
		{"classic", Config{}, []int{1, 2, 3, 4, 5, 6, 7}},
		{"duo", Config{Duo: true}, []int{2, 6, 7}},
		{"junior", Config{Duo: true, Junior: true}, []int{2, 6, 7}},
	} {
		for game := range uint64(3) {
			rng := rand.New(rand.NewPCG(game, 5))
			s, seen := NewState(tc.config), map[uint64]int{}
			images := make([]State, len(tc.images))
			for i := range images {
				images[i] = NewState(tc.config)
			}
			for turn := 0; s.Can(s.Side()); turn++ {
				key := s.FoldedHash()
				if before, twice := seen[key]; twice {
					t.Fatalf("%s, game %d: turns %d and %d have one key", tc.name, game, before, turn)
				}
				seen[key] = turn
				for i := range images {
					if images[i].FoldedHash() != key {
						t.Fatalf("%s, game %d: image %d has another key after %d turns", tc.name, game, tc.images[i], turn)
					}
				}
				list := s.AppendPlacements(nil, s.Side())
				m := list[rng.IntN(len(list))]
				for i := range images {
					images[i].Place(imageOf(m, s.Size()-1, turns[tc.images[i]]))
				}
				s.Place(m)
			}
		}
	}
}

// imageOf is a placement whose cells were moved.
func imageOf(m Placement, last int, move func(row, col, last int) (int, int)) Placement {
	var g grid
	top, left := last, last
	cells := m.AppendCells(nil)
	for _, cell := range cells {
		r, c := move(int(cell)/maxSize, int(cell)%maxSize, last)
		top, left = min(top, r), min(left, c)
	}
	for _, cell := range cells {
		r, c := move(int(cell)/maxSize, int(cell)%maxSize, last)
		g |= 1 << (maxSide*(r-top) + c - left)
	}
	return Placement(int(tables().byGrid[g])*Cells + top*maxSize + left)
}

// TestFoldedStarts: where each colour has its corner the one that begins makes no
// difference; the corners, the players and the pieces do.
func TestFoldedStarts(t *testing.T) {
	key := func(c Config) uint64 {
		s := NewState(c)
		return s.FoldedHash()
	}
	fixed := key(Config{Fixed: true})
	for start := range uint8(4) {
		if key(Config{Fixed: true, Start: start}) != fixed {
			t.Errorf("start %d has another key", start+1)
		}
	}
	if key(Config{Fixed: true, FirstOut: true, Official: true}) != fixed {
		t.Error("the end and the scores make a difference")
	}
	keys := map[uint64]bool{fixed: true}
	for _, c := range []Config{{}, {Players: 2}, {Players: 3}, {Duo: true}, {Duo: true, Junior: true}, {Duo: true, Fixed: true}} {
		if k := key(c); keys[k] {
			t.Errorf("%+v has the key of another", c)
		} else {
			keys[k] = true
		}
	}
}

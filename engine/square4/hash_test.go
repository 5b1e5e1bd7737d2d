package square4

import (
	"fmt"
	"testing"
)

// TestHashTellsApart compares positions that differ in one thing only.
func TestHashTellsApart(t *testing.T) {
	const rules = "pieces=8,slideback=true,repetition=3"
	const board = "R.../B.../R.../B.../####/R.../B.../..../...."
	cases := []struct{ what, fen string }{
		{"a position", board + " R placement 3,3 " + rules + " - -"},
		{"the side to move", board + " B placement 3,3 " + rules + " - -"},
		{"a marble's colour", "R.../R.../B.../B.../####/R.../B.../..../.... R placement 3,3 " + rules + " - -"},
		{"a marble's slot", "R.../B.../.R../B.../####/R.../B.../..../.... R placement 3,3 " + rules + " - -"},
		{"the hole", "R.../B.../R.../B.../..../R.../B.../..../#### R placement 3,3 " + rules + " - -"},
		{"a turn begun", "r.../B.../R.../B.../####/R.../B.../..../.... R placementSlide 3,3 " + rules + " - -"},
		{"the marble that began it", "R.../B.../r.../B.../####/R.../B.../..../.... R placementSlide 3,3 " + rules + " - -"},
		{"the number of marbles", board + " R placement 3,3 pieces=9,slideback=true,repetition=3 - -"},
		{"slideback", board + " R placement 3,3 pieces=8,slideback=false,repetition=3 - -"},
		{"the barred square", board + " R placement 3,3 pieces=8,slideback=false,repetition=3 1 -"},
		{"another barred square", board + " R placement 3,3 pieces=8,slideback=false,repetition=3 3 -"},
	}
	seen := map[uint64]string{}
	for _, c := range cases {
		p, err := Game{}.ParseFEN(c.fen, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		if earlier, twice := seen[p.Hash()]; twice {
			t.Errorf("%s makes no difference to %s", c.what, earlier)
		}
		seen[p.Hash()] = c.what
	}
}

// TestHashIsSpread checks that one marble changes about half of the bits, in
// the lower digits as well as in the upper ones: both are used as indices.
func TestHashIsSpread(t *testing.T) {
	start := StartState(8, true)
	ones := [64]int{}
	tried := 0
	for cell := range uint8(36) {
		if start.Empty()>>cell&1 == 0 {
			continue
		}
		next := start.Placing(cell)
		changed := start.Hash() ^ next.Hash()
		for bit := range ones {
			ones[bit] += int(changed >> bit & 1)
		}
		tried++
	}
	for bit, n := range ones {
		if n == 0 || n == tried {
			t.Errorf("bit %d changes %d times in %d", bit, n, tried)
		}
	}
	if tried != 32 {
		t.Error(fmt.Sprint("slots at the start: ", tried))
	}
}

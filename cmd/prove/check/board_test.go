package check

import (
	"slices"
	"testing"
)

// perft counts sequences of turns as docs/rules.md does.
func perft(b board, colour byte, depth int) int {
	if depth == 0 || b.ending() != goesOn {
		return 1
	}
	n := 0
	for square := range 9 {
		for number := range 4 {
			s := at(square, number)
			if b.get(s) != empty {
				continue
			}
			placed := b
			placed.put(s, colour)
			if placed.hasBlock(colour) {
				n++
				continue
			}
			for _, slide := range neighbours[b.hole] {
				next := placed
				next.slide(slide)
				n += perft(next, other(colour), depth-1)
			}
		}
	}
	return n
}

// TestPerft has the known counts of turns from the start.
func TestPerft(t *testing.T) {
	for depth, want := range []int{1, 128, 11904, 952320} {
		if got := perft(newBoard(4), red, depth); got != want {
			t.Errorf("depth %d: %d, want %d", depth, got, want)
		}
	}
}

// boardOf reads six rows.
func boardOf(rows ...string) board {
	var b board
	for r, row := range rows {
		for c := range 6 {
			b.grid[r][c] = row[c]
			if row[c] == none {
				b.hole = slot{r, c}.square()
			}
		}
	}
	return b
}

func TestSlideAndEnding(t *testing.T) {
	cases := []struct {
		what  string
		board board
		slide int
		want  byte
	}{
		{"nothing", boardOf("RB....", "......", "..##..", "..##..", "......", "......"), 1, goesOn},
		{"a block of Red across two squares", boardOf("...R..", "...R..", "..##R.", "..##R.", "......", "......"), 1, red},
		{"and none if another square slides", boardOf("...R..", "...R..", "..##R.", "..##R.", "......", "......"), 7, goesOn},
		{"three of Blue where four squares meet", boardOf("......", "......", "..##..", ".B##..", ".BB...", "......"), 1, goesOn},
		{"blocks of both", boardOf("..BR..", "..BR..", ".B##R.", ".B##R.", "......", "......"), 1, bothBlocks},
		{"four of Blue where four squares meet", boardOf("......", "..B...", "..##..", ".B##..", ".BB...", "......"), 1, blue},
	}
	for _, c := range cases {
		b := c.board
		if !slices.Contains(neighbours[b.hole], c.slide) {
			t.Errorf("%s: no slide", c.what)
		}
		b.slide(c.slide)
		if got := b.ending(); got != c.want {
			t.Errorf("%s: %q in %v, want %q", c.what, got, b, c.want)
		}
	}
}

// TestCode checks that decode undoes encode.
func TestCode(t *testing.T) {
	b := boardOf("RB.RB.", "B..R..", "..B.R.", "....R.", "..##..", "RR##BB")
	if got := decode(encode(&b), b.hole); got != b {
		t.Errorf("%v became %v", b, got)
	}
}

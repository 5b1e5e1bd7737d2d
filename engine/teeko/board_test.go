package teeko

import (
	"math/bits"
	"slices"
	"strings"
	"testing"
)

// TestGoals lists every set of four cells and asks the plain definition which
// of them win.
func TestGoals(t *testing.T) {
	for _, c := range []struct {
		board Board
		goals int
	}{{Small, 19}, {Scarne, 44}, {Advanced, 58}} {
		var want []uint32
		for set := range subsets(c.board.Size() * c.board.Size()) {
			goal := isGoal(strings.Fields(c.board.cellNames(set)), c.board == Advanced)
			if goal {
				want = append(want, set)
			}
			if c.board.IsGoal(set) != goal {
				t.Errorf("board %d: IsGoal(%s) is %v", c.board, c.board.cellNames(set), !goal)
			}
		}
		if got := slices.Sorted(slices.Values(c.board.Goals())); !slices.Equal(got, want) || len(got) != c.goals {
			t.Errorf("board %d: %d goals, by definition %d, known are %d", c.board, len(got), len(want), c.goals)
		}
	}
}

// subsets goes through the sets of four of n cells in rising order.
func subsets(n int) func(yield func(uint32) bool) {
	return func(yield func(uint32) bool) {
		for set := uint32(0b1111); set < 1<<n; {
			if !yield(set) {
				return
			}
			low := set & -set // Gosper's hack: the next number with as many bits
			next := set + low
			set = next | (set^next)>>2/low
		}
	}
}

// TestStep walks from the corners and from inside in every direction.
func TestStep(t *testing.T) {
	for _, c := range []struct {
		from string
		want string // the cells in the directions 1 to 8
	}{
		{"a1", "- a2 b2 - b1 - - -"},
		{"d1", "c2 d2 - c1 - - - -"},
		{"a4", "- - - - b4 - a3 b3"},
		{"d4", "- - - c4 - c3 d3 -"},
		{"b2", "a3 b3 c3 a2 c2 a1 b1 c1"},
	} {
		from, _ := Small.ParseCell(c.from)
		for i, want := range strings.Fields(c.want) {
			got := "-"
			if to, ok := Small.Step(from, i+1); ok {
				got = Small.CellName(to)
			}
			if got != want {
				t.Errorf("from %s in direction %d: %s, want %s", c.from, i+1, got, want)
			}
		}
		for _, direction := range []int{-1, 0, 9} {
			if _, ok := Small.Step(from, direction); ok {
				t.Errorf("there is no direction %d", direction)
			}
		}
	}
}

// TestPlacements counts the placements of the small board and checks that no
// two of them share a hash, whoever is to move.
func TestPlacements(t *testing.T) {
	var hashes []uint64
	for o := range subsets(16) {
		for x := range subsets(16) {
			if o&x == 0 {
				s := State{Marks: [2]uint32{o, x}}
				hashes = append(hashes, s.Hash())
				s.Side = 1
				hashes = append(hashes, s.Hash())
			}
		}
	}
	if len(hashes) != 2*900_900 {
		t.Errorf("%d placements for both sides, known are 900,900 each", len(hashes))
	}
	slices.Sort(hashes)
	if n := len(slices.Compact(hashes)); n != 2*900_900 {
		t.Errorf("only %d hashes differ", n)
	}
}

// TestNobodyIsStuck shows that a side without a goal can always move: its four
// marks have more neighbours than the other side has marks.
func TestNobodyIsStuck(t *testing.T) {
	for _, board := range []Board{Small, Scarne, Advanced} {
		for set := range subsets(board.Size() * board.Size()) {
			var around uint32
			for own := set; own != 0; own &= own - 1 {
				around |= board.Neighbours(uint8(bits.TrailingZeros32(own)))
			}
			if n := bits.OnesCount32(around &^ set); n <= Marks && !board.IsGoal(set) {
				t.Fatalf("board %d: %s can be shut in by %d marks", board, board.cellNames(set), n)
			}
		}
	}
}

// TestOutcome looks at states that no game reaches, too.
func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		name  string
		state State
		want  Outcome
	}{
		{"start", State{}, Ongoing},
		{"O in a row", State{Marks: [2]uint32{0xf, 0}, Side: 1}, OWins},
		{"X on a square", State{Marks: [2]uint32{0, 0x33 << 5}}, XWins},
		{"no line around the edge", State{Marks: [2]uint32{0xf << 2, 0}}, Ongoing},
		{"four in a row on the large board", State{Marks: [2]uint32{0xf << 1, 0}, Board: Scarne}, OWins},
		{"no line around the edge of the large board", State{Marks: [2]uint32{0xf << 3, 0}, Board: Scarne}, Ongoing},
		{"large square", State{Marks: [2]uint32{1 | 1<<4 | 1<<20 | 1<<24, 0}, Board: Advanced}, OWins},
		{"large square in ordinary Teeko", State{Marks: [2]uint32{1 | 1<<4 | 1<<20 | 1<<24, 0}, Board: Scarne}, Ongoing},
	} {
		if got := c.state.Outcome(); got != c.want {
			t.Errorf("%s: outcome %d, want %d", c.name, got, c.want)
		}
	}
	// With six marks, two more than there are, X can shut O in.
	s := State{Marks: [2]uint32{cells(t, "a1 b1 a2 a3"), cells(t, "c1 c2 b2 b3 a4 b4")}}
	if got := s.Outcome(); got != NoMoves {
		t.Errorf("O cannot move, but the outcome is %d", got)
	}
}

// cells returns a set of cells of the small board.
func cells(t *testing.T, names string) uint32 {
	t.Helper()
	var set uint32
	for _, name := range strings.Fields(names) {
		cell, ok := Small.ParseCell(name)
		if !ok {
			t.Fatalf("no cell %s", name)
		}
		set |= 1 << cell
	}
	return set
}

func BenchmarkIsGoal(b *testing.B) {
	for name, board := range map[string]Board{"small": Small, "advanced": Advanced} {
		b.Run(name, func(b *testing.B) {
			marks, n := uint32(0b1101), 0
			for b.Loop() {
				if board.IsGoal(marks) {
					n++
				}
			}
		})
	}
}

package square4bot

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// TestHalves solves movement phases with slideback=false in which Blue alone has
// marbles, and Blue moves with the hole in the middle of a side, as it does in games:
// in how many positions without a block Blue wins. docs/square4-value.md draws on it.
//
// There are 24 ways for the hole and the barred square to lie and 8!/2 orders of the
// tiles for each, 483,840 positions. A pair of tiles makes a block side by side in six
// places; the hole and the barred square then lie in 19, 19, 17, 17, 19 and 19 ways, the
// other tiles in 6!/2 orders, which is 39,600. Four corners meet in four places, the
// hole and the barred square then in 12 ways, the others in 4!/2 orders: 576.
func TestHalves(t *testing.T) {
	for _, tc := range []struct {
		name       string
		tiles      map[int][]int // slots by square, the hole being at square 8
		wins, open int
		longest    int // slides to the end that Blue wins
	}{
		// The right half of one tile fits the left half of another.
		{"a right half and a left half", map[int][]int{0: {1, 3}, 5: {0, 2}}, 185_040, 444_240, 23},
		{"a right half and two left halves", map[int][]int{0: {1, 3}, 5: {0, 2}, 6: {0, 2}}, 404_640, 404_640, 29},
		{"two right halves and two left halves", map[int][]int{0: {1, 3}, 5: {0, 2}, 6: {1, 3}, 2: {0, 2}}, 332_736, 332_736, 23},
		{"four corners that could meet", map[int][]int{0: {3}, 5: {2}, 6: {1}, 2: {0}}, 6_144, 483_264, 51},
		{"three slots of a tile and one of another", map[int][]int{0: {0, 1, 2}, 5: {0}}, 0, 483_840, 0},
	} {
		s := square4.StartState(8, false)
		s.Hole, s.Barred = 8, 7
		for square, slots := range tc.tiles {
			for _, slot := range slots {
				s.Marbles[1] |= 1 << square4.CellAt(square, slot)
			}
		}
		m, _ := solveMovement(s, nil)
		if wins, open, longest := blueWins(m); wins != tc.wins || open != tc.open || longest != tc.longest {
			t.Errorf("%s: Blue wins %d of %d positions in at most %d slides, not %d of %d in %d", tc.name, wins, open, longest, tc.wins, tc.open, tc.longest)
		}
	}
}

// blueWins counts the positions of a phase in which no block stands, as if all tiles were
// different, and says how many slides the longest win takes.
func blueWins(m *movementTable) (wins, open, longest int) {
	for place, b := range m.blocks() {
		for way, hole := range passageFrom {
			if b>>16>>hole&1 != 0 {
				continue
			}
			open++
			if v := m.value(uint16(place), uint8(way)); v != 0 && (v > 0) == (m.side(hole) == 1) {
				wins++
				longest = max(longest, alphabeta.Mate(v), -alphabeta.Mate(v))
			}
		}
	}
	each := 20160 / len(m.orders.order)
	return each * wins, each * open, longest
}

// TestMovementValues counts what movement phases with slideback=false are worth after
// placements at random that make no block.
func TestMovementValues(t *testing.T) {
	count, _ := strconv.Atoi(os.Getenv("QUADRILLE_PHASES"))
	if count == 0 {
		t.Skip("set QUADRILLE_PHASES to the number of movement phases for each number of marbles, such as 100")
	}
	for pieces := 4; pieces <= 16; pieces++ {
		r := rand.New(rand.NewPCG(85, uint64(pieces)))
		var red, blue, drawn int
		for red+blue+drawn < count {
			s, ok := placedAtRandom(r, pieces)
			if !ok {
				continue
			}
			m, place := solveMovement(s, nil)
			switch v := m.value(place, passage[s.Hole][s.Barred]); {
			case v > 0 == (s.Side == 0) && v != 0:
				red++
			case v != 0:
				blue++
			default:
				drawn++
			}
		}
		t.Logf("| %d | %d | %d | %d |", pieces, red, blue, drawn)
	}
}

// placedAtRandom plays turns at random that end nothing until all is placed.
func placedAtRandom(r *rand.Rand, pieces int) (s square4.State, ok bool) {
	s = square4.StartState(pieces, false)
	for range 2 * pieces {
		var quiet []square4.State
		for _, turn := range s.Turns(nil) {
			if next := s.Play(turn); next.Outcome() == square4.Ongoing {
				quiet = append(quiet, next)
			}
		}
		if len(quiet) == 0 {
			return s, false
		}
		s = quiet[r.IntN(len(quiet))]
	}
	return s, true
}

package square4bot

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"quadrille/engine/square4"
)

// TestPairLines compares the lines with those that come about by playing: four
// marbles are a line if they are a block, or if some slide makes them one.
func TestPairLines(t *testing.T) {
	// Counted by a script of other make.
	want := [9]int{23, 26, 23, 26, 34, 26, 23, 26, 23}
	for hole := range uint8(9) {
		if got := len(pairLines[hole]); got != want[hole] {
			t.Errorf("hole %d: %d lines, want %d", hole, got, want[hole])
		}
		r := rand.New(rand.NewPCG(uint64(hole), 1))
		lines := map[uint64]bool{}
		for _, line := range pairLines[hole] {
			lines[line] = true
			if !makesBlock(line, hole) {
				t.Errorf("hole %d: %#x never is a block", hole, line)
			}
		}
		for range 20000 {
			line := fourCells(r, hole)
			if bits.OnesCount64(line) == 4 && makesBlock(line, hole) != lines[line] {
				t.Fatalf("hole %d: %#x is missing", hole, line)
			}
		}
	}
}

func makesBlock(cells uint64, hole uint8) bool {
	s := square4.State{Marbles: [2]uint64{cells}, Hole: hole, Barred: square4.NoSquare, Pieces: 4}
	if s.Outcome() == square4.RedWins {
		return true
	}
	for _, turn := range s.Turns(nil) {
		if next := s.Play(turn); next.Outcome() == square4.RedWins {
			return true
		}
	}
	return false
}

// fourCells draws four cells, two neighbours on each of two tiles more often
// than not, since others hardly ever make a line.
func fourCells(r *rand.Rand, hole uint8) (cells uint64) {
	for range 2 {
		square := uint8(r.IntN(8))
		if square >= hole {
			square++
		}
		first := r.IntN(4)
		second := [4]int{1, 3, 0, 2}[first]
		if r.IntN(4) == 0 {
			second = r.IntN(4)
		}
		cells |= 1<<square4.CellAt(int(square), first) | 1<<square4.CellAt(int(square), second)
	}
	return cells
}

// TestFindPairsIsRight plays against the pairs at random: the attacker must never
// win. Where there is a pairing, they must also be disjoint and empty.
func TestFindPairsIsRight(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 3000 {
		s := square4.StartState(4+r.IntN(13), true)
		for range 1 + r.IntN(6) {
			turns := s.Turns(nil)
			if next := s.Play(turns[r.IntN(len(turns))]); next.Outcome() == square4.Ongoing {
				s = next
			}
		}
		pairs, ok := FindPairs(&s)
		if !ok {
			continue
		}
		found++
		cells := uint64(0)
		for _, p := range pairs {
			pair := uint64(1)<<p[0] | 1<<p[1]
			if p[0] == p[1] || pair&cells != 0 || pair&^s.Empty() != 0 {
				t.Fatalf("%+v: pairs %v", s, pairs)
			}
			cells |= pair
		}
		playOut(t, r, s, pairs)
	}
	if found < 1000 {
		t.Errorf("only %d pairings", found)
	}
}

// playOut plays the attacker at random, only winning when he can, against the
// pairs, until ten slides after the last placement.
func playOut(t *testing.T, r *rand.Rand, s square4.State, pairs []Pair) {
	partner := map[uint8]uint8{}
	for _, p := range pairs {
		partner[p[0]], partner[p[1]] = p[1], p[0]
	}
	attacker := s.Side
	wins := [2]square4.Outcome{square4.RedWins, square4.BlueWins}[attacker]
	for range 2*int(s.Pieces) + 10 {
		if s.WinsNow() {
			t.Fatalf("%+v: the attacker wins in spite of %v", s, pairs)
		}
		turns := s.Turns(nil)
		turn := turns[r.IntN(len(turns))]
		next := s.Play(turn)
		if next.Outcome() != square4.Ongoing {
			if next.Outcome() == wins {
				t.Fatalf("%+v: %v wins in spite of %v", s, turn, pairs)
			}
			return
		}
		cell := uint8(square4.NoCell)
		if !next.Moving() {
			empty := s.Empty() &^ (1 << turn.Place())
			p, ok := partner[turn.Place()]
			for n := 0; !ok || empty>>p&1 == 0; n++ {
				p, ok = uint8(r.IntN(36)), true
			}
			// Tiles are slid, cells with them.
			moved := square4.SlideCells(1<<p, turn.Slide(), s.Hole)
			for cell = 0; moved>>cell&1 == 0; cell++ {
			}
		}
		s = next.Play(square4.NewTurn(cell, s.Hole))
		if s.Outcome() != square4.Ongoing {
			if s.Outcome() == wins {
				t.Fatalf("%+v: sliding back loses in spite of %v", s, pairs)
			}
			return
		}
	}
}

package check

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// TestAloneFourMarbles wants what fourMarbles proves in another way.
func TestAloneFourMarbles(t *testing.T) {
	notShort(t)
	var out strings.Builder
	err := (&Command{Alone: 4, Threads: 1}).Run(&out)
	if want := "slideback=false, pieces=4: Red has no win; Blue has no win\n"; err != nil || out.String() != want {
		t.Errorf("said %q, error %v", out.String(), err)
	}
	if err := (&Command{Alone: 3, Threads: 1}).Run(&out); err == nil {
		t.Error("three marbles are taken")
	}
}

// TestAloneSlides compares positions of Blue's four marbles with winner, which goes
// through all of them until nothing changes.
func TestAloneSlides(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	a, w, won := newAlone(4, true), winner{known: map[spot]bool{}}, 0
	for range 3000 {
		s := anySpot(r, r.IntN(9))
		on := r.Perm(9)
		for n := 0; n < 4; {
			square := on[n/2] // halves meet more often than what lies anywhere
			if slot := cells(1) << (4*square + r.IntN(4)); square == s.hole {
				on[n/2] = on[7]
			} else if s.marbles&slot == 0 {
				s.marbles |= slot
				n++
			}
		}
		got, want := *a.slid(s), s.marbles.hasBlock() || w.wins(s)
		if got != want {
			t.Fatalf("%v: Blue wins: %v; when every slide is tried: %v", s, got, want)
		}
		if got {
			won++
		}
	}
	if won < 100 {
		t.Errorf("only %d are won", won)
	}
}

// anySpot has no marbles yet.
func anySpot(r *rand.Rand, hole int) spot {
	around := neighbours[hole]
	return spot{0, hole, around[r.IntN(len(around))]}
}

// fiveAlone is the game with Red's blocks left out and five marbles a side.
var fiveAlone = sync.OnceValue(func() *alone { return newAlone(5, true) })

// TestAloneAgreesWithEveryMarble compares what zones say with all turns of both sides,
// with Blue's last two of five marbles to come.
func TestAloneAgreesWithEveryMarble(t *testing.T) {
	notShort(t)
	r := rand.New(rand.NewPCG(2, 5))
	a, seen := fiveAlone(), map[bool]int{}
	for n := range 200 {
		hole := []int{1, 3, 5, 7}[r.IntN(4)]
		if n%20 == 0 {
			hole = []int{0, 2, 4, 6, 8}[r.IntN(5)]
		}
		s, defender := anySpot(r, hole), cells(0)
		for n := 0; n < 5; {
			slot := cells(1) << r.IntN(36)
			switch {
			case slot&(s.marbles|defender|tileOf(hole)) != 0:
				continue
			case n < 3:
				s.marbles |= slot
			default:
				defender |= slot
			}
			n++
		}
		_, got := a.winsFrom(s, defender)
		if want := a.everyTurn(s, defender); got != want {
			t.Fatalf("%v against %b: Blue wins: %v; when every turn is tried: %v", s, defender, got, want)
		}
		seen[got]++
	}
	if seen[true] < 10 || seen[false] < 10 {
		t.Errorf("too few to say anything: %v", seen)
	}
}

// everyTurn is winsFrom with neither zones nor memory.
func (a *alone) everyTurn(s spot, defender cells) bool {
	attacks := a.attacks(s)
	for free := allCells &^ tileOf(s.hole) &^ s.marbles &^ defender; free != 0; free &= free - 1 {
		slot := free & -free
		with, against := s, defender
		if attacks {
			with.marbles |= slot
		} else {
			against |= slot
		}
		if with.marbles.hasBlock() {
			return true // only the attacker's marble can have made it
		}
		for _, next := range with.next(false) {
			won := next.marbles.hasBlock()
			switch full := len(members(next.marbles)) == a.pieces; {
			case won:
			case full:
				won = *a.slid(next)
			default:
				won = a.everyTurn(next, against.slid(next.hole, s.hole))
			}
			if won == attacks {
				return attacks
			}
		}
	}
	return !attacks
}

func members(set cells) (list []cells) {
	for ; set != 0; set &= set - 1 {
		list = append(list, set&-set)
	}
	return list
}

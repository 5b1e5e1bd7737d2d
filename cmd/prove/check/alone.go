package check

import (
	"fmt"
	"math/bits"
)

// alone is the game with slideback=false in which one side, the attacker, wins by its
// blocks and the other, the defender, by none: his marbles do nothing but take slots.
// Who has no win here has none in the game.
//
// Then a marble too many never harms the defender. So he is first supposed to pass
// with his marble, and what the attacker needs to win all the same, a zone, says which
// marbles could matter at all: those on a slot of it. Zones also tell what is won with
// other marbles of the defender's.
type alone struct {
	pieces int
	blue   bool // attacks, else Red
	// slides says by hole, barred square and number of a set of all marbles whether the
	// attacker wins by slides.
	slides [9][9][]bool
	last   map[spot]cells   // on which the attacker's last marble wins
	zones  map[spot][]cells // with which the attacker wins
	held   map[held]bool    // what he does not win
}

// held is the attacker's marbles and the defender's. Where the hole is says who moves.
type held struct {
	spot
	defender cells
}

func newAlone(pieces int, blue bool) *alone {
	a := &alone{pieces: pieces, blue: blue, last: map[spot]cells{}, zones: map[spot][]cells{}, held: map[held]bool{}}
	a.solveSlides()
	return a
}

// wins says whether the attacker wins from the start, when Red begins on some slot and
// slides square 1; that he slides another is the same, turned.
func (a *alone) wins() bool {
	const slid, hole = 1, 4
	for free := allCells &^ tileOf(hole); free != 0; free &= free - 1 {
		first := (free & -free).slid(slid, hole)
		s, defender := spot{first, slid, hole}, cells(0)
		if a.blue {
			s.marbles, defender = 0, first
		}
		if _, won := a.winsFrom(s, defender); won != a.blue {
			return won
		}
	}
	return a.blue
}

// attacks says whether the attacker is to move.
func (a *alone) attacks(s spot) bool { return s.atSide() == a.blue }

// winsFrom says whether the attacker wins, and with what zone: he does as well if the
// defender has any other marbles, none of them there.
func (a *alone) winsFrom(s spot, defender cells) (zone cells, won bool) {
	for _, z := range a.zones[s] {
		if z&defender == 0 {
			return z, true
		}
	}
	key := held{s, defender}
	if a.held[key] {
		return 0, false
	}
	if a.attacks(s) {
		zone, won = a.attack(s, defender)
	} else {
		zone, won = a.defend(s, defender)
	}
	if won {
		a.zones[s] = append(a.zones[s], zone)
	} else {
		a.held[key] = true
	}
	return zone, won
}

// attack has the attacker place and slide.
func (a *alone) attack(s spot, defender cells) (zone cells, won bool) {
	if bits.OnesCount64(uint64(s.marbles)) == a.pieces-1 {
		slots := a.lastSlots(s) &^ defender
		return slots & -slots, slots != 0
	}
	for free := allCells &^ tileOf(s.hole) &^ s.marbles &^ defender; free != 0; free &= free - 1 {
		slot := free & -free
		with := spot{s.marbles | slot, s.hole, s.barred}
		if with.marbles.hasBlock() {
			return slot, true
		}
		for _, next := range with.next(false) {
			if zone, won := a.winsFrom(next, defender.slid(next.hole, s.hole)); won {
				return zone.slid(s.hole, next.hole) | slot, true
			}
		}
	}
	return 0, false
}

// defend has the defender place, where it matters, and slide.
func (a *alone) defend(s spot, defender cells) (zone cells, won bool) {
	if s.marbles.hasBlock() {
		return 0, true
	}
	for _, next := range s.next(false) {
		needed, won := a.defendBy(next, defender.slid(next.hole, s.hole))
		if !won {
			return 0, false
		}
		zone |= needed.slid(s.hole, next.hole)
	}
	return zone, true
}

// defendBy is defend for a slide that has been made before the marble is placed, which
// is the same as after it.
func (a *alone) defendBy(next spot, defender cells) (zone cells, won bool) {
	if next.marbles.hasBlock() {
		return 0, true
	}
	if bits.OnesCount64(uint64(next.marbles)) == a.pieces-1 {
		slots := a.lastSlots(next) &^ defender
		first := slots & -slots
		slots &^= first
		return first | slots&-slots, slots != 0
	}
	zone, won = a.winsFrom(next, defender)
	for try := zone; won && try != 0; {
		slot := try & -try
		var needed cells
		needed, won = a.winsFrom(next, defender|slot)
		zone |= needed
		try &= needed &^ slot
	}
	return zone, won
}

// lastSlots are the slots on which the attacker, who is to move, wins with his last marble.
func (a *alone) lastSlots(s spot) cells {
	found, known := a.last[s]
	if known {
		return found
	}
	for free := allCells &^ tileOf(s.hole) &^ s.marbles; free != 0; free &= free - 1 {
		slot := free & -free
		with := spot{s.marbles | slot, s.hole, s.barred}
		if with.marbles.hasBlock() || a.slideWins(with) {
			found |= slot
		}
	}
	a.last[s] = found
	return found
}

// slideWins says whether a slide of the attacker's leads to a position known to be won.
func (a *alone) slideWins(s spot) bool {
	for _, next := range s.next(false) {
		if *a.slid(next) {
			return true
		}
	}
	return false
}

// slid is whether a position in which all is placed is known to be won.
func (a *alone) slid(s spot) *bool {
	below := cells(1)<<(4*s.hole) - 1
	return &a.slides[s.hole][s.barred][number(uint32(s.marbles&below|s.marbles>>4&^below))]
}

// number counts the sets of as many members that come before a set, when they are
// ordered by the largest member, then the next, and so on.
func number(set uint32) (n int) {
	for k := 1; set != 0; set &= set - 1 {
		n += choose[bits.TrailingZeros32(set)][k]
		k++
	}
	return n
}

// choose are the binomial coefficients.
var choose = func() (c [33][17]int) {
	for n := range c {
		c[n][0] = 1
		for k := 1; n > 0 && k < len(c[n]); k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// solveSlides finds out where the attacker wins when all is placed, backwards from the
// blocks.
func (a *alone) solveSlides() {
	var queue []spot
	for hole, around := range neighbours {
		for _, barred := range around {
			a.slides[hole][barred] = make([]bool, choose[32][a.pieces])
		}
		below := cells(1)<<(4*hole) - 1
		for set := uint64(1)<<a.pieces - 1; set < 1<<32; {
			marbles := cells(set)&below | cells(set)&^below<<4
			for _, barred := range around {
				if s := (spot{marbles, hole, barred}); marbles.hasBlock() {
					*a.slid(s) = true
					queue = append(queue, s)
				}
			}
			lowest := set & -set // the next larger set of as many
			carried := set + lowest
			set = carried | (set^carried)/lowest>>2
		}
	}
	for len(queue) > 0 {
		s := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, before := range s.before() {
			if won := a.slid(before); !*won && (a.attacks(before) || a.allWon(before)) {
				*won = true
				queue = append(queue, before)
			}
		}
	}
}

// allWon says whether all slides lead to positions known to be won.
func (a *alone) allWon(s spot) bool {
	for _, next := range s.next(false) {
		if !*a.slid(next) {
			return false
		}
	}
	return true
}

// before lists what a slide has led to a spot from: the tile now on the barred square
// was where the hole is.
func (s spot) before() (all []spot) {
	marbles := s.marbles.slid(s.barred, s.hole)
	for _, barred := range neighbours[s.barred] {
		if barred != s.hole {
			all = append(all, spot{marbles, s.barred, barred})
		}
	}
	return all
}

// checkAlone says who has no win with so many marbles a side.
func checkAlone(pieces int) (report string) {
	report = fmt.Sprintf("slideback=false, pieces=%d:", pieces)
	for i, name := range []string{"Red", "Blue"} {
		if newAlone(pieces, i == 1).wins() {
			report += fmt.Sprintf(" %s would win if the other side's blocks did not count;", name)
		} else {
			report += fmt.Sprintf(" %s has no win;", name)
		}
	}
	return report[:len(report)-1]
}

// Alone is the game in which Blue wins by blocks and Red by none. "prove square4wins" asks it, so that
// a certificate has no turn of Red's where it needs none.
type Alone struct{ game *alone }

// NewAlone is for games with so many marbles a side, 4 to MostAlone, and slideback=false.
func NewAlone(pieces int) Alone { return Alone{newAlone(pieces, true)} }

// Holds says whether Red, who is to move, keeps Blue from winning though Red's blocks do not count and
// walk has no turn of Red's for that. The marbles are sets of slots, bit 4*square+number for each.
func (a Alone) Holds(red, blue uint64, hole, barred int) bool {
	return a.game.holds(spot{cells(blue), hole, barred}, cells(red))
}

// heldWithin is with how many marbles of Blue's to come it is asked what Red holds anyway.
const heldWithin = 2

func (a *alone) holds(s spot, defender cells) bool {
	if bits.OnesCount64(uint64(s.marbles)) < a.pieces-heldWithin {
		return false
	}
	_, won := a.winsFrom(s, defender)
	return !won
}

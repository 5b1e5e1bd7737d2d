package pattern

import "math/bits"

// lanes are numbers of 16 bits, one for each feature, four in a word from its lowest
// bits on. They are added and subtracted a word at a time, which is right where all
// lanes of the result are numbers of 16 bits.
type lanes [width / 4]uint64

// words is how many words of lanes have features.
const (
	words     = (Features + 3) / 4
	halfWords = words / 2
)

// half is half of the words that are used, from one on.
func (l *lanes) half(from int) *[halfWords]uint64 { return (*[halfWords]uint64)(l[from:]) }

// set puts a number into the lane of a feature, which was 0.
func (l *lanes) set(feature, n int) { l[feature/4] |= uint64(n) << (feature % 4 * 16) }

// get is the number in the lane of a feature.
func (l *lanes) get(feature int) int { return int(l[feature/4] >> (feature % 4 * 16) & 0xffff) }

// add adds lanes. It has no loop, here and below, since one costs more than what is
// done in it where there are no vectors, most of all in WebAssembly.
func (l *lanes) add(m *lanes) {
	l[0] += m[0]
	l[1] += m[1]
	l[2] += m[2]
	l[3] += m[3]
	l[4] += m[4]
	l[5] += m[5]
	l[6] += m[6]
	l[7] += m[7]
	l[8] += m[8]
	l[9] += m[9]
	l[10] += m[10]
	l[11] += m[11]
	l[12] += m[12]
	l[13] += m[13]
}

// subtract is all minus a and b, and twice c.
func (l *lanes) subtract(all, a, b, c *lanes) {
	l[0] = all[0] - a[0] - b[0] - 2*c[0]
	l[1] = all[1] - a[1] - b[1] - 2*c[1]
	l[2] = all[2] - a[2] - b[2] - 2*c[2]
	l[3] = all[3] - a[3] - b[3] - 2*c[3]
	l[4] = all[4] - a[4] - b[4] - 2*c[4]
	l[5] = all[5] - a[5] - b[5] - 2*c[5]
	l[6] = all[6] - a[6] - b[6] - 2*c[6]
	l[7] = all[7] - a[7] - b[7] - 2*c[7]
	l[8] = all[8] - a[8] - b[8] - 2*c[8]
	l[9] = all[9] - a[9] - b[9] - 2*c[9]
	l[10] = all[10] - a[10] - b[10] - 2*c[10]
	l[11] = all[11] - a[11] - b[11] - 2*c[11]
	l[12] = all[12] - a[12] - b[12] - 2*c[12]
	l[13] = all[13] - a[13] - b[13] - 2*c[13]
}

// State holds the places of all features in their patterns' tables for a position,
// from the view of the side to move. A search that keeps one at every ply and calls
// Play and Pass has its scores more cheaply than by Set or Eval.Score.
type State struct{ lanes lanes }

// place is where a feature is in its pattern's table.
func (s *State) place(feature int) int { return s.lanes.get(feature) }

// Set makes the state that of a position.
func (s *State) Set(own, opp uint64) {
	if vectors {
		setVector(s, &board.nibbles, own, opp)
	} else {
		s.set(own, opp)
	}
}

// set is Set for any machine.
func (s *State) set(own, opp uint64) {
	list := &board.nibbles
	s.lanes = list[len(list)-1]
	var minus lanes
	for i := 0; own|opp != 0; i += 16 {
		s.lanes.add(&list[i%256+int(own%16)])
		minus.add(&list[i%256+int(opp%16)])
		own, opp = own>>4, opp>>4
	}
	s.lanes.subtract(&s.lanes, &minus, &list[0], &list[0])
}

// Play makes the state that of the position after the side to move of before
// has placed a disk on a square and turned the disks flips over. before and
// s may be the same.
func (s *State) Play(before *State, square uint8, flips uint64) {
	if vectors {
		playVector(s, before, &board.power, uint64(square%squares), flips)
	} else {
		s.play(before, square, flips)
	}
}

// play is Play for any machine.
func (s *State) play(before *State, square uint8, flips uint64) {
	list := &board.power
	placed := &list[square%squares]
	for i := 0; i < words; i += halfWords {
		// The sums are in registers.
		var t0, t1, t2, t3, t4, t5, t6 uint64
		for left := flips; left != 0; left &= left - 1 {
			l := list[bits.TrailingZeros64(left)%squares].half(i)
			t0, t1, t2, t3, t4, t5, t6 = t0+l[0], t1+l[1], t2+l[2], t3+l[3], t4+l[4], t5+l[5], t6+l[6]
		}
		to, all, a, b := s.lanes.half(i), list[squares].half(i), before.lanes.half(i), placed.half(i)
		to[0] = all[0] - a[0] - b[0] - 2*t0
		to[1] = all[1] - a[1] - b[1] - 2*t1
		to[2] = all[2] - a[2] - b[2] - 2*t2
		to[3] = all[3] - a[3] - b[3] - 2*t3
		to[4] = all[4] - a[4] - b[4] - 2*t4
		to[5] = all[5] - a[5] - b[5] - 2*t5
		to[6] = all[6] - a[6] - b[6] - 2*t6
	}
}

// Pass makes the state that of the position after the side to move of before
// has passed.
func (s *State) Pass(before *State) {
	var none lanes
	s.lanes.subtract(&board.power[squares], &before.lanes, &none, &none)
}

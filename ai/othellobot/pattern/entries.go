package pattern

import "math/bits"

// Whole numbers are coded as how many bits they have, by a tree of chances, and
// then the bits behind the first, of which the upper ones are foreseen too.
const (
	lengths    = 16 // 0 to 15 bits
	foreseen   = 3  // bits behind the first
	activities = 24
	signs      = 9
)

// entryModel foresees the entries of the knots: each from that of the knot before,
// by about as much as they changed there and beside it.
type entryModel struct {
	nonzero [2][2][2]chance
	length  [activities][lengths]chance
	upper   [lengths][1 << foreseen]chance
	sign    [signs]chance
}

func newEntryModel() *entryModel {
	m := &entryModel{}
	all := func(list []chance) {
		for i := range list {
			list[i] = newChance()
		}
	}
	for i := range m.nonzero {
		for j := range m.nonzero[i] {
			all(m.nonzero[i][j][:])
		}
	}
	for i := range m.length {
		all(m.length[i][:])
	}
	for i := range m.upper {
		all(m.upper[i][:])
	}
	all(m.sign[:])
	return m
}

// codeKnots codes the entries of all knots in place.
//
//go:norace
func codeKnots(c *coder, knots [][]int16) {
	m := newEntryModel()
	zeros := make([]int16, len(knots[0]))
	before, earlier := zeros, zeros
	for _, knot := range knots {
		m.codeKnot(c, knot, before, earlier)
		before, earlier = knot, before
	}
}

// codeKnot codes a knot's entries, where before and earlier are the two knots
// before it.
//
//go:norace
func (m *entryModel) codeKnot(c *coder, knot, before, earlier []int16) {
	last, lastBut := 0, 0 // by how much the entries to the left differ from what was foreseen
	for i := range knot {
		if c.wrong {
			return
		}
		v, p, q := int(knot[i]), int(before[i]), int(earlier[i])
		left := i > 0 && knot[i-1] != 0
		if c.bit(&m.nonzero[flag(p != 0)][flag(q != 0)][flag(left)], flag(v != 0)) == 0 {
			knot[i] = 0
			continue
		}
		trend := p - q
		expected := p + trend/4 - p/8
		missed := m.codeNumber(c, v-expected, activity(trend, last, lastBut), 3*side(trend)+side(last)+4)
		if v = expected + missed; v != int(int16(v)) {
			c.wrong = true
			return
		}
		knot[i] = int16(v)
		last, lastBut = missed, last
	}
}

//go:norace
func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

//go:norace
func side(n int) int { return min(max(n, -1), 1) }

//go:norace
func absolute(n int) int { return max(n, -n) }

// activity is a class of numbers by how large they are likely to be: twice the
// logarithm of how much was missed nearby.
//
//go:norace
func activity(trend, last, lastBut int) int {
	near := uint(2*absolute(trend) + 2*absolute(last) + absolute(lastBut) + 1)
	n := bits.Len(near)
	return min(2*n+int(near<<1>>(n-1)&1), activities-1)
}

// codeNumber codes a number.
//
//go:norace
func (m *entryModel) codeNumber(c *coder, n, class, sign int) int {
	size := absolute(n)
	length := 1
	for shift := 3; shift >= 0; shift-- {
		length = length<<1 | c.bit(&m.length[class][length], bits.Len(uint(size))>>shift&1)
	}
	if length -= lengths; length == 0 {
		return 0
	}
	value, at := 1, 1
	for i := length - 2; i >= 0; i-- {
		b := size >> i & 1
		if at < 1<<foreseen {
			b = c.bit(&m.upper[length][at], b)
			at = at<<1 | b
		} else {
			b = c.even(b)
		}
		value = value<<1 | b
	}
	if c.bit(&m.sign[sign], flag(n < 0)) == 1 {
		return -value
	}
	return value
}

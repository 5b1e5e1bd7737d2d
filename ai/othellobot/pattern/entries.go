package pattern

import "math/bits"

// A number is coded as how many bits it has and what the second of them is, by
// chances, its sign by chances too, and the other bits as they are.
const (
	activities = 24
	signs      = 9
	nears      = 5
)

// entryModel foresees the entries of the knots: each from that of the knot before,
// by about as much as they changed there and beside it.
type entryModel struct {
	size [nears][activities]chances
	sign [signs]chances
}

func newEntryModel() *entryModel {
	m := &entryModel{}
	for i := range m.size {
		for j := range m.size[i] {
			m.size[i][j].renew()
		}
	}
	for i := range m.sign {
		m.sign[i].renew()
	}
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
		near := 0
		if p == 0 {
			near = 1 + flag(q == 0) + 2*flag(i == 0 || knot[i-1] == 0)
		}
		trend := p - q
		expected := p + trend/4 - p/8
		missed, zero := m.codeNumber(c, v-expected, v == 0, &m.size[near][activity(trend, last, lastBut)], &m.sign[3*side(trend)+side(last)+4])
		if zero {
			knot[i] = 0
			continue
		}
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

// codeNumber codes a number, or that the entry is 0.
//
//go:norace
func (m *entryModel) codeNumber(c *coder, n int, zero bool, size, sign *chances) (int, bool) {
	magnitude := absolute(n)
	symbol := 0
	if length := bits.Len(uint(magnitude)); !c.reading && !zero {
		symbol = 1 + length
		if length > 1 {
			symbol = 2*length - 3 + magnitude>>(length-2)
		}
	}
	switch symbol = c.symbol(size, symbol); symbol {
	case 0:
		return 0, true
	case 1:
		return 0, false
	case 2:
		magnitude = 1
	default:
		rest := (symbol - 3) / 2 // bits
		upper := (2 + (symbol-3)%2) << rest
		low := magnitude & (1<<rest - 1)
		if rest > unitBits {
			upper |= c.plain(low>>unitBits, rest-unitBits) << unitBits
			rest, low = unitBits, low&(unit-1)
		}
		magnitude = upper | c.plain(low, rest)
	}
	if c.symbol(sign, flag(n < 0)) == 1 {
		return -magnitude, false
	}
	return magnitude, false
}

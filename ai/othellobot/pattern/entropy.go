package pattern

// coder writes symbols that were foreseen, each in about as many bits as its chance
// has, or reads them back: asymmetric numeral systems in the range variant (Duda,
// "Asymmetric numeral systems: entropy coding combining speed of Huffman coding with
// compression rate of arithmetic coding", 2013) with a state of 32 bits. One
// description of what is coded, as calls of its methods, serves both: what they are
// given counts when it writes, and what they return when it reads. What was written
// last is read first, so it is kept until the end.
//
// The race detector leaves out (go:norace) what unpacks weights and spreads them out:
// it shares nothing before it is done, and every process of a test that plays Othello
// would begin with it.
type coder struct {
	reading bool
	wrong   bool // what is read was not written so: it ends too early, or no entry can be so
	state   uint32
	data    []byte // still to be read
	written []piece
}

// piece is the part of unit that stands for what was coded.
type piece struct{ start, size uint16 }

// unit is what the sizes of all symbols sum up to.
const (
	unitBits = 14
	unit     = 1 << unitBits
)

// restState is the state when nothing is coded, and the least that there is.
const restState = 1 << 16

func newReader(data []byte) *coder {
	c := &coder{reading: true, data: data}
	c.state = c.next()<<16 | c.next()
	return c
}

// next takes the next 16 bits of what is read.
//
//go:norace
func (c *coder) next() uint32 {
	if len(c.data) < 2 {
		c.wrong, c.state = true, restState
		return 1
	}
	v := uint32(c.data[0]) | uint32(c.data[1])<<8
	c.data = c.data[2:]
	return v
}

// take reads a piece of that size, in which the lowest bits of the state point so far
// above its start.
//
//go:norace
func (c *coder) take(above, size uint32) {
	c.state = size*(c.state>>unitBits) + above
	if c.state < restState {
		c.state = c.state<<16 | c.next()
	}
}

// plain codes a number of so many bits, unitBits at most, of which nothing is foreseen.
//
//go:norace
func (c *coder) plain(n, bits int) int {
	shift := unitBits - bits
	if !c.reading {
		c.written = append(c.written, piece{uint16(n << shift), 1 << shift})
		return n
	}
	at := c.state & (unit - 1)
	c.take(at&(1<<shift-1), 1<<shift)
	return int(at >> shift)
}

// end returns all that was written.
func (c *coder) end() []byte {
	var words []uint16
	state := uint32(restState)
	for i := len(c.written) - 1; i >= 0; i-- {
		p := c.written[i]
		size := uint32(p.size)
		if uint64(state) >= uint64(size)<<(32-unitBits) {
			words = append(words, uint16(state))
			state >>= 16
		}
		state = state/size<<unitBits + state%size + uint32(p.start)
	}
	words = append(words, uint16(state), uint16(state>>16))
	data := make([]byte, 0, 2*len(words))
	for i := len(words) - 1; i >= 0; i-- {
		data = append(data, byte(words[i]), byte(words[i]>>8))
	}
	return data
}

// over says whether all was read that was written.
func (c *coder) over() bool { return !c.wrong && len(c.data) == 0 && c.state == restState }

// chances are how likely the symbols of an alphabet are, by how often each came of
// late. They are found anew after each so many symbols, at first more often.
type chances struct {
	count [symbols]uint32
	start [symbols + 1]uint16 // the sizes of the symbols before it, of unit
	// find is the symbol in which each part of unit begins.
	find        [1 << findBits]uint8
	left, every int
}

// symbols are as many as any alphabet has.
const (
	symbols  = 36
	findBits = 8
)

const (
	counted    = 20  // by how much what came once counts more than what never came
	remembered = 800 // of more symbols than that the counts are halved
	renewed    = 128 // after so many symbols, or fewer, chances are found anew
)

// renew makes the chances those of the counts.
//
//go:norace
func (p *chances) renew() {
	total := uint32(symbols) // each counts as a little more than it came
	for _, n := range p.count {
		total += n
	}
	sum, from := uint32(0), 0
	for i, n := range p.count {
		sum += n + 1
		end := uint32(i) + 1 + (unit-symbols)*sum/total // one at least for each
		p.start[i+1] = uint16(end)
		for ; from<<(unitBits-findBits) < int(end); from++ {
			p.find[from] = uint8(i)
		}
	}
	if total > counted*remembered {
		for i := range p.count {
			p.count[i] /= 2
		}
	}
	p.every = min(2*p.every+1, renewed)
	p.left = p.every
}

// symbol codes a symbol that was foreseen by chances.
//
//go:norace
func (c *coder) symbol(p *chances, s int) int {
	if c.reading {
		at := c.state & (unit - 1)
		s = int(p.find[at>>(unitBits-findBits)])
		for at >= uint32(p.start[s+1]) {
			s++
		}
		c.take(at-uint32(p.start[s]), uint32(p.start[s+1]-p.start[s]))
	} else {
		c.written = append(c.written, piece{p.start[s], p.start[s+1] - p.start[s]})
	}
	p.count[s] += counted
	if p.left--; p.left == 0 {
		p.renew()
	}
	return s
}

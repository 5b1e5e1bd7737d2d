package pattern

// coder is an adaptive binary range coder (Martin, "Range encoding", 1979; in the
// form that LZMA has): it writes bits that were foreseen with a probability in
// fewer than one bit each, or reads them back. One description of what is coded, as
// calls of its methods, serves both: what they are given counts when it writes,
// and what they return when it reads.
//
// The race detector leaves out (go:norace) what unpacks weights and spreads them out:
// it shares nothing before it is done, and every process of a test that plays Othello
// would begin with five seconds of it.
type coder struct {
	reading bool
	low     uint64
	width   uint32
	cache   byte // held back while a carry may come
	held    int  // bytes held back: the cache and 0xff behind it
	code    uint32
	data    []byte // written so far, or what is still to be read
	wrong   bool   // what is read was not written so: it ends too early, or no entry can be so
}

// chance is how likely a bit is 0, learned from those that came before: the mean
// of a quick and a slow learner, each in 1/65536.
type chance struct{ quick, slow uint16 }

func newChance() chance { return chance{1 << 15, 1 << 15} }

// Both learn by a part of what they missed by.
const quickRate, slowRate = 4, 7

// chanceBits is how fine a chance is used.
const chanceBits = 15

func newWriter(data []byte) *coder { return &coder{width: 1<<32 - 1, held: 1, data: data} }

func newReader(data []byte) *coder {
	c := &coder{reading: true, width: 1<<32 - 1, data: data}
	for range 5 {
		c.code = c.code<<8 | uint32(c.next())
	}
	return c
}

// next takes the next byte of what is read.
//
//go:norace
func (c *coder) next() byte {
	if len(c.data) == 0 {
		c.wrong = true
		return 0
	}
	b := c.data[0]
	c.data = c.data[1:]
	return b
}

// bit codes a bit that was foreseen by a chance, which learns from it.
//
//go:norace
func (c *coder) bit(p *chance, bit int) int {
	zero := max(uint32(p.quick)+uint32(p.slow), 64) >> (17 - chanceBits)
	bound := c.width >> chanceBits * min(zero, 1<<chanceBits-16)
	if c.reading {
		bit = 0
		if c.code >= bound {
			bit = 1
		}
	}
	if bit == 0 {
		c.width = bound
		p.quick += (1<<16 - 1 - p.quick) >> quickRate
		p.slow += (1<<16 - 1 - p.slow) >> slowRate
	} else {
		c.low += uint64(bound)
		c.code -= bound
		c.width -= bound
		p.quick -= p.quick >> quickRate
		p.slow -= p.slow >> slowRate
	}
	c.normalize()
	return bit
}

// even codes a bit of which nothing is foreseen.
//
//go:norace
func (c *coder) even(bit int) int {
	c.width >>= 1
	if c.reading {
		bit = 0
		if c.code >= c.width {
			bit = 1
		}
	}
	if bit == 1 {
		c.low += uint64(c.width)
		c.code -= c.width
	}
	c.normalize()
	return bit
}

//go:norace
func (c *coder) normalize() {
	for c.width < 1<<24 {
		c.width <<= 8
		if c.reading {
			c.code = c.code<<8 | uint32(c.next())
		} else {
			c.shift()
		}
	}
}

// shift writes the highest byte of low, when it cannot change any more.
func (c *coder) shift() {
	if c.low < 0xff<<24 || c.low >= 1<<32 {
		carry := byte(c.low >> 32)
		for ; c.held > 0; c.held-- {
			c.data = append(c.data, c.cache+carry)
			c.cache = 0xff
		}
		c.cache = byte(c.low >> 24)
	}
	c.held++
	c.low = c.low << 8 & (1<<32 - 1)
}

// end returns all that was written.
func (c *coder) end() []byte {
	for range 5 {
		c.shift()
	}
	return c.data
}

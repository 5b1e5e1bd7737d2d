package teekosolve

import "math/bits"

// ranks numbers the sets of k out of n cells from 0 on. A set is ordered by
// its upper half first, so that two small tables give the number.
type ranks struct {
	k     int
	n     int
	half  uint     // cells in the lower half
	low   []uint16 // by lower half: its number among those of the same size
	high  []uint16 // by upper half: the sets of k with smaller upper halves
	count int
}

func newRanks(n, k int) *ranks {
	half := (n + 1) / 2
	r := &ranks{k: k, n: n, half: uint(half), low: make([]uint16, 1<<half), high: make([]uint16, 1<<(n-half))}
	sizes := make([]int, half+1)
	for lower := range r.low {
		size := bits.OnesCount(uint(lower))
		r.low[lower] = uint16(sizes[size])
		sizes[size]++
	}
	for upper := range r.high {
		if rest := k - bits.OnesCount(uint(upper)); rest >= 0 && rest <= half {
			r.high[upper] = uint16(r.count)
			r.count += sizes[rest]
		}
	}
	return r
}

// of returns the number of a set of k cells.
func (r *ranks) of(set uint32) int {
	return int(r.high[set>>r.half]) + int(r.low[set&(1<<r.half-1)])
}

// all lists the sets by number.
func (r *ranks) all() []uint32 {
	sets := make([]uint32, r.count)
	for set := uint32(1)<<r.k - 1; set < 1<<r.n; {
		sets[r.of(set)] = set
		if set == 0 {
			break
		}
		low := set & -set // Gosper's hack: the next number with as many bits
		next := set + low
		set = next | (set^next)>>2/low
	}
	return sets
}

// squeeze takes the cells of out, none of which is in the set, off the board
// and moves the cells above them down.
func squeeze(set, out uint32) uint32 {
	for out != 0 {
		below := out&-out - 1
		set = set&below | set>>1&^below
		out = out & (out - 1) >> 1
	}
	return set
}

// spread undoes squeeze.
func spread(set, out uint32) uint32 {
	for ; out != 0; out &= out - 1 {
		below := out&-out - 1
		set = set&below | set&^below<<1
	}
	return set
}

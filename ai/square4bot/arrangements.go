package square4bot

import (
	"sync"

	"quadrille/engine/square4"
)

// An arrangement says where the hole is and in which order the eight tiles
// follow each other, read square by square. A slide to the left or right does
// not change the order, one up or down moves a tile past two others, which is
// an even permutation. So if all tiles are different exactly the even orders
// occur, 8!/2 = 20,160. Tiles that carry the same are of one kind, and
// exchanging them changes nothing: if there are any, all orders of the kinds
// occur, and there are fewer, such as 8!/4! = 1,680 with four empty tiles.

const tiles = 8

// tileOrder is an order of tiles: their kinds, three bits each, the first one the
// highest. Kinds are numbered from 0.
type tileOrder uint32

const (
	kindBits  = 3
	halfOrder = kindBits * tiles / 2
)

func orderOf(kinds *[tiles]uint8) (o tileOrder) {
	for _, k := range kinds {
		o = o<<kindBits | tileOrder(k)
	}
	return o
}

// at is the kind of the tile at a place.
func (o tileOrder) at(place int) uint8 { return uint8(o >> (kindBits * (tiles - 1 - place)) & 7) }

// back moves the tile at a place past the next two.
func (o tileOrder) back(place int) tileOrder {
	shift := kindBits * (tiles - 3 - place)
	three := o >> shift & 0o777
	return o ^ (three^(three<<kindBits&0o777|three>>(2*kindBits)))<<shift
}

// odd says whether the number of inversions is odd.
func (o tileOrder) odd() (odd bool) {
	for i := range tiles {
		for j := range i {
			odd = odd != (o.at(j) > o.at(i))
		}
	}
	return odd
}

// tileOrders are all orders of eight tiles, so many of each kind, lexicographically.
type tileOrders struct {
	order []tileOrder
	next  [][2 * columns]uint16 // places of the orders after slides up and down, by column
	// An order's place is the sum of what its halves stand for.
	first, last [1 << halfOrder]uint16
	distinct    bool // every tile is of its own kind
}

// place is where an order stands among all. If every tile is of its own kind the odd
// orders, which are not listed, have the places of even ones.
func (t *tileOrders) place(o tileOrder) uint16 {
	place := t.first[o>>halfOrder] + t.last[o&(1<<halfOrder-1)]
	if t.distinct {
		place /= 2 // of the orders that differ in the last two tiles one is even
	}
	return place
}

// kindCounts says how many of the tiles are of each kind, the most first.
type kindCounts [tiles]uint8

// allOrders has the orders that have been asked for. For all 22 ways in which kinds
// can be shared out they take 2 MB.
var allOrders = struct {
	sync.Mutex
	of map[kindCounts]*tileOrders
}{of: map[kindCounts]*tileOrders{}}

func ordersOf(counts kindCounts) *tileOrders {
	allOrders.Lock()
	defer allOrders.Unlock()
	t := allOrders.of[counts]
	if t == nil {
		t = newTileOrders(counts)
		allOrders.of[counts] = t
	}
	return t
}

// newTileOrders takes a millisecond or two.
func newTileOrders(counts kindCounts) *tileOrders {
	t := &tileOrders{distinct: counts[0] == 1}
	var kinds [tiles]uint8
	i := 0
	for kind, count := range counts {
		for range count {
			kinds[i] = uint8(kind)
			i++
		}
	}
	before, began := ^tileOrder(0), 0
	for place := 0; ; place++ {
		o := orderOf(&kinds)
		if o>>halfOrder != before>>halfOrder {
			before, began = o, place
			t.first[o>>halfOrder] = uint16(place)
		}
		t.last[o&(1<<halfOrder-1)] = uint16(place - began)
		if !t.distinct || !o.odd() {
			t.order = append(t.order, o)
		}
		if !nextOrder(&kinds) {
			break
		}
	}
	t.next = make([][2 * columns]uint16, len(t.order))
	for i, o := range t.order {
		for p := range columns {
			later := t.place(o.back(p))
			t.next[i][column(passage[p+3][p])] = later
			t.next[later][column(passage[p][p+3])] = uint16(i)
		}
	}
	return t
}

// nextOrder goes to the lexicographically next order, if there is one.
func nextOrder(o *[tiles]uint8) bool {
	i := tiles - 2
	for i >= 0 && o[i] >= o[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := tiles - 1
	for o[j] <= o[i] {
		j--
	}
	o[i], o[j] = o[j], o[i]
	for a, b := i+1, tiles-1; a < b; a, b = a+1, b-1 {
		o[a], o[b] = o[b], o[a]
	}
	return true
}

// tileCells are the cells that each tile carries in a state, in reading order and moved
// to square 0.
func tileCells(cells uint64, hole uint8) (carried [tiles]uint64) {
	i := 0
	for square := range uint8(9) {
		if square != hole {
			carried[i] = (cells & square4.TileCells(square)) >> square4.CellAt(int(square), 0)
			i++
		}
	}
	return carried
}

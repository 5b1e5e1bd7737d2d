package square4bot

import "sync"

// A passage is a way for the hole from a square to a neighbour. A set of passages is a
// word: first the twelve from a corner or the centre (even squares), then the same
// from the middle of a side (odd ones) back. Up and down come first.
type passages = uint32

const (
	columns   = 6 // passages up or down of each half: between squares p and p+3
	oneWay    = 12
	allWays   = 2 * oneWay
	halfWays  = 1<<oneWay - 1
	upOrDown  = (1<<columns - 1) * (1<<oneWay + 1)
	everyWay  = 1<<allWays - 1
	leftRight = everyWay &^ upOrDown
)

// passage is the number of the passage between neighbours, passageFrom where one begins.
var passage, passageFrom = func() (number [9][9]uint8, from [allWays]uint8) {
	n := uint8(0)
	enter := func(a, b uint8) {
		if a%2 == 1 {
			a, b = b, a
		}
		number[a][b], number[b][a] = n, n+oneWay
		from[n], from[n+oneWay] = a, b
		n++
	}
	for p := range uint8(columns) {
		enter(p, p+3)
	}
	for row := range uint8(3) {
		enter(3*row, 3*row+1)
		enter(3*row+1, 3*row+2)
	}
	return number, from
}()

// turned are the same ways back.
func turned(p passages) passages { return p>>oneWay | p&halfWays<<oneWay }

// column numbers the passages up and down without the others.
func column(way uint8) uint8 {
	if way >= oneWay {
		way -= oneWay - columns
	}
	return way
}

// slid is the place of the order after the hole has moved from a square to a neighbour.
func (t *tileOrders) slid(place uint16, from, to uint8) uint16 {
	if from+1 == to || to+1 == from {
		return place
	}
	return t.next[place][column(passage[from][to])]
}

// outOf are the passages from each set of squares.
var outOf = func() (out [1 << 9]passages) {
	for set := range out {
		for way, from := range passageFrom {
			out[set] |= passages(set>>from&1) << way
		}
	}
	return out
}()

// waysWon says in which positions one side wins, given which passages lead to positions that
// it wins. The position with the hole on a square and a neighbour barred is the number of
// the passage from that square to that neighbour, through which the hole has come. Each of
// the two tables has the passages of a half, one side moves there.
type waysWon [2][1 << oneWay]uint16

// waysOf are the tables for a rule and for who moves with the hole on even squares.
var waysOf = sync.OnceValue(func() (all [2][2]waysWon) {
	for noBack := range 2 {
		for evenAttacks := range 2 {
			all[noBack][evenAttacks] = newWaysWon(noBack == 1, evenAttacks == 1)
		}
	}
	return all
})

func newWaysWon(noBack, evenAttacks bool) (w waysWon) {
	for half := range w {
		attacks := evenAttacks == (half == 0)
		for set := range w[half] {
			open := passages(set) << (half * oneWay)
			for way := half * oneWay; way < (half+1)*oneWay; way++ {
				slides := outOf[1<<passageFrom[way]]
				if noBack {
					slides &^= 1 << way
				}
				if attacks && open&slides != 0 || !attacks && open&slides == slides {
					w[half][set] |= 1 << (way - half*oneWay)
				}
			}
		}
	}
	return w
}

// won are the positions of one order that are won if these passages lead to won ones.
func (w *waysWon) won(p passages) passages {
	return passages(w[0][p&halfWays]) | passages(w[1][p>>oneWay])<<oneWay
}

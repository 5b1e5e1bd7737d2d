package endgame

import (
	"math/bits"
	"os"
	"strconv"

	"quadrille/engine/othello"
)

// noMove stands for no square in the table.
const noMove = 64

var W_EVAL = int32(env("WEVAL", 64))
var W_DELTA = env("WDELTA", 8)
var sortDepth = func() (t [65]int8) {
	for n := range t {
		t[n] = -1
		if n >= env("SD0", 13) {
			t[n] = 0
		}
		if n >= env("SD1", 16) {
			t[n] = 1
		}
		if n >= env("SD2", 19) {
			t[n] = 2
		}
		if n >= env("SD3", 22) {
			t[n] = 3
		}
	}
	return
}()

func env(n string, d int) int {
	if v, err := strconv.Atoi(os.Getenv(n)); err == nil {
		return v
	}
	return d
}

// The weights of what makes a turn promising.
const hintOrder = 1 << 24

var (
	mobilityOrder = int32(env("WMOB", 64)) // a reply of the other side
	parityOrder   = int32(env("WPAR", 40))
	cornerOrder   = int32(env("WCOR", 0))
)

// order values the turns. Those that leave the other side few replies come
// first, since they make the smallest trees.
func (w *worker) order(own, opp uint64, empties, alpha int, hint entry, list []othello.Child) {
	odd := othello.OddQuarters(^(own | opp))
	depth := -1
	if w.eval != nil {
		depth = int(sortDepth[empties])
	}
	for i := range list {
		c := &list[i]
		switch c.Square {
		case hint.moves[0]:
			c.Order = 2 * hintOrder
			continue
		case hint.moves[1]:
			c.Order = hintOrder
			continue
		}
		c.Order = -mobilityOrder * int32(bits.OnesCount64(c.Moves)+bits.OnesCount64(c.Moves&corners))
		bit := uint64(1) << c.Square
		if bit&odd != 0 {
			c.Order += parityOrder
		}
		if bit&corners != 0 {
			c.Order += cornerOrder
		}
		if depth >= 0 {
			c.Order -= int32(w.estimate(c.Own, c.Opp, c.Moves, empties-1, depth, -100*MaxMargin, -100*(alpha-W_DELTA))) * W_EVAL / 100
		}
	}
}

// bringBest brings the child of the highest order to the front.
func bringBest(list []othello.Child) {
	best := 0
	for i := range list {
		if list[i].Order > list[best].Order {
			best = i
		}
	}
	if best != 0 {
		list[0], list[best] = list[best], list[0]
	}
}

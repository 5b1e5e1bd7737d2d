package square4bot

import (
	"math/bits"

	"quadrille/engine"
	"quadrille/engine/square4"
)

// The proof-number search asks the table about every turn of every state, so that its keys
// are made by difference: a key is the exclusive or of a number for each marble and
// one for the rest (Zobrist, "A New Hashing Method with Application for Game Playing", 1970).

// images are numbers of one thing in each of the eight images of a state.
type images [engine.Symmetries]uint64

var (
	marbleKeys [2][cells]images    // by colour and cell
	boardKeys  [squares][16]images // by hole and barred square
	symmetries [squares][]uint8    // by hole, those that put it on the least square
)

const (
	cells   = 36
	squares = 9
)

func init() {
	var marble [2][cells]uint64
	n := uint64(0)
	next := func() uint64 { n++; return engine.Mix(n * 0x9e3779b97f4a7c15) }
	for side := range marble {
		for cell := range marble[side] {
			marble[side][cell] = next()
		}
	}
	var board [squares][16]uint64
	for hole := range board {
		for barred := range board[hole] {
			board[hole][barred] = next()
		}
	}
	for sym := range uint8(engine.Symmetries) {
		for side := range marble {
			for cell := range uint8(cells) {
				marbleKeys[side][cell][sym] = marble[side][square4.TransformCell(cell, sym)]
			}
		}
		for hole := range uint8(squares) {
			for barred := range uint8(16) {
				if barred < squares || barred == square4.NoSquare {
					boardKeys[hole][barred][sym] = board[square4.TransformSquare(hole, sym)][square4.TransformSquare(barred, sym)]
				}
			}
		}
	}
	for hole := range uint8(squares) {
		least := hole
		for sym := range uint8(engine.Symmetries) {
			least = min(least, square4.TransformSquare(hole, sym))
		}
		for sym := range uint8(engine.Symmetries) {
			if square4.TransformSquare(hole, sym) == least {
				symmetries[hole] = append(symmetries[hole], sym)
			}
		}
	}
}

// hash is a key in the making.
type hash struct {
	images images // those of symmetries, or the first alone
	syms   []uint8
	rest   uint64 // of what is the same in all images
}

// noSymmetry is the state itself as its only image.
var noSymmetry = []uint8{0}

// newHash begins with a state; more is how many marbles are to be added.
func (g rules) newHash(s *square4.State, attacks bool, more int) (h hash) {
	h.syms = noSymmetry
	if s.Placed(0)+s.Placed(1)+more <= foldMarbles {
		h.syms = symmetries[s.Hole]
	}
	h.rest = uint64(s.Side) | uint64(btoi(attacks))<<1 | uint64(btoi(s.NoBack))<<2 | uint64(btoi(g.oneIsRepetition))<<3 | uint64(s.Pieces)<<4
	h.rest = engine.Mix(h.rest)
	board := &boardKeys[s.Hole][s.Barred]
	for _, sym := range h.syms {
		h.images[sym] = board[sym]
	}
	for side, marbles := range s.Marbles {
		for ; marbles != 0; marbles &= marbles - 1 {
			keys := &marbleKeys[side][bits.TrailingZeros64(marbles)]
			for _, sym := range h.syms {
				h.images[sym] ^= keys[sym]
			}
		}
	}
	return h
}

// proofKey is the key of a state in the proof-number search.
func (g rules) proofKey(s *square4.State, attacks bool) (key uint64, symmetry uint8) {
	h := g.newHash(s, attacks, 0)
	return h.key()
}

// with is the key with one more marble.
func (h *hash) with(side, cell uint8) (key uint64, symmetry uint8) {
	return h.least(&marbleKeys[side][cell])
}

// key is the key without more, and the symmetry that it is of.
func (h *hash) key() (key uint64, symmetry uint8) { return h.least(&images{}) }

// least is the least of the images, each changed by a number.
func (h *hash) least(change *images) (key uint64, symmetry uint8) {
	key = ^uint64(0)
	for _, sym := range h.syms {
		if k := h.images[sym] ^ change[sym]; k <= key {
			key, symmetry = k, sym
		}
	}
	return (key ^ h.rest) * 0x9e3779b97f4a7c15, symmetry // the least ones spread over the table
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

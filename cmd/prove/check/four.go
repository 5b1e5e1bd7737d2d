package check

import (
	"fmt"
	"math/bits"
)

// Four marbles a side with slideback=false are a draw, since one answer is enough. As
// long as a side has three marbles or fewer there is no block of its. When it has
// three, the other places its marble on the one slot where a fourth could still lead
// to a block. Here that is tried for all ways in which three marbles, the hole and the
// barred square can lie, whatever else is on the board.

// cells is a set of slots, bit 4*square+number for each.
type cells uint64

const allCells cells = 1<<36 - 1

func cell(s slot) cells       { return 1 << (4*s.square() + s.number()) }
func tileOf(square int) cells { return 15 << (4 * square) }

// slid moves a square into the hole.
func (c cells) slid(square, hole int) cells {
	tile := c & tileOf(square)
	return c&^tile | tile>>(4*square)<<(4*hole)
}

// windows are the 2×2 squares of the grid.
var windows = func() (all []cells) {
	for row := range 5 {
		for col := range 5 {
			all = append(all, cell(slot{row, col})|cell(slot{row, col + 1})|cell(slot{row + 1, col})|cell(slot{row + 1, col + 1}))
		}
	}
	return all
}()

func (c cells) hasBlock() bool {
	for _, w := range windows {
		if c&w == w {
			return true
		}
	}
	return false
}

// spot is how one side's marbles, the hole and the barred square lie.
type spot struct {
	marbles      cells
	hole, barred int
}

// atSide says whether the hole is in the middle of a side, where Blue moves.
func (s spot) atSide() bool { return s.hole%2 == 1 }

// next lists what the slides lead to; only corners keeps Blue from the centre.
func (s spot) next(onlyCorners bool) (all []spot) {
	for _, square := range neighbours[s.hole] {
		if square != s.barred && (square != 4 || !onlyCorners) {
			all = append(all, spot{s.marbles.slid(square, s.hole), square, s.hole})
		}
	}
	return all
}

// triples calls f with all ways in which three marbles can lie when the hole is where
// one side moves.
func triples(sides bool, f func(spot) error) error {
	for hole := range 9 {
		if hole%2 == 1 != sides {
			continue
		}
		for _, barred := range neighbours[hole] {
			for a := range 36 {
				for b := range a {
					for c := range b {
						marbles := cells(1<<a | 1<<b | 1<<c)
						if marbles&tileOf(hole) != 0 {
							continue
						}
						if err := f(spot{marbles, hole, barred}); err != nil {
							return err
						}
					}
				}
			}
		}
	}
	return nil
}

// fourMarbles checks that neither side can force a win with four marbles a side and
// slideback=false, and counts the positions it has looked at.
func fourMarbles() (blue, red int, err error) {
	blocks := map[[2]int][]cells{}
	err = triples(true, func(s spot) error {
		key := [2]int{s.hole, s.barred}
		if blocks[key] == nil {
			blocks[key] = rimBlocks(s.hole, s.barred)
		}
		blue++
		return blueStops(s, blocks[key])
	})
	if err != nil {
		return blue, red, err
	}
	w := winner{known: map[spot]bool{}}
	err = triples(false, func(s spot) error {
		red++
		return w.redStops(s)
	})
	return blue, red, err
}

// blueStops says whether one marble of Blue's is enough against three of Red's: at most
// one slot may be left on which a fourth would make a block of the blocks to come.
func blueStops(s spot, blocks []cells) error {
	var danger cells
	for _, block := range blocks {
		if rest := block &^ s.marbles; bits.OnesCount64(uint64(rest)) == 1 {
			danger |= rest
		}
	}
	if bits.OnesCount64(uint64(danger)) > 1 {
		return fmt.Errorf("three of Red's marbles, %v, threaten more than one slot", s)
	}
	return nil
}

// rimBlocks lists the sets of four slots that are a block at any time after Blue
// begins to slide nothing but corners. Nobody has a choice then, and the hole goes
// round until all is as it was.
func rimBlocks(hole, barred int) (blocks []cells) {
	var paths [36][]spot // of a single marble on each slot
	for i := range paths {
		if i/4 == hole {
			continue
		}
		first := spot{1 << i, hole, barred}.next(true)[0]
		// All tiles are back after seven rounds of eight slides.
		for at := first; len(paths[i]) < 56; at = at.next(true)[0] {
			paths[i] = append(paths[i], at)
		}
	}
	found := map[cells]bool{}
	for time := range 56 {
		slotAt := map[cells]int{} // which slot now was which at first
		for i, path := range paths {
			if path != nil {
				slotAt[path[time].marbles] = i
			}
		}
		for _, w := range windows {
			if block, ok := throughMap(w, slotAt); ok && !found[block] {
				found[block] = true
				blocks = append(blocks, block)
			}
		}
	}
	return blocks
}

// throughMap says where the slots of a window were, if all are on tiles.
func throughMap(window cells, slotAt map[cells]int) (block cells, ok bool) {
	for ; window != 0; window &= window - 1 {
		i, on := slotAt[window&-window]
		if !on {
			return 0, false
		}
		block |= 1 << i
	}
	return block, true
}

// winner finds out where Blue's four marbles win by slides alone.
type winner struct{ known map[spot]bool }

// redStops says whether one marble of Red's is enough against three of Blue's: after
// it, and some slide, there must be at most one slot that wins for Blue's fourth.
func (w *winner) redStops(s spot) error {
	for _, after := range s.next(false) {
		if bits.OnesCount64(uint64(w.winning(after))) <= 1 {
			return nil
		}
	}
	return fmt.Errorf("three of Blue's marbles, %v, win", s)
}

// winning are the slots on which Blue, who is to move, wins with a fourth marble.
func (w *winner) winning(s spot) (found cells) {
	for free := allCells &^ tileOf(s.hole) &^ s.marbles; free != 0; free &= free - 1 {
		with := spot{s.marbles | free&-free, s.hole, s.barred}
		if with.marbles.hasBlock() || w.wins(with) {
			found |= free & -free
		}
	}
	return found
}

// wins says whether Blue wins a position in which nothing is to be placed. When it is
// asked about marbles on such tiles for the first time it solves all such positions,
// by going through them until nothing changes.
func (w *winner) wins(s spot) bool {
	if !canMeet(s.marbles) {
		return false
	}
	won, known := w.known[s]
	if known {
		return won
	}
	var all []spot
	for todo := []spot{s}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if _, seen := w.known[at]; seen {
			continue
		}
		w.known[at] = at.marbles.hasBlock()
		all = append(all, at)
		todo = append(todo, at.next(false)...)
	}
	for changed := true; changed; {
		changed = false
		for _, at := range all {
			if !w.known[at] && w.leads(at) {
				w.known[at], changed = true, true
			}
		}
	}
	return w.known[s]
}

// leads says whether a slide of Blue's leads to a position known to be won, or all of
// Red's do.
func (w *winner) leads(s spot) bool {
	for _, next := range s.next(false) {
		if w.known[next] == s.atSide() {
			return s.atSide()
		}
	}
	return !s.atSide()
}

// canMeet says whether four marbles could make a block if their tiles lay as they
// should: the slots of one tile, halves of two that fit, or four corners.
func canMeet(marbles cells) bool {
	var tiles []cells
	for square := range 9 {
		if tile := marbles & tileOf(square) >> (4 * square); tile != 0 {
			tiles = append(tiles, tile)
		}
	}
	var sum cells
	for _, tile := range tiles {
		sum |= tile
	}
	switch len(tiles) {
	case 1:
		return true
	case 2: // top, bottom, left or right halves
		return sum == 15 && (tiles[0] == 3 || tiles[0] == 12 || tiles[0] == 5 || tiles[0] == 10)
	case 4:
		return sum == 15
	}
	return false
}

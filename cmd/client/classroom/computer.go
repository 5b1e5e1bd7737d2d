package classroom

import (
	"math/bits"

	"quadrille/engine/teeko"
)

// computerDrop is what the computer places: a mark on the first free cell from
// 1 to 16 (section 3.5). Another must be free, as it is while marks are missing.
func computerDrop(s teeko.State) teeko.Turn {
	return teeko.NewDrop(uint8(bits.TrailingZeros32(s.Empty())))
}

// computerMove is what the computer moves: the first of its marks from 16 to 1
// in the first valid direction from 8 to 1 (section 3.7), and where a mark has
// none, the next mark. ok is false when no mark can move.
func computerMove(s teeko.State) (turn teeko.Turn, ok bool) {
	for n := 16; n >= 1; n-- {
		from := uint8(n - 1)
		if s.Marks[s.Side]>>from&1 == 0 {
			continue
		}
		for direction := 8; direction >= 1; direction-- {
			to, ok := s.Board.Step(from, direction)
			if ok && s.Empty()>>to&1 != 0 {
				return teeko.NewMove(from, to), true
			}
		}
	}
	return teeko.NoTurn, false
}

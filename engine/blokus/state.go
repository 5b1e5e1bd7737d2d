package blokus

import "quadrille/engine"

// Placement is a piece on the board: 400*orientation + cell of the top left of
// its bounding box, with orientations numbered 0 to 90 and cells as in Cells.
// On the classic board 30,433 of the numbers fit, on the duo board 13,729.
type Placement uint16

const (
	// Pass is the turn of a colour that cannot place anything.
	Pass Placement = Orientations * Cells
	// NoPlacement is not a turn at all.
	NoPlacement Placement = Pass + 1
)

// Piece returns the piece of a placement, 0 to Pieces-1.
func (m Placement) Piece() int { return int(tables().shapes[m/Cells].Piece) }

// Size returns the number of squares of a placement, 0 for a pass.
func (m Placement) Size() int {
	if m >= Pass {
		return 0
	}
	return int(tables().shapes[m/Cells].Size)
}

// AppendCells appends the cells of a placement in the order of its token.
func (m Placement) AppendCells(cells []uint16) []uint16 {
	s := &tables().shapes[m/Cells]
	for _, offset := range s.cells[:s.Size] {
		cells = append(cells, uint16(m)%Cells+offset)
	}
	return cells
}

// Config is what the rules leave open.
type Config struct {
	Duo      bool  // the small board for two colours
	Junior   bool  // with Duo: twelve pieces, two of each, and no bonus points
	Players  uint8 // seats, 0 for one a colour; see State.Owner
	Fixed    bool  // each colour has its own starting point
	FirstOut bool  // the game ends when a colour has placed everything
	Official bool  // bonus points for placing everything
	Start    uint8 // colour that begins, from 0
}

// State is a position for a search: a value of about 700 bytes that is copied
// where a search needs to go back and changed in place where it does not. It
// knows for every colour where it may lie and what it must cover, which is all
// that generation needs; it does not know which colour lies where, but for the last
// three placements. The zero
// value is not a position; see NewState.
//
// Colours are numbered from 0 in turn order: blue, yellow, red, green.
type State struct {
	// free are the cells that a colour may cover: empty ones that share no
	// edge with its own pieces. Row 0 is the top row, bit pad+column a cell.
	free [4][maxSize]uint32
	// attach are the cells of which a colour's next piece must cover one, as
	// far as they are free: the starting points, then the cells that share a
	// corner with its own pieces.
	attach [4][maxSize]uint32
	left   [4]uint32 // pieces not yet placed, bit n for piece n
	spare  [4]uint32 // those of them of which there are still two
	key    uint64    // hash of the placements
	size   uint8     // rows and columns of the board
	side   uint8     // colour to move
	// colours is the number of colours, out the set of those that have passed
	// and lastSingle of those that have placed everything, the single square
	// last.
	colours, out, lastSingle uint8
	firstOut, official       bool
	fixed                    bool // corners=fixed
	junior                   bool
	seats                    uint8    // players
	placed                   [4]uint8 // pieces on the board, by colour
	// recent are the last placements, the latest first: 4·(placement+1)+colour,
	// or 0.
	recent [3]uint32
}

// NewState returns the start position. Start must be a colour of the variant.
func NewState(c Config) State {
	s := State{size: classicTop, colours: uint8(c.colours()), side: c.Start, firstOut: c.FirstOut, official: c.Official, fixed: c.Fixed, junior: c.Junior}
	if s.seats = c.Players; s.seats == 0 {
		s.seats = s.colours
	}
	if c.Duo {
		s.size = duoTop
	}
	points := startPoints(c.Duo)
	for colour := range int(s.colours) {
		s.left[colour] = allPieces
		if c.Junior {
			s.left[colour], s.spare[colour] = juniorPieces, juniorPieces
		}
		for row := range int(s.size) {
			s.free[colour][row] = (1<<s.size - 1) << pad
		}
		for owner, cell := range points {
			if owner == colour || !c.Fixed {
				s.attach[colour][cell/maxSize] |= 1 << (cell%maxSize + pad)
			}
		}
	}
	return s
}

// startPoints are the cells where the first pieces go, in the order of the
// colours to which corners=fixed gives them: a20 t20 t1 a1, or e10 j5 on the
// duo board.
func startPoints(duo bool) []int {
	const last = maxSize - 1
	if duo {
		return []int{(duoTop-10)*maxSize + 4, (duoTop-5)*maxSize + 9}
	}
	return []int{0, last, last*maxSize + last, last * maxSize}
}

// Size returns the number of rows, and of columns, of the board: 20 or 14.
func (s *State) Size() int { return int(s.size) }

// Colours returns the number of colours, 4 or 2.
func (s *State) Colours() int { return int(s.colours) }

// Side returns the colour to move.
func (s *State) Side() int { return int(s.side) }

// Junior says whether it is played with two each of twelve pieces.
func (s *State) Junior() bool { return s.junior }

// FirstOut says whether a colour that has placed everything ends the game.
func (s *State) FirstOut() bool { return s.firstOut }

// Left returns the pieces that a colour has not placed, bit n for piece n.
func (s *State) Left(colour int) uint32 { return s.left[colour] }

// Spare returns those of Left of which the colour still has two.
func (s *State) Spare(colour int) uint32 { return s.spare[colour] }

// Placed returns how many pieces a colour has placed.
func (s *State) Placed(colour int) int { return int(s.placed[colour]) }

// SquaresLeft returns how many squares a colour has not placed.
func (s *State) SquaresLeft(colour int) int {
	return squaresIn(s.left[colour]) + squaresIn(s.spare[colour])
}

// Out says whether a colour has passed, which takes it out of the game.
func (s *State) Out(colour int) bool { return s.out>>colour&1 != 0 }

// AllOut says whether every colour has passed. A search that lets colours pass
// without asking Over first is at the end of the game then.
func (s *State) AllOut() bool { return s.out == 1<<s.colours-1 }

// Score returns a colour's score, of which more is better: minus one for each
// square left and, under the official scoring, plus 15 when everything is
// placed and 5 more when the single square came last.
func (s *State) Score(colour int) int {
	score := -s.SquaresLeft(colour)
	if s.official && s.left[colour] == 0 && !s.junior {
		score += 15
		if s.lastSingle>>colour&1 != 0 {
			score += 5
		}
	}
	return score
}

// Finished says whether a colour that has placed everything has ended the
// game, which needs the rule end=first-out.
func (s *State) Finished() bool {
	if !s.firstOut {
		return false
	}
	for colour := range int(s.colours) {
		if s.left[colour] == 0 {
			return true
		}
	}
	return false
}

// Over says whether the game has ended: Finished, or no colour can place
// anything.
func (s *State) Over() bool {
	if s.Finished() {
		return true
	}
	for colour := range int(s.colours) {
		if s.Can(colour) {
			return false
		}
	}
	return true
}

// Place makes a legal placement of the side to move and passes the turn on.
func (s *State) Place(m Placement) {
	colour := int(s.side)
	piece := s.put(colour, m)
	if s.left[colour] == 0 && piece == single && !s.junior {
		s.lastSingle |= 1 << colour
	}
	s.advance()
}

// Pass takes the side to move out of the game and passes the turn on.
func (s *State) Pass() {
	s.out |= 1 << s.side
	s.advance()
}

// Play makes a placement or a pass.
func (s *State) Play(m Placement) {
	if m == Pass {
		s.Pass()
		return
	}
	s.Place(m)
}

// put lays a piece of a colour on the board and returns the piece.
func (s *State) put(colour int, m Placement) uint8 {
	shape := &tables().shapes[m/Cells]
	row, col := int(m)%Cells/maxSize, int(m)%maxSize
	if s.placed[colour] == 0 {
		s.attach[colour] = [maxSize]uint32{} // the starting points have served
	}
	for i := range int(shape.Height) {
		cells := shape.Rows[i] << (col + pad)
		for c := range int(s.colours) {
			s.free[c&3][row+i] &^= cells
		}
	}
	for i := range int(shape.Height) + 2 {
		if r := row + i - 1; uint(r) < uint(s.size) {
			s.free[colour][r] &^= shape.Edges[i] << (col + pad - 1)
			s.attach[colour][r] |= shape.Corners[i] << (col + pad - 1)
		}
	}
	s.placed[colour]++
	piece := uint32(1) << shape.Piece
	second := s.spare[colour] & piece
	s.spare[colour] &^= second
	s.left[colour] &^= piece &^ second
	s.key ^= engine.Mix(uint64(colour+1)<<16 | uint64(m))
	s.recent[2], s.recent[1], s.recent[0] = s.recent[1], s.recent[0], (uint32(m)+1)<<2|uint32(colour)
	return shape.Piece
}

// advance gives the turn to the next colour that is not out.
func (s *State) advance() {
	for range s.colours {
		s.side++
		if s.side == s.colours {
			s.side = 0
		}
		if s.out>>s.side&1 == 0 {
			return
		}
	}
}

// Hash returns a 64-bit key of the position and of the rules that bear on its
// future.
func (s *State) Hash() uint64 {
	return engine.Mix(s.key ^ s.RulesKey() ^ (uint64(s.side) | uint64(s.out)<<8 | uint64(s.lastSingle)<<16))
}

// RulesKey returns a number that differs between rules that bear on the future of a
// position. Its lowest 24 bits are 0.
func (s *State) RulesKey() uint64 {
	rest := uint64(s.size) << 24
	if s.firstOut {
		rest |= 1 << 32
	}
	if s.official {
		rest |= 1 << 33
	}
	if s.fixed {
		rest |= 1 << 34
	}
	if s.junior {
		rest |= 1 << 35
	}
	if s.seats != s.colours {
		rest |= uint64(s.seats) << 36
	}
	return rest
}

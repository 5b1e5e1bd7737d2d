package blokus

// Pieces is the number of different pieces. Each colour has one of each, in junior
// two of twelve of them.
const Pieces = 21

// Squares is the number of squares of the 21 pieces together, and juniorSquares of
// the 24 of junior.
const (
	Squares       = 89
	juniorSquares = 88
)

// allPieces is the set of all pieces, bit n for piece n.
const allPieces = 1<<Pieces - 1

// juniorPieces are the pieces of junior, of which each colour has two.
const juniorPieces = 1<<0 | 1<<1 | 1<<2 | 1<<3 | 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<8 | 1<<9 | 1<<11 | 1<<17

// single is the number of the piece of one square.
const single = 0

// maxSide is the longest side of a piece.
const maxSide = 5

// drawing is a piece in its base orientation, which is called 0.
type drawing struct {
	name string
	rows []string
}

// drawings are the pieces in the order in which the rules list them, each
// drawn as the letter of its name looks. A piece's number is its index.
var drawings = [Pieces]drawing{
	{"1", []string{"#"}},
	{"2", []string{"#", "#"}},
	{"I3", []string{"#", "#", "#"}},
	{"V3", []string{"#.", "##"}},
	{"I4", []string{"#", "#", "#", "#"}},
	{"L4", []string{"#.", "#.", "##"}},
	{"Z4", []string{"##.", ".##"}},
	{"T4", []string{"###", ".#."}},
	{"O", []string{"##", "##"}},
	{"I5", []string{"#", "#", "#", "#", "#"}},
	{"V5", []string{"#..", "#..", "###"}},
	{"L5", []string{"#.", "#.", "#.", "##"}},
	{"T5", []string{"###", ".#.", ".#."}},
	{"Z5", []string{"##.", ".#.", ".##"}},
	{"F", []string{".##", "##.", ".#."}},
	{"X", []string{".#.", "###", ".#."}},
	{"U", []string{"#.#", "###"}},
	{"P", []string{"##", "##", "#."}},
	{"W", []string{"#..", "##.", ".##"}},
	{"N", []string{".#", ".#", "##", "#."}},
	{"Y", []string{".#", "##", ".#", ".#"}},
}

// orientationNames are the names of the eight orientations: quarter turns
// clockwise, and the same after the piece has been flipped left-right. A piece
// with a symmetry has several names for one orientation; the first of them in
// this list is the canonical one.
var orientationNames = [8]string{
	"0", "90", "180", "270", "mirror0", "mirror90", "mirror180", "mirror270",
}

// PieceName returns the name of a piece, 0 to Pieces-1.
func PieceName(piece int) string { return drawings[piece].name }

// grid is a set of squares in a 5×5 box, bit 5*row+column from the top left.
type grid uint32

func (d drawing) grid() grid {
	var g grid
	for row, line := range d.rows {
		for col := range line {
			if line[col] == '#' {
				g |= 1 << (maxSide*row + col)
			}
		}
	}
	return g
}

func (g grid) has(row, col int) bool { return g>>(maxSide*row+col)&1 != 0 }

// moved returns the squares that to maps each square to, pushed into the top
// left corner of the box.
func (g grid) moved(to func(row, col int) (int, int)) grid {
	var m grid
	for row := range maxSide {
		for col := range maxSide {
			if g.has(row, col) {
				r, c := to(row, col)
				m |= 1 << (maxSide*r + c)
			}
		}
	}
	return m.justified()
}

// justified moves the squares to the top and to the left.
func (g grid) justified() grid {
	const topRow, leftColumn = 0b11111, 0b00001_00001_00001_00001_00001
	for g != 0 && g&topRow == 0 {
		g >>= maxSide
	}
	for g != 0 && g&leftColumn == 0 {
		g >>= 1
	}
	return g
}

// turned returns the squares after a quarter turn clockwise.
func (g grid) turned() grid {
	return g.moved(func(row, col int) (int, int) { return col, maxSide - 1 - row })
}

// flipped returns the squares with left and right exchanged.
func (g grid) flipped() grid {
	return g.moved(func(row, col int) (int, int) { return row, maxSide - 1 - col })
}

// orientations returns the squares of a piece in each of the eight named
// orientations.
func (d drawing) orientations() [8]grid {
	var all [8]grid
	g := d.grid()
	for half := range 2 {
		for quarter := range 4 {
			all[4*half+quarter] = g
			g = g.turned()
		}
		g = g.flipped()
	}
	return all
}

package blokus

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// orientationCounts are the numbers of different orientations of the pieces,
// and the squares of each, from a second program.
var orientationCounts = map[string][2]int{
	"1": {1, 1}, "2": {2, 2}, "I3": {2, 3}, "V3": {4, 3}, "I4": {2, 4}, "L4": {8, 4}, "T4": {4, 4},
	"O": {1, 4}, "Z4": {4, 4}, "F": {8, 5}, "I5": {2, 5}, "L5": {8, 5}, "N": {8, 5}, "P": {8, 5},
	"T5": {4, 5}, "U": {4, 5}, "V5": {4, 5}, "W": {4, 5}, "X": {1, 5}, "Y": {8, 5}, "Z5": {4, 5},
}

func TestPieces(t *testing.T) {
	counts := map[string][2]int{}
	for _, s := range tables().shapes {
		name := PieceName(int(s.Piece))
		counts[name] = [2]int{counts[name][0] + 1, int(s.Size)}
	}
	for name, want := range orientationCounts {
		if counts[name] != want {
			t.Errorf("%s: orientations and squares %v, want %v", name, counts[name], want)
		}
	}
	if len(counts) != Pieces || squaresIn(allPieces) != Squares {
		t.Errorf("%d pieces with %d squares", len(counts), squaresIn(allPieces))
	}
	const order = "1 2 I3 V3 I4 L4 Z4 T4 O I5 V5 L5 T5 Z5 F X U P W N Y"
	if got := strings.Join(pieceNames(allPieces, 0), " "); got != order {
		t.Errorf("the pieces are %s", got)
	}
}

// TestShapesAgainstGrowth compares the orientations with all polyominoes grown
// from a single square.
func TestShapesAgainstGrowth(t *testing.T) {
	var grown, drawn []string
	for _, p := range polyominoes() {
		grown = append(grown, fmt.Sprint(p))
	}
	byPiece := map[uint8]map[string]bool{}
	for _, s := range tables().shapes {
		var points []point
		for _, cell := range s.cells[:s.Size] {
			points = append(points, point{int(cell) / maxSize, int(cell) % maxSize})
		}
		drawn = append(drawn, fmt.Sprint(normal(points)))
		if byPiece[s.Piece] == nil {
			byPiece[s.Piece] = map[string]bool{}
		}
		byPiece[s.Piece][normal(points).free()] = true
	}
	slices.Sort(grown)
	slices.Sort(drawn)
	if !slices.Equal(grown, drawn) {
		t.Errorf("%d shapes are not the %d polyominoes", len(drawn), len(grown))
	}
	for piece, frees := range byPiece {
		if len(frees) != 1 {
			t.Errorf("%s has orientations of %d pieces", PieceName(int(piece)), len(frees))
		}
	}
}

// TestOrientationNames compares pictures drawn by hand, rows from the top.
func TestOrientationNames(t *testing.T) {
	for _, c := range []struct{ piece, orientation, picture string }{
		{"F", "0", ".##/##./.#."}, {"F", "90", ".#./###/..#"}, {"F", "180", ".#./.##/##."}, {"F", "270", "#../###/.#."},
		{"F", "mirror0", "##./.##/.#."}, {"F", "mirror90", "..#/###/.#."}, {"F", "mirror180", ".#./##./.##"}, {"F", "mirror270", ".#./###/#.."},
		{"P", "0", "##/##/#."}, {"P", "90", "###/.##"}, {"P", "mirror0", "##/##/.#"}, {"P", "mirror90", ".##/###"},
		{"N", "0", ".#/.#/##/#."}, {"N", "90", "##../.###"}, {"N", "mirror0", "#./#./##/.#"}, {"N", "mirror270", "..##/###."},
		{"Y", "0", ".#/##/.#/.#"}, {"Y", "90", "..#./####"}, {"Y", "mirror0", "#./##/#./#."},
		{"L5", "90", "####/#..."}, {"L5", "mirror0", ".#/.#/.#/##"}, {"W", "90", ".##/##./#.."}, {"W", "mirror0", "..#/.##/##."},
		{"Z5", "90", "..#/###/#.."}, {"Z5", "mirror0", ".##/.#./##."}, {"U", "90", "##/#./##"}, {"U", "180", "###/#.#"},
		{"T5", "90", "..#/###/..#"}, {"V5", "180", "###/..#/..#"}, {"L4", "270", "..#/###"}, {"T4", "270", "#./##/#."},
		{"I5", "90", "#####"}, {"2", "90", "##"}, {"V3", "mirror0", ".#/##"}, {"Z4", "mirror0", ".##/##."}, {"O", "mirror270", "##/##"},
	} {
		piece := slices.IndexFunc(drawings[:], func(d drawing) bool { return d.name == c.piece })
		name := slices.Index(orientationNames[:], c.orientation)
		shape := tables().shapes[tables().named[piece][name]]
		want := drawing{rows: strings.Split(c.picture, "/")}.grid()
		if tables().byGrid[want] != tables().named[piece][name] || int(shape.Piece) != piece {
			t.Errorf("%s %s is not %s", c.piece, c.orientation, c.picture)
		}
	}
}

// TestPlacementsThatFit counts the placements on the empty boards and, for
// each, reads its token back.
func TestPlacementsThatFit(t *testing.T) {
	for _, c := range []struct{ size, want int }{{20, 30433}, {14, 13729}} {
		n := 0
		for m := range Pass {
			s := &tables().shapes[m/Cells]
			row, col := int(m)%Cells/maxSize, int(m)%maxSize
			if row+int(s.Height) > c.size || col+int(s.Width) > c.size {
				continue
			}
			n++
			back, err := ParsePlacement(m.Token(c.size), c.size, errTest)
			if back != m || err != nil {
				t.Fatalf("%d reads back as %d: %v", m, back, err)
			}
		}
		if n != c.want {
			t.Errorf("%d placements fit on the board of %d rows, not %d", n, c.size, c.want)
		}
	}
}

// TestFirstPlacements counts the first placements in a corner by size.
func TestFirstPlacements(t *testing.T) {
	s := NewState(Config{Fixed: true})
	var got [6]int
	for _, m := range s.AppendPlacements(nil, 0) {
		got[m.Size()]++
	}
	if want := [6]int{0, 1, 2, 5, 13, 37}; got != want {
		t.Errorf("first placements by size %v, want %v", got, want)
	}
}

package blokus

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/engine/blokus"
	"quadrille/protocol/record"
)

// letters are the colours in a position's FEN, one by one.
const letters = "BYRG"

// setupNames are the properties that place pieces, by colour.
func setupNames(two bool) []string {
	if two {
		return []string{"AB", "AW"}
	}
	return []string{"A1", "A2", "A3", "A4"}
}

// isSetup says whether a property sets up a position.
func isSetup(name string) bool {
	return slices.Contains([]string{"AB", "AW", "A1", "A2", "A3", "A4", "AE", "PL"}, name)
}

// setUp returns the position that the root sets up, or else the start position.
// The rules of the game decide which positions there are.
func (g *game) setUp(root node, start engine.Position) (engine.Position, error) {
	two := twoColours(g.rules)
	names, size := setupNames(two), 20
	if two {
		size = 14
	}
	cells := map[int]byte{}
	turn, line := letters[0], 0
	for _, p := range root.properties {
		if !isSetup(p.name) {
			continue
		}
		line = p.line
		colour := slices.Index(names, p.name)
		var err error
		switch {
		case p.name == "PL":
			turn, err = side(p.values[0], two)
		case colour < 0:
			err = fmt.Errorf("%s is not a property of this variant that sets up a position; there are: %s PL", p.name, strings.Join(names, " "))
		default:
			err = place(cells, p.values, letters[colour], size)
		}
		if err != nil {
			return nil, record.ErrorAt(p.line, "%v", err)
		}
	}
	if line == 0 {
		return start, nil
	}
	fen := boardText(cells, size) + " " + string(turn) + " - - " + engine.FormatRules(blokus.Game{}.Options(), g.rules, ",")
	position, err := blokus.Game{}.ParseFEN(fen, nil)
	if err != nil {
		return nil, record.ErrorAt(line, "the position set up: %v", err)
	}
	return position, nil
}

// side reads PL as the letter of a colour.
func side(value string, two bool) (byte, error) {
	i := slices.Index([]string{"1", "2", "3", "4"}, value)
	if two {
		i = max(slices.Index([]string{"B", "W"}, value), slices.Index([]string{"1", "2"}, value))
	}
	if i < 0 {
		return 0, fmt.Errorf("PL is a colour as in the move properties, not %q", engine.Clip(value))
	}
	return letters[i], nil
}

// place puts pieces on the board, each a value.
func place(cells map[int]byte, values []string, letter byte, size int) error {
	for _, value := range values {
		m, err := blokus.ParsePlacement(strings.ToLower(value), size, engine.ErrPosition)
		if err != nil {
			return err
		}
		for _, cell := range m.AppendCells(nil) {
			if cells[int(cell)] != 0 {
				return fmt.Errorf("%q covers what another piece covers", engine.Clip(value))
			}
			cells[int(cell)] = letter
		}
	}
	return nil
}

// stride is how far a row of cells is from the next, in both variants.
const stride = 20

// boardText writes the first word of a FEN.
func boardText(cells map[int]byte, size int) string {
	var rows []string
	for row := range size {
		text, empty := "", 0
		for column := range size {
			letter := cells[row*stride+column]
			if letter == 0 {
				empty++
				continue
			}
			text += run(empty) + string(letter)
			empty = 0
		}
		rows = append(rows, text+run(empty))
	}
	return strings.Join(rows, "/")
}

func run(empty int) string {
	if empty == 0 {
		return ""
	}
	return strconv.Itoa(empty)
}

// printSetup writes the position that a record begins at.
func printSetup(b *bytes.Buffer, p engine.Position) error {
	words := strings.Fields(p.FEN())
	if words[2] != "-" || words[3] != "-" {
		return errors.New("it begins at a position in which a colour has passed or has placed everything, which the format cannot hold")
	}
	players := p.State().(blokus.GameState).Players
	for i, name := range setupNames(twoColours(p.Rules())) {
		var values []string
		for _, piece := range players[i].Placed {
			values = append(values, piece.Cells)
		}
		if slices.SortFunc(values, byFirstCell); values != nil {
			fmt.Fprintf(b, "%s[%s]", name, strings.Join(values, "]["))
		}
	}
	put(b, "PL", moveNames(p.Rules())[engine.ColourToMove(p)][0])
	return nil
}

// byFirstCell orders pieces from a1 on, row by row.
func byFirstCell(a, b string) int {
	rowOf := func(cells string) int {
		first, _, _ := strings.Cut(cells, ",")
		row, _ := strconv.Atoi(first[1:])
		return row
	}
	return cmp.Or(cmp.Compare(rowOf(a), rowOf(b)), cmp.Compare(a[0], b[0]))
}

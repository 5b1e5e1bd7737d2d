package blokus

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/engine/blokus"
	"quadrille/protocol/record"
)

// letters are the colours in a position's FEN, by seat.
const letters = "BYRG"

// setupNames are the properties that place pieces, by seat.
func setupNames(duo bool) []string {
	if duo {
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
	duo := g.rules["variant"] == "duo"
	names, size := setupNames(duo), 20
	if duo {
		size = 14
	}
	cells := map[int]byte{}
	turn, line := letters[0], 0
	for _, p := range root.properties {
		if !isSetup(p.name) {
			continue
		}
		line = p.line
		seat := slices.Index(names, p.name)
		var err error
		switch {
		case p.name == "PL":
			turn, err = side(p.values[0], duo)
		case seat < 0:
			err = fmt.Errorf("%s is not a property of this variant that sets up a position; there are: %s PL", p.name, strings.Join(names, " "))
		default:
			err = place(cells, p.values, letters[seat], size)
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
func side(value string, duo bool) (byte, error) {
	i := slices.Index([]string{"1", "2", "3", "4"}, value)
	if duo {
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
	cells := readBoard(words[0])
	size := strings.Count(words[0], "/") + 1
	seat := strings.Index(letters, words[1])
	for i, name := range setupNames(p.Players() == 2) {
		if values := pieces(cells, letters[i], size); values != nil {
			fmt.Fprintf(b, "%s[%s]", name, strings.Join(values, "]["))
		}
	}
	turn := fmt.Sprint(seat + 1)
	if p.Players() == 2 {
		turn = "BW"[seat : seat+1]
	}
	put(b, "PL", turn)
	return nil
}

// readBoard is the inverse of boardText.
func readBoard(text string) map[int]byte {
	cells := map[int]byte{}
	for row, line := range strings.Split(text, "/") {
		column := 0
		for line != "" {
			digits := line[:len(line)-len(strings.TrimLeft(line, "0123456789"))]
			n, _ := strconv.Atoi(digits) // "" is none
			column += n
			if line = line[len(digits):]; line != "" {
				cells[row*stride+column] = line[0]
				column++
				line = line[1:]
			}
		}
	}
	return cells
}

// pieces lists the pieces of a colour as values, from a1 on. Own pieces never
// share an edge, so cells that hang together are one.
func pieces(cells map[int]byte, letter byte, size int) (values []string) {
	seen := map[int]bool{}
	for row := size - 1; row >= 0; row-- {
		for column := range size {
			first := row*stride + column
			if seen[first] || cells[first] != letter {
				continue
			}
			seen[first] = true
			group := []int{first}
			for i := 0; i < len(group); i++ {
				for _, next := range neighbours(group[i]) {
					if !seen[next] && cells[next] == letter {
						seen[next] = true
						group = append(group, next)
					}
				}
			}
			values = append(values, cellNames(group, size))
		}
	}
	return values
}

func neighbours(cell int) []int {
	next := []int{cell - stride, cell + stride}
	if cell%stride > 0 {
		next = append(next, cell-1)
	}
	if cell%stride < stride-1 {
		next = append(next, cell+1)
	}
	return next
}

// cellNames writes cells in the order a1, b1, …, a2, b2, ….
func cellNames(cells []int, size int) string {
	slices.SortFunc(cells, func(a, b int) int {
		if a/stride != b/stride {
			return b - a
		}
		return a - b
	})
	var names []string
	for _, cell := range cells {
		names = append(names, fmt.Sprintf("%c%d", 'a'+cell%stride, size-cell/stride))
	}
	return strings.Join(names, ",")
}

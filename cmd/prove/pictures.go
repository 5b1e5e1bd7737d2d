package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"quadrille/ai/square4bot"
	"quadrille/cmd/internal/outfile"
	"quadrille/engine/square4"
)

// picturesCommand draws what docs/square4-value.md shows, from the same pairs that the
// certificates have.
type picturesCommand struct {
	Dir string `placeholder:"DIR" help:"Folder for the pictures; by default docs/square4."`
}

// Run writes the pictures.
func (c *picturesCommand) Run(out io.Writer) error {
	dir, err := folder(c.Dir, "docs/square4")
	if err != nil {
		return err
	}
	all, err := pictures()
	if err != nil {
		return err
	}
	for _, p := range all {
		path := filepath.Join(dir, p.name)
		if err := outfile.Write(path, []byte(p.svg())); err != nil {
			return err
		}
		fmt.Fprintln(out, "wrote", path)
	}
	return nil
}

// picture is a row of boards, each with what stands below it.
type picture struct {
	name, title string
	boards      []drawing
}

// drawing is a board: marbles on tiles, pairs of slots with a letter each, slots with a
// ring around them, and the way of the hole.
type drawing struct {
	caption string
	state   square4.State
	pairs   []square4bot.Pair
	rings   uint64
	path    []uint8 // squares that the hole goes to, from where it is
}

// pictures makes them all.
func pictures() ([]picture, error) {
	home, blue, ok := bluePlan()
	first, red, found := redPlan()
	start := square4.StartState(mostPieces, true)
	if !ok || !found {
		return nil, errNoPairs
	}
	game, err := drawnGame(home.Hole, blue)
	if err != nil {
		return nil, err
	}
	won, err := wonGame()
	if err != nil {
		return nil, err
	}
	return []picture{
		{"blue-pairs.svg", "Blue's plan: 13 pairs of slots, the hole at square 0", []drawing{{caption: "Blue's plan", state: home, pairs: blue}}},
		{"red-pairs.svg", "Red's plan: the first marble and 14 pairs of slots, the hole at square 1", []drawing{{caption: "Red's plan", state: start.Play(first), pairs: red}}},
		{"game.svg", "Three turns of Red and Blue's answers", game},
		{"fourth.svg", "The fourth slot, and the way of the hole round the rim", []drawing{fourthSlot()}},
		{"win-begins.svg", "Three turns of Red and Blue's answers on the way to Blue's win", won[:6]},
		{"win-ends.svg", "The last turns of Red and Blue's answers, which win", won[6:]},
	}, nil
}

var errNotAnswered = errors.New("the plan's answer is no legal turn")

// drawnGame follows Blue's plan, whose home is a corner, through three turns of Red.
func drawnGame(home uint8, pairs []square4bot.Pair) (boards []drawing, err error) {
	s := square4.StartState(8, true)
	for i, word := range []string{"2.0s1", "4.1s1", "5.1s3"} {
		turn, _ := square4.ParseTurn(word)
		was := s.Hole
		if s, err = played(s, turn); err != nil {
			return nil, err
		}
		boards = append(boards, drawing{caption: fmt.Sprintf("%d. %v", i+1, turn), state: s})
		answer := square4.NewTurn(partner(&s, turn, was, home, pairs), home)
		if s, err = played(s, answer); err != nil {
			return nil, err
		}
		boards = append(boards, drawing{caption: fmt.Sprintf("%d. … %v", i+1, answer), state: s})
	}
	return boards, nil
}

// wonGame plays turns of Red's with slideback=false, and Blue's answers by the certificate
// of Blue's win.
func wonGame() (boards []drawing, err error) {
	s := square4.StartState(10, false)
	for i, word := range []string{"0.1s1", "8.0s3", "0.0s7", "3.1s5", "0.2s1"} {
		turn, _ := square4.ParseTurn(word)
		if s, err = played(s, turn); err != nil {
			return nil, err
		}
		boards = append(boards, drawing{caption: fmt.Sprintf("%d. %v", i+1, turn), state: s})
		answer, ok := square4bot.BlueWins(&s)
		if !ok {
			return nil, fmt.Errorf("after %v: %w", turn, errNotAnswered)
		}
		if s, err = played(s, answer); err != nil {
			return nil, err
		}
		boards = append(boards, drawing{caption: fmt.Sprintf("%d. … %v", i+1, answer), state: s})
	}
	return boards, nil
}

// played is the state after a turn, which must be legal.
func played(s square4.State, turn square4.Turn) (square4.State, error) {
	if !slices.Contains(s.Turns(nil), turn) {
		return s, fmt.Errorf("%v: %w", turn, errNotAnswered)
	}
	return s.Play(turn), nil
}

// fourthSlot has three of Red's marbles and the slot on which Blue answers them.
func fourthSlot() drawing {
	s := square4.StartState(4, false)
	s.Hole, s.Barred, s.Side = 5, 8, 1
	for _, cell := range []uint8{square4.CellAt(0, 0), square4.CellAt(0, 2), square4.CellAt(1, 1)} {
		s.Marbles[0] |= 1 << cell
	}
	for _, cell := range []uint8{square4.CellAt(6, 1), square4.CellAt(8, 3)} {
		s.Marbles[1] |= 1 << cell
	}
	return drawing{caption: "Blue to move: 1.3s2", state: s, rings: 1 << square4.CellAt(1, 3), path: []uint8{2, 1, 0, 3, 6, 7, 8, 5}}
}

// svg draws it, in colours for light and for dark pages.
func (p *picture) svg() string {
	var b strings.Builder
	width := len(p.boards)*boardPitch - boardGap + 2*margin
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" aria-label=\"%s\">\n", width, boardSide+captionRoom+2*margin, width, p.title)
	fmt.Fprintf(&b, "<title>%s</title>\n%s", p.title, pictureStyle)
	for i := range p.boards {
		fmt.Fprintf(&b, "<g transform=\"translate(%d %d)\">\n", margin+i*boardPitch, margin)
		p.boards[i].draw(&b)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// Lengths in pixels.
const (
	slotSide    = 26
	tileSide    = 2*slotSide + 2
	tilePitch   = tileSide + 4
	boardSide   = 3*tilePitch - 4
	boardGap    = 24
	boardPitch  = boardSide + boardGap
	captionRoom = 24
	margin      = 8
)

const pictureStyle = `<style>
text{font:12px sans-serif;text-anchor:middle;dominant-baseline:central;fill:#222}
.tile{fill:#e6dcc8;stroke:#8a7d63}.hole{fill:none;stroke:#8a7d63;stroke-dasharray:3 3}
.slot{fill:#cfc2a6}.R{fill:#c62828}.B{fill:#1b5fc1}.number{fill:#6b6250;font-size:10px}
.pair{stroke:#6a4ba3;stroke-width:3;stroke-linecap:round;opacity:.45}.letter{font-weight:bold}
.ring{fill:none;stroke:#16803c;stroke-width:3}.path{fill:none;stroke:#6a4ba3;stroke-width:2;stroke-dasharray:5 4}
@media(prefers-color-scheme:dark){text{fill:#eee}.tile{fill:#3b362c;stroke:#9c8f74}.hole{stroke:#9c8f74}
.slot{fill:#544d3f}.R{fill:#ef5350}.B{fill:#5c9bf5}.number{fill:#b9ae97}.pair,.path{stroke:#b79df0}.ring{stroke:#4cc97b}}
</style>
`

func (d *drawing) draw(b *strings.Builder) {
	for square := range uint8(9) {
		x, y := corner(square)
		kind := "tile"
		if square == d.state.Hole {
			kind = "hole"
		}
		fmt.Fprintf(b, "<rect class=%q x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\"/>\n", kind, x, y, tileSide, tileSide)
		if kind == "tile" {
			d.drawSlots(b, square)
		}
		fmt.Fprintf(b, "<text class=\"number\" x=\"%d\" y=\"%d\">%d</text>\n", x+tileSide/2, y+tileSide/2, square)
	}
	d.drawPairs(b)
	d.drawPath(b)
	fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\">%s</text>\n", boardSide/2, boardSide+captionRoom/2+4, d.caption)
}

// corner is the upper left corner of a square.
func corner(square uint8) (x, y int) { return int(square) % 3 * tilePitch, int(square) / 3 * tilePitch }

// middle is the middle of a cell of the grid.
func middle(cell uint8) (x, y int) {
	row, col := int(cell)/6, int(cell)%6
	x, y = corner(uint8(row/2*3 + col/2))
	return x + 1 + col%2*slotSide + slotSide/2, y + 1 + row%2*slotSide + slotSide/2
}

func (d *drawing) drawSlots(b *strings.Builder, square uint8) {
	for slot := range 4 {
		cell := square4.CellAt(int(square), slot)
		x, y := middle(cell)
		kind := "slot"
		for side, marbles := range d.state.Marbles {
			if marbles>>cell&1 != 0 {
				kind = "RB"[side : side+1]
			}
		}
		fmt.Fprintf(b, "<circle class=%q cx=\"%d\" cy=\"%d\" r=\"9\"/>\n", kind, x, y)
		if d.rings>>cell&1 != 0 {
			fmt.Fprintf(b, "<circle class=\"ring\" cx=\"%d\" cy=\"%d\" r=\"10\"/>\n", x, y)
		}
	}
}

func (d *drawing) drawPairs(b *strings.Builder) {
	for i, pair := range d.pairs {
		x1, y1 := middle(pair[0])
		x2, y2 := middle(pair[1])
		fmt.Fprintf(b, "<path class=\"pair\" d=\"M%d %dL%d %d\"/>\n", x1, y1, x2, y2)
		for _, cell := range pair {
			x, y := middle(cell)
			fmt.Fprintf(b, "<text class=\"letter\" x=\"%d\" y=\"%d\">%c</text>\n", x, y, 'A'+i)
		}
	}
}

func (d *drawing) drawPath(b *strings.Builder) {
	if len(d.path) == 0 {
		return
	}
	x, y := corner(d.state.Hole)
	fmt.Fprintf(b, "<path class=\"path\" d=\"M%d %d", x+tileSide/2, y+tileSide/2)
	for _, square := range d.path {
		x, y = corner(square)
		fmt.Fprintf(b, "L%d %d", x+tileSide/2, y+tileSide/2)
	}
	b.WriteString("\"/>\n")
}

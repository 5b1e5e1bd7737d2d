package seedapi_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"quadrille/cmd/client/web/webtest"
)

// What follows is a program as a competitor writes it who has the document and
// nothing else: its routes and its eight rules.

// grid is a board: grid[y][x] is 1 for an own disk, -1 for the opponent's.
type grid [8][8]int

// flips lists the squares that turn over when the side places a disk on column
// x, row y; none when that is not allowed.
func (g grid) flips(side, x, y int) (list [][2]int) {
	if g[y][x] != 0 {
		return nil
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			var line [][2]int
			cx, cy := x+dx, y+dy
			for (dx != 0 || dy != 0) && cx >= 0 && cy >= 0 && cx < 8 && cy < 8 && g[cy][cx] == -side {
				line = append(line, [2]int{cx, cy})
				cx, cy = cx+dx, cy+dy
			}
			if len(line) > 0 && cx >= 0 && cy >= 0 && cx < 8 && cy < 8 && g[cy][cx] == side {
				list = append(list, line...)
			}
		}
	}
	return list
}

// moves lists where the side may place a disk.
func (g grid) moves(side int) (list [][2]int) {
	for y := range 8 {
		for x := range 8 {
			if len(g.flips(side, x, y)) > 0 {
				list = append(list, [2]int{x, y})
			}
		}
	}
	return list
}

// place returns the board after a disk of the side.
func (g grid) place(side, x, y int) grid {
	for _, c := range g.flips(side, x, y) {
		g[c[1]][c[0]] = side
	}
	g[y][x] = side
	return g
}

// count counts the disks of a side.
func (g grid) count(side int) (n int) {
	for _, row := range g {
		for _, disk := range row {
			if disk == side {
				n++
			}
		}
	}
	return n
}

// start is the start position as Player 1 sees it: own disks on (4, 3) and
// (3, 4), the other's on (3, 3) and (4, 4).
func start() grid {
	var g grid
	g[3][4], g[4][3], g[3][3], g[4][4] = 1, 1, -1, -1
	return g
}

// program plays for a key.
type program struct {
	*webtest.Client
	t      *testing.T
	key    string
	rand   *rand.Rand
	greedy bool // turns over as many as it can
	moved  int
}

func newProgram(t *testing.T, c *webtest.Client, key string, greedy bool) *program {
	p := &program{Client: c, t: t, key: key, greedy: greedy}
	seed := uint64(1)
	for _, b := range key {
		seed = seed*31 + uint64(b)
	}
	p.rand = rand.New(rand.NewPCG(seed, 0))
	return p
}

// look asks whether a move is needed and makes one if it is.
func (p *program) look() (moved bool) {
	var needed bool
	p.Get(p.t, "/move_needed/"+p.key, &needed)
	if !needed {
		return false
	}
	var g grid
	p.Get(p.t, "/boards/"+p.key, &g)
	moves := g.moves(1)
	if len(moves) == 0 {
		p.t.Errorf("%s must move and cannot: %v", p.key, g)
		return false
	}
	to := p.choose(g, moves)
	var answer map[string]any
	p.Must(p.t, "POST", fmt.Sprintf("/move/%s/%d/%d", p.key, to[0], to[1]), "", &answer)
	if answer["error"] != nil {
		p.t.Errorf("%s at %v: %v", p.key, to, answer)
	}
	p.moved++
	return true
}

func (p *program) choose(g grid, moves [][2]int) [2]int {
	best := moves[p.rand.IntN(len(moves))]
	if !p.greedy {
		return best
	}
	for _, m := range moves {
		if len(g.flips(1, m[0], m[1])) > len(g.flips(1, best[0], best[1])) {
			best = m
		}
	}
	return best
}

// run plays until it is told to stop.
func (p *program) run(stop <-chan struct{}) {
	for !p.t.Failed() {
		select {
		case <-stop:
			return
		default:
		}
		if !p.look() {
			time.Sleep(3 * time.Millisecond)
		}
	}
}

package blokus

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

// point is a cell by row from the top and column from the left.
type point struct{ row, col int }

// polyomino is a set of points in order, pushed into the top left corner.
type polyomino []point

func normal(points []point) polyomino {
	top, left := points[0].row, points[0].col
	for _, p := range points {
		top, left = min(top, p.row), min(left, p.col)
	}
	var n polyomino
	for _, p := range points {
		n = append(n, point{p.row - top, p.col - left})
	}
	slices.SortFunc(n, func(a, b point) int { return 10*(a.row-b.row) + a.col - b.col })
	return n
}

// free is the name of the piece that a polyomino is an orientation of: the
// least of its eight pictures.
func (p polyomino) free() string {
	var pictures []string
	points := slices.Clone(p)
	for range 2 {
		for range 4 {
			pictures = append(pictures, fmt.Sprint(normal(points)))
			for i, q := range points {
				points[i] = point{q.col, -q.row}
			}
		}
		for i, q := range points {
			points[i] = point{q.row, -q.col}
		}
	}
	return slices.Min(pictures)
}

// polyominoes grows all fixed polyominoes of up to five squares from the
// single square.
func polyominoes() []polyomino {
	all := []polyomino{{{0, 0}}}
	seen := map[string]bool{fmt.Sprint(all[0]): true}
	for i := 0; i < len(all); i++ {
		if len(all[i]) == 5 {
			continue
		}
		for _, p := range all[i] {
			for _, d := range sides {
				q := point{p.row + d.row, p.col + d.col}
				if slices.Contains(all[i], q) {
					continue
				}
				grown := normal(append(slices.Clone(all[i]), q))
				if key := fmt.Sprint(grown); !seen[key] {
					seen[key] = true
					all = append(all, grown)
				}
			}
		}
	}
	return all
}

// juniorPolyominoes are the pieces of junior by their least pictures.
func juniorPolyominoes() map[string]bool {
	set := map[string]bool{}
	for _, drawing := range []string{
		"#", "##", "###", "##/#.", "####", "###/#..", "##./.##", "###/.#.", "##/##", "#####", "####/#...", "##/##/#.",
	} {
		var points []point
		for row, line := range strings.Split(drawing, "/") {
			for col, c := range line {
				if c == '#' {
					points = append(points, point{row, col})
				}
			}
		}
		set[normal(points).free()] = true
	}
	return set
}

var (
	sides     = []point{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}
	diagonals = []point{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}
)

// fixedPiece is an orientation and the piece it belongs to.
type fixedPiece struct {
	points polyomino
	piece  string
}

// reference is Blokus on a plain array, straight from the rules: every
// orientation is tried at every place, cell by cell.
type reference struct {
	size, colours, mover int
	rules                engine.Rules
	shapes               []fixedPiece
	board                [maxSize][maxSize]int // colour from 1, 0 for empty
	used                 [4]map[string]int     // how often
	pieces, squares      int                   // of a colour
	most                 int                   // of each piece
	last                 [4]int                // squares of the colour's last piece
	shared               int                   // pieces of the colour that three play in turn
	passed               [4]bool
	points               []point  // where first pieces go
	legal                []string // tokens of the mover, nil when not known
}

var _ enginetest.Reference = (*reference)(nil)

// newReference takes the colour that begins with start=random from the game,
// since it is the seed's to choose.
func newReference(rules engine.Rules, seed uint64) enginetest.Reference {
	r := &reference{size: 20, colours: 4, rules: rules, mover: 1, pieces: 21, squares: 89, most: 1}
	r.points = []point{{0, 0}, {0, 19}, {19, 19}, {19, 0}} // a20 t20 t1 a1
	if rules["variant"] != "classic" {
		r.size, r.colours = 14, 2
		r.points = []point{{4, 4}, {9, 9}} // e10 j5
	}
	for colour := range r.used {
		r.used[colour] = map[string]int{}
	}
	junior := juniorPolyominoes()
	if rules["variant"] == "junior" {
		r.pieces, r.squares, r.most = 24, 88, 2
	}
	for _, p := range polyominoes() {
		if r.most == 2 && !junior[p.free()] {
			continue
		}
		r.shapes = append(r.shapes, fixedPiece{p, p.free()})
	}
	if rules["start"] != "random" {
		r.mover = rules.Int("start")
	} else if p, err := (Game{}).New(rules, seed); err == nil {
		r.mover = p.(*Position).Colour() + 1
	}
	return r
}

func (r *reference) at(row, col int) int {
	if row < 0 || col < 0 || row >= r.size || col >= r.size {
		return -1
	}
	return r.board[row][col]
}

// starts are the cells that the first piece of a colour may cover.
func (r *reference) starts(colour int) []point {
	if r.rules["corners"] == "fixed" {
		return r.points[colour-1 : colour]
	}
	return r.points
}

func (r *reference) name(row, col int) string {
	return fmt.Sprintf("%c%d", 'a'+col, r.size-row)
}

// legalAt says whether the colour may lay the shape with its top left at row
// and col.
func (r *reference) legalAt(colour int, shape polyomino, row, col int) bool {
	touches := false
	for _, p := range shape {
		y, x := row+p.row, col+p.col
		if r.at(y, x) != 0 {
			return false
		}
		for _, d := range sides {
			if r.at(y+d.row, x+d.col) == colour {
				return false
			}
		}
		for _, d := range diagonals {
			touches = touches || r.at(y+d.row, x+d.col) == colour
		}
		if slices.Contains(r.starts(colour), point{y, x}) && r.covered(colour) == 0 {
			touches = true
		}
	}
	return touches
}

// placements lists up to most placements of a colour.
func (r *reference) placements(colour, most int) []string {
	var tokens []string
	for _, s := range r.shapes {
		if r.used[colour-1][s.piece] == r.most {
			continue
		}
		for row := range r.size {
			for col := range r.size {
				if r.legalAt(colour, s.points, row, col) {
					tokens = append(tokens, r.token(s.points, row, col))
				}
				if len(tokens) == most {
					return tokens
				}
			}
		}
	}
	return tokens
}

// token writes the cells in the order a1, b1, ..., a2, b2, ...
func (r *reference) token(shape polyomino, row, col int) string {
	points := slices.Clone(shape)
	slices.SortFunc(points, func(a, b point) int { return 10*(b.row-a.row) + a.col - b.col })
	var names []string
	for _, p := range points {
		names = append(names, r.name(row+p.row, col+p.col))
	}
	return strings.Join(names, ",")
}

// Turn returns the seat to move: of two the one with blue and red or the other;
// of three green's next, who are p1, p2 and p3 in turn.
func (r *reference) Turn() engine.Player {
	switch r.rules["players"] + " " + "BYRG"[r.mover-1:r.mover] {
	case "2 B", "2 R":
		return engine.P1
	case "2 Y", "2 G":
		return engine.P2
	case "3 G":
		return [3]engine.Player{engine.P1, engine.P2, engine.P3}[r.shared%3]
	}
	return engine.Player(r.mover)
}

// Legal lists the placements, or the pass.
func (r *reference) Legal() []string {
	if r.Result().Over {
		return nil
	}
	if r.legal == nil {
		r.legal = r.placements(r.mover, 1<<20)
	}
	if len(r.legal) == 0 {
		return []string{"pass"}
	}
	return r.legal
}

// Play plays a legal token.
func (r *reference) Play(token string) {
	colour := r.mover
	r.legal = nil
	if token == "pass" {
		r.passed[colour-1] = true
	} else {
		var points []point
		for _, name := range strings.Split(token, ",") {
			var row int
			fmt.Sscanf(name[1:], "%d", &row)
			points = append(points, point{r.size - row, int(name[0] - 'a')})
		}
		for _, p := range points {
			r.board[p.row][p.col] = colour
		}
		r.used[colour-1][normal(points).free()]++
		if colour == 4 {
			r.shared++
		}
		r.last[colour-1] = len(points)
	}
	for range r.colours {
		r.mover = r.mover%r.colours + 1
		if !r.passed[r.mover-1] {
			return
		}
	}
}

// covered is the number of cells that a colour covers.
func (r *reference) covered(colour int) int {
	n := 0
	for row := range r.size {
		for col := range r.size {
			if r.board[row][col] == colour {
				n++
			}
		}
	}
	return n
}

// out says whether a colour has placed everything.
func (r *reference) out(colour int) bool { return r.covered(colour) == r.squares }

// Scores returns the points of the seats.
func (r *reference) Scores() []int {
	c := r.colourScores()
	switch r.rules["players"] {
	case "2":
		return []int{c[0] + c[2], c[1] + c[3]}
	case "3":
		return c[:3]
	}
	return c
}

func (r *reference) colourScores() []int {
	var scores []int
	for colour := 1; colour <= r.colours; colour++ {
		score := r.covered(colour) - r.squares
		if r.rules["scoring"] == "official" && r.rules["variant"] != "junior" && r.out(colour) {
			score += 15
			if r.last[colour-1] == 1 {
				score += 5
			}
		}
		scores = append(scores, score)
	}
	return scores
}

// Result says whether the game is over and who has won.
func (r *reference) Result() engine.Result {
	reason := ""
	for colour := 1; colour <= r.colours; colour++ {
		if r.rules["end"] == "first-out" && r.out(colour) {
			reason = "first-out"
		}
	}
	if reason == "" {
		for colour := 1; colour <= r.colours; colour++ {
			if len(r.placements(colour, 1)) > 0 {
				return engine.Result{}
			}
		}
		reason = "all-blocked"
	}
	scores := r.Scores()
	best := slices.Max(scores)
	var winners []engine.Player
	for i, score := range scores {
		if score == best {
			winners = append(winners, engine.Player(i+1))
		}
	}
	if len(winners) > 1 {
		return engine.Draw("tie")
	}
	return engine.Win(winners[0], reason)
}

// Compare compares the board, the pieces left and the growth corners.
func (r *reference) Compare(p engine.Position) error {
	state := p.State().(GameState)
	for row := range r.size {
		for col := range r.size {
			want, got := "", ""
			if colour := r.board[row][col]; colour > 0 {
				want = "BYRG"[colour-1 : colour]
			}
			if letter := state.Board[row][col]; letter != nil {
				got = *letter
			}
			if got != want {
				return fmt.Errorf("cell %s is %q, not %q", r.name(row, col), got, want)
			}
		}
	}
	for i, player := range state.Players {
		laid := 0
		for _, n := range r.used[i] {
			laid += n
		}
		if got, want := len(player.Pieces), r.pieces-laid; got != want {
			return fmt.Errorf("%s has %d pieces left, not %d", player.Colour, got, want)
		}
		want := r.corners(i + 1)
		if got := slices.Sorted(slices.Values(player.Corners)); !slices.Equal(got, want) {
			return fmt.Errorf("%s can grow from %v, not %v", player.Colour, got, want)
		}
	}
	return nil
}

// corners are the cells where the single square would be legal if the colour
// still had it, in order of their names.
func (r *reference) corners(colour int) []string {
	var names []string
	for row := range r.size {
		for col := range r.size {
			if r.legalAt(colour, polyomino{{0, 0}}, row, col) {
				names = append(names, r.name(row, col))
			}
		}
	}
	slices.Sort(names)
	return names
}

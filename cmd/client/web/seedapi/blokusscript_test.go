package seedapi_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/cmd/client/web/webtest"
)

// What follows is a client as somebody writes it who has the document and the
// answers' fields: it has the document's rules, and looks for places itself.

type status struct {
	Status     string  `json:"status"`
	PTurn      *string `json:"p_turn"`
	MustPass   bool    `json:"must_pass"`
	Passes     int     `json:"passes"`
	Winner     *string `json:"winner"`
	Tie        bool    `json:"tie"`
	Reason     *string `json:"reason"`
	Moves      int     `json:"moves"`
	LastChange string  `json:"last_change"`
}

type player struct {
	Color       string   `json:"color"`
	Active      bool     `json:"active"`
	Blocked     bool     `json:"blocked"`
	Points      *int     `json:"points"`
	PartsLeft   []string `json:"parts_left"`
	SquaresLeft int      `json:"squares_left"`
	CanMove     bool     `json:"can_move"`
}

type part struct {
	PartName     string              `json:"part_name"`
	Squares      int                 `json:"squares"`
	Orientations map[string][]string `json:"orientations"`
	Players      []string            `json:"players"`
}

type board [][]*string

// at returns the colour at row x, column y from 1, "" for none and outside.
func (b board) at(x, y int) string {
	if x < 1 || y < 1 || x > 20 || y > 20 || b[x-1][y-1] == nil {
		return ""
	}
	return *b[x-1][y-1]
}

// placement is a part in an orientation with its top left at x, y.
type placement struct {
	x, y              int
	part, orientation string
	rows              []string
}

// cells lists the rows and columns that the placement covers.
func (p placement) cells() (list [][2]int) {
	for dx, row := range p.rows {
		for dy, c := range row {
			if c == '#' {
				list = append(list, [2]int{p.x + dx, p.y + dy})
			}
		}
	}
	return list
}

// fits says whether the document's rules let a colour place this. First is
// whether the colour has nothing on the board.
func (b board) fits(p placement, colour string, first bool) bool {
	corner := false
	for _, c := range p.cells() {
		x, y := c[0], c[1]
		if x < 1 || y < 1 || x > 20 || y > 20 || b.at(x, y) != "" {
			return false
		}
		if b.at(x-1, y) == colour || b.at(x+1, y) == colour || b.at(x, y-1) == colour || b.at(x, y+1) == colour {
			return false
		}
		if first {
			corner = corner || (x == 1 || x == 20) && (y == 1 || y == 20)
			continue
		}
		corner = corner || b.at(x-1, y-1) == colour || b.at(x-1, y+1) == colour || b.at(x+1, y-1) == colour || b.at(x+1, y+1) == colour
	}
	return corner
}

type blokusScript struct {
	*webtest.Client
	t     *testing.T
	parts []part
	rand  *rand.Rand
	board board
	left  map[string][]string // parts of each colour
	out   map[string]bool     // who has passed
}

func newBlokusScript(t *testing.T, c *webtest.Client, seed uint64) *blokusScript {
	s := &blokusScript{Client: c, t: t, rand: rand.New(rand.NewPCG(seed, 0)), left: map[string][]string{}, out: map[string]bool{}}
	s.Must(t, "POST", "/board/", "", &s.board)
	s.Get(t, "/parts/", &s.parts)
	for _, colour := range []string{"red", "blue", "yellow", "green"} {
		for _, p := range s.parts {
			s.left[colour] = append(s.left[colour], p.PartName)
		}
	}
	return s
}

// find returns a placement of the colour, one of the largest parts; ok is false
// when there is none. Small makes it one of the smallest.
func (s *blokusScript) find(colour string, small bool) (placement, bool) {
	parts := slices.Clone(s.parts)
	s.rand.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	slices.SortStableFunc(parts, func(a, b part) int {
		if small {
			return a.Squares - b.Squares
		}
		return b.Squares - a.Squares
	})
	for _, part := range parts {
		if !slices.Contains(s.left[colour], part.PartName) {
			continue
		}
		if list := s.places(colour, part); len(list) > 0 {
			return list[s.rand.IntN(len(list))], true
		}
	}
	return placement{}, false
}

func (s *blokusScript) places(colour string, part part) (list []placement) {
	first := len(s.left[colour]) == len(s.parts)
	for orientation, rows := range part.Orientations {
		for x := 1; x <= 20; x++ {
			for y := 1; y <= 20; y++ {
				p := placement{x, y, part.PartName, orientation, rows}
				if s.board.fits(p, colour, first) {
					list = append(list, p)
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b placement) int { return slices.Compare(a.key(), b.key()) })
	return list
}

// key orders placements, since a map's order is not the same twice.
func (p placement) key() []int {
	key := []int{p.x, p.y, len(p.orientation)}
	for _, c := range p.orientation {
		key = append(key, int(c))
	}
	return key
}

func (p placement) path() string {
	return fmt.Sprintf("/move/%d/%d/%s/%s", p.x, p.y, p.part, p.orientation)
}

// step plays one move or pass and returns the status after it.
func (s *blokusScript) step(small bool) (st status) {
	s.Get(s.t, "/status/", &st)
	if st.Status != "active" {
		return st
	}
	colour := *st.PTurn
	if s.out[colour] {
		s.t.Fatalf("%s has passed and is to move again", colour)
	}
	p, ok := s.find(colour, small)
	if ok == st.MustPass {
		s.t.Fatalf("%s can place: %v, must pass: %v", colour, ok, st.MustPass)
	}
	passes, moves := st.Passes, st.Moves
	if !ok {
		s.Must(s.t, "POST", "/pass/", "", &st)
		s.out[colour] = true
		passes++
	} else {
		s.Refused(s.t, 409, "POST", "/pass/", "")
		s.Must(s.t, "PUT", p.path(), "", &st)
		s.place(p, colour)
		moves++
	}
	if st.Passes != passes || st.Moves != moves {
		s.t.Errorf("%d passes and %d moves, want %d and %d", st.Passes, st.Moves, passes, moves)
	}
	return st
}

func (s *blokusScript) place(p placement, colour string) {
	for _, c := range p.cells() {
		s.board[c[0]-1][c[1]-1] = &colour
	}
	s.left[colour] = slices.DeleteFunc(s.left[colour], func(name string) bool { return name == p.part })
}

// check compares everything that can be read with what the script knows.
func (s *blokusScript) check(ended bool) {
	s.t.Helper()
	var b board
	s.Get(s.t, "/board/", &b)
	for x := 1; x <= 20; x++ {
		for y := 1; y <= 20; y++ {
			if b.at(x, y) != s.board.at(x, y) {
				s.t.Fatalf("(%d,%d) is %q, want %q", x, y, b.at(x, y), s.board.at(x, y))
			}
		}
	}
	var players []player
	s.Get(s.t, "/players/", &players)
	if len(players) != 4 {
		s.t.Fatalf("%d players", len(players))
	}
	for _, p := range players {
		s.checkPlayer(p, ended)
	}
	var parts []part
	s.Get(s.t, "/parts/", &parts)
	for _, part := range parts {
		for colour, left := range s.left {
			if slices.Contains(part.Players, colour) != slices.Contains(left, part.PartName) {
				s.t.Errorf("%s: %v, but %s has left %v", part.PartName, part.Players, colour, left)
			}
		}
	}
}

func (s *blokusScript) checkPlayer(p player, ended bool) {
	var alone player
	s.Get(s.t, "/players/"+p.Color, &alone)
	if fmt.Sprint(alone.Color, alone.PartsLeft, alone.Blocked) != fmt.Sprint(p.Color, p.PartsLeft, p.Blocked) {
		s.t.Errorf("%+v alone is %+v", p, alone)
	}
	if !slices.Equal(p.PartsLeft, s.left[p.Color]) || p.SquaresLeft != s.squares(p.Color) {
		s.t.Errorf("%s has %v, %d squares; want %v, %d", p.Color, p.PartsLeft, p.SquaresLeft, s.left[p.Color], s.squares(p.Color))
	}
	if p.Blocked != s.out[p.Color] || p.Active == (p.Blocked || ended) || (p.Points != nil) != ended {
		s.t.Errorf("%+v, passed: %v, ended: %v", p, s.out[p.Color], ended)
	}
	if p.Points != nil && *p.Points != s.squares(p.Color) {
		s.t.Errorf("%s has %d points, want %d", p.Color, *p.Points, s.squares(p.Color))
	}
	if _, can := s.find(p.Color, true); p.CanMove != (can && !ended) {
		s.t.Errorf("%s can move: %v, want %v", p.Color, p.CanMove, can)
	}
}

// squares counts the squares of the parts left.
func (s *blokusScript) squares(colour string) int {
	n := 0
	for _, part := range s.parts {
		if slices.Contains(s.left[colour], part.PartName) {
			n += part.Squares
		}
	}
	return n
}

// checkEnd counts, and compares the winner.
func (s *blokusScript) checkEnd(st status) {
	var best []string
	for colour := range s.left {
		if len(best) > 0 && s.squares(colour) > s.squares(best[0]) {
			continue
		}
		if len(best) > 0 && s.squares(colour) < s.squares(best[0]) {
			best = nil
		}
		best = append(best, colour)
	}
	if len(best) == 1 != (st.Winner != nil) || st.Winner != nil && *st.Winner != best[0] || st.Tie != (len(best) > 1) || st.PTurn != nil {
		s.t.Errorf("the fewest squares has %v; status %+v", best, st)
	}
	finished := false
	for colour, left := range s.left {
		finished = finished || len(left) == 0
		if _, can := s.find(colour, true); can && st.Reason != nil && *st.Reason == "all-blocked" {
			s.t.Errorf("all blocked, but %s could place", colour)
		}
	}
	for colour := range s.left {
		if _, can := s.find(colour, true); can && !finished {
			s.t.Errorf("the game has ended, but %s could place and nobody has placed everything", colour)
		}
	}
	s.Refused(s.t, 409, "POST", "/pass/", "")
	s.Refused(s.t, 409, "PUT", "/move/1/1/1/0", "")
}

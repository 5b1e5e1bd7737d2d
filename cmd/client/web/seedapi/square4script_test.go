package seedapi_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/cmd/client/web/webtest"
)

// What follows is a client as somebody writes it who has the document and
// nothing else: its types, its rules, its flow.

// gameState is the document's GameState.
type square4State struct {
	Board           [9][4]*string  `json:"board"`
	Phase           string         `json:"phase"`
	CurrentPlayer   string         `json:"currentPlayer"`
	Placed          map[string]int `json:"placed"`
	PiecesPerPlayer int            `json:"piecesPerPlayer"`
	HoleSquareIndex int            `json:"holeSquareIndex"`
	Winner          *string        `json:"winner"`
	DrawReason      *string        `json:"drawReason"`
}

func (s square4State) over() bool { return s.Winner != nil || s.DrawReason != nil }

type created struct {
	GameID      string       `json:"gameId"`
	PlayerToken string       `json:"playerToken"`
	State       square4State `json:"state"`
}

type shown struct {
	State square4State `json:"state"`
}

// cell returns the slot at the document's global coordinates.
func (s square4State) cell(row, col int) string {
	square, slot := row/2*3+col/2, row%2*2+col%2
	if s.Board[square][slot] == nil {
		return ""
	}
	return *s.Board[square][slot]
}

// hasBlock says whether a colour has a 2x2 block anywhere on the 6x6 grid.
func (s square4State) hasBlock(colour string) bool {
	for row := range 5 {
		for col := range 5 {
			if s.cell(row, col) == colour && s.cell(row, col+1) == colour &&
				s.cell(row+1, col) == colour && s.cell(row+1, col+1) == colour {
				return true
			}
		}
	}
	return false
}

// marbles counts the marbles on the board.
func (s square4State) marbles(colour string) int {
	n := 0
	for row := range 6 {
		for col := range 6 {
			if s.cell(row, col) == colour {
				n++
			}
		}
	}
	return n
}

// places lists the empty slots outside the hole.
func (s square4State) places() (list [][2]int) {
	for square := range 9 {
		for slot := range 4 {
			if square != s.HoleSquareIndex && s.Board[square][slot] == nil {
				list = append(list, [2]int{square, slot})
			}
		}
	}
	return list
}

// slides lists the squares next to the hole.
func (s square4State) slides() (list []int) {
	row, col := s.HoleSquareIndex/3, s.HoleSquareIndex%3
	for square := range 9 {
		r, c := square/3-row, square%3-col
		if r*r+c*c == 1 {
			list = append(list, square)
		}
	}
	return list
}

// slide returns the board after a square went into the hole.
func (s square4State) slide(square int) square4State {
	s.Board[s.HoleSquareIndex], s.Board[square] = s.Board[square], [4]*string{}
	s.HoleSquareIndex = square
	return s
}

// promise says how many red marbles there would be in the best 2x2 without a
// blue one if Red placed there.
func (s square4State) promise(at [2]int) int {
	red, best := "R", 0
	s.Board[at[0]][at[1]] = &red
	row, col := at[0]/3*2+at[1]/2, at[0]%3*2+at[1]%2
	for r := max(row-1, 0); r <= min(row, 4); r++ {
		for c := max(col-1, 0); c <= min(col, 4); c++ {
			n := 0
			for _, cell := range []string{s.cell(r, c), s.cell(r, c+1), s.cell(r+1, c), s.cell(r+1, c+1)} {
				n += map[string]int{"R": 1, "B": -4}[cell]
			}
			best = max(best, n)
		}
	}
	return best
}

// script plays one game.
type square4Script struct {
	*webtest.Client
	t     *testing.T
	id    string
	token string
	state square4State
	rand  *rand.Rand
	keen  bool // builds blocks, where others play at random
}

func beginSquare4(t *testing.T, c *webtest.Client, body string, seed uint64) *square4Script {
	var got created
	c.Must(t, "POST", "/games", body, &got)
	return &square4Script{Client: c, t: t, id: got.GameID, token: got.PlayerToken, state: got.State, rand: rand.New(rand.NewPCG(seed, 0))}
}

// move sends an action and reads the state.
func (s *square4Script) move(format string, args ...any) square4State {
	s.t.Helper()
	body := fmt.Sprintf(format, args...)
	var got shown
	s.Must(s.t, "POST", "/games/"+s.id+"/move", body[:len(body)-1]+fmt.Sprintf(`, "playerToken": %q}`, s.token), &got)
	var again shown
	s.Get(s.t, "/games/"+s.id, &again)
	if a, b := asJSON(got), asJSON(again); a != b {
		s.t.Errorf("GET says %s after %s", b, a)
	}
	s.state = got.State
	return got.State
}

func asJSON(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// play plays to the end and checks each answer against the document.
func (s *square4Script) play() square4State {
	for turn := 0; !s.state.over(); turn++ {
		if turn > 2000 {
			s.t.Fatal("the game does not end")
		}
		s.turn()
		if s.t.Failed() {
			s.t.FailNow()
		}
	}
	s.checkEnd()
	return s.state
}

// turn plays a turn of Red's.
func (s *square4Script) turn() {
	if s.state.CurrentPlayer != "R" {
		s.t.Fatalf("it is %s's turn between two requests", s.state.CurrentPlayer)
	}
	if s.state.Phase == "placement" && !s.place() {
		return
	}
	before := s.state
	slides := before.slides()
	square := slides[s.rand.IntN(len(slides))]
	after := s.move(`{"action": "slide", "squareIndex": %d}`, square)
	mine := before.slide(square)
	if mine.hasBlock("R") || mine.hasBlock("B") {
		if !after.over() || after.Board != mine.Board && asJSON(after.Board) != asJSON(mine.Board) {
			s.t.Errorf("a block came up by sliding %d, but the answer is %s", square, asJSON(after))
		}
		return
	}
	if after.over() {
		return
	}
	blue := before.Placed["B"]
	if blue < before.PiecesPerPlayer {
		blue++
	}
	want := "placement"
	if blue == before.PiecesPerPlayer && before.Placed["R"] == before.PiecesPerPlayer {
		want = "movement"
	}
	if after.Phase != want || after.Placed["B"] != blue || after.Placed["R"] != before.Placed["R"] {
		s.t.Errorf("after both turns: %s", asJSON(after))
	}
}

// place places a marble and says whether the turn goes on.
func (s *square4Script) place() bool {
	before := s.state
	places := before.places()
	at := places[s.rand.IntN(len(places))]
	if s.keen {
		at = slices.MaxFunc(places, func(a, b [2]int) int { return before.promise(a) - before.promise(b) })
	}
	after := s.move(`{"action": "place", "squareIndex": %d, "slotIndex": %d}`, at[0], at[1])
	red := "R"
	mine := before
	mine.Board[at[0]][at[1]] = &red
	if asJSON(after.Board) != asJSON(mine.Board) || after.Placed["R"] != before.Placed["R"]+1 || after.HoleSquareIndex != before.HoleSquareIndex {
		s.t.Errorf("placed at %v: %s became %s", at, asJSON(before), asJSON(after))
	}
	if mine.hasBlock("R") {
		if after.Winner == nil || *after.Winner != "R" {
			s.t.Errorf("a placed block does not win: %s", asJSON(after))
		}
		return false
	}
	if after.Phase != "placementSlide" || after.CurrentPlayer != "R" || after.over() {
		s.t.Errorf("after placing: %s", asJSON(after))
	}
	return true
}

// checkEnd compares the result with the board, and tries to go on.
func (s *square4Script) checkEnd() {
	s.t.Helper()
	red, blue := s.state.hasBlock("R"), s.state.hasBlock("B")
	switch {
	case s.state.Winner != nil && s.state.DrawReason != nil:
		s.t.Errorf("both won and drawn: %s", asJSON(s.state))
	case s.state.Winner != nil && (*s.state.Winner == "R") != red || s.state.Winner != nil && (*s.state.Winner == "B") != blue:
		s.t.Errorf("red has a block: %v, blue: %v, and the winner is %s", red, blue, *s.state.Winner)
	case s.state.DrawReason != nil && red != blue:
		s.t.Errorf("drawn with one block: %s", asJSON(s.state))
	}
	if r, b := s.state.marbles("R"), s.state.marbles("B"); r != s.state.Placed["R"] || b != s.state.Placed["B"] {
		s.t.Errorf("%d red and %d blue marbles on the board, placed %v", r, b, s.state.Placed)
	}
	for _, action := range []string{`{"action": "place", "squareIndex": 0, "slotIndex": 0, "playerToken": %q}`, `{"action": "slide", "squareIndex": 1, "playerToken": %q}`} {
		s.Refused(s.t, 409, "POST", "/games/"+s.id+"/move", fmt.Sprintf(action, s.token))
	}
}

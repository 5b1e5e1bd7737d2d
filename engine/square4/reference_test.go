package square4

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

// reference is Four in a Square once more, written from the rule documents in
// the plainest way: squares as lists of four letters, a grid of letters built
// anew for every look at the blocks, positions remembered as text.
type reference struct {
	pieces     int
	slideback  bool
	repetition int

	squares [9][]string // squares[i] is nil where the hole is
	player  string      // "R" or "B"
	moved   int         // the square where the last tile to move lies now, or -1
	past    []string    // positions since the last placement
	result  engine.Result
}

func newReference(rules engine.Rules, _ uint64) enginetest.Reference {
	r := &reference{
		pieces: rules.Int("pieces"), slideback: rules["slideback"] == "true", repetition: rules.Int("repetition"),
		player: "R", moved: -1,
	}
	for i := range r.squares {
		if i != 4 {
			r.squares[i] = []string{"", "", "", ""}
		}
	}
	return r
}

// readReference reads a FEN between turns, without a run of earlier positions.
func readReference(fen string) *reference {
	words := strings.Split(fen, " ")
	rules := engine.Rules{}
	for _, setting := range strings.Split(words[4], ",") {
		key, value, _ := strings.Cut(setting, "=")
		rules[key] = value
	}
	r := newReference(rules, 0).(*reference)
	r.player = words[1]
	for i, square := range strings.Split(words[0], "/") {
		r.squares[i] = nil
		if square != "####" {
			r.squares[i] = strings.Split(strings.ReplaceAll(square, ".", " "), "")
			for slot := range r.squares[i] {
				r.squares[i][slot] = strings.TrimSpace(r.squares[i][slot])
			}
		}
	}
	if words[5] != "-" {
		r.moved = int(words[5][0] - '0')
	}
	r.judge()
	return r
}

func (r *reference) hole() int {
	return slices.IndexFunc(r.squares[:], func(s []string) bool { return s == nil })
}

func (r *reference) count(colour string) int {
	n := 0
	for _, s := range r.squares {
		for _, marble := range s {
			if marble == colour {
				n++
			}
		}
	}
	return n
}

// blocks counts the 2×2 blocks of a colour on the global grid.
func (r *reference) Windows(colour string) int {
	var grid [6][6]string
	for i, s := range r.squares {
		for slot, marble := range s {
			grid[i/3*2+slot/2][i%3*2+slot%2] = marble
		}
	}
	n := 0
	for row := range 5 {
		for col := range 5 {
			if grid[row][col] == colour && grid[row][col+1] == colour && grid[row+1][col] == colour && grid[row+1][col+1] == colour {
				n++
			}
		}
	}
	return n
}

// slidable lists the squares that may slide into the hole.
func (r *reference) slidable() []int {
	hole := r.hole()
	var list []int
	for i := range r.squares {
		rows, cols := i/3-hole/3, i%3-hole%3
		if rows*rows+cols*cols != 1 {
			continue
		}
		if !r.slideback && i == r.moved {
			continue
		}
		list = append(list, i)
	}
	return list
}

func (r *reference) placing() bool { return r.count(r.player) < r.pieces }

func (r *reference) Legal() []string {
	if r.result.Over {
		return nil
	}
	var slides []string
	for _, i := range r.slidable() {
		slides = append(slides, fmt.Sprintf("s%d", i))
	}
	if !r.placing() {
		return slides
	}
	var tokens []string
	for i, s := range r.squares {
		for slot := range s {
			if s[slot] != "" {
				continue
			}
			s[slot] = r.player
			won := r.Windows(r.player) > 0
			s[slot] = ""
			place := fmt.Sprintf("%d.%d", i, slot)
			if won {
				tokens = append(tokens, place)
				continue
			}
			for _, slide := range slides {
				tokens = append(tokens, place+slide)
			}
		}
	}
	return tokens
}

func (r *reference) Play(token string) {
	mover := r.player
	place, slide, slides := strings.Cut(token, "s")
	if place != "" {
		r.squares[place[0]-'0'][place[2]-'0'] = mover
		r.past = nil
	}
	if slides {
		hole, from := r.hole(), int(slide[0]-'0')
		r.squares[hole], r.squares[from] = r.squares[from], nil
		r.moved = hole
	}
	r.player = map[string]string{"R": "B", "B": "R"}[mover]
	r.judge()
}

// judge finds the result of the position after a turn.
func (r *reference) judge() {
	red, blue := r.Windows("R") > 0, r.Windows("B") > 0
	now, times := r.text(), 0
	if !r.placing() {
		r.past = append(r.past, now)
	}
	for _, text := range r.past {
		if text == now {
			times++
		}
	}
	switch {
	case red && blue:
		r.result = engine.Draw("both-blocks")
	case red:
		r.result = engine.Win(engine.P1, "block")
	case blue:
		r.result = engine.Win(engine.P2, "block")
	case !r.placing() && len(r.slidable()) == 0:
		r.result = engine.Draw("no-legal-slides")
	case !r.placing() && r.repetition > 0 && times >= r.repetition:
		r.result = engine.Draw("repetition")
	}
}

// text is the board, the player and the square that may not slide.
func (r *reference) text() string {
	barred := -1
	if !r.slideback {
		barred = r.moved
	}
	return fmt.Sprint(r.squares, r.player, barred)
}

func (r *reference) Result() engine.Result { return r.result }

func (r *reference) Scores() []int { return []int{r.Windows("R"), r.Windows("B")} }

func (r *reference) Turn() engine.Player {
	return map[string]engine.Player{"R": engine.P1, "B": engine.P2}[r.player]
}

// Compare compares the GameState, written here by hand.
func (r *reference) Compare(p engine.Position) error {
	got, err := json.Marshal(p.State())
	if err != nil {
		return err
	}
	if want := r.gameState(); !bytes.Equal(got, []byte(want)) {
		return fmt.Errorf("state %s, not %s", got, want)
	}
	return nil
}

func (r *reference) gameState() string {
	var squares []string
	for _, s := range r.squares {
		slots := []string{"null", "null", "null", "null"}
		for i, marble := range s {
			if marble != "" {
				slots[i] = `"` + marble + `"`
			}
		}
		squares = append(squares, "["+strings.Join(slots, ",")+"]")
	}
	phase, winner, draw := "movement", "null", "null"
	if r.placing() {
		phase = "placement"
	}
	if r.result.Winner != engine.NoPlayer {
		winner = map[engine.Player]string{engine.P1: `"R"`, engine.P2: `"B"`}[r.result.Winner]
	} else if r.result.Over {
		draw = `"` + r.result.Reason + `"`
	}
	return fmt.Sprintf(`{"board":[%s],"phase":"%s","currentPlayer":"%s","placed":{"R":%d,"B":%d},"piecesPerPlayer":%d,"holeSquareIndex":%d,"winner":%s,"drawReason":%s}`,
		strings.Join(squares, ","), phase, r.player, r.count("R"), r.count("B"), r.pieces, r.hole(), winner, draw)
}

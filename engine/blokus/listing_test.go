package blokus

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/engine"
)

// opening is a short game on the small board: blue's V3 around e10, yellow's
// single square on j5.
func opening(t *testing.T) *Position {
	t.Helper()
	p, err := Game{}.New(engine.Rules{"variant": "duo", "corners": "fixed"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return mustPlay(t, mustPlay(t, p, "e10,f10,e11"), "j5").(*Position)
}

func TestLists(t *testing.T) {
	p := opening(t)
	for name, want := range map[string][]string{
		"pieces": {
			"p1 1 2 I3 I4 L4 Z4 T4 O I5 V5 L5 T5 Z5 F X U P W N Y",
			"p2 2 I3 V3 I4 L4 Z4 T4 O I5 V5 L5 T5 Z5 F X U P W N Y",
		},
		// The cells that touch the V3 at a corner and nowhere else: f11 lies in
		// its bend.
		"corners": {"p1 d12 f12 g11 d9 g9", "p2 i6 k6 i4 k4"},
	} {
		if got, err := p.List(name); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	lines, err := p.List("placements")
	if err != nil || len(lines) != 20 || lines[0] != "1 d12 f12 g11 d9 g9" {
		t.Fatalf("placements: %d lines, the first is %q, %v", len(lines), lines[0], err)
	}
	// The domino covers each of the five corners in four directions but not
	// towards the piece: d12 cannot go to e12 or d11, f12 not to e12 or f11,
	// g11 not to f11 or g10, d9 not to d10 or e9, g9 not to g10 or f9.
	if got, want := len(strings.Fields(lines[1]))-1, 5*2; got != want || !strings.HasPrefix(lines[1], "2 ") {
		t.Errorf("%d placements in %q, not %d", got, lines[1], want)
	}
	var listed []string
	for _, line := range lines {
		listed = append(listed, strings.Fields(line)[1:]...)
	}
	if !slices.Equal(listed, p.Legal()) {
		t.Errorf("%d placements listed, %d legal", len(listed), len(p.Legal()))
	}
	if _, err := p.List("corner"); err == nil || err.Error() != `no list "corner"; there are: pieces corners placements` {
		t.Errorf("the error is %v", err)
	}
}

func TestPreview(t *testing.T) {
	p := opening(t)
	for _, c := range []struct {
		action string
		rows   map[int]string // rows of the board by number
		err    string
	}{
		{"place f12,f13", map[int]string{13: "13 . . . . . b . .", 12: "12 . . . + . b . .", 11: "11 . . . . B . + ."}, ""},
		{"place 2 90 3 6", map[int]string{12: "12 . . . + . b b ."}, ""},
		{"place d10,d11", map[int]string{11: "11 . . . b B . + .", 10: "10 . . . b B B . ."},
			"d10,d11 touches an own edge at d10, where blue lies on e10; own pieces may touch at corners only"},
		{"place j5,j6", map[int]string{6: " 6 . . . . . . . . . b . .", 5: " 5 . . . . . . . . .!b . ."},
			"j5,j6 overlaps yellow at j5; all cells of a placement must be empty"},
		{"place j15", map[int]string{10: "10 . . . . B B . .", 5: " 5 . . . . . . . . .>Y ."},
			`"j15" is not a cell of the board; a placement is cells from a1 to n14 joined by commas, such as a1,a2,b2`},
		{"pass", map[int]string{5: " 5 . . . . . . . . .>Y ."},
			"blue can place a piece, such as d12, and only a colour that cannot may pass"},
	} {
		words := strings.Fields(c.action)
		d, err := p.Preview(engine.Action{Verb: words[0], Args: words[1:]})
		if (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: error %v", c.action, err)
		}
		lines := strings.Split(d.String(), "\n")
		for row, want := range c.rows {
			if got := lines[15-row]; !strings.HasPrefix(got, want) {
				t.Errorf("%s: row %d is %q", c.action, row, got)
			}
		}
	}
	if p.FEN() != opening(t).FEN() {
		t.Error("a preview changes the position")
	}
}

func TestPreviewStyles(t *testing.T) {
	d, _ := opening(t).Preview(engine.Action{Verb: "place", Args: []string{"f12,f13"}})
	counts := map[engine.Style]int{}
	last := 0
	for _, line := range d {
		for _, s := range line {
			counts[s.Style]++
			if s.Last {
				last++
			}
		}
	}
	// Two cells of the sketch and the corners d12 g11 d9 g9 that it leaves;
	// three cells of blue and its letter beside the board; one of yellow too.
	if counts[engine.Target] != 6 || counts[engine.P1Style] != 4 || counts[engine.P2Style] != 2 || last != 1 {
		t.Errorf("styles %v, %d cells of the last turn", counts, last)
	}
}

func TestState(t *testing.T) {
	p := opening(t)
	s := p.State().(GameState)
	if s.Variant != "duo" || len(s.Board) != 14 || s.Turn != "blue" || s.Phase != "placement" || s.Over || s.Winner != nil || s.Reason != nil {
		t.Errorf("state %+v", s)
	}
	blue, yellow := s.Players[0], s.Players[1]
	if want := (PlacedPiece{"V3", "0", 4, 5, "e10,f10,e11"}); len(blue.Placed) != 1 || blue.Placed[0] != want {
		t.Errorf("blue has placed %+v", blue.Placed)
	}
	if want := (PlacedPiece{"1", "0", 10, 10, "j5"}); len(yellow.Placed) != 1 || yellow.Placed[0] != want {
		t.Errorf("yellow has placed %+v", yellow.Placed)
	}
	if blue.SquaresLeft != 86 || blue.Score != -86 || blue.Blocked || len(blue.Pieces) != 20 || !slices.Equal(s.Scores, []int{-86, -88}) {
		t.Errorf("blue %+v, scores %v", blue, s.Scores)
	}
	if cell := s.Board[3][4]; cell == nil || *cell != "B" || s.Board[3][5] != nil {
		t.Errorf("row 11 of the board is %v", s.Board[3])
	}
}

// TestStateOfFinishedGames checks the fields that show the end, with the known
// points of the games.
func TestStateOfFinishedGames(t *testing.T) {
	for i, r := range readRecords(t) {
		if slices.Max(r.legal) > 0 {
			continue
		}
		s := r.end(t).State().(GameState)
		best := slices.Max(r.points)
		winner := colourNames[slices.Index(r.points, best)]
		if !s.Over || s.Winner == nil || *s.Winner != winner || *s.Reason != "all-blocked" {
			t.Errorf("game %d: over %v, winner %v", i+1, s.Over, s.Winner)
		}
		for colour, player := range s.Players {
			squares := 0
			for _, piece := range player.Placed {
				squares += len(strings.Split(piece.Cells, ","))
			}
			if !player.Blocked || squares+player.SquaresLeft != Squares || player.Score+Squares != r.points[colour] {
				t.Errorf("game %d: %+v", i+1, player)
			}
		}
	}
}

// TestRandomStart checks that start=random lets every colour begin, and the
// same one for the same seed.
func TestRandomStart(t *testing.T) {
	for variant, players := range map[string]int{"classic": 4, "duo": 2} {
		begins := map[engine.Player]int{}
		for seed := range uint64(400) {
			p, err := Game{}.New(engine.Rules{"variant": variant, "start": "random"}, seed)
			if err != nil {
				t.Fatal(err)
			}
			begins[p.Turn()]++
		}
		for seat, n := range begins {
			if n < 400/players/2 {
				t.Errorf("%s: %v begins %d times in 400", variant, seat, n)
			}
		}
		if len(begins) != players {
			t.Errorf("%s: only %v begin", variant, begins)
		}
	}
}

// TestFooter compares the last line of the diagram.
func TestFooter(t *testing.T) {
	records := readRecords(t)
	tie := "BB1BBB1BBBB1YYBBYR1Y/1BB1B1B1R1RBBBYBYRY1/1B1B2BBRR3BYBYRY1/B2BBB2B1R2BY1YRYY/BB1B2B1BBR1B1YYRYRR/" +
		"B1B3BB1BRBBBRRRYRR/B1BBBB1BB1RRBRYY1YYY/9BBBRRYYYB2/BB1B1B1BB2BBRBBBY2/BB1BBB1BRRGGGBR1YYYY/" +
		"B5BBRGRRRBR1RRR1/1BBBBB1RRGR2RRR2RR/1GGGG1BB1GR1R3RR2/G2G2BB1G1RRR6/4GGGGG1R2R6/GGGG5RRR2R3R1/" +
		"G3RRRRR1R3RR2RR/1GGG5R1R3RR1RR/G2G2RR1RRR5R2/G2G3RR3RRR1RRRR B YG BR " +
		"variant=classic,corners=fixed,end=all-blocked,scoring=official,start=1"
	for _, c := range []struct{ fen, want string }{
		{tie, "The game is a tie of blue and red."},
		{records[36].end(t).FEN(), "blue has won (all-blocked)."}, // 104 points against 55
		{records[0].end(t).FEN(), "red cannot place anything and passes."},
		{opening(t).FEN(), "blue places a piece on a corner marked +; " + fmt.Sprint(len(opening(t).Legal())) + " placements."},
	} {
		p, err := Game{}.ParseFEN(c.fen, nil)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(p.Diagram().String()), "\n")
		if got := lines[len(lines)-1]; got != c.want {
			t.Errorf("%s: the last line is %q, not %q", c.fen, got, c.want)
		}
	}
}

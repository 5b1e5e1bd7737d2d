package teeko

import (
	"encoding/json"
	"errors"
	"testing"

	"quadrille/engine"

	"github.com/google/go-cmp/cmp"
)

// fenCases are FENs; text is the refusal, empty for a good one.
var fenCases = []struct{ fen, text string }{
	{"..../..../..../.... O size=4,advanced=false,repetition=3 -", ""},
	{largeStart, ""},
	{"...../...../..O../...../..... X size=5,advanced=true,repetition=0 -", ""},
	{"O..X/.XO./.OX./X..O O size=4,advanced=false,repetition=3 -", ""},
	{"O..X/.XO./.OX./X..O X size=4,advanced=false,repetition=3 -", ""},
	{"O..X/.XO./.OX./X..O X size=4,advanced=false,repetition=3 a3a4", ""},
	{"O..X/.XO./.OX./X..O O size=4,advanced=false,repetition=3 a4a3,d4d3,a3a4,d3d4,a4a3,d4d3,a3a4,d3d4", ""}, // drawn
	{"OOOO/XXX./..../.... X size=4,advanced=false,repetition=3 -", ""},                                       // won
	{"OOOO/XXX./X.../.... X size=4,advanced=false,repetition=3 d3d4", ""},                                    // won by that move
	{"OOO./XXXX/O.../.... O size=4,advanced=false,repetition=3 -", ""},

	{"", "a teeko position has four words (board, side, rules, past), not 1"},
	{"..../..../..../.... O size=4,advanced=false,repetition=3", "a teeko position has four words (board, side, rules, past), not 3"},
	{"..../..../..../.... O size=4,advanced=false -", `rule option repetition is missing from "size=4,advanced=false"`},
	{"..../..../..../.... O size=4,advanced=true,repetition=3 -", "advanced=true needs size=5"},
	{"..../..../..../.... O size=4,advanced=false,repetition=03 -", "the rules would be written size=4,advanced=false,repetition=3"},
	{"..../..../..../.... O advanced=false,size=4,repetition=3 -", "the rules would be written size=4,advanced=false,repetition=3"},
	{"..../..../.... O size=4,advanced=false,repetition=3 -", "a board of size 4 has that many rows joined by '/', not 3"},
	{"..../..../..../.... O size=5,advanced=false,repetition=3 -", "a board of size 5 has that many rows joined by '/', not 4"},
	{"..../...../..../.... O size=4,advanced=false,repetition=3 -", `row 3 has 4 cells, not "....."`},
	{"..../..../.o../.... O size=4,advanced=false,repetition=3 -", `row 2: a cell is O, X or '.', not in ".o.."`},
	{"..../..../..../.... o size=4,advanced=false,repetition=3 -", `the side is O or X, not "o"`},
	{"..../..../..../.... OX size=4,advanced=false,repetition=3 -", `the side is O or X, not "OX"`},
	{"..../..../..../.... X size=4,advanced=false,repetition=3 -", "with 0 O and 0 X it is the turn of O"},
	{"O.../..../..../.... O size=4,advanced=false,repetition=3 -", "with 1 O and 0 X it is the turn of X"},
	{"X.../..../..../.... O size=4,advanced=false,repetition=3 -", "O begins, so it has as many marks as X or one more, not 0 against 1"},
	{"OO../..../..../.... O size=4,advanced=false,repetition=3 -", "O begins, so it has as many marks as X or one more, not 2 against 0"},
	{"OOXO/XXOX/..O./.... X size=4,advanced=false,repetition=3 -", "a side has four marks at most, not 5 O and 4 X"},
	{"OOOO/XXX./X.../.... O size=4,advanced=false,repetition=3 -", "O has a goal already, so the game ended before this turn"},
	{"OOOO/XXXX/..../.... X size=4,advanced=false,repetition=3 -", "X has a goal already, so the game ended before this turn"},
	{"OOOO/XXXX/..../.... O size=4,advanced=false,repetition=3 -", "O has a goal already, so the game ended before this turn"},
	// The past.
	{"O.../..../..../.... X size=4,advanced=false,repetition=3 a3a4", "a past belongs to positions with all marks down under a rule on repetition; here it is '-'"},
	{"O..X/.XO./.OX./X..O X size=4,advanced=false,repetition=0 a3a4", "a past belongs to positions with all marks down under a rule on repetition; here it is '-'"},
	{"O..X/.XO./.OX./X..O X size=4,advanced=false,repetition=3 ", `the past is moves such as a1b2 joined by commas, not ""`},
	{"O..X/.XO./.OX./X..O X size=4,advanced=false,repetition=3 a4", `the past is moves such as a1b2 joined by commas, not "a4"`},
	{"O..X/.XO./.OX./X..O X size=4,advanced=false,repetition=3 a3a4,", `the past is moves such as a1b2 joined by commas, not ""`},
	{"O..X/.XO./.OX./X..O O size=4,advanced=false,repetition=3 a3a4", "the past does not lead to the board: X cannot have moved a3a4"},
	{"O..X/.XO./.OX./X..O X size=4,advanced=false,repetition=3 b3a4", "the past does not lead to the board: O cannot have moved b3a4"},
	{"O..X/.XO./.OX./X..O X size=4,advanced=false,repetition=3 a4a4", "the past does not lead to the board: O cannot have moved a4a4"},
	{"O..X/.XO./.OX./X..O X size=4,advanced=false,repetition=3 a2a4", "the past is not a sequence of moves: a4 is not next to a2; a2 may move to: b1 a3"},
	{"O..X/.XO./.OX./X..O O size=4,advanced=false,repetition=2 a4a3,d4d3,a3a4,d3d4,a4a3,d4d3,a3a4,d3d4",
		"the past is not a sequence of moves: the game is over: draw (repetition); undo or start a new one"},
	{".OOO/XXX./XO../.... X size=4,advanced=false,repetition=3 a3a4,b4a4", "the past does not lead to the board: O cannot have moved b4a4"},
}

func TestFEN(t *testing.T) {
	for _, c := range fenCases {
		p, err := (Game{}).ParseFEN(c.fen, nil)
		switch {
		case c.text == "" && err != nil:
			t.Errorf("%s: %v", c.fen, err)
		case c.text == "" && p.FEN() != c.fen:
			t.Errorf("%s is written %s", c.fen, p.FEN())
		case c.text != "" && (p != nil || err == nil || !errors.Is(err, engine.ErrPosition) || err.Error() != c.text):
			t.Errorf("%s: position %v, error\n%v, want\n%s", c.fen, p, err, c.text)
		}
	}
}

// TestFENOfEnds reads finished games and finds them finished the same way.
func TestFENOfEnds(t *testing.T) {
	for _, tokens := range []string{allDown + there + there, "a1 a4 b1 b4 c1 c4 d1", "a1 a4 b1 b4 c1 c4 d2 d4", "a1 a4 b1 b4 c1 c3 d2 d4 d2d1"} {
		p := played(t, nil, tokens)
		again := parse(t, p.FEN())
		if !p.Result().Over || again.Result() != p.Result() || again.FEN() != p.FEN() {
			t.Errorf("%s ends with %v, read from %s with %v", tokens, p.Result(), p.FEN(), again.Result())
		}
	}
}

func TestState(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *Position
		want string
	}{
		{"two drops", played(t, nil, "b2 d4"), `{"board":[[null,null,null,"X"],[null,null,null,null],[null,"O",null,null],[null,null,null,null]],` +
			`"size":4,"advanced":false,"phase":"placement","currentPlayer":"O","placed":{"O":1,"X":1},"winner":null,"drawReason":null}`},
		{"won", played(t, nil, "a1 a4 b1 b4 c1 c4 d1"), `{"board":[["X","X","X",null],[null,null,null,null],[null,null,null,null],["O","O","O","O"]],` +
			`"size":4,"advanced":false,"phase":"placement","currentPlayer":"X","placed":{"O":4,"X":3},"winner":"O","drawReason":null}`},
		{"drawn", played(t, engine.Rules{"size": "5", "advanced": "true", "repetition": "1"}, allDown),
			`{"board":[[null,null,null,null,null],["O",null,null,"X",null],[null,"X","O",null,null],[null,"O","X",null,null],["X",null,null,"O",null]],` +
				`"size":5,"advanced":true,"phase":"movement","currentPlayer":"O","placed":{"O":4,"X":4},"winner":null,"drawReason":"repetition"}`},
	} {
		got, err := json.Marshal(c.p.State())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

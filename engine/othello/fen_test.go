package othello

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"quadrille/engine"

	"github.com/google/go-cmp/cmp"
)

const startFEN = "---------------------------OX------XO--------------------------- X"

type fenCase struct {
	name, fen, text string // text is the refusal, empty for a good FEN
}

func fenCases() []fenCase {
	board := startFEN[:64]
	return []fenCase{
		{"start", startFEN, ""},
		{"other side", board + " O", ""},
		{"no disks", strings.Repeat("-", 64) + " X", ""},
		{"full", strings.Repeat("X", 64) + " O", ""},
		{"empty", "", "an othello position has two words, 64 squares and the side to move"},
		{"no side", board, "an othello position has two words, 64 squares and the side to move"},
		{"empty side", board + " ", `the side to move is X or O, not ""`},
		{"lower side", board + " x", `the side to move is X or O, not "x"`},
		{"surplus word", startFEN + " X", `the side to move is X or O, not "X X"`},
		{"63 squares", board[1:] + " X", "the board is 64 squares, not 63"},
		{"65 squares", board + "- X", "the board is 64 squares, not 65"},
		{"dot", "." + board[1:] + " X", `a1 is X, O or '-', not "."`},
		{"lower case", board[:27] + "o" + board[28:] + " X", `d4 is X, O or '-', not "o"`},
		{"no text", board[:63] + "\xff X", `h8 is X, O or '-', not "\xff"`},
	}
}

func TestFEN(t *testing.T) {
	for _, c := range fenCases() {
		p, err := (Game{}).ParseFEN(c.fen, nil)
		switch {
		case c.text == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.text == "" && p.FEN() != c.fen:
			t.Errorf("%s: %s is written %s", c.name, c.fen, p.FEN())
		case c.text != "" && (p != nil || !errors.Is(err, engine.ErrPosition) || err.Error() != c.text):
			t.Errorf("%s: position %v, error %v, want %q", c.name, p, err, c.text)
		}
	}
}

// TestStart checks the start position square by square.
func TestStart(t *testing.T) {
	p, err := (Game{}).New(nil, 7)
	if err != nil {
		t.Fatal(err)
	}
	if p.FEN() != startFEN {
		t.Errorf("FEN %s", p.FEN())
	}
	if got := strings.Join(p.Legal(), " "); got != "d3 c4 f5 e6" {
		t.Errorf("legal %s", got)
	}
	if p.Turn() != engine.P1 || p.Phase() != "placement" || engine.JoinInts(p.Scores()) != "2 2" {
		t.Errorf("turn %s, phase %s, scores %v", p.Turn(), p.Phase(), p.Scores())
	}
	if _, err := (Game{}).New(engine.Rules{"size": "6"}, 0); !errors.Is(err, engine.ErrOption) {
		t.Errorf("size=6: %v", err)
	}
}

func TestState(t *testing.T) {
	row := func(cells string) string {
		return "[" + strings.NewReplacer("X", `"X",`, "O", `"O",`, "-", "null,").Replace(cells[:7]) +
			strings.NewReplacer("X", `"X"`, "O", `"O"`, "-", "null").Replace(cells[7:]) + "]"
	}
	empty := row("--------")
	for _, c := range []struct{ name, fen, want string }{
		{"after f5", played(t, "f5").FEN(), `{"board":[` + strings.Repeat(empty+",", 3) + row("---OX---") + "," + row("---XXX--") + "," + empty + "," + empty + "," + empty +
			`],"phase":"placement","currentPlayer":"O","disks":{"X":4,"O":1},"legal":["f4","d6","f6"],"mustPass":false,"winner":null,"drawReason":null}`},
		{"draw", "X-O" + strings.Repeat("-", 61) + " O", `{"board":[` + row("X-O-----") + strings.Repeat(","+empty, 7) +
			`],"phase":"placement","currentPlayer":"O","disks":{"X":1,"O":1},"legal":[],"mustPass":false,"winner":null,"drawReason":"equal-disks"}`},
		{"must pass", "XO" + strings.Repeat("-", 62) + " O", `{"board":[` + row("XO------") + strings.Repeat(","+empty, 7) +
			`],"phase":"placement","currentPlayer":"O","disks":{"X":1,"O":1},"legal":[],"mustPass":true,"winner":null,"drawReason":null}`},
		{"won", "OO" + strings.Repeat("-", 62) + " X", `{"board":[` + row("OO------") + strings.Repeat(","+empty, 7) +
			`],"phase":"placement","currentPlayer":"X","disks":{"X":0,"O":2},"legal":[],"mustPass":false,"winner":"O","drawReason":null}`},
	} {
		got, err := json.Marshal(parse(t, c.fen).State())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

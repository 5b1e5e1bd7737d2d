package teeko

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"quadrille/engine"
)

var boardFiles = []struct {
	name string
	size string
	text string
	want string // first two words of the FEN, or the refusal
	bad  bool
}{
	{"empty", "4", "0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", "..../..../..../.... O", false},
	{"top row first", "4", "1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 2\n", "O.../..../..../...X O", false},
	{"X to drop", "4", "1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", "O.../..../..../.... X", false},
	{"O begins to move", "4", "1 0 0 2\n0 2 1 0\n0 1 2 0\n2 0 0 1\n", "O..X/.XO./.OX./X..O O", false},
	{"O has won", "4", "1 1 1 1\n2 2 2 0\n2 0 0 0\n0 0 0 0\n", "OOOO/XXX./X.../.... X", false},
	{"X has won", "4", "2 2 2 2\n1 1 1 0\n1 0 0 0\n0 0 0 0\n", "XXXX/OOO./O.../.... O", false},
	{"no end of line, tabs, carriage returns, empty lines", "4", "\t0  0 0 0 \r\n0 0 0 0\r\n0 0\t0 0\n0 0 0 0\r\n\n \t\n", "..../..../..../.... O", false},
	{"without the last end of line", "4", "0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0", "..../..../..../.... O", false},
	{"large", "5", "0 0 0 0 0\n0 2 0 0 0\n0 0 1 0 0\n0 0 0 0 0\n0 0 0 0 0\n", "...../.X.../..O../...../..... O", false},

	{"nothing", "4", "", "line 1: the file ends before the board of 4 lines does", true},
	{"three lines", "4", "0 0 0 0\n0 0 0 0\n0 0 0 0\n", "line 4: the file ends before the board of 4 lines does", true},
	{"five lines", "4", "0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", "line 5: the board ends with line 4", true},
	{"text behind", "4", "0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n\nO\n", "line 6: the board ends with line 4", true},
	{"empty line within", "4", "0 0 0 0\n\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", "line 2: 4 numbers make a row, not 0", true},
	{"three numbers", "4", "0 0 0 0\n0 0 0\n0 0 0 0\n0 0 0 0\n", "line 2: 4 numbers make a row, not 3", true},
	{"large board for the small one", "4", "0 0 0 0 0\n", "line 1: 4 numbers make a row, not 5", true},
	{"small board for the large one", "5", "0 0 0 0\n", "line 1: 5 numbers make a row, not 4", true},
	{"3", "4", "0 0 0 0\n0 0 0 0\n0 0 3 0\n0 0 0 0\n", `line 3: a number is 0 (empty), 1 (O) or 2 (X), not "3"`, true},
	{"letter", "4", "0 0 0 0\n0 0 0 O\n0 0 0 0\n0 0 0 0\n", `line 2: a number is 0 (empty), 1 (O) or 2 (X), not "O"`, true},
	{"01", "4", "01 0 0 0\n", `line 1: a number is 0 (empty), 1 (O) or 2 (X), not "01"`, true},
	{"long file", "4", strings.Repeat("0 0 0 0\n", 513), "a board file has at most 4096 bytes", true},
	{"X without O", "4", "0 0 0 2\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", "O begins, so it has as many marks as X or one more, not 0 against 1", true},
	{"five marks", "4", "1 1 0 1\n1 1 0 0\n2 2 0 2\n2 0 0 0\n", "a side has four marks at most, not 5 O and 4 X", true},
	{"two winners", "4", "1 1 1 1\n2 2 2 2\n0 0 0 0\n0 0 0 0\n", "X has a goal already, so the game ended before this turn", true},
}

func TestReadBoard(t *testing.T) {
	for _, c := range boardFiles {
		p, err := ReadBoard(strings.NewReader(c.text), engine.Rules{"size": c.size})
		switch {
		case c.bad && (p != nil || err == nil || !errors.Is(err, engine.ErrPosition) || err.Error() != c.want):
			t.Errorf("%s: position %v, error %v, want %q", c.name, p, err, c.want)
		case !c.bad && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case !c.bad && !strings.HasPrefix(p.FEN(), c.want+" size="+c.size):
			t.Errorf("%s: %s, want %s", c.name, p.FEN(), c.want)
		}
	}
}

func TestReadBoardErrors(t *testing.T) {
	if _, err := ReadBoard(strings.NewReader(""), engine.Rules{"size": "6"}); !errors.Is(err, engine.ErrOption) {
		t.Errorf("size=6: %v", err)
	}
	broken := io.MultiReader(strings.NewReader("0 0 0 0\n0 "), iotest.ErrReader(io.ErrUnexpectedEOF))
	if _, err := ReadBoard(broken, nil); !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, engine.ErrPosition) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// TestBoardFiles reads the files in testdata and writes them again.
func TestBoardFiles(t *testing.T) {
	for _, c := range []struct{ file, size, fen string }{
		{"gameboard.txt", "4", "O..X/.XO./.OX./X..O O size=4,advanced=false,repetition=3 -"},
		{"large.txt", "5", "...../.X.../..O../...../..... O size=5,advanced=false,repetition=3 -"},
	} {
		text, err := os.ReadFile("../../testdata/teeko/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ReadBoard(bytes.NewReader(text), engine.Rules{"size": c.size})
		if err != nil {
			t.Fatalf("%s: %v", c.file, err)
		}
		if p.FEN() != c.fen {
			t.Errorf("%s: %s, want %s", c.file, p.FEN(), c.fen)
		}
		if got := writeBoard(p); got != string(text) {
			t.Errorf("%s is written\n%s", c.file, got)
		}
	}
}

// writeBoard writes the file of a board.
func writeBoard(p *Position) string {
	rows := strings.Split(strings.Fields(p.FEN())[0], "/")
	for i, row := range rows {
		rows[i] = strings.Join(strings.Split(strings.NewReplacer(".", "0", "O", "1", "X", "2").Replace(row), ""), " ")
	}
	return strings.Join(rows, "\n") + "\n"
}

// FuzzReadBoard checks that what is read is written and read back the same.
func FuzzReadBoard(f *testing.F) {
	for _, c := range boardFiles {
		f.Add(c.text, c.size == "5")
	}
	f.Fuzz(func(t *testing.T, text string, large bool) {
		rules := engine.Rules{"size": "4"}
		if large {
			rules["size"] = "5"
		}
		p, err := ReadBoard(strings.NewReader(text), rules)
		if err != nil {
			if p != nil || !errors.Is(err, engine.ErrPosition) {
				t.Fatalf("position %v, error %v", p, err)
			}
			return
		}
		again, err := ReadBoard(strings.NewReader(writeBoard(p)), rules)
		if err != nil || again.FEN() != p.FEN() {
			t.Fatalf("%q is read as %s, written and read again as %v, %v", text, p.FEN(), again, err)
		}
		if parse(t, p.FEN()).FEN() != p.FEN() {
			t.Fatalf("%q is read as %s, which cannot be read", text, p.FEN())
		}
	})
}

package classroom

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"quadrille/engine"
	"quadrille/engine/teeko"
)

// play returns what a game prints from a board file, or from the empty board.
func play(t *testing.T, file, input string) (printed string, err error) {
	t.Helper()
	var out strings.Builder
	err = Play(Config{In: strings.NewReader(input), Out: &out, Start: start(t, file)})
	return out.String(), err
}

func start(t *testing.T, file string) *teeko.Position {
	t.Helper()
	p, err := Start(0)
	if file != "" {
		p, err = ReadBoard(strings.NewReader(file), 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// exampleBoard is the board of section 3.2, apart from the cell 16. The
// document has an X too many there, as Player 1 begins and has one mark less.
const (
	exampleFile  = "0 0 0 1\n0 1 1 0\n2 2 2 1\n2 0 0 0\n"
	exampleBoard = `================
|13||14||15||16|
| 9|| O|| O||12|
| X|| X|| X|| O|
| X|| 2|| 3|| 4|
================
`
	emptyBoard = `================
|13||14||15||16|
| 9||10||11||12|
| 5|| 6|| 7|| 8|
| 1|| 2|| 3|| 4|
================
`
)

// TestFunctions checks each function of the document's section 3 by what the
// program prints next, from the last board before it on.
func TestFunctions(t *testing.T) {
	const two = askPlayers + "\n"
	o16 := strings.Replace(exampleBoard, "16", " O", 1)
	for _, c := range []struct {
		name, file, input string
		want              string // the end of what is printed
	}{
		{"3.1 initGameBoard", "", "2", two + emptyBoard + "Player 1, please place your mark [1-16]:\n"},
		{"3.2 printGameBoard", exampleFile, "2", two + o16 + "Player 1, please select your mark [1-16]:\n"},
		{"3.3 placeMarkByHumanPlayer", "", "2 7 7 17", strings.Replace(emptyBoard, " 7", " O", 1) +
			strings.Repeat("Player 2, please place your mark [1-16]:\n", 3)},
		{"3.4 hasWinner: nobody", exampleFile, "2 16 7", strings.Replace(strings.Replace(o16, " O", "16", 1), "12", " O", 1) +
			"Player 2, please select your mark [1-16]:\n"},
		{"3.4 hasWinner: O", "1 1 0 0\n1 0 0 2\n0 1 0 2\n0 2 2 0\n", "2 6 2", "Player 1 wins! Congratulations!\n"},
		{"3.4 hasWinner: X", "1 1 0 0\n1 0 0 2\n0 1 0 2\n0 0 2 2\n", "2 6 6 12 6", "Player 2 wins! Congratulations!\n"},
		{"3.4 hasWinner: X, the computer", "1 1 0 0\n1 0 0 2\n0 1 0 2\n0 0 2 2\n", "1 6 6", "Computer wins!\n"},
		{"3.5 placeMarkByComputerPlayer", "", "1 1", "Computer places the mark:\n" +
			strings.Replace(strings.Replace(emptyBoard, " 1", " O", 1), " 2", " X", 1) +
			"Player 1, please place your mark [1-16]:\n"},
		{"3.6 moveMarkByHumanPlayer: mark", exampleFile, "2 7", o16 + "Player 1, please select your mark [1-16]:\n" +
			"Wrong pick, try again.\nPlayer 1, please select your mark [1-16]:\n"},
		{"3.6 moveMarkByHumanPlayer: direction", exampleFile, "2 8 5 4 0", o16 + "Player 1, please select your mark [1-16]:\n" +
			askDirection + "\nOut of bound, try again.\n" + askDirection + "\nOccupied, try again.\n" +
			askDirection + "\nPlayer 1, please select your mark [1-16]:\n"},
		{"3.7 moveMarkByComputerPlayer", exampleFile, "1 16 4", `================
|13||14|| O||16|
| 9|| O|| O||12|
| X|| X|| 7|| O|
| X|| 2|| 3|| X|
================
Player 1, please select your mark [1-16]:
`},
	} {
		got, err := play(t, c.file, c.input)
		if !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: printed\n%swant at the end\n%s", c.name, got, c.want)
		}
		if over := strings.Contains(c.want, "wins"); over != (err == nil) || err != nil && !errors.Is(err, ErrInputEnded) {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}

// TestReadBoard reads files that differ in their white space, and refuses those
// that phase 2 cannot start from.
func TestReadBoard(t *testing.T) {
	for _, file := range []string{exampleFile, strings.ReplaceAll(exampleFile, "\n", "\r\n") + "\r\n"} {
		if got, want := start(t, file).FEN(), "...O/.OO./XXXO/X... O "; !strings.HasPrefix(got, want) {
			t.Errorf("%q was read as %s, not %s", file, got, want)
		}
	}
	for _, file := range []string{
		"", "0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n",
		"0 0 0 1\n0 1 1 0\n2 2 2 1\n0 0 0 0\n", "0 0 0 1\n0 1 1 1\n2 2 2 1\n2 0 0 0\n",
		"0 0 0 1\n0 1 1 0\n2 2 3 1\n2 0 0 0\n", "2 2 0 1\n2 2 0 1\n0 0 0 1\n0 0 0 1\n",
	} {
		if _, err := ReadBoard(strings.NewReader(file), 0); !errors.Is(err, engine.ErrPosition) {
			t.Errorf("%q: error %v", file, err)
		}
	}
	if _, err := Start(-1); !errors.Is(err, engine.ErrOption) {
		t.Errorf("a negative repetition: error %v", err)
	}
}

// TestPromptFirst sees to it that a prompt is out before its answer is read.
func TestPromptFirst(t *testing.T) {
	var out strings.Builder
	answers := []string{"2\n", "1 ", "\n", "16\n"}
	prompts := []string{askPlayers, "Player 1, please place your mark [1-16]:",
		"Player 2, please place your mark [1-16]:", "Player 2, please place your mark [1-16]:",
		"Player 1, please place your mark [1-16]:"}
	in := readerFunc(func(b []byte) (int, error) {
		if !strings.HasSuffix(out.String(), prompts[0]+"\n") {
			t.Errorf("read too early, behind %q", out.String())
		}
		prompts = prompts[1:]
		if len(answers) == 0 {
			return 0, io.EOF
		}
		n := copy(b, answers[0])
		answers = answers[1:]
		return n, nil
	})
	if err := Play(Config{In: in, Out: &out, Start: start(t, "")}); !errors.Is(err, ErrInputEnded) || len(prompts) > 0 {
		t.Errorf("error %v, %d prompts left", err, len(prompts))
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// TestFailures returns what the input and the output return.
func TestFailures(t *testing.T) {
	failed := errors.New("failed")
	in := io.MultiReader(strings.NewReader("2 1 1"), iotest.ErrReader(failed))
	if err := Play(Config{In: in, Out: io.Discard, Start: start(t, "")}); !errors.Is(err, failed) {
		t.Errorf("the input failed: error %v", err)
	}
	r, w := io.Pipe()
	r.CloseWithError(failed)
	if err := Play(Config{In: strings.NewReader("2 1 1"), Out: w, Start: start(t, "")}); !errors.Is(err, failed) {
		t.Errorf("the output failed: error %v", err)
	}
}

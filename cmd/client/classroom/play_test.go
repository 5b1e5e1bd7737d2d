package classroom

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/engine"
)

// TestReference compares whole games, with few and with many wrong answers, to
// the program that is written from the document.
func TestReference(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	ended := map[string]int{}
	for n := range 800 {
		file := ""
		if n%2 == 1 {
			file = randomFile(random)
		}
		input := randomInput(random, 10+random.IntN(150))
		if over := compare(t, file, input); over {
			ended[fmt.Sprint(file == "")]++
		}
	}
	if ended["true"] < 20 || ended["false"] < 20 {
		t.Errorf("too few games came to their end: %v", ended)
	}
}

// compare plays a game that both programs can start and says whether it ended.
func compare(t *testing.T, file, input string) bool {
	t.Helper()
	var ref reference
	want, over := ref.run(input, parse(file))
	got, err := play(t, file, input)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("board %q, input %q: the document's program differs (-want +got):\n%s", file, input, diff)
	}
	if over != (err == nil) || err != nil && !errors.Is(err, ErrInputEnded) {
		t.Fatalf("board %q, input %q: ended %v, error %v", file, input, over, err)
	}
	return over
}

// parse reads a board file, "" being the empty board.
func parse(file string) (board [4][4]int) {
	for i, word := range strings.Fields(file) {
		board[i/4][i%4] = int(word[0] - '0')
	}
	return board
}

// randomFile is a board file on which not both sides have won.
func randomFile(random *rand.Rand) string {
	for {
		cells := [16]byte{}
		for i, cell := range random.Perm(16) {
			cells[cell] = "12120000"[min(i/2, 7)]
		}
		var b strings.Builder
		for i, c := range cells {
			b.WriteByte(c)
			b.WriteByte(" \n"[i%4/3])
		}
		if _, err := ReadBoard(strings.NewReader(b.String()), 0); err == nil {
			return b.String()
		}
	}
}

func randomInput(random *rand.Rand, words int) string {
	var b strings.Builder
	fmt.Fprint(&b, 1+random.IntN(2))
	for range words {
		b.WriteByte(" \n\t"[random.IntN(3)])
		switch random.IntN(20) {
		case 0:
			b.WriteString([]string{"x", "-3", "+7", "007", "17", "1000000000000", "5x", "é", "-0"}[random.IntN(9)])
		case 1, 2:
			b.WriteByte('0')
		default:
			fmt.Fprint(&b, 1+random.IntN(16))
		}
	}
	return b.String()
}

// FuzzPlay plays whatever is typed: the game ends, and the document's program
// prints the same.
func FuzzPlay(f *testing.F) {
	f.Add("", "2 1 4 2 7 5 10 16 13")
	f.Add(exampleFile, "1\n5 9 0 17 x 8 9 5 4 0 16 7")
	f.Add("2 2 0 1\n2 2 0 1\n0 0 0 1\n0 0 1 0\n", "2")
	f.Add("", "1\r\n+3\v-3 -0 0000000000005 \x00 99999999999999999999 \xff")
	f.Fuzz(func(t *testing.T, file, input string) {
		if _, err := ReadBoard(strings.NewReader(file), 0); err != nil {
			if !errors.Is(err, engine.ErrPosition) {
				t.Errorf("board %q: error %v", file, err)
			}
			file = ""
		}
		compare(t, file, input)
	})
}

package square4bot

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// TestHoldsFour compares what four marbles a side hold with every turn played, where each side has one
// left and the movement phases are valued by tables, and wants no word of positions of other kinds.
func TestHoldsFour(t *testing.T) {
	r := rand.New(rand.NewPCG(101, 102))
	tables := func(s square4.State) int { return sign(byTable(&s)) }
	held := 0
	for range 40 {
		s, _ := crowded(t, r, 1, 1, 3).SearchState()
		if s.Side != s.Hole&1 {
			s.Side ^= 1
		}
		if !holdsFour(&s, s.Side^1) {
			t.Fatalf("%+v: the side to move has a marble against three and does not hold", s)
		}
		if held++; held < 3 && worth(s, tables) < 0 {
			t.Fatalf("%+v is lost", s)
		}
		if holdsFour(&s, s.Side) {
			t.Fatalf("%+v: the side to move will have four marbles", s)
		}
		s.Side ^= 1
		if holdsFour(&s, 0) || holdsFour(&s, 1) {
			t.Fatalf("%+v: no game has this side to move", s)
		}
	}
}

// TestDrawnStarts asks for the proof of starts that are drawn, and compares Red's turn with the certificate.
func TestDrawnStarts(t *testing.T) {
	for pieces := 4; pieces <= 6; pieces++ {
		rules := engine.Rules{"pieces": fmt.Sprint(pieces), "slideback": "false"}
		run := bottest.Run(t, New(), start(t, rules), ai.Limits{Exact: true}, strength())
		if last := run.Last(); last.Proof != ai.ProvedDraw {
			t.Errorf("%d marbles a side: %q, want a proved draw", pieces, last.Proof)
		} else if want := heldStarts[uint8(pieces)]; want != "" && (last.PV[0] != want || firstOf(t, pieces) != want) {
			t.Errorf("%d marbles a side: turn %s, the table has %s and the certificate %s", pieces, last.PV[0], want, firstOf(t, pieces))
		}
	}
}

// firstOf is the first turn of the certificate that Red holds.
func firstOf(t *testing.T, pieces int) string {
	t.Helper()
	f, err := os.Open(fmt.Sprintf("../../testdata/square4/proof/red-holds-%d.txt.gz", pieces))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	for lines.Scan() {
		if word := lines.Text(); !strings.ContainsAny(word, "# ") {
			return word
		}
	}
	t.Fatal("no turns in the certificate")
	return ""
}

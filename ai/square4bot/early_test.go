package square4bot

import (
	"fmt"
	"math/rand/v2"
	"slices"
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
		} else if want := heldStarts[uint8(pieces)]; want != "" {
			words := wordsOf(t, fmt.Sprintf("red-holds-%d", pieces))
			first := words[slices.Index(words, "pieces")+2]
			if last.PV[0] != want || first != want {
				t.Errorf("%d marbles a side: turn %s, the table has %s and the certificate %s", pieces, last.PV[0], want, first)
			}
		}
	}
}

// TestWonStarts compares what is known of the start with seven to nine marbles, and of Red's first turns, with
// the certificates, and asks for proofs, also of an image and with repetition=1, where nothing is known.
func TestWonStarts(t *testing.T) {
	for pieces := 7; pieces <= 9; pieces++ {
		var turns, answers []string
		words := wordsOf(t, fmt.Sprintf("blue-wins-%d", pieces))
		for i, word := range words {
			if word == "first" {
				turns, answers = append(turns, words[i+1]), append(answers, words[i+2])
			}
		}
		if got := strings.Join(turns, " "); got != firstTurns {
			t.Errorf("%d: the certificate has the first turns %s", pieces, got)
		}
		if got := strings.Join(answers, " "); got != blueAnswers[uint8(pieces)] {
			t.Errorf("%d: the certificate has the answers %s", pieces, got)
		}
		for _, repetition := range []string{"1", "3"} {
			pos := engine.Position(start(t, engine.Rules{"pieces": fmt.Sprint(pieces), "slideback": "false", "repetition": repetition}))
			for i, want := range []ai.Proof{ai.ProvedLoss, ai.ProvedWin, ai.ProvedLoss} {
				limits := ai.Limits{Exact: true}
				task := newTask(ai.NewControl(limits), pos.(*square4.Position), limits, strength(), func(ai.Info) {})
				got, best := task.early()
				if repetition == "1" {
					want = ai.NotProved
				}
				if got != want {
					t.Fatalf("%s: %q is known, want %q", pos.FEN(), got, want)
				}
				if want == ai.NotProved {
					break
				}
				run := bottest.Run(t, New(), pos, limits, strength()).Last()
				if answer := square4.Turn(best).String(); run.Proof != want || i == 1 && run.PV[0] != answer {
					t.Errorf("%s: %q and %v, want %q and %v", pos.FEN(), run.Proof, run.PV, want, answer)
				}
				turn := "6.1s7" // an image of one of the certificate's
				if i == 1 {
					turn = run.PV[0]
				}
				if i < 2 {
					pos = bottest.PlayLine(t, pos, []string{turn})
				}
			}
		}
	}
}

// wordsOf are the words of a certificate.
func wordsOf(t *testing.T, name string) []string {
	t.Helper()
	return strings.Fields(bottest.Packed(t, "../../testdata/square4/proof/"+name+".txt.gz"))
}

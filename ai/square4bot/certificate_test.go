package square4bot

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// TestCertifiedGames plays games in which Red does anything, on boards that are turned and
// mirrored, and has all that the certificate says come true. Near the end it is compared
// with playing every turn.
func TestCertifiedGames(t *testing.T) {
	r, c := rand.New(rand.NewPCG(101, 102)), blueCertificate()
	longest, compared := 0, 0
	for i := range 300 {
		s := square4.StartState(certifiedPieces+i%7, false)
		within, plies := 21, 0
		for ; s.Outcome() == square4.Ongoing; plies++ {
			s = s.Transform(uint8(r.IntN(engine.Symmetries)))
			roots := testRules().Legal(&s, nil)
			sure := c.judge(&s, roots)
			if s.WinsNow() {
				if s.Side == 0 || sure != nil && alphabeta.Mate(sure.value) != 1 {
					t.Fatalf("%+v: %+v, and a turn wins at once", s, sure)
				}
				break
			}
			if sure == nil || (sure.value > 0) != (s.Side == 1) {
				t.Fatalf("%+v: %+v", s, sure)
			}
			now := max(alphabeta.Mate(sure.value), -alphabeta.Mate(sure.value))
			if now >= within {
				t.Fatalf("%+v: Blue wins within %d plies, and before it was %d", s, now, within)
			}
			end := s
			line := sure.line(sure.best)
			for _, m := range line {
				end = end.Play(square4.Turn(m))
			}
			if end.Outcome() != square4.BlueWins || len(line) > now {
				t.Fatalf("%+v: within %d plies %v leads to %+v", s, now, line, end)
			}
			if within = now; now <= 3 && compared < 40 {
				compared++
				if want := naive(&s, 3, never); (want > 0) != (sure.value > 0) || want == 0 {
					t.Fatalf("%+v: %d, every turn played %d", s, sure.value, want)
				}
			}
			m := sure.best
			if turns, _, _ := lastingTurns(&s); s.Side == 0 && len(turns) > 0 {
				m = alphabeta.Move(turns[r.IntN(len(turns))])
			} else if s.Side == 0 {
				m = roots[r.IntN(len(roots))]
			}
			s = s.Play(square4.Turn(m))
		}
		longest = max(longest, plies)
	}
	if compared < 40 || longest < 15 {
		t.Errorf("%d positions compared, the longest game has %d plies", compared, longest)
	}
}

// TestCertificateIsOfNothingElse asks about positions of other rules, and on other ways.
func TestCertificateIsOfNothingElse(t *testing.T) {
	for _, rules := range []engine.Rules{
		{"slideback": "false", "pieces": "9"},
		{"slideback": "true", "pieces": "12"},
	} {
		if s, _ := start(t, rules).SearchState(); certifiable(&s) {
			t.Errorf("%v: it holds", rules)
		}
	}
	// Blue has thrown the win away, as far as is known.
	s, _ := start(t, engine.Rules{"slideback": "false", "pieces": "12"}).SearchState()
	for _, word := range []string{"0.1s1", "8.0s2"} {
		turn, _ := square4.ParseTurn(word)
		s = s.Play(turn)
	}
	if sure := blueCertificate().judge(&s, testRules().Legal(&s, nil)); sure != nil {
		t.Errorf("%+v", sure)
	}
}

// TestDamagedCertificate reads what is none.
func TestDamagedCertificate(t *testing.T) {
	for _, packed := range [][]byte{nil, packedWin[:len(packedWin)/3], bytes.Repeat([]byte{1}, 40)} {
		if c, err := readCertificate(packed); err == nil {
			t.Errorf("%d bytes: %d states", len(packed), len(c))
		}
	}
}

// TestWinIsPlayed has level 10, with hardly any nodes, win as Blue from the start against
// level 9 and against any turns, and say all the while that it does.
func TestWinIsPlayed(t *testing.T) {
	r := rand.New(rand.NewPCG(103, 104))
	for i, pieces := range []int{10, 10, 13, 16} {
		var pos engine.Position = start(t, engine.Rules{"slideback": "false", "pieces": fmt.Sprint(pieces)})
		blue, red := New(), New()
		blue.Ready(pos, strength())
		for plies := 0; !pos.Result().Over; plies++ {
			weak := strength()
			weak.Level = 9
			legal := pos.Legal()
			turn := legal[r.IntN(len(legal))]
			switch {
			case pos.Turn() == 2:
				answer := bottest.Run(t, blue, pos, ai.Limits{Nodes: 300}, strength())
				if turn = answer.Best.Move; answer.Last().Proof != ai.ProvedWin {
					t.Fatalf("%s: %+v", pos.FEN(), answer.Last())
				}
			case i%2 == 0:
				answer := bottest.Run(t, red, pos, ai.Limits{}, weak)
				if turn = answer.Best.Move; answer.Last().Proof != ai.ProvedLoss {
					t.Fatalf("%s: %+v", pos.FEN(), answer.Last())
				}
			}
			var err error
			if pos, err = pos.Play(turn); err != nil {
				t.Fatal(err)
			}
			if plies > 20 {
				t.Fatalf("%d marbles: not won by %s", pieces, pos.FEN())
			}
		}
		if winner := pos.Result().Winner; winner != 2 {
			t.Errorf("%d marbles: %v wins", pieces, winner)
		}
	}
}

// TestCertainEverywhere asks all kinds of questions before and after Red's first turn.
func TestCertainEverywhere(t *testing.T) {
	rules := engine.Rules{"slideback": "false", "pieces": "12"}
	before := start(t, rules)
	next, err := before.Play("0.1s1")
	if err != nil {
		t.Fatal(err)
	}
	after := next.(*square4.Position)
	for _, limits := range []ai.Limits{{Exact: true}, {Nodes: 1}, {Nodes: 3000}, {Depth: 2}, {Mate: 10}} {
		loss, win := bottest.Run(t, New(), before, limits, strength()).Last(), bottest.Run(t, New(), after, limits, strength()).Last()
		if loss.Proof != ai.ProvedLoss || loss.Bound != ai.UpperBound || loss.Score.Mate != -20 ||
			win.Proof != ai.ProvedWin || win.Bound != ai.LowerBound || win.Score.Mate != 19 || win.PV[0] != "0.2s0" {
			t.Errorf("%+v: %+v and %+v", limits, loss, win)
		}
	}
	for _, lines := range []int{3, len(after.Legal())} {
		s := strength()
		s.MultiPV = lines
		infos := bottest.Run(t, New(), after, ai.Limits{Nodes: 2000}, s).Infos
		if best := infos[len(infos)-lines]; best.Proof != ai.ProvedWin || best.PV[0] != "0.2s0" || best.MultiPV != 1 {
			t.Errorf("%d lines: %+v is best", lines, best)
		}
		for _, i := range bottest.Run(t, New(), before, ai.Limits{Nodes: 2000}, s).Infos {
			if i.Proof != ai.ProvedLoss {
				t.Errorf("%d lines: %+v", lines, i)
			}
		}
	}
	for level := 1; level < ai.MaxLevel; level++ {
		s := strength()
		s.Level = engine.Level(level)
		draw := bottest.Run(t, New(), start(t, nil), ai.Limits{}, s).Last()
		win := bottest.Run(t, New(), after, ai.Limits{}, s).Last()
		if draw.Proof != ai.ProvedDraw || draw.Score != (ai.Score{}) || win.Proof != ai.ProvedWin {
			t.Errorf("level %d: %+v, %+v", level, draw, win)
		}
	}
}

// TestDrawInLines wants some lines from the start to be proved a draw, not only all of them.
func TestDrawInLines(t *testing.T) {
	s := strength()
	s.MultiPV = 3
	infos := bottest.Run(t, New(), start(t, engine.Rules{"pieces": "4"}), ai.Limits{Exact: true}, s).Infos
	for _, i := range infos[len(infos)-3:] {
		if i.Proof != ai.ProvedDraw {
			t.Errorf("%+v", i)
		}
	}
}

// BenchmarkCertificate unpacks it.
func BenchmarkCertificate(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		c, err := readCertificate(packedWin)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(c)), "states")
	}
}

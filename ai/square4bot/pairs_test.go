package square4bot

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/ai/tt"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// TestStartIsDrawn has the value that docs/square4-value.md proves: from the
// start, and after the first turn that Red's strategy begins with.
func TestStartIsDrawn(t *testing.T) {
	for _, pieces := range []int{4, 8, 16} {
		var pos engine.Position = start(t, engine.Rules{"pieces": strconv.Itoa(pieces)})
		for _, first := range [][]string{nil, {"0.1s1"}} {
			pos = bottest.PlayLine(t, pos, first)
			got := bottest.Run(t, New(), pos, ai.Limits{Exact: true}, strength())
			if proof := got.Last().Proof; proof != ai.ProvedDraw {
				t.Errorf("%d a side, after %v: %q", pieces, first, proof)
			}
		}
	}
}

// TestExactAgreesWithDepth solves positions with some marbles left to place by
// `go exact`, in which pairs take part, and by alpha-beta alone, which knows
// nothing of pairs.
func TestExactAgreesWithDepth(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	seen := map[ai.Proof]int{}
	for i := range 60 {
		pieces, left := 5+i%4, 4+i%2
		pos, ok := positionOf(t, r, engine.Rules{"pieces": strconv.Itoa(pieces)}, 2*pieces-left)
		if !ok {
			continue
		}
		got := bottest.Run(t, New(), pos, ai.Limits{Exact: true}, strength()).Last().Proof
		want := bottest.Run(t, New(), pos, ai.Limits{Depth: left + 1}, strength()).Last().Proof
		if got != want {
			t.Errorf("%s: %q, by depth %q", pos.FEN(), got, want)
		}
		seen[want]++
	}
	for _, p := range []ai.Proof{ai.ProvedWin, ai.ProvedDraw} {
		if seen[p] < 5 {
			t.Errorf("only %d positions were a proved %s", seen[p], p)
		}
	}
}

// BenchmarkKeepsDraw plays level 10 against level 9 and counts the turns of
// level 10 that leave a game that was not lost lost.
func BenchmarkKeepsDraw(b *testing.B) {
	for name, limits := range map[string]ai.Limits{"20ms": {MoveTime: 20 * time.Millisecond}, "20000-nodes": {Nodes: 20000}} {
		b.Run(name, func(b *testing.B) {
			turns, slips, lost, won := 0, 0, 0, 0
			for game := 0; b.Loop(); game++ {
				strong := engine.Player(1 + game%2)
				result, n, bad := keepDraw(b, uint64(game+1), strong, limits)
				turns, slips = turns+n, slips+bad
				switch result.Winner {
				case strong:
					won++
				case 3 - strong:
					lost++
				}
			}
			b.ReportMetric(float64(turns), "turns")
			b.ReportMetric(float64(slips), "slips")
			b.ReportMetric(float64(won), "won")
			b.ReportMetric(float64(lost), "lost")
		})
	}
}

func keepDraw(b *testing.B, seed uint64, strong engine.Player, limits ai.Limits) (engine.Result, int, int) {
	var pos engine.Position = start(b, nil)
	turns, slips := 0, 0
	for !pos.Result().Over {
		s := ai.FullStrength()
		s.Seed = seed
		if pos.Turn() != strong {
			s.Level = 9
			best := New().Search(ai.NewControl(ai.Limits{}), pos, ai.Limits{}, s, func(ai.Info) {})
			pos = bottest.PlayLine(b, pos, []string{best.Move})
			continue
		}
		best := New().Search(ai.NewControl(limits), pos, limits, s, func(ai.Info) {})
		next := bottest.PlayLine(b, pos, []string{best.Move})
		if turns++; loses(next) && keepsSomehow(b, pos) {
			b.Logf("%s: %s loses", pos.FEN(), best.Move)
			slips++
		}
		pos = next
	}
	return pos.Result(), turns, slips
}

// loses says whether the side to move wins by force.
func loses(pos engine.Position) bool {
	s, _ := pos.(*square4.Position).SearchState()
	var table tt.Table[tt.Entry]
	table.Resize(1)
	m := newMateSearch(testRules(), &table, func() bool { return false })
	for k := 1; k <= 10 && s.Outcome() == square4.Ongoing; k++ {
		if m.Attack(&s, k) {
			return true
		}
	}
	return false
}

// keepsSomehow says whether some turn does not lose.
func keepsSomehow(b *testing.B, pos engine.Position) bool {
	for _, token := range pos.Legal() {
		if !loses(bottest.PlayLine(b, pos, []string{token})) {
			return true
		}
	}
	return false
}

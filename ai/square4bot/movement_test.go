package square4bot

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// TestOrdersAreClosedUnderSlides checks the numbering of arrangements against
// sliding the tiles' cells.
func TestOrdersAreClosedUnderSlides(t *testing.T) {
	table := newOrderTable()
	for r, o := range table.order {
		if got := rank(&o); int(got) != r {
			t.Fatalf("order %v has rank %d, not %d", o, got, r)
		}
	}
	r := rand.New(rand.NewPCG(13, 14))
	s := fullState(r, 8, true)
	a := uint32(s.Hole) * orders
	carried := tileCells(s.Marbles[0], s.Hole)
	seen := map[arrangement]bool{}
	for range 5000 {
		squares := square4.Neighbours(s.Hole)
		square := nthSquare(squares, uint32(r.IntN(4)))
		if squares>>square&1 == 0 {
			continue
		}
		s = s.Slid(square)
		a = table.slide(a, square)
		seen[a] = true
		if got := table.cells(a, &carried); got != s.Marbles[0] {
			t.Fatalf("arrangement %d has the cells %#x, not %#x", a, got, s.Marbles[0])
		}
	}
	if len(seen) < 1000 {
		t.Errorf("only %d arrangements in 5000 slides", len(seen))
	}
}

// TestRetrogradeAgreesWithPlay compares the table with a search that finds
// every forced end within ten plies. Some positions next to the root are drawn
// by repetition.
func TestRetrogradeAgreesWithPlay(t *testing.T) {
	table := newOrderTable()
	r := rand.New(rand.NewPCG(15, 16))
	longest := 0
	for i := range 20 {
		s := fullState(r, 5+r.IntN(9), i%4 == 0)
		if s.Outcome() != square4.Ongoing {
			continue
		}
		drawn := map[square4.State]bool{}
		for next := s; i%3 == 0 && len(drawn) < 5 && next.Outcome() == square4.Ongoing; {
			turns := next.Turns(nil)
			next = next.Play(turns[r.IntN(len(turns))])
			drawn[next] = true
		}
		m := solveMovement(table, s, drawn)
		for _, turn := range s.Turns(nil) {
			next := s.Play(turn)
			got, want := m.after(uint32(s.Hole)*orders, &s, turn.Slide()), naive(&next, 9, func(s *square4.State) bool { return drawn[*s] })
			if n := max(alphabeta.Mate(got), -alphabeta.Mate(got)); n > 9 {
				got = 0
			} else {
				longest = max(longest, n)
			}
			if got != want {
				t.Fatalf("%+v %s: %d, play says %d", s, turn, got, want)
			}
		}
	}
	if longest < 3 {
		t.Errorf("no forced end is longer than %d plies", longest)
	}
}

// TestFindAgreesWithSlides looks for states that slides lead to, and for others.
func TestFindAgreesWithSlides(t *testing.T) {
	table := newOrderTable()
	r := rand.New(rand.NewPCG(21, 22))
	for range 5 {
		s := fullState(r, 4+r.IntN(5), false)
		m := solveMovement(table, s, nil)
		for range 200 {
			squares := s.Slides()
			s = s.Slid(nthSquare(squares, uint32(r.IntN(bits.OnesCount16(squares)))))
			a, ok := m.find(&s)
			if !ok {
				t.Fatalf("%+v is not found", s)
			}
			for side := range m.cells {
				if got := table.cells(a, &m.cells[side]); got != s.Marbles[side] {
					t.Fatalf("%+v: found %#x", s, got)
				}
			}
		}
		other := fullState(r, int(s.Pieces), false)
		if _, ok := m.find(&other); ok {
			t.Errorf("%+v is found in the phase of %+v", other, s)
		}
	}
}

// TestShortcutAgreesWithRetrograde checks movement.go's claim for positions in
// which tiles may slide back, over whole movement phases.
func TestShortcutAgreesWithRetrograde(t *testing.T) {
	table := newOrderTable()
	r := rand.New(rand.NewPCG(17, 18))
	var wins, losses, draws int
	for range 16 {
		s := fullState(r, 4+r.IntN(13), true)
		m := solveMovement(table, s, nil)
		for a := arrangement(0); a < arrangements; a += 17 {
			red, blue := table.cells(a, &m.cells[0]), table.cells(a, &m.cells[1])
			at := m.state(red, blue, uint8(a/orders), 0)
			if at.Outcome() != square4.Ongoing {
				continue
			}
			got, _ := movementLeaf(&at)
			if want := m.value(m.index(a, 0)); got != want {
				t.Fatalf("%+v: %d, retrograde says %d", at, got, want)
			}
			switch {
			case got > 0:
				wins++
			case got < 0:
				losses++
			default:
				draws++
			}
		}
	}
	if wins < 100 || losses < 100 || draws < 100 {
		t.Errorf("%d wins, %d losses, %d draws are too few", wins, losses, draws)
	}
}

func BenchmarkSolveMovement(b *testing.B) {
	table := newOrderTable()
	for _, slideback := range []bool{true, false} {
		s := fullState(rand.New(rand.NewPCG(19, 20)), 8, slideback)
		b.Run(map[bool]string{true: "slideback", false: "no-slideback"}[slideback], func(b *testing.B) {
			for b.Loop() {
				solveMovement(table, s, nil)
			}
		})
	}
}

func BenchmarkOrderTable(b *testing.B) {
	for b.Loop() {
		newOrderTable()
	}
}

// TestLevelsShowProofs wants what a level below the full strength says is proved of a
// movement phase to be so, and that it says so of draws too, in which some slides leave
// more ways to lose than others.
func TestLevelsShowProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(95, 96))
	shown := map[ai.Proof]int{}
	for n := 0; n < 40; {
		rule := []string{"true", "false"}[btoi(n == 39)]
		pos, ok := positionOf(t, r, engine.Rules{"pieces": "4", "slideback": rule}, 8)
		if !ok {
			continue
		}
		n++
		whole := bottest.Run(t, New(), pos, ai.Limits{Exact: true}, strength()).Last()
		settings := strength()
		settings.Level, settings.Seed = engine.Level(3+n%7), uint64(n)
		got := bottest.Run(t, New(), pos, ai.Limits{}, settings).Last()
		if got.Proof != ai.NotProved && got.Proof != whole.Proof {
			t.Errorf("%s: level %v says that a %v is proved, full strength %v", pos.FEN(), settings.Level, got.Proof, whole.Proof)
		}
		shown[got.Proof]++
	}
	if shown[ai.ProvedDraw] < 10 {
		t.Errorf("shown: %v", shown)
	}
}

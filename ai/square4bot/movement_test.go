package square4bot

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// TestOrders checks the numbers of orders, and their places against sliding cells.
func TestOrders(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	distinct := false
	for i := range 12 {
		s := fullState(r, 1+i, true)
		if i%3 == 0 {
			s.Marbles[1] = 0
		}
		want, alike := 40320, map[[2]uint64]int{}
		red, blue := tileCells(s.Marbles[0], s.Hole), tileCells(s.Marbles[1], s.Hole)
		for tile := range tiles {
			kind := [2]uint64{red[tile], blue[tile]}
			alike[kind]++
			want /= alike[kind]
		}
		if want == 40320 {
			want, distinct = 20160, true
		}
		first, place := phaseOf(&s)
		if n := len(first.orders.order); n != want {
			t.Errorf("%d orders, not %d", n, want)
		}
		seen := map[uint16]bool{}
		for range 2000 {
			squares := square4.Neighbours(s.Hole)
			square := nthSquare(squares, uint32(r.IntN(bits.OnesCount16(squares))))
			place = first.orders.slid(place, s.Hole, square)
			s = s.Slid(square)
			seen[place] = true
			if got := first.state(place, s.Hole, s.Barred); got.Marbles != s.Marbles || got.Side != s.Side {
				t.Fatalf("place %d has the marbles %#x, not %#x", place, got.Marbles, s.Marbles)
			}
			if p, i := phaseOf(&s); p != first || i != place {
				t.Fatalf("%+v is at %d, not %d", s, i, place)
			}
		}
		if len(seen) < min(want, 150) {
			t.Errorf("only %d orders of %d in 2000 slides", len(seen), want)
		}
	}
	if !distinct {
		t.Error("no phase has eight different tiles")
	}
}

// TestBlocksOfPhases compares the blocks of all orders with those of the cells.
func TestBlocksOfPhases(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	var found [2]int
	for i := range 6 {
		s := fullState(r, 4+2*i, false)
		p, _ := phaseOf(&s)
		for place, b := range p.blocks() {
			for hole := range uint8(9) {
				at := p.state(uint16(place), hole, square4.NoSquare)
				for side, cells := range at.Marbles {
					got := b>>(16*side+int(hole))&1 != 0
					if got != square4.HasBlock(cells) {
						t.Fatalf("%+v: block of side %d: %v", at, side, got)
					}
					found[side] += btoi(got)
				}
			}
		}
	}
	if found[0] < 1000 || found[1] < 1000 {
		t.Errorf("only %v blocks", found)
	}
}

// TestRetrogradeAgreesWithPlay compares the table with a search that finds
// every forced end within ten plies. Some positions next to the root are drawn
// by repetition.
func TestRetrogradeAgreesWithPlay(t *testing.T) {
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
		m, place := solveMovement(s, drawn)
		for _, turn := range s.Turns(nil) {
			next := s.Play(turn)
			got, want := m.after(place, &s, turn.Slide()), naive(&next, 9, func(s *square4.State) bool { return drawn[*s] })
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
	r := rand.New(rand.NewPCG(21, 22))
	for range 5 {
		s := fullState(r, 4+r.IntN(5), false)
		m, _ := solveMovement(s, nil)
		for range 200 {
			squares := s.Slides()
			s = s.Slid(nthSquare(squares, uint32(r.IntN(bits.OnesCount16(squares)))))
			place, ok := m.find(&s)
			if !ok {
				t.Fatalf("%+v is not found", s)
			}
			if got := m.state(place, s.Hole, s.Barred); got.Marbles != s.Marbles {
				t.Fatalf("%+v: found %#x", s, got.Marbles)
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
	r := rand.New(rand.NewPCG(17, 18))
	var wins, losses, draws int
	for range 16 {
		s := fullState(r, 4+r.IntN(13), true)
		m, _ := solveMovement(s, nil)
		for n := 0; n < 9*len(m.orders.order); n += 1 + len(m.orders.order)/1200 {
			place, hole := uint16(n/9), uint8(n%9)
			at := m.state(place, hole, square4.NoSquare)
			at.Pieces = s.Pieces
			if at.Outcome() != square4.Ongoing {
				continue
			}
			got, _ := movementLeaf(&at)
			if want := m.value(place, firstWay(hole)); got != want {
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

// TestLongWin has a movement phase that Blue wins by more than 250 slides, met with seven marbles a
// side, and plays it to the end: every slide of Red's leads to where Blue wins as soon or sooner.
func TestLongWin(t *testing.T) {
	s := square4.State{Marbles: [2]uint64{62917888, 1208029856}, Hole: 4, Barred: 7, Pieces: 7, NoBack: true}
	phase, place := phaseOf(&s)
	w := phase.solve(phase.blocks(), 1, nil, true)
	slides := w.pliesOf(place, passage[s.Hole][s.Barred])
	for left := slides - 1; left >= 0; left-- {
		chosen := -1
		for _, turn := range s.Turns(nil) {
			next := s.Play(turn)
			phase, place := phaseOf(&next)
			if phase != w.phase {
				t.Fatal("another phase")
			}
			n := w.pliesOf(place, passage[next.Hole][next.Barred])
			won := w.has(place, passage[next.Hole][next.Barred])
			if s.Side == 0 && (!won || n > left) {
				t.Fatalf("%d slides before the end Red has one after which Blue needs %d", left+1, n)
			}
			if won && n == left {
				chosen = int(turn)
			}
		}
		if chosen < 0 {
			t.Fatalf("%d slides before the end none leads on", left+1)
		}
		s = s.Play(square4.Turn(chosen))
	}
	if slides <= 250 || s.Outcome() != square4.BlueWins {
		t.Errorf("%d slides, and then %v", slides, s.Outcome())
	}
}

// firstWay is one of the passages out of a square.
func firstWay(hole uint8) uint8 { return uint8(bits.TrailingZeros32(outOf[1<<hole])) }

func BenchmarkSolveMovement(b *testing.B) {
	for _, slideback := range []bool{true, false} {
		s := fullState(rand.New(rand.NewPCG(19, 20)), 8, slideback)
		b.Run(map[bool]string{true: "slideback", false: "no-slideback"}[slideback], func(b *testing.B) {
			for b.Loop() {
				solveMovement(s, nil)
			}
		})
	}
}

// BenchmarkPhase solves for Blue the phases after placements at random, with all marbles
// and with Blue's alone, and reports the median, since some take much longer than others.
func BenchmarkPhase(b *testing.B) {
	for _, pieces := range []int{5, 8, 12} {
		r := rand.New(rand.NewPCG(19, 20))
		var phases, alone []phase
		for len(phases) < 32 {
			if s, ok := placedAtRandom(r, pieces); ok {
				p, _ := phaseOf(&s)
				s.Marbles[0] = 0
				a, _ := phaseOf(&s)
				phases, alone = append(phases, p), append(alone, a)
			}
		}
		run := func(name string, phases []phase, plies bool) {
			b.Run(fmt.Sprintf("%d/%s", pieces, name), func(b *testing.B) {
				var times []time.Duration
				for i := 0; b.Loop(); i++ {
					p, began := &phases[i%len(phases)], time.Now()
					p.solve(p.blocks(), 1, nil, plies)
					times = append(times, time.Since(began))
				}
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
			})
		}
		run("both", phases, false)
		run("alone", alone, true)
	}
}

func BenchmarkTileOrders(b *testing.B) {
	for b.Loop() {
		newTileOrders(kindCounts{1, 1, 1, 1, 1, 1, 1, 1})
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

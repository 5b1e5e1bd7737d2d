package square4bot

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// TestProofsAgreeWithPlayingEveryTurn asks both questions of positions that mostly no
// game reaches, unequal numbers of marbles too, and plays all that may follow. Movement
// phases are valued by the slow solver, on few tiles where slides may not go back.
func TestProofsAgreeWithPlayingEveryTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 94))
	seen := map[bool]map[int]int{false: {}, true: {}} // by the rule, values
	table := tt.New[tt.Entry](1)
	check := func(s square4.State, want int) {
		t.Helper()
		table.NextSearch()
		p := newProofs(testRules(), table, newPhases(28<<20), func() bool { return false })
		legal := p.Game.Legal(&s, nil)
		wins, known1, _ := p.Wins(&s, legal, true)
		loses, known2, _ := p.Wins(&s, legal, false)
		if got := btoi(wins) - btoi(loses); !known1 || !known2 || wins && loses || got != want {
			t.Errorf("%+v: proved %d, every turn played %d", s, got, want)
		}
		seen[s.NoBack][want]++
	}
	for range 1500 {
		s := oddState(r, 4+r.IntN(13), true)
		s.Pieces = uint8(min(16, max(s.Placed(0), s.Placed(1), 4)+r.IntN(2)))
		if s.Outcome() == square4.Ongoing && placingPlies(&s) <= 3 && left(&s, 0)+left(&s, 1) <= 2 {
			check(s, sign(naive(&s, placingPlies(&s)+2, never)))
		}
	}
	for range 10 {
		s := halves(r)
		check(s, worth(s, slowPhases{}.value))
	}
	for _, v := range []int{1, 0, -1} {
		if seen[false][v] == 0 || seen[true][v] == 0 {
			t.Errorf("values: %v; too few to say anything", seen)
		}
	}
}

// TestOutlookDecides compares what a turn is taken for before it is searched, a win, none or
// neither, with two plies of play, and wants neither where slides may go back.
func TestOutlookDecides(t *testing.T) {
	r := rand.New(rand.NewPCG(95, 96))
	p := newProofs(testRules(), tt.New[tt.Entry](1), nil, nil)
	proved, disproved, open := 0, 0, 0
	for i := range 1200 {
		s := randomState(r, 4+r.IntN(13), false, r.IntN(34))
		if i%2 == 0 {
			s = oddState(r, 4+r.IntN(13), false)
		}
		attacks := r.IntN(2) == 0
		children, _, known := p.children(&s, attacks, nil)
		if known || s.Moving() {
			continue
		}
		c := children[r.IntN(len(children))]
		if i := slices.IndexFunc(children, func(c alphabeta.ProofChild) bool { return c.Disproof == 0 }); i >= 0 {
			c = children[i]
		}
		next := p.Game.Play(&s, c.Move)
		if bothFull(&next) {
			continue
		}
		v := naive(&next, 2, never)
		_, over := overValue(&next)
		wins, holds := attacks && v < 0, !attacks && v < 0 || over && v == 0
		if (c.Proof == 0) != wins || (c.Disproof == 0) != holds {
			t.Fatalf("%+v, attacks %v, then %v: %+v, two plies of play %d", s, attacks, square4.Turn(c.Move), c.Numbers, v)
		}
		proved, disproved, open = proved+btoi(wins), disproved+btoi(holds), open+btoi(!wins && !holds)
		s.NoBack = false
		children, _, _ = p.children(&s, attacks, nil)
		for _, c := range children {
			if min(c.Proof, c.Disproof) == 0 {
				t.Fatalf("%+v: %+v though slides may go back", s, c)
			}
		}
	}
	if min(proved, disproved, open) < 30 {
		t.Errorf("%d proved, %d disproved and %d open positions are too few", proved, disproved, open)
	}
}

// halves has Blue to place the last marble of all, with slideback=false, where both
// sides may win: Red has one half of a tile and a part of the other half of another, Blue
// the other way round.
func halves(r *rand.Rand) square4.State {
	for {
		s := square4.StartState(4, false)
		squares := r.Perm(9)
		s.Hole, s.Side = uint8(squares[0]), 1
		s.Barred = nthSquare(square4.Neighbours(s.Hole), uint32(r.IntN(2)))
		a, b := squares[1], squares[2]
		for _, slot := range [][3]int{{1, a, 1}, {1, a, 3}, {1, b, 0}, {0, a, 0}, {0, a, 2}, {0, b, 3}, {0, b, 1 + r.IntN(2)}} {
			s.Marbles[slot[0]] |= 1 << square4.CellAt(slot[1], slot[2])
		}
		if s.Outcome() == square4.Ongoing {
			return s
		}
	}
}

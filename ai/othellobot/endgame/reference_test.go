package endgame

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	"quadrille/engine/othello"
)

// naive is the final margin with best play, found by playing every turn with
// the rules of engine/othello and nothing else.
func naive(s *othello.State) int {
	turns := s.Turns(nil)
	if len(turns) == 0 {
		return s.Margin()
	}
	best := -MaxMargin - 1
	for _, t := range turns {
		next := s.Play(t)
		best = max(best, -naive(&next))
	}
	return best
}

// randomState plays at random until so many squares are empty or the game is
// over.
func randomState(r *rand.Rand, empties int) othello.State {
	s := othello.StartState()
	for bits.OnesCount64(s.Empty()) > empties {
		turns := s.Turns(nil)
		if len(turns) == 0 {
			break
		}
		s = s.Play(turns[r.IntN(len(turns))])
	}
	return s
}

// oddState fills a board at random up to so many squares, so that passes and
// early ends are common.
func oddState(r *rand.Rand, empties int) othello.State {
	s := othello.State{Own: r.Uint64()}
	if r.IntN(2) == 0 {
		s.Own |= r.Uint64()
	}
	s.Opp = ^s.Own
	for bits.OnesCount64(s.Empty()) < empties {
		bit := uint64(1) << r.IntN(64)
		s.Own, s.Opp = s.Own&^bit, s.Opp&^bit
	}
	return s
}

// TestAgainstPlay compares exact margins, and the bounds that narrow windows
// give, with playing every turn.
func TestAgainstPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 600 {
		empties := r.IntN(7)
		if i%50 == 0 {
			empties = 7 + r.IntN(3)
		}
		s := randomState(r, empties)
		if i%2 == 0 {
			s = oddState(r, empties)
		}
		want := naive(&s)
		solver := New(tt.New[Entry](1), nil)
		if i%3 == 0 {
			solver = New(tt.New[Entry](1), pattern.Default())
		}
		for range 3 {
			alpha := -MaxMargin - 1 + r.IntN(2*MaxMargin)
			checkWindow(t, solver, &s, alpha, alpha+1+r.IntN(2)*r.IntN(8), want)
		}
		checkWindow(t, solver, &s, 0, 0, want)
	}
}

// checkWindow wants the solver to tell the truth about a margin.
func checkWindow(t *testing.T, solver *Solver, s *othello.State, alpha, beta, want int) {
	t.Helper()
	got := solver.Solve(Query{Own: s.Own, Opp: s.Opp, Alpha: alpha, Beta: beta})
	bound, true_ := tt.Exact, got.Margin == want
	switch {
	case alpha == beta || s.Over():
	case want <= alpha:
		bound, true_ = tt.Upper, got.Margin >= want && got.Margin <= alpha
	case want >= beta:
		bound, true_ = tt.Lower, got.Margin <= want && got.Margin >= beta
	}
	if !true_ || got.Bound != bound || !got.Done {
		t.Fatalf("%+v in (%d, %d): the solver says %+v, playing every turn %d", *s, alpha, beta, got, want)
	}
	if got.Bound == tt.Exact {
		checkLine(t, *s, got)
	}
}

// checkLine plays a line and wants it to end the game with the margin.
func checkLine(t *testing.T, s othello.State, r Result) {
	t.Helper()
	side := s.Side
	for i, turn := range r.Line {
		if i == 0 && turn != r.Turn || turn != othello.Pass && s.Moves()>>turn&1 == 0 || turn == othello.Pass && !s.MustPass() {
			t.Fatalf("%+v: turn %d of %v is not legal or not the answer", s, i, r.Line)
		}
		s = s.Play(turn)
	}
	margin := s.Margin()
	if s.Side != side {
		margin = -margin
	}
	if !s.Over() || margin != r.Margin {
		t.Fatalf("%+v: the line %v ends with margin %d, not %d", s, r.Line, margin, r.Margin)
	}
}

// TestBoards has boards at the end whose margin is plain to see.
func TestBoards(t *testing.T) {
	const row = "XXXXXXXX"
	cases := []struct {
		name, fen string
		want      int
		turn      othello.Turn
	}{
		{"no own disks", strings.Repeat("O", 62) + "-- X", -64, othello.NoTurn},
		{"a wipe-out", strings.Repeat("O", 61) + "X-- O", 64, 62},
		{"the last square", strings.Repeat("O", 62) + "X- O", 64, 63},
		{"the only turn loses all", strings.Repeat("O", 60) + "XO-- X", -64, 62},
		{"must pass and wins all the same", strings.Repeat("X", 59) + "OX--- X", 64, othello.Pass},
		{"one disk is left", strings.Repeat("X", 47) + "O" + strings.Repeat("X", 7) + "O" + strings.Repeat("X", 5) + "OX- X", 62, 63},
		{"full", strings.Repeat(row, 4) + strings.Repeat("OOOOOOOO", 4) + " X", 0, othello.NoTurn},
		{"nobody can move", row + strings.Repeat("--------", 6) + "OO------ X", 60, othello.NoTurn},
	}
	for _, c := range cases {
		pos, err := othello.Game{}.ParseFEN(c.fen, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		s := pos.(*othello.Position).SearchState()
		r := New(tt.New[Entry](1), pattern.Default()).Solve(Query{Own: s.Own, Opp: s.Opp})
		if r.Margin != c.want || r.Turn != c.turn || r.Bound != tt.Exact || !r.Done {
			t.Errorf("%s: %+v, not %d by %s", c.name, r, c.want, c.turn)
		}
	}
}

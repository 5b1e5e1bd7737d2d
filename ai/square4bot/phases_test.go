package square4bot

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// slowPhases values movement phases from nothing but Slid and Outcome: it collects all
// states that can be reached and goes through them until nothing changes.
type slowPhases map[square4.State]int

// value is 1, 0 or -1 for the side to move.
func (p slowPhases) value(s square4.State) int {
	if v, known := p[s]; known {
		return v
	}
	var states []square4.State
	for todo := []square4.State{s}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if _, seen := p[at]; seen {
			continue
		}
		switch at.Outcome() {
		case square4.Ongoing:
			p[at] = 0
			states = append(states, at)
			for _, turn := range at.Turns(nil) {
				todo = append(todo, at.Play(turn))
			}
		case square4.RedWins + square4.Outcome(at.Side):
			p[at] = 1
		case square4.BlueWins - square4.Outcome(at.Side):
			p[at] = -1
		default:
			p[at] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for _, at := range states {
			best := -1
			for _, turn := range at.Turns(nil) {
				best = max(best, -p[at.Play(turn)])
			}
			if best != p[at] {
				p[at], changed = best, true
			}
		}
	}
	return p[s]
}

// worth is the value of a state for the side to move, every turn played; phase
// values movement phases.
func worth(s square4.State, phase func(square4.State) int) int {
	switch s.Outcome() {
	case square4.Ongoing:
	case square4.RedWins + square4.Outcome(s.Side):
		return 1
	case square4.BlueWins - square4.Outcome(s.Side):
		return -1
	default:
		return 0
	}
	if bothFull(&s) {
		return phase(s)
	}
	best := -1
	for _, turn := range s.Turns(nil) {
		if best = max(best, -worth(s.Play(turn), phase)); best == 1 {
			break
		}
	}
	return best
}

// crowded is a position with slideback=false, mostly one that no game reaches, in
// which all marbles lie on few tiles, so that there are few ways for the tiles to
// lie. Red and Blue have so many of four left to place.
func crowded(t *testing.T, r *rand.Rand, red, blue, repetition int) *square4.Position {
	for {
		hole := r.IntN(9)
		var board [9][4]byte
		for i := range board {
			board[i] = [4]byte{'.', '.', '.', '.'}
		}
		if board[hole] = [4]byte{'#', '#', '#', '#'}; hole == 4 {
			continue // there the tiles are those of the last case
		}
		var on []int
		for _, square := range r.Perm(9) {
			if square != hole && len(on) < 2 {
				on = append(on, square)
			}
		}
		for i, n := range []int{4 - red, 4 - blue} {
			for n > 0 {
				if slot := &board[on[r.IntN(2)]][r.IntN(4)]; *slot == '.' {
					*slot = "RB"[i]
					n--
				}
			}
		}
		squares := make([]string, 9)
		for i := range board {
			squares[i] = string(board[i][:])
		}
		around := square4.Neighbours(uint8(hole))
		barred := nthSquare(around, uint32(r.IntN(2)))
		side, phase, holes := "R", "placement", "-"
		if blue > red || red == 0 && blue == 0 && r.IntN(2) == 0 {
			side = "B"
		}
		if red == 0 && blue == 0 {
			phase, holes = "movement", fmt.Sprintf("%d%d", barred, hole)
		}
		fen := fmt.Sprintf("%s %s %s %d,%d pieces=4,slideback=false,repetition=%d %d %s", strings.Join(squares, "/"), side, phase, 4-red, 4-blue, repetition, barred, holes)
		pos, err := square4.Game{}.ParseFEN(fen, nil)
		if err == nil && !pos.Result().Over {
			return pos.(*square4.Position)
		}
	}
}

// TestExactWithoutSlidingBack compares what is proved with slideback=false with all
// turns played, the movement phase valued by the slow solver; and where each side
// has a marble left, which makes many phases, by tables.
func TestExactWithoutSlidingBack(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 82))
	seen := map[ai.Proof]int{}
	tables := func(s square4.State) int { return sign(byTable(&s)) }
	for i := range 20 {
		red, blue, repetition, phase := i%2, 1-i%2, 2+i%3, slowPhases{}.value
		switch {
		case i == 12:
			red, blue, phase = 1, 1, tables
		case i%6 == 4: // the first position without marbles left is a draw
			repetition, phase = 1, func(square4.State) int { return 0 }
		}
		pos := crowded(t, r, red, blue, repetition)
		if i > 12 { // crowded boards are drawn, those of games with many marbles are not
			played, ok := positionOf(t, r, engine.Rules{"pieces": "10", "slideback": "false"}, 19)
			if !ok {
				continue
			}
			pos, phase = played, tables
		}
		s, _ := pos.SearchState()
		want := map[int]ai.Proof{1: ai.ProvedWin, 0: ai.ProvedDraw, -1: ai.ProvedLoss}[worth(s, phase)]
		if got := bottest.Run(t, New(), pos, ai.Limits{Exact: true}, strength()).Last(); got.Proof != want {
			t.Errorf("%s: %q, every turn played %q", pos.FEN(), got.Proof, want)
		}
		seen[want]++
	}
	if seen[ai.ProvedWin] == 0 || seen[ai.ProvedDraw] == 0 {
		t.Errorf("only %v", seen)
	}
}

// byTable values a movement phase by one table for all that lies there.
func byTable(s *square4.State) int {
	m, place := solveMovement(*s, nil)
	return m.value(place, passage[s.Hole][s.Barred])
}

func sign(v int) int { return cmp.Compare(v, 0) }

// inPhases walks by chance through movement phases with slideback=false and has each state and its value
// checked: some in which few tiles differ, with values from the slow solver, 1, 0 or -1, and some of whole games with
// as many marbles a side as pieces says, with values from one table for all that lies there.
func inPhases(t *testing.T, r *rand.Rand, few, whole int, pieces func() int, check func(s square4.State, v int)) {
	t.Helper()
	walk := func(s square4.State, value func(square4.State) int) {
		for range 40 {
			if s.Outcome() != square4.Ongoing {
				return
			}
			check(s, value(s))
			turns := s.Turns(nil)
			s = s.Play(turns[r.IntN(len(turns))])
		}
	}
	for range few {
		s, _ := crowded(t, r, 0, 0, 3).SearchState()
		walk(s, slowPhases{}.value)
	}
	for n := 0; n < whole; {
		s := fullState(r, pieces(), false)
		if s.Outcome() != square4.Ongoing {
			continue
		}
		if s = s.Slid(nthSquare(square4.Neighbours(s.Hole), 0)); s.Outcome() != square4.Ongoing {
			continue
		}
		n++
		m, _ := solveMovement(s, nil)
		walk(s, func(s square4.State) int {
			place, known := m.find(&s)
			if !known {
				t.Fatalf("%+v is not found", s)
			}
			return m.value(place, passage[s.Hole][s.Barred])
		})
	}
}

// winsAtLast asks as often as a state is put off, which is twice at most.
func winsAtLast(t *testing.T, p *phases, s *square4.State, side uint8) bool {
	t.Helper()
	for range 3 {
		if won, known := p.wins(s, side); known {
			return won
		}
	}
	t.Fatalf("%+v is put off for ever", s)
	return false
}

// TestPhases compares wins of movement phases with values found otherwise.
func TestPhases(t *testing.T) {
	r := rand.New(rand.NewPCG(83, 84))
	p := newPhases(200_000)
	won := 0
	inPhases(t, r, 4, 5, func() int { return 5 + r.IntN(12) }, func(s square4.State, v int) {
		own, other := winsAtLast(t, p, &s, s.Side), winsAtLast(t, p, &s, s.Side^1)
		if own != (v > 0) || other != (v < 0) {
			t.Fatalf("%+v: the side to move wins: %v, the other: %v, the value is %d", s, own, other, v)
		}
		side := s.Side
		if other {
			side ^= 1
		}
		if plies := alphabeta.Mate(max(v, -v)); plies > 0 && p.within(&s, side) != plies {
			t.Fatalf("%+v: won within %d plies, the value is %d", s, p.within(&s, side), v)
		}
		if v != 0 {
			won++
		}
	})
	if won < 20 {
		t.Errorf("only %d are won", won)
	}
}

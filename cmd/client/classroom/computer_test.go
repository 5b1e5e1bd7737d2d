package classroom

import (
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/engine/teeko"
)

// TestComputer follows the document's sentences on the computer player word by
// word on random boards, over names of cells instead of sets.
func TestComputer(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	names := strings.Fields("a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4")
	passedOn := 0
	for range 4000 {
		order := random.Perm(16)
		marks := [16]byte{}
		for i, cell := range order[:8] {
			marks[cell] = "OX"[i%2]
		}
		drop, move, first := sentences(names, marks)
		s := state(marks)
		if got := teeko.Small.Token(computerDrop(s)); got != drop {
			t.Fatalf("%q: the computer drops %s, the document %s", marks, got, drop)
		}
		turn, ok := computerMove(s)
		if got := teeko.Small.Token(turn); got != move || ok != (move != "") {
			t.Fatalf("%q: the computer moves %q, the document %q", marks, got, move)
		}
		if move != "" && !strings.HasPrefix(move, first) {
			passedOn++
		}
	}
	if passedOn == 0 {
		t.Error("on no board was the first mark shut in")
	}
}

// sentences returns the drop and the move that the document asks of X, and the
// first X from 16 to 1.
func sentences(names []string, marks [16]byte) (drop, move, first string) {
	for i := 15; i >= 0; i-- {
		if marks[i] == 0 {
			drop = names[i] // the last one found is the lowest
		}
		if marks[i] != 'X' {
			continue
		}
		if first == "" {
			first = names[i]
		}
		for _, step := range []string{"> v", "v", "< v", ">", "<", "> ^", "^", "< ^"} { // 8 to 1
			to := [2]byte{names[i][0], names[i][1]}
			for _, arrow := range strings.Fields(step) {
				change := map[string][2]int{"<": {0, -1}, ">": {0, 1}, "v": {1, -1}, "^": {1, 1}}[arrow]
				to[change[0]] += byte(change[1])
			}
			for j, name := range names {
				if move == "" && name == string(to[:]) && marks[j] == 0 {
					move = names[i] + name
				}
			}
		}
	}
	return drop, move, first
}

// state is a state with X to move.
func state(marks [16]byte) teeko.State {
	s := teeko.State{Side: 1}
	for i, mark := range marks {
		switch mark {
		case 'O':
			s.Marks[0] |= 1 << i
		case 'X':
			s.Marks[1] |= 1 << i
		}
	}
	return s
}

// TestShutIn has no game in which it happens: X can move nothing.
func TestShutIn(t *testing.T) {
	if turn, ok := computerMove(teeko.State{Marks: [2]uint32{0b110010, 1}, Side: 1}); ok {
		t.Errorf("a1 moves: %s", teeko.Small.Token(turn))
	}
}

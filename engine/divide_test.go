package engine_test

import (
	"testing"

	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/engine/square4"
	"quadrille/engine/teeko"
)

// TestDivide adds up the counts behind each root turn and compares with
// playing every token. The sums are those of docs/rules.md.
func TestDivide(t *testing.T) {
	never := func() bool { return false }
	for _, c := range []struct {
		game  engine.Game
		depth int
		sum   uint64
		roots int
	}{
		{square4.Game{}, 2, 11904, 128},
		{teeko.Game{}, 3, 3360, 16},
		{othello.Game{}, 7, 55092, 4},
		{othello.Game{}, 8, 390216, 4},
	} {
		p, err := c.game.New(nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		var sum uint64
		roots := 0
		total := engine.Divide(p, c.depth, never, func(token string, nodes uint64) {
			next, err := p.Play(token)
			if err != nil {
				t.Fatal(err)
			}
			if c.depth < 8 {
				if slow := engine.SlowPerft(next, c.depth-1, never); nodes != slow {
					t.Errorf("%s %s: %d, token by token %d", c.game.Name(), token, nodes, slow)
				}
			}
			sum += nodes
			roots++
		})
		if total != c.sum || sum != c.sum || roots != c.roots {
			t.Errorf("%s %d: total %d, sum %d of %d roots, want %d of %d", c.game.Name(), c.depth, total, sum, roots, c.sum, c.roots)
		}
	}
}

func TestDivideStops(t *testing.T) {
	p, err := square4.Game{}.New(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	roots := 0
	engine.Divide(p, 2, func() bool { return roots == 3 }, func(string, uint64) { roots++ })
	if roots != 3 {
		t.Errorf("%d roots were told after stopping at 3", roots)
	}
}

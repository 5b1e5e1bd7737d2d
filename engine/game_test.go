package engine_test

import (
	"errors"
	"fmt"
	"strconv"
	"testing"

	"quadrille/engine"
)

// takeAway is a game for tests: from a heap of n stones the players take one,
// two or three in turn; who takes the last one wins. Methods that the tests do
// not call are missing.
type takeAway struct {
	engine.Position
	stones int
}

func (g takeAway) Result() engine.Result {
	if g.stones == 0 {
		return engine.Win(engine.P1, "last")
	}
	return engine.Result{}
}

func (g takeAway) Legal() []string {
	var tokens []string
	for n := 1; n <= min(3, g.stones); n++ {
		tokens = append(tokens, fmt.Sprint(n))
	}
	return tokens
}

func (g takeAway) Play(token string) (engine.Position, error) {
	n, err := strconv.Atoi(token)
	if err != nil || n < 1 || n > min(3, g.stones) {
		return nil, engine.Refuse(engine.ErrIllegal, "take one, two or three")
	}
	return takeAway{stones: g.stones - n}, nil
}

// fastTakeAway counts by itself, wrongly on purpose, to be told apart.
type fastTakeAway struct{ takeAway }

func (fastTakeAway) Perft(int, func() bool) uint64 { return 777 }

func never() bool { return false }

// TestPerft counts by hand: from 4 stones there are 3 ways to begin, leaving 3,
// 2 and 1; then 3, 2 and 1 ways, of which one each ends the game (3 taken from
// 3, 2 from 2, 1 from 1). Of the rest, 3 leaves 2 and 1, 2 leaves 1.
func TestPerft(t *testing.T) {
	cases := []struct {
		stones, depth int
		want          uint64
	}{
		{4, -1, 1}, {4, 0, 1}, {4, 1, 3},
		{4, 2, 3 + 2 + 1},
		{4, 3, 1 + (2 + 1) + 1 + 1 + 1}, // 1 ended + from 2 and 1 left; 1 ended + from 1 left; 1 ended
		{4, 100, 7},                     // the compositions of 4 into 1, 2 and 3
		{0, 5, 1},
	}
	for _, c := range cases {
		for _, perft := range []func(engine.Position, int, func() bool) uint64{engine.Perft, engine.SlowPerft} {
			if got := perft(takeAway{stones: c.stones}, c.depth, never); got != c.want {
				t.Errorf("perft %d from %d stones is %d, not %d", c.depth, c.stones, got, c.want)
			}
		}
	}
}

func TestPerftAsksThePerfter(t *testing.T) {
	p := fastTakeAway{takeAway{stones: 4}}
	if got := engine.Perft(p, 2, never); got != 777 {
		t.Errorf("perft is %d, not what the position's own method says", got)
	}
	if got := engine.SlowPerft(p, 1, never); got != 3 {
		t.Errorf("slow perft is %d", got)
	}
	if got := engine.Perft(fastTakeAway{takeAway{stones: 0}}, 2, never); got != 1 {
		t.Errorf("perft of a finished game is %d", got)
	}
}

func TestPerftStops(t *testing.T) {
	asked := 0
	stop := func() bool { asked++; return asked > 10 }
	engine.SlowPerft(takeAway{stones: 40}, 40, stop)
	// Each of at most 40 levels asks once more before it returns.
	if asked > 60 {
		t.Errorf("stop was asked %d times", asked)
	}
}

// split is a game whose only turn is two actions.
type split struct {
	engine.Position
	done int
}

func (s split) Play(token string) (engine.Position, error) {
	if token != "ab" {
		return nil, engine.Refuse(engine.ErrIllegal, "ab is the only turn")
	}
	return split{done: 2}, nil
}

func (s split) Act(a engine.Action) (engine.Position, error) {
	return split{done: s.done + 1}, nil
}

func (s split) Split(token string) []engine.Action {
	return []engine.Action{{Verb: token[:1]}, {Verb: token[1:]}}
}

func TestPlayActions(t *testing.T) {
	steps, err := engine.PlayActions(split{}, "ab")
	if err != nil || len(steps) != 2 || steps[0].(split).done != 1 || steps[1].(split).done != 2 {
		t.Errorf("two actions: %v, %v", steps, err)
	}
	steps, err = engine.PlayActions(takeAway{stones: 4}, "3")
	if err != nil || len(steps) != 1 || steps[0].(takeAway).stones != 1 {
		t.Errorf("a turn that is not split: %v, %v", steps, err)
	}
	if steps, err = engine.PlayActions(split{}, "x"); steps != nil || !errors.Is(err, engine.ErrIllegal) {
		t.Errorf("an illegal token: %v, %v", steps, err)
	}
}

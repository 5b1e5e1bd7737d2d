package chance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/ai/bots"
	"quadrille/engine/games"
)

// The fit finds the scale by which results were drawn.
func TestFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, scale := range []float64{0.5, 3, 40} {
		var some []sample
		for range 20_000 {
			s := sample{score: scale * (4*rng.Float64() - 2)}
			if rng.Float64() < 1/(1+math.Exp(-s.score/scale)) {
				s.result = 1
			}
			some = append(some, s)
		}
		if got := fit(some); math.Abs(got/scale-1) > 0.05 {
			t.Errorf("scale %v, fitted %v", scale, got)
		}
	}
}

// A game gives scores, and both sides' results of it.
func TestPlay(t *testing.T) {
	c := rulesOfPlay{Nodes: 100, Random: 2}
	for _, name := range []string{"othello", "square4"} {
		game, err := games.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		factory, plays := bots.For(name)
		if !plays {
			t.Fatalf("nothing plays %s", name)
		}
		start, err := game.New(nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		samples := c.play(factory.New(), start, rand.New(rand.NewPCG(1, 1)))
		if read, err := parseSamples(formatSamples(samples)); err != nil || !slices.Equal(read, samples) {
			t.Errorf("%s: %v was read as %v, %v", name, samples, read, err)
		}
		sums := map[float64]int{}
		for _, s := range samples {
			sums[s.result]++
		}
		if len(samples) < 3 || sums[0]+sums[0.5]+sums[1] != len(samples) || sums[0.5] > 0 && sums[0]+sums[1] > 0 {
			t.Errorf("%s: %d samples with the results %v", name, len(samples), sums)
		}
	}
}

// A game is decided by its number, whatever was played before.
func TestNumbered(t *testing.T) {
	for _, name := range []string{"othello", "square4", "teeko"} {
		makers, err := Games.Makers(fmt.Appendf(nil, `{"Game":%q,"Nodes":300,"Random":2,"Seed":1}`, name), nil)
		if err != nil {
			t.Fatal(err)
		}
		alone, err := makers()(1)
		if err != nil {
			t.Fatal(err)
		}
		maker := makers()
		for n := range 2 {
			if line, err := maker(n); err != nil || n == 1 && line != alone {
				t.Errorf("%s: game %d after another is %q (%v), and alone %q", name, n, line, err, alone)
			}
		}
	}
}

// Numbers of which nothing can be made are refused before a game.
func TestBadNumbers(t *testing.T) {
	for _, c := range []Command{
		{Games: 0, rulesOfPlay: rulesOfPlay{Game: "square4", Nodes: 1}},
		{Games: 1, rulesOfPlay: rulesOfPlay{Game: "square4"}},
		{Games: 1, rulesOfPlay: rulesOfPlay{Game: "square4", Nodes: 1, Random: -1}},
		{Games: 1, rulesOfPlay: rulesOfPlay{Game: "square4", Nodes: 1, Random: math.MaxInt}},
	} {
		if err := c.Run(); err == nil || !strings.Contains(err.Error(), "--random is 0 to 300") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func FuzzSamples(f *testing.F) {
	f.Add("game 3:-1.25:0.5 4:7:1")
	f.Add("game")
	f.Fuzz(func(t *testing.T, line string) {
		list, err := parseSamples(line)
		if err != nil {
			return
		}
		if again, err := parseSamples(formatSamples(list)); err != nil || !slices.Equal(again, list) {
			t.Errorf("%q is %v and then %v, %v", line, list, again, err)
		}
	})
}

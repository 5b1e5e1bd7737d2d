// Package chance measures what a score of a search is worth: how often the side
// with that score wins, over games of a bot with itself.
package chance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/ai"
	"quadrille/ai/bots"
	"quadrille/cmd/train/numbered"
	"quadrille/engine"
	"quadrille/engine/games"
)

// Command is `train chance`.
type Command struct {
	Games int `default:"400" help:"Games to play."`
	rulesOfPlay
	numbered.Flags
}

// rulesOfPlay are what a game depends on beside its number.
type rulesOfPlay struct {
	Game   string       `arg:"" help:"A game of two players."`
	Rule   engine.Rules `short:"r" placeholder:"KEY=VALUE" help:"Rule that differs from the default; may be repeated."`
	Nodes  uint64       `default:"3000" help:"Nodes a turn."`
	Random int          `default:"8" help:"Turns at random before the bot plays, 0 to this many; another random turn is made in one of twelve positions."`
	Seed   uint64       `default:"1" help:"Of the random turns."`
}

// sample is a score that a side to move was given, and what became of it.
type sample struct {
	ply    int     // turns played before
	score  float64 // in units of the game
	result float64 // 1, ½ or 0
}

// Run plays the games and prints, for each sixth of a game and for all of it, the
// scale of the logistic curve that fits best, and how it compares with what
// happened.
func (c *Command) Run() error {
	if c.Games < 1 || c.Nodes < 1 || c.Random < 0 || c.Random > longest {
		return fmt.Errorf("--games and --nodes are at least 1, and --random is 0 to %d", longest)
	}
	var kept numbered.Lines
	w := numbered.Work{Kind: Games, Rules: c.rulesOfPlay, Path: c.Game, Total: c.Games, Keep: kept.Keep, Cut: kept.Cut}
	if err := c.Do(w); err != nil {
		return err
	}
	var all []sample
	for _, line := range kept.List {
		list, err := parseSamples(line)
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	report(all)
	return nil
}

// Games are games of a bot with itself; of each there are the scores.
var Games = numbered.Kind{Name: "chance-games",
	Makers: func(rules []byte, _ []string) (func() numbered.Maker, error) {
		var r rulesOfPlay
		if err := json.Unmarshal(rules, &r); err != nil {
			return nil, err
		}
		start, err := r.start(0)
		if err == nil && start.Players() != 2 {
			err = fmt.Errorf("%s has %d players; the chances of more than two come from its search", r.Game, start.Players())
		}
		return func() numbered.Maker {
			factory, _ := bots.For(r.Game)
			bot := factory.New()
			return func(n int) (string, error) {
				start, err := r.start(n)
				if err != nil {
					return "", err
				}
				bot.Reset() // or it would play by what it has learned from others
				return formatSamples(r.play(bot, start, rand.New(rand.NewPCG(r.Seed, uint64(n))))), nil
			}
		}, err
	},
	Check: func(line string) error { _, err := parseSamples(line); return err }}

// start is the start of a game.
func (c *rulesOfPlay) start(n int) (engine.Position, error) {
	game, err := games.Find(c.Game)
	if err != nil {
		return nil, err
	}
	return game.New(c.Rule, c.Seed+uint64(n))
}

// formatSamples writes the samples of a game as a line of words ply:score:result.
func formatSamples(list []sample) string {
	words := []string{"game"}
	for _, s := range list {
		words = append(words, fmt.Sprintf("%d:%g:%g", s.ply, s.score, s.result))
	}
	return strings.Join(words, " ")
}

// parseSamples reads them.
func parseSamples(line string) (list []sample, err error) {
	words := strings.Fields(line)
	if len(words) == 0 || words[0] != "game" {
		return nil, fmt.Errorf("%q is not a game", line)
	}
	for _, word := range words[1:] {
		var s sample
		if _, err := fmt.Sscanf(word, "%d:%g:%g", &s.ply, &s.score, &s.result); err != nil || s.ply < 0 || !(math.Abs(s.score) < 1e9) || !(s.result >= 0 && s.result <= 1) {
			return nil, fmt.Errorf("%q is not a sample", word)
		}
		list = append(list, s)
	}
	return list, nil
}

// longest is after how many turns a game is broken off.
const longest = 300

// play plays one game. What is proved needs no chance and is no sample.
func (c *rulesOfPlay) play(bot ai.Bot, pos engine.Position, rng *rand.Rand) (samples []sample) {
	const oneIn = 12
	var seats []engine.Player
	first := rng.IntN(c.Random + 1)
	ply := 0
	for ; !pos.Result().Over && ply < longest; ply++ {
		legal := pos.Legal()
		turn := legal[rng.IntN(len(legal))]
		if ply >= first && len(legal) > 1 {
			score, best, ok := c.search(bot, pos)
			if ok {
				samples, seats = append(samples, sample{ply: ply, score: score}), append(seats, pos.Turn())
			}
			if rng.IntN(oneIn) > 0 {
				turn = best
			}
		}
		next, err := pos.Play(turn)
		if err != nil {
			panic(err) // a legal turn
		}
		pos = next
	}
	for i := range samples {
		samples[i].result = 0.5
		if winner := pos.Result().Winner; winner == seats[i] {
			samples[i].result = 1
		} else if pos.Result().Over && winner != 0 {
			samples[i].result = 0
		}
	}
	return samples
}

// search is the score of a position in units of the game; ok is false where the
// search has none or has proved it.
func (c *rulesOfPlay) search(bot ai.Bot, pos engine.Position) (score float64, best string, ok bool) {
	limits := ai.Limits{Nodes: c.Nodes}
	settings := ai.FullStrength()
	settings.Hash, settings.Book = 8, false
	var last ai.Info
	found := bot.Search(ai.NewControl(limits), pos, limits, settings, func(i ai.Info) {
		if i.HasScore {
			last = i
		}
	})
	return float64(last.Score.CP) / 100, found.Move, last.HasScore && last.Score.Mate == 0 && last.Proof == ai.NotProved
}

// report prints the fits.
func report(all []sample) {
	if len(all) == 0 {
		fmt.Println("every score was proved")
		return
	}
	last := slices.MaxFunc(all, func(a, b sample) int { return cmp.Compare(a.ply, b.ply) }).ply
	step := last/6 + 1
	fmt.Printf("%-10s %8s %8s  %s\n", "turns", "samples", "scale", "scored at −2 −1 0 1 2 scales (the curve: 12 27 50 73 88 %)")
	for from := 0; from <= last; from += step {
		line(fmt.Sprintf("%d–%d", from, from+step-1), within(all, from, from+step))
	}
	line("all", all)
}

func within(all []sample, from, to int) (some []sample) {
	for _, s := range all {
		if from <= s.ply && s.ply < to {
			some = append(some, s)
		}
	}
	return some
}

func line(name string, some []sample) {
	if len(some) == 0 {
		return
	}
	scale := fit(some)
	fmt.Printf("%-10s %8d %8.2f ", name, len(some), scale)
	for at := -2.0; at <= 2; at++ {
		n, sum := 0, 0.0
		for _, s := range some {
			if math.Abs(s.score/scale-at) < 0.5 {
				n, sum = n+1, sum+s.result
			}
		}
		if n == 0 {
			fmt.Print("   –") // nothing happened there
			continue
		}
		fmt.Printf(" %3.0f", 100*sum/float64(n))
	}
	fmt.Println()
}

// fit is the scale at which the results are likeliest, by golden section over its
// logarithm.
func fit(some []sample) float64 {
	low, high := math.Log(0.01), math.Log(1000)
	golden := (math.Sqrt(5) - 1) / 2
	for range 60 {
		a, b := high-golden*(high-low), low+golden*(high-low)
		if surprise(some, math.Exp(a)) < surprise(some, math.Exp(b)) {
			high = b
		} else {
			low = a
		}
	}
	return math.Exp((low + high) / 2)
}

// surprise is minus the logarithm of how likely the results are.
func surprise(some []sample, scale float64) (sum float64) {
	for _, s := range some {
		x := s.score / scale
		sum += s.result*math.Log1p(math.Exp(-x)) + (1-s.result)*math.Log1p(math.Exp(x))
	}
	return sum
}

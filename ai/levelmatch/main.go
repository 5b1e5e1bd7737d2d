// Command levelmatch plays matches between neighbouring levels of a bot for
// two players, and of level 1 against a beginner, and prints them as a table.
//
//	go run ./ai/levelmatch -game teeko -rules size=5 -games 200
//
// Two games are played from each random opening, with colours changed. The
// beginner takes what raises its score at once, a win or the most disks, and
// else plays at random. Nothing depends on time, so that a match can be
// repeated.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"

	"quadrille/ai"
	"quadrille/engine"
)

func main() {
	var m match
	flag.StringVar(&m.game, "game", "teeko", "game")
	rules := flag.String("rules", "", "rule options, as in size=5,advanced=true")
	flag.IntVar(&m.games, "games", 200, "games a pair")
	flag.Uint64Var(&m.nodes, "nodes", 20000, "nodes a turn of level 10, which has no limit of its own")
	flag.IntVar(&m.opening, "opening", 2, "random turns before a game starts")
	from := flag.Int("from", 0, "first lower level; 0 is the beginner")
	to := flag.Int("to", ai.MaxLevel-1, "last lower level")
	flag.Parse()
	if err := m.run(*rules, *from, *to); err != nil {
		fmt.Fprintln(os.Stderr, "levelmatch:", err)
		os.Exit(1)
	}
}

func (m *match) run(rules string, from, to int) error {
	if err := m.setGame(rules); err != nil {
		return err
	}
	fmt.Println("| pair | games | won | drawn | lost | score of the second |")
	fmt.Println("|---|---|---|---|---|---|")
	for low := max(from, 0); low <= min(to, ai.MaxLevel-1); low++ {
		if err := m.pair(low); err != nil {
			return err
		}
	}
	return nil
}

// pair plays the games of one pair and prints its row, with twice the standard
// error of the score.
func (m *match) pair(low int) error {
	var won, drawn, lost int
	for game := range m.games {
		seat := engine.Player(1 + game%2) // of the higher level
		result, err := m.play(low, low+1, game, seat)
		if err != nil {
			return fmt.Errorf("level %d, game %d: %w", low, game, err)
		}
		switch result.Winner {
		case seat:
			won++
		case engine.NoPlayer:
			drawn++
		default:
			lost++
		}
	}
	n := float64(max(1, m.games))
	mean := (float64(won) + float64(drawn)/2) / n
	squares := (float64(won) + float64(drawn)/4) / n
	name := fmt.Sprintf("level %d, level %d", low, low+1)
	if low == 0 {
		name = "beginner, level 1"
	}
	fmt.Printf("| %s | %d | %d | %d | %d | %.1f %% ± %.1f |\n", name, m.games, won, drawn, lost,
		100*mean, 200*math.Sqrt(max(0, squares-mean*mean)/n))
	return nil
}

// Command levelmatch plays matches between neighbouring levels of the blokus
// bot and prints the table of docs/search-blokus.md.
//
//	go run ./ai/blokusbot/levelmatch -games 100 -variant duo
//
// From each random opening so many games are played as there are ways to seat
// the two levels: two in duo, and the six ways to give two of four seats to
// the higher level in classic. A game's score is the share of the pairs of a
// higher and a lower seat in which the higher has more points, equal ones
// counting half: in duo the result of the game.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"

	"quadrille/ai"
)

func main() {
	var m match
	flag.IntVar(&m.games, "games", 100, "games a pair")
	flag.IntVar(&m.first, "first", 0, "number of the first game, to go on from earlier ones")
	flag.StringVar(&m.variant, "variant", "duo", "duo or classic")
	flag.Uint64Var(&m.nodes, "nodes", 15000, "simulations a turn of level 10, which has no limit of its own")
	from := flag.Int("from", 1, "first lower level")
	to := flag.Int("to", ai.MaxLevel-1, "last lower level")
	flag.Parse()
	if err := m.run(*from, *to); err != nil {
		fmt.Fprintln(os.Stderr, "levelmatch:", err)
		os.Exit(1)
	}
}

// match is what all pairs have in common.
type match struct {
	games   int
	first   int
	variant string
	nodes   uint64
}

func (m *match) run(from, to int) error {
	fmt.Println("| pair | games | score of the higher |")
	fmt.Println("|---|---|---|")
	for low := from; low <= to; low++ {
		if err := m.pair(low); err != nil {
			return err
		}
	}
	return nil
}

// pair plays the games of one pair and prints its row, with the half width of
// the 95 % interval.
func (m *match) pair(low int) error {
	var sum, squares float64
	for game := m.first; game < m.first+m.games; game++ {
		score, err := m.play(low, low+1, game)
		if err != nil {
			return fmt.Errorf("levels %d and %d, game %d: %w", low, low+1, game, err)
		}
		sum += score
		squares += score * score
	}
	n := float64(m.games)
	mean := sum / n
	deviation := math.Sqrt(max(0, squares/n-mean*mean))
	fmt.Printf("| %d, %d | %d | %.1f %% ± %.1f |\n", low, low+1, m.games, 100*mean, 196*deviation/math.Sqrt(n))
	return nil
}

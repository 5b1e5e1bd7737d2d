// Command levelmatch plays matches between neighbouring levels of the
// square4 bot, and of level 1 against a player that sees only threats of one
// turn, and prints the table of docs/search-square4.md.
//
//	go run ./ai/square4bot/levelmatch -games 200 -log levels.log
//
// Two games are played from each random opening, with colours changed. With
// -log every finished game is written to a file, and games found there are not
// played again, so that a match may be interrupted.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"

	"quadrille/ai"
	"quadrille/engine"
)

func main() {
	var m match
	flag.IntVar(&m.games, "games", 200, "games a pair")
	flag.Uint64Var(&m.nodes, "nodes", 20000, "nodes a turn of level 10, which has no limit of its own")
	flag.IntVar(&m.opening, "opening", 3, "random turns a side before a game starts")
	from := flag.Int("from", 0, "first lower level; 0 is the player of one-turn threats")
	to := flag.Int("to", ai.MaxLevel-1, "last lower level")
	log := flag.String("log", "", "file of finished games to add to and to go on from")
	flag.Parse()
	if err := m.run(*from, *to, *log); err != nil {
		fmt.Fprintln(os.Stderr, "levelmatch:", err)
		os.Exit(1)
	}
}

// match is what all pairs have in common.
type match struct {
	games   int
	nodes   uint64
	opening int
	done    map[string]float64 // finished games and the score of the higher level
	log     *os.File
}

func (m *match) run(from, to int, log string) error {
	if err := m.resume(log); err != nil {
		return err
	}
	if m.log != nil {
		defer m.log.Close()
	}
	fmt.Println("| pair | games | won | drawn | lost | score of the second |")
	fmt.Println("|---|---|---|---|---|---|")
	for low := from; low <= to; low++ {
		if err := m.pair(low); err != nil {
			return err
		}
	}
	return nil
}

// resume reads the log and opens it for adding.
func (m *match) resume(name string) error {
	m.done = map[string]float64{}
	if name == "" {
		return nil
	}
	f, err := os.Open(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil {
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var key string
			var score float64
			if n, _ := fmt.Sscan(lines.Text(), &key, &score); n == 2 {
				m.done[key] = score
			}
		}
	}
	m.log, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	return err
}

// pair plays the games of one pair and prints its row. In the first, the
// second player is level 1 and should lose.
func (m *match) pair(low int) error {
	var won, drawn, lost int
	high := low + 1
	for game := range m.games {
		score, err := m.score(low, high, game)
		if err != nil {
			return err
		}
		switch score {
		case 1:
			won++
		case 0.5:
			drawn++
		default:
			lost++
		}
	}
	n := float64(m.games)
	mean := (float64(won) + float64(drawn)/2) / n
	variance := (float64(won)*sq(1-mean) + float64(drawn)*sq(0.5-mean) + float64(lost)*sq(mean)) / n
	name := fmt.Sprintf("level %d, level %d", low, high)
	if low == 0 {
		name = "one-turn threats, level 1"
	}
	fmt.Printf("| %s | %d | %d | %d | %d | %.1f %% ± %.1f |\n", name, m.games, won, drawn, lost,
		100*mean, 196*math.Sqrt(variance/n))
	return nil
}

func sq(x float64) float64 { return x * x }

// score returns what the higher level made of one game, from the log or by
// playing it.
func (m *match) score(low, high, game int) (float64, error) {
	key := fmt.Sprintf("%d-%d-%d", low, high, game)
	if s, ok := m.done[key]; ok {
		return s, nil
	}
	seat := engine.Player(1 + game%2) // of the higher level
	result, err := m.play(low, high, game, seat)
	if err != nil {
		return 0, fmt.Errorf("game %s: %w", key, err)
	}
	score := 0.0
	switch result.Winner {
	case seat:
		score = 1
	case engine.NoPlayer:
		score = 0.5
	}
	if m.log != nil {
		if _, err := fmt.Fprintln(m.log, key, score); err != nil {
			return 0, err
		}
	}
	return score, nil
}

package othello

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"time"
)

// playCommand plays games.
type playCommand struct {
	File     string `arg:"" help:"File of games; one that exists is continued."`
	Games    int    `short:"n" default:"10000" help:"Games the file shall have."`
	Weights  string `short:"w" type:"existingfile" help:"File of weights to play by; without it, a few rules of thumb."`
	Seed     uint64 `default:"1" help:"Seed of the random turns."`
	Depth    int    `default:"3" help:"Plies of a search."`
	Shortest int    `default:"6" help:"Shortest random opening, in turns."`
	Longest  int    `default:"20" help:"Longest random opening, in turns."`
	Noise    int    `default:"10" help:"Later on one turn in so many is random; 0 for none."`
	Late     int    `default:"3" help:"What noise is from 30 empty squares on; 0 for no other."`
	Balance  int    `default:"6" help:"Only openings after which neither side is ahead by more disks than that, as a search sees it; 0 for all."`
	Solve    int    `default:"14" help:"Empty squares from which on a game is solved."`
}

// Run plays until the file has its games.
func (c *playCommand) Run() error {
	if c.Depth < 1 || c.Depth > maxDepth || c.Shortest < 0 || c.Longest < c.Shortest || c.Noise < 0 || c.Solve < 1 || c.Balance < 0 || c.Late < 0 {
		return fmt.Errorf("--depth is 1 to %d, --shortest at most --longest, --solve at least 1, and no number negative", maxDepth)
	}
	rules := rulesOfPlay{Seed: c.Seed, Depth: c.Depth, Shortest: c.Shortest, Longest: c.Longest, Noise: c.Noise, Solve: c.Solve, Balance: c.Balance, Late: c.Late}
	return rules.playTo(c.File, c.Weights, c.Games)
}

// playTo plays until a file has so many games, by a file of weights or without.
func (r rulesOfPlay) playTo(path, weights string, games int) error {
	model, checksum, err := readModel(weights)
	if err != nil {
		return err
	}
	r.Weights = checksum
	f, done, err := continueGames(path, &r)
	if err != nil {
		return err
	}
	eval, out, start := evalOf(model), bufio.NewWriter(f), time.Now()
	for n := done; n < games && err == nil; n++ {
		g := r.play(eval, n)
		_, err = fmt.Fprintln(out, g.String())
		if (n+1)%1000 == 0 {
			fmt.Fprintf(os.Stderr, "%s: %d games, %.1f a second\n", path, n+1, float64(n+1-done)/time.Since(start).Seconds())
		}
	}
	return errors.Join(err, out.Flush(), f.Close())
}

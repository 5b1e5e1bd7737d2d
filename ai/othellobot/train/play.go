package main

import (
	"bufio"
	"fmt"
	"os"
	"time"
)

// playCommand plays games.
type playCommand struct {
	File     string `arg:"" help:"File of games; one that exists is continued."`
	Games    int    `short:"n" default:"10000" help:"Games the file shall have."`
	Weights  string `short:"w" help:"File of weights to play by; without it, a few rules of thumb."`
	Seed     uint64 `default:"1" help:"Seed of the random turns."`
	Depth    int    `default:"4" help:"Plies of a search."`
	Shortest int    `default:"6" help:"Shortest random opening, in turns."`
	Longest  int    `default:"22" help:"Longest random opening, in turns."`
	Noise    int    `default:"25" help:"Later on one turn in so many is random; 0 for none."`
	Solve    int    `default:"12" help:"Empty squares from which on a game is solved."`
}

// Run plays until the file has its games.
func (c *playCommand) Run() error {
	if c.Depth < 1 || c.Depth > maxDepth || c.Shortest < 0 || c.Longest < c.Shortest || c.Noise < 0 || c.Solve < 1 {
		return fmt.Errorf("no such way to play")
	}
	model, checksum, err := readModel(c.Weights)
	if err != nil {
		return err
	}
	rules := rulesOfPlay{Seed: c.Seed, Weights: checksum, Depth: c.Depth, Shortest: c.Shortest, Longest: c.Longest, Noise: c.Noise, Solve: c.Solve}
	f, done, err := continueGames(c.File, &rules)
	if err != nil {
		return err
	}
	eval, out := evalOf(model), bufio.NewWriter(f)
	start := time.Now()
	for n := done; n < c.Games; n++ {
		g := rules.play(eval, n)
		fmt.Fprintln(out, g.String())
		if (n+1)%1000 == 0 {
			fmt.Fprintf(os.Stderr, "%s: %d games, %.1f a second\n", c.File, n+1, float64(n+1-done)/time.Since(start).Seconds())
		}
	}
	if err := out.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

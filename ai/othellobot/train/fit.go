package main

import (
	"fmt"
	"os"
	"time"
)

// fitCommand fits weights to games.
type fitCommand struct {
	Games  []string `arg:"" help:"Files of games."`
	Out    string   `short:"o" required:"" help:"File of weights to write."`
	Steps  int      `default:"40" help:"Steps of the fit."`
	Trust  float64  `default:"0.9" help:"How far results count rather than searches, 0 to 1."`
	Shrink float64  `default:"30" help:"How strongly weights are drawn to 0."`
	Smooth float64  `default:"30" help:"How strongly weights of neighbouring phases are drawn together."`
	Keep   int      `default:"20" help:"One game in so many is kept back."`
}

// Run fits and writes the weights.
func (c *fitCommand) Run() error {
	r := regression{shrink: c.Shrink, smooth: c.Smooth}
	for _, path := range c.Games {
		_, err := readGames(path, func(n int, g *game) {
			r.samples = g.samples(r.samples, c.Trust, n%c.Keep == c.Keep-1)
		})
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stderr, "%d positions\n", len(r.samples))
	start := time.Now()
	r.begin()
	for r.steps < c.Steps {
		r.step()
		if r.steps%5 == 0 {
			learned, kept := r.errors()
			fmt.Fprintf(os.Stderr, "step %d: rms error %.3f, kept back %.3f disks, %.0f s\n", r.steps, learned, kept, time.Since(start).Seconds())
		}
	}
	return writeFile(c.Out, r.model().Encode())
}

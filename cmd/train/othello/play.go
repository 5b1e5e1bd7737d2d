package othello

import (
	"bufio"
	"errors"
	"fmt"
	"os"

	"quadrille/cmd/train/linefile"
)

// playCommand plays games. The file has the rules of play in its first line and
// then the games in the order of their numbers.
type playCommand struct {
	File    string `arg:"" help:"File of games; one that exists is continued."`
	Games   int    `short:"n" default:"10000" help:"Games the file shall have."`
	Weights string `short:"w" type:"existingfile" help:"File of weights to play by; without it, a few rules of thumb."`
	rulesOfPlay
}

// Run plays until the file has its games.
func (c *playCommand) Run() error {
	if c.Depth < 1 || c.Depth > maxDepth || c.Shortest < 0 || c.Longest < c.Shortest || c.Noise < 0 || c.Solve < 1 || c.Balance < 0 || c.Late < 0 {
		return fmt.Errorf("--depth is 1 to %d, --shortest at most --longest, --solve at least 1, and no number negative", maxDepth)
	}
	return c.playTo(c.File, c.Weights, c.Games)
}

// playTo plays until a file has so many games, by a file of weights or without.
func (r rulesOfPlay) playTo(path, weights string, games int) error {
	eval, checksum, err := readEval(weights)
	if err != nil {
		return err
	}
	r.Weights = checksum
	f, played, err := linefile.Continue(path, &r, parseGame)
	if err != nil {
		return err
	}
	out, progress := bufio.NewWriter(f), linefile.Begin(os.Stderr, path, len(played), games)
	for n := len(played); n < games && err == nil; n++ {
		g := r.play(eval, n)
		_, err = fmt.Fprintln(out, g.String())
		progress.Made(n + 1)
	}
	return errors.Join(err, out.Flush(), f.Close())
}

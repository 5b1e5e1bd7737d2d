// Package blokus has the commands that make the priors of Blokus. One plays
// games of the bot against itself, the other fits the weights to how often the
// searches tried each turn.
package blokus

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"quadrille/ai/blokusbot/prior"
	"quadrille/cmd/internal/outfile"
	"quadrille/cmd/train/linefile"
)

// Commands are the subcommands of "train blokus".
type Commands struct {
	Play playCommand `cmd:"" help:"Play games and append them to a file; those that it has count."`
	Fit  fitCommand  `cmd:"" help:"Fit weights to files of games."`
}

// fitCommand fits weights to games.
type fitCommand struct {
	Games  []string `arg:"" type:"existingfile" help:"Files of games."`
	Out    string   `short:"o" required:"" help:"File of weights to write."`
	Decay  float64  `default:"1e-4" help:"How much weights are pulled towards zero."`
	Rounds int      `default:"20" help:"Rounds of the descent."`
}

// Run fits and writes the weights.
func (c *fitCommand) Run(out io.Writer) error {
	if err := outfile.Check(c.Out); err != nil {
		return err
	}
	if c.Rounds < 1 || !(c.Decay >= 0) {
		return errors.New("--rounds is at least 1, and --decay not negative")
	}
	var samples []prior.Sample
	for _, name := range c.Games {
		games, err := linefile.Read(name, nil, samplesOf)
		if err != nil {
			return err
		}
		samples = append(samples, slices.Concat(games...)...)
	}
	fmt.Fprintln(out, len(samples), "positions")
	model := prior.Fit(samples, c.Rounds, c.Decay, 1, func(round int, train, held float64) {
		fmt.Fprintf(out, "round %d: cross entropy %.4f, held out %.4f\n", round+1, train, held)
	})
	file, err := model.Append(nil)
	if err != nil {
		return err
	}
	return outfile.Write(c.Out, file)
}

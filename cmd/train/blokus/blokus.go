// Package blokus has the commands that make the priors of Blokus. One plays
// games of the bot against itself, the other fits the weights to how often the
// searches tried each turn.
package blokus

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

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
	Decay  float64  `default:"0.1" help:"How much weights are pulled towards zero."`
	Rounds int      `default:"4" help:"Rounds of the descent."`
	Scale  float64  `default:"1" help:"What ratings are multiplied by in the end, less than 1 for games with few simulations a turn."`
}

// Run fits and writes the weights.
func (c *fitCommand) Run(out io.Writer) error {
	if err := outfile.Check(c.Out); err != nil {
		return err
	}
	if c.Rounds < 1 || !(c.Decay >= 0) || !(c.Scale > 0 && c.Scale <= 10) {
		return errors.New("--rounds is at least 1, --decay not negative, and --scale above 0 and at most 10")
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
	how := prior.Fitting{Rounds: c.Rounds, Decay: c.Decay, Scale: c.Scale, Seed: 1}
	told := time.Now()
	model := prior.Fit(samples, how, func(p prior.Progress) {
		switch {
		case p.Samples == p.Of:
			fmt.Fprintf(out, "round %d: cross entropy %.4f, held out %.4f\n", p.Round, p.Train, p.Held)
		case time.Since(told) > 5*time.Second:
			fmt.Fprintf(out, "round %d, %d of %d positions: cross entropy %.4f\n", p.Round, p.Samples, p.Of, p.Train)
		default:
			return
		}
		told = time.Now()
	})
	file, err := model.Append(nil)
	if err != nil {
		return err
	}
	return outfile.Write(c.Out, file)
}

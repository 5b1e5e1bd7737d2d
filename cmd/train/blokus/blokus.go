// Package blokus has the commands that make the priors of Blokus. One plays
// games of the bot against itself, the other fits the weights to how often the
// searches tried each turn.
package blokus

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"quadrille/ai/blokusbot/prior"
	"quadrille/cmd/internal/outfile"
	"quadrille/cmd/train/checkpoint"
	"quadrille/cmd/train/linefile"
)

// Commands are the subcommands of "train blokus".
type Commands struct {
	Play playCommand `cmd:"" help:"Play games and append them to a file; those that it has count."`
	Fit  fitCommand  `cmd:"" help:"Fit weights to files of games."`
}

// fitCommand fits weights to games.
type fitCommand struct {
	Games []string `arg:"" type:"existingfile" help:"Files of games."`
	Out   string   `short:"o" required:"" placeholder:"FILE" help:"File of weights to write; a .json beside it tells where they come from, and a .fit keeps what is needed to go on after an interruption."`
	fitting
}

// fitting is how weights are fitted.
type fitting struct {
	Decay  float64 `default:"0.1" help:"How much weights are pulled towards zero."`
	Rounds int     `default:"4" help:"Rounds of the descent."`
	Scale  float64 `default:"1" help:"What ratings are multiplied by in the end, less than 1 for games with few simulations a turn."`
	More   bool    `help:"Begin with the weights that this program has, as when they were fitted to other games, and not with chance."`
}

// provenance tells where weights come from. It is written beside them.
type provenance struct {
	Weights      string // SHA-256 of the file
	Fit          fitting
	From         string `json:",omitempty"` // SHA-256 of the weights begun with
	Games        []gamesRead
	Positions    int
	CrossEntropy float64 // of the last round, in nats, before ratings are multiplied
	HeldOut      float64 // that of the positions held out, 0 if there are too few
}

// gamesRead is a file of games that was used.
type gamesRead struct {
	File   string
	SHA256 string
	Games  int
}

// saveEvery is how often it is kept what is needed to go on.
const saveEvery = 20 * time.Second

// Run fits and writes the weights.
func (c *fitCommand) Run(out io.Writer) error {
	if err := outfile.Check(c.Out); err != nil {
		return err
	}
	if err := outfile.CheckDistinct(outfile.File{By: "--out", Path: c.Out}, outfile.Files("the games", c.Games)...); err != nil {
		return err
	}
	if c.Rounds < 1 || !(c.Decay >= 0) || !(c.Scale > 0 && c.Scale <= 10) {
		return errors.New("--rounds is at least 1, --decay not negative, and --scale above 0 and at most 10")
	}
	how := prior.Fitting{Rounds: c.Rounds, Decay: c.Decay, Scale: c.Scale, Seed: 1}
	about := provenance{Fit: c.fitting}
	if c.More {
		how.From = prior.Standard()
		file, err := how.From.Append(nil)
		if err != nil {
			return err
		}
		about.From = fmt.Sprintf("%x", sha256.Sum256(file))
	}
	var samples []prior.Sample
	for _, name := range c.Games {
		games, err := linefile.Read(name, nil, samplesOf)
		if err != nil {
			return err
		}
		file, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		about.Games = append(about.Games, gamesRead{filepath.Base(name), fmt.Sprintf("%x", sha256.Sum256(file)), len(games)})
		samples = append(samples, slices.Concat(games...)...)
	}
	if len(samples) == 0 {
		return errors.New("no positions in the games")
	}
	about.Positions = len(samples)
	fmt.Fprintln(out, len(samples), "positions")
	kept := checkpoint.Beside(c.Out, sha256.Sum256(fmt.Append(nil, about)))
	model, err := c.fit(samples, how, &about, kept, out)
	if err != nil {
		return err
	}
	file, err := model.Append(nil)
	if err != nil {
		return err
	}
	about.Weights = fmt.Sprintf("%x", sha256.Sum256(file))
	if err := outfile.Write(c.Out, file); err != nil {
		return err
	}
	if err := checkpoint.WriteProvenance(c.Out, about); err != nil {
		return err
	}
	return kept.Remove() // now that all is written
}

// fit fits, from where it was, and says how far it is.
func (c *fitCommand) fit(samples []prior.Sample, how prior.Fitting, about *provenance, kept checkpoint.File, out io.Writer) (*prior.Model, error) {
	var now prior.Progress
	if _, err := kept.Load(&now); err != nil {
		return nil, err
	}
	told, saved := time.Now(), time.Now()
	return prior.Fit(samples, how, now, func(p *prior.Progress) error {
		if p.Samples == p.Of {
			held := "none"
			if about.CrossEntropy = p.Train(); p.Held > 0 {
				about.HeldOut, held = p.Held, fmt.Sprintf("%.4f", p.Held)
			}
			fmt.Fprintf(out, "round %d: cross entropy %.4f, held out %s\n", p.Round, p.Train(), held)
		} else if time.Since(told) > 5*time.Second {
			told = time.Now()
			fmt.Fprintf(out, "round %d, %d of %d positions: cross entropy %.4f\n", p.Round, p.Samples, p.Of, p.Train())
		}
		if time.Since(saved) < saveEvery {
			return nil
		}
		saved = time.Now()
		return kept.Save(p)
	})
}

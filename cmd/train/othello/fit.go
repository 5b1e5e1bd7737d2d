package othello

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"quadrille/cmd/internal/outfile"
	"quadrille/cmd/train/checkpoint"
)

// fitCommand fits weights to games.
type fitCommand struct {
	Games []string `arg:"" type:"existingfile" help:"Files of games."`
	Out   string   `short:"o" required:"" placeholder:"FILE" help:"File of weights to write; a .json beside it tells where they come from, and a .fit keeps what is needed to go on after an interruption."`
	fitting
}

// fitting is how weights are fitted.
type fitting struct {
	Steps  int     `default:"40" help:"Steps of the fit."`
	Trust  float64 `default:"0.6" help:"How far results count rather than searches, 0 to 1."`
	Shrink float64 `default:"4" help:"How strongly what is a configuration's own is drawn to 0."`
	Shared float64 `default:"2" help:"How strongly what several configurations share is drawn to 0."`
	Smooth float64 `default:"8" help:"How strongly weights of neighbouring phases are drawn together."`
	Keep   int     `default:"20" help:"One game in so many is kept back, at least 2."`
}

// provenance tells where weights come from. It is written beside them.
type provenance struct {
	Weights   string // SHA-256 of the file
	Fit       fitting
	Games     []gamesRead
	Positions int     // learned from
	KeptBack  int     // positions kept back
	Error     float64 // root mean square error of the positions learned from, in disks
	KeptError float64 // that of the positions kept back, against exact margins of the games
	// KeptErrors are those by the number of disks, four numbers together.
	KeptErrors map[string]float64
}

// gamesRead is a file of games that was used.
type gamesRead struct {
	File  string
	Rules rulesOfPlay
	Games int
}

// checkpointEvery is the number of steps between two checkpoints.
const checkpointEvery = 5

// Run fits and writes the weights.
func (c *fitCommand) Run() error {
	if err := outfile.Check(c.Out); err != nil {
		return err
	}
	if err := outfile.CheckDistinct(outfile.File{By: "--out", Path: c.Out}, outfile.Files("the games", c.Games)...); err != nil {
		return err
	}
	if c.Keep < 2 || c.Steps < 0 || !(c.Trust >= 0 && c.Trust <= 1) || !(c.Shrink >= 0 && c.Shared >= 0 && c.Smooth >= 0) {
		return errors.New("--keep is at least 2, --trust from 0 to 1, and no number is negative")
	}
	r := regression{shrink: c.Shrink, shared: c.Shared, smooth: c.Smooth}
	about := provenance{Fit: c.fitting}
	for _, path := range c.Games {
		read, err := c.read(path, &r)
		if err != nil {
			return err
		}
		about.Games = append(about.Games, read)
	}
	if len(r.samples) == 0 {
		return errors.New("no positions in the games")
	}
	kept := checkpoint.Beside(c.Out, r.fingerprint())
	if err := c.fit(&r, kept); err != nil {
		return err
	}
	if err := c.write(&r, &about); err != nil {
		return err
	}
	return kept.Remove()
}

func (c *fitCommand) read(path string, r *regression) (gamesRead, error) {
	games, rules, err := readGames(path)
	for n := range games {
		r.samples = games[n].samples(r.samples, c.Trust, n%c.Keep == c.Keep-1)
	}
	return gamesRead{File: filepath.Base(path), Rules: rules, Games: len(games)}, err
}

// fit makes the steps that are still to do.
func (c *fitCommand) fit(r *regression, kept checkpoint.File) error {
	if err := r.beginOrLoad(kept); err != nil {
		return err
	}
	for start := time.Now(); r.Steps < c.Steps && r.step(); {
		if r.Steps%checkpointEvery != 0 || r.Steps == c.Steps {
			continue
		}
		learned, back, _ := r.errors()
		report(c.Out, start, "step %d, error %v, kept back %v", r.Steps, &learned, &back)
		if err := kept.Save(&r.progress); err != nil {
			return err
		}
	}
	return nil
}

// fingerprint tells fits apart that have other samples or settings.
func (r *regression) fingerprint() (sum [32]byte) {
	h := sha256.New()
	fmt.Fprintln(h, r.shrink, r.shared, r.smooth)
	// Writing to a hash gives no errors.
	for i := range r.samples {
		p := &r.samples[i]
		var test byte
		if p.test {
			test = 1
		}
		var line [8]byte
		binary.LittleEndian.PutUint32(line[:], math.Float32bits(p.label))
		line[4], line[5] = p.disks, test
		h.Write(line[:])
		binary.Write(h, binary.LittleEndian, p.slots[:8])
	}
	h.Sum(sum[:0])
	return sum
}

// write writes the weights and what they come from.
func (c *fitCommand) write(r *regression, about *provenance) error {
	data := r.model().Encode()
	about.Weights = fmt.Sprintf("%x", sha256.Sum256(data))
	learned, back := about.measure(r)
	if err := outfile.Write(c.Out, data); err != nil {
		return err
	}
	if err := checkpoint.WriteProvenance(c.Out, about); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: error %v, kept back %v\n", c.Out, &learned, &back)
	return nil
}

// measure fills in the errors, and returns those of the positions learned from and
// of those kept back.
func (a *provenance) measure(r *regression) (learned, kept rmsError) {
	learned, kept, byDisks := r.errors()
	a.Positions, a.KeptBack = learned.count, kept.count
	a.Error, a.KeptError = thousandths(learned.root()), thousandths(kept.root())
	a.KeptErrors = map[string]float64{}
	for i, f := range byDisks {
		if f.count > 0 {
			a.KeptErrors[fmt.Sprintf("%02d-%02d", 4*i, 4*i+3)] = thousandths(f.root())
		}
	}
	return learned, kept
}

func thousandths(v float64) float64 { return math.Round(1000*v) / 1000 }

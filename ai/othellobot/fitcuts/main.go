// Command fitcuts fits how far shallow searches of Othello positions lie from
// deep ones, by which the search of the middle game makes its probable cuts.
//
//	go run ./ai/othellobot/fitcuts -samples cuts.txt -n 3000 -o ai/othellobot/midgame/cuts.json
//
// It plays games with itself from random openings, searches positions from them
// to every depth without any probable cut, or exactly when few squares are
// empty, and adds a line of values to the file of samples for each. A run that
// was interrupted goes on where it was. Then it fits the model and prints what
// the deviations were and what the model says of them.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"quadrille/ai/othellobot/midgame"
)

func main() {
	var f fitting
	flag.StringVar(&f.samples, "samples", "cuts.txt", "file of samples; it grows")
	flag.IntVar(&f.count, "n", 3000, "samples in all")
	flag.IntVar(&f.depth, "depth", 11, "disks to look ahead in the middle game")
	flag.IntVar(&f.solve, "solve", 17, "from how many empty squares on a sample is solved")
	flag.StringVar(&f.out, "o", "", "file to write the model to")
	flag.Parse()
	if err := f.run(); err != nil {
		fmt.Fprintln(os.Stderr, "fitcuts:", err)
		os.Exit(1)
	}
}

// fitting is what the command is asked for.
type fitting struct {
	samples, out        string
	count, depth, solve int
}

func (f *fitting) run() error {
	list, err := readSamples(f.samples)
	if err != nil {
		return err
	}
	if list, err = f.grow(list); err != nil {
		return err
	}
	m := midgame.Model{
		Middle: fit(cells(list, false), len(midgame.Terms(1, 2, 3))),
		End:    fit(cells(list, true), len(midgame.Terms(1, 2, 2))),
		Origin: fmt.Sprintf("ai/othellobot/fitcuts -n %d -depth %d -solve %d, %s", len(list), f.depth, f.solve, time.Now().Format("2006-01-02")),
	}
	show(list, m)
	if f.out == "" {
		return nil
	}
	return writeModel(f.out, m)
}

package othello

import (
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"gonum.org/v1/gonum/mat"

	"quadrille/ai/othellobot/midgame"
	"quadrille/cmd/internal/outfile"
	"quadrille/cmd/train/numbered"
)

// cutsCommand fits how far shallow searches of Othello positions lie from deep
// ones, by which the search of the middle game makes its cuts. It plays games
// with itself from random openings, searches positions from them to every depth
// without any cut of that kind, or exactly when few squares are empty, and adds
// a line of values to the file of samples for each. Then it fits the model and
// prints what the deviations were and what the model says of them.
type cutsCommand struct {
	Samples string `default:"cuts.txt" help:"File of samples; it grows."`
	Count   int    `short:"n" default:"3000" help:"Samples in all."`
	Depth   int    `default:"11" help:"Plies to look ahead in the middle game."`
	Solve   int    `default:"17" help:"From how many empty squares on a sample is solved."`
	Out     string `short:"o" placeholder:"FILE" help:"File to write the model to."`
	numbered.Flags
}

// Run makes the samples that are missing and fits the model.
func (c *cutsCommand) Run(out io.Writer) error {
	if c.Count < 1 || c.Depth < 1 || c.Solve < 0 {
		return errors.New("--count and --depth are at least 1, and --solve is not negative")
	}
	if err := errors.Join(outfile.CheckDistinct(outfile.File{By: "--out", Path: c.Out}, outfile.File{By: "--samples", Path: c.Samples}), outfile.Check(c.Out)); err != nil {
		return err
	}
	list, err := c.grow()
	if err != nil {
		return err
	}
	m := midgame.Model{
		Middle: fitCells(cells(list, false), len(midgame.Terms(1, 2, 3))),
		End:    fitCells(cells(list, true), len(midgame.Terms(1, 2, 2))),
		Origin: fmt.Sprintf("train othello cuts -n %d --depth %d --solve %d, %s", len(list), c.Depth, c.Solve, time.Now().Format("2006-01-02")),
	}
	showCuts(out, list, m)
	if c.Out == "" {
		return nil
	}
	return outfile.WriteJSON(c.Out, m)
}

// cell is the samples of two depths and a few numbers of empty squares.
type cell struct {
	shallow, deep, empties int // empties: the middle of the cell
	count                  int
	squares                float64
}

// band is how many numbers of empty squares a cell of the middle game has.
const band = 5

// cells gathers the squares of all differences between depths of the same
// parity, those of solved positions apart from the others.
func cells(list []cutSample, solved bool) []*cell {
	found := map[[3]int]*cell{}
	var all []*cell
	add := func(shallow, deep, empties, difference int) {
		key := [3]int{shallow, deep, empties}
		c := found[key]
		if c == nil {
			c = &cell{shallow: shallow, deep: deep, empties: empties}
			found[key] = c
			all = append(all, c)
		}
		c.count++
		c.squares += float64(difference) * float64(difference)
	}
	for _, s := range list {
		depths := len(s.values)
		if s.solved {
			depths--
		}
		for shallow := 1; shallow <= depths; shallow++ {
			if s.solved && solved && shallow < s.empties && (s.empties-shallow)%2 == 0 {
				add(shallow, s.empties, s.empties, s.values[depths]-s.values[shallow-1])
			}
			for deep := shallow + 2; !solved && deep <= depths; deep += 2 {
				add(shallow, deep, max(s.empties/band*band+band/2, deep+1), s.values[deep-1]-s.values[shallow-1])
			}
		}
	}
	return all
}

func (c *cell) deviation() float64 { return math.Sqrt(c.squares / float64(c.count)) }

// leastCount is how many samples a cell must have to count.
const leastCount = 8

// fitCells finds the n coefficients by least squares of the logarithms, each
// cell counting as often as it has samples. A touch of ridge keeps the terms
// apart that the samples do not tell apart.
func fitCells(list []*cell, n int) []float64 {
	var rows, right []float64
	add := func(weight float64, terms []float64, want float64) {
		for _, v := range terms {
			rows = append(rows, weight*v)
		}
		right = append(right, weight*want)
	}
	for i := range n {
		ridge := make([]float64, n)
		ridge[i] = 1
		add(math.Sqrt(0.1), ridge, 0)
	}
	for _, c := range list {
		if c.count >= leastCount && c.squares > 0 {
			add(math.Sqrt(float64(c.count)), midgame.Terms(c.shallow, c.deep, c.empties), math.Log(c.deviation()))
		}
	}
	var solution mat.VecDense
	if err := solution.SolveVec(mat.NewDense(len(right), n, rows), mat.NewVecDense(len(right), right)); err != nil {
		panic("cuts: " + err.Error()) // the ridge makes the terms independent
	}
	x := solution.RawVector().Data
	for i := range x {
		x[i] = math.Round(x[i]*1e4) / 1e4
	}
	return x
}

// showCuts prints the deviations of the larger cells beside those of the model.
func showCuts(out io.Writer, list []cutSample, m midgame.Model) {
	for _, solved := range []bool{false, true} {
		fmt.Fprintln(out, "shallow deep empties samples deviation model")
		for _, c := range cells(list, solved) {
			if c.count >= leastCount {
				fmt.Fprintf(out, "%7d %4d %7d %7d %9.0f %5.0f\n", c.shallow, c.deep, c.empties, c.count,
					c.deviation(), m.Deviation(c.shallow, c.deep, c.empties))
			}
		}
	}
}

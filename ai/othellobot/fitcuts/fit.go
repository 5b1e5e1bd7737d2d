package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"

	"quadrille/ai/othellobot/midgame"
)

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
func cells(list []sample, solved bool) []*cell {
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
			if s.solved && solved && (s.empties-shallow)%2 == 0 {
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

// fit finds the coefficients by least squares of the logarithms, each cell
// counting as often as it has samples; there are n of them. A touch of ridge keeps the terms apart
// that the samples do not tell apart.
func fit(list []*cell, n int) []float64 {
	a := make([][]float64, n) // normal equations, the right side in the last column
	for i := range a {
		a[i] = make([]float64, n+1)
		a[i][i] = 0.1
	}
	for _, c := range list {
		if c.count < leastCount || c.squares == 0 {
			continue
		}
		x, y := midgame.Terms(c.shallow, c.deep, c.empties), math.Log(c.deviation())
		for i := range a {
			for j := range x {
				a[i][j] += float64(c.count) * x[i] * x[j]
			}
			a[i][n] += float64(c.count) * x[i] * y
		}
	}
	return solve(a)
}

// solve solves linear equations by elimination; the matrix is positive
// definite.
func solve(a [][]float64) []float64 {
	n := len(a)
	for i := range n {
		for k := range n {
			if k == i {
				continue
			}
			f := a[k][i] / a[i][i]
			for j := i; j <= n; j++ {
				a[k][j] -= f * a[i][j]
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Round(a[i][n]/a[i][i]*1e4) / 1e4
	}
	return x
}

// show prints the deviations of the larger cells beside those of the model.
func show(list []sample, m midgame.Model) {
	for _, solved := range []bool{false, true} {
		fmt.Println("shallow deep empties samples deviation model")
		for _, c := range cells(list, solved) {
			if c.count >= leastCount {
				fmt.Printf("%7d %4d %7d %7d %9.0f %5.0f\n", c.shallow, c.deep, c.empties, c.count,
					c.deviation(), m.Deviation(c.shallow, c.deep, c.empties))
			}
		}
	}
}

func writeModel(name string, m midgame.Model) error {
	text, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}

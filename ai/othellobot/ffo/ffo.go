// Package ffo reads the end games of Othello's FFO test suite, with what is known of them.
package ffo

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"quadrille/engine/othello"
)

// EndGame is a position and the final margins behind its turns, in disks, from the
// view of the side to move, with empty squares for the winner.
type EndGame struct {
	Number  int // in the suite, from 1
	FEN     string
	State   othello.State
	Margins map[string]int // by turns, as f5; not all turns need be there
	Best    int            // the largest of them
}

// Read reads a file of testdata/othello: lines such as "ffo#1 | FEN | g8:+18 h1:+12",
// and remarks, which begin with #.
func Read(file string) (all []EndGame, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		g, err := parse(strings.TrimSpace(line))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, g)
	}
	return all, nil
}

func parse(line string) (g EndGame, err error) {
	parts := strings.Split(line, " | ")
	if len(parts) != 3 {
		return g, fmt.Errorf("%q has not three parts, a name such as ffo#40, a position and margins, with \" | \" in between", line)
	}
	if g.Number, err = strconv.Atoi(strings.TrimPrefix(parts[0], "ffo#")); err != nil {
		return g, err
	}
	g.FEN = parts[1]
	if g.State, err = othello.ParseState(g.FEN); err != nil {
		return g, err
	}
	g.Margins, g.Best = map[string]int{}, math.MinInt
	for word := range strings.FieldsSeq(parts[2]) {
		token, number, _ := strings.Cut(word, ":")
		margin, err := strconv.Atoi(number)
		if err != nil {
			return g, err
		}
		g.Margins[token], g.Best = margin, max(g.Best, margin)
	}
	return g, nil
}

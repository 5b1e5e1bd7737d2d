package main

import (
	"errors"
	"fmt"
	"io"
	"math/bits"
	"path/filepath"
	"strings"

	"quadrille/ai/square4bot"
	"quadrille/cmd/internal/outfile"
	"quadrille/engine/square4"
)

// The names of the certificates.
const (
	blueFile = "blue-never-loses.txt"
	redFile  = "red-never-loses.txt"
)

// square4Command proves that Four in a Square with slideback=true is a draw,
// whatever the number of marbles, and writes the two certificates: how Blue
// never loses, and how Red never loses. They are strategies of pairs
// (square4bot.FindPairs), which do not depend on the number of marbles, so that
// one run settles pieces=4 to 16; it takes well under a second. Package check,
// which shares no code with this one, checks them. docs/square4-value.md has the
// proof in words.
type square4Command struct {
	Dir string `default:"." type:"existingdir" help:"Folder for the certificates."`
}

// Run writes the certificates.
func (c *square4Command) Run(out io.Writer) error {
	for _, proof := range []struct {
		file  string
		prove func() (string, error)
	}{{blueFile, blueNeverLoses}, {redFile, redNeverLoses}} {
		text, err := proof.prove()
		if err != nil {
			return err
		}
		path := filepath.Join(c.Dir, proof.file)
		if err := outfile.Write(path, []byte(text)); err != nil {
			return err
		}
		fmt.Fprintln(out, "wrote", path)
	}
	fmt.Fprintln(out, "Neither side can force a win: with slideback=true the value is a draw for every number of marbles from 4 to 16.")
	return nil
}

// mostPieces is the largest number of marbles a side. What stops that many
// stops fewer.
const mostPieces = 16

var errNoPairs = errors.New("no pairs found; nothing is proved")

const preamble = `square4 strategy 1
# Four in a Square, slideback=true, any number of marbles a side: %s never loses.
# Made by: go run ./cmd/prove square4
# Check:   go run ./cmd/prove check FILE
# A plan: slide the tile back that was slid, after placing on the partner of the
# slot that was taken (as the slots lie when the hole is where the plan says);
# if it has no partner or that is taken, on the first empty slot.
defender %s
`

// blueNeverLoses writes Blue's strategy: whatever Red begins with, bring the
// hole to a corner, where few blocks can come about, and answer by pairs from
// there on; already this first turn answers Red's marble by its partner.
func blueNeverLoses() (string, error) {
	_, pairs, found := bluePlan()
	if !found {
		return "", errNoPairs
	}
	var b strings.Builder
	fmt.Fprintf(&b, preamble, "Blue", "blue")
	plans := map[uint8][]square4bot.Pair{}
	for sym, name := range []string{"a", "b", "c"} {
		hole := square4.TransformSquare(0, uint8(sym)) // corners 0, 2 and 6
		plans[hole] = transform(pairs, uint8(sym))
		writePlan(&b, name, hole, plans[hole])
	}
	start := square4.StartState(mostPieces, true)
	for _, first := range start.Turns(nil) {
		next := start.Play(first)
		hole := cornerNext(next.Hole)
		reply := square4.NewTurn(partner(&next, first, start.Hole, hole, plans[hole]), hole)
		fmt.Fprintf(&b, "start %v %v plan %c\n", first, reply, map[uint8]byte{0: 'a', 2: 'b', 6: 'c'}[hole])
	}
	return b.String(), nil
}

// bluePlan is the empty board with the hole in a corner, where there are pairs against
// all that Red may do.
func bluePlan() (home square4.State, pairs []square4bot.Pair, found bool) {
	home = square4.StartState(mostPieces, true)
	home.Hole = 0
	pairs, found = square4bot.FindPairs(&home)
	return home, pairs, found
}

// cornerNext is the first corner next to the hole in the middle of a side.
func cornerNext(hole uint8) uint8 {
	const centre = 1 << 4
	return uint8(bits.TrailingZeros16(square4.Neighbours(hole) &^ centre))
}

// partner is the cell for the marble that answers a turn, made when the hole was at
// was, before the defender slides a square, with which the hole comes home: where that
// slide takes it, it is the partner of the attacker's, or else it is the first cell there is.
func partner(s *square4.State, turn square4.Turn, was, home uint8, pairs []square4bot.Pair) uint8 {
	marble := square4.SlideCells(1<<turn.Place(), turn.Slide(), was)
	marble = square4.SlideCells(marble, home, s.Hole)
	for _, p := range pairs {
		for i := range p {
			if marble == 1<<p[i] {
				if back := square4.SlideCells(1<<p[1-i], s.Hole, home); back&s.Empty() != 0 {
					return uint8(bits.TrailingZeros64(back))
				}
			}
		}
	}
	return uint8(bits.TrailingZeros64(s.Empty()))
}

// redNeverLoses writes Red's strategy: a first turn after which there are pairs
// against all that Blue may do.
func redNeverLoses() (string, error) {
	first, pairs, found := redPlan()
	if !found {
		return "", errNoPairs
	}
	start := square4.StartState(mostPieces, true)
	after := start.Play(first)
	var b strings.Builder
	fmt.Fprintf(&b, preamble, "Red", "red")
	writePlan(&b, "a", after.Hole, pairs)
	fmt.Fprintf(&b, "start %v plan a\n", first)
	return b.String(), nil
}

// redPlan is a first turn of Red's after which there are pairs against all that Blue
// may do.
func redPlan() (first square4.Turn, pairs []square4bot.Pair, found bool) {
	start := square4.StartState(mostPieces, true)
	for _, first := range start.Turns(nil) {
		next := start.Play(first)
		if pairs, found = square4bot.FindPairs(&next); found {
			return first, pairs, true
		}
	}
	return square4.NoTurn, nil, false
}

func transform(pairs []square4bot.Pair, sym uint8) []square4bot.Pair {
	images := make([]square4bot.Pair, len(pairs))
	for i, p := range pairs {
		images[i] = square4bot.Pair{square4.TransformCell(p[0], sym), square4.TransformCell(p[1], sym)}
	}
	return images
}

func writePlan(b *strings.Builder, name string, hole uint8, pairs []square4bot.Pair) {
	fmt.Fprintf(b, "plan %s hole %d pairs", name, hole)
	for _, p := range pairs {
		// A placement alone is written as its slot.
		fmt.Fprintf(b, " %v+%v", square4.NewTurn(p[0], square4.NoSquare), square4.NewTurn(p[1], square4.NoSquare))
	}
	b.WriteByte('\n')
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"quadrille/cmd/internal/cli"
	"quadrille/cmd/internal/exercise"
	"quadrille/cmd/internal/outfile"
	"quadrille/engine"
)

// exercisesCommand makes a set of exercises. It has weak players play a game
// after another, with a few turns at random at the start, and looks in each for
// a position in which one turn, or very few, wins or holds a draw and no other
// does, which it proves turn by turn. A game gives one exercise at most. The same
// command makes the same set.
//
// How hard an exercise is, is what share of players of all levels below the full
// strength get it wrong; the grades are fifths of what one run finds, in that order.
type exercisesCommand struct {
	Game  string   `arg:"" help:"Game: square4, teeko, othello or blokus."`
	Rules []string `name:"rule" help:"Rule of the game, as size=5." placeholder:"KEY=VALUE"`
	Count int      `default:"80" help:"Exercises to find."`
	Games int      `default:"20000" help:"Games to look at, at most."`
	Nodes uint64   `default:"1000000" help:"Positions that a proof may take."`
	Seed  uint64   `default:"1" help:"Of the games."`
	Add   bool     `help:"Add to the set that is there."`
	Dir   string   `placeholder:"DIR" help:"Folder of the sets; by default cmd/internal/exercise/sets."`
}

// Run finds exercises and writes the set.
func (c *exercisesCommand) Run(out io.Writer) error {
	ctx, cancel := cli.UntilSignal()
	defer cancel()
	dir, err := folder(c.Dir, "cmd/internal/exercise/sets")
	if err != nil {
		return err
	}
	path := filepath.Join(dir, c.Game+".jsonl")
	if err := outfile.Check(path); err != nil {
		return err
	}
	var old []exercise.Exercise
	if c.Add {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if old, err = exercise.Read(data); err != nil {
			return err
		}
	}
	found, err := c.find(ctx, out, old)
	if err != nil {
		return err
	}
	all := append(old, grade(found)...)
	slices.SortStableFunc(all, func(a, b exercise.Exercise) int { return a.Grade - b.Grade })
	data, err := exercise.Write(all)
	if err != nil {
		return err
	}
	if err := outfile.Write(path, data); err != nil {
		return err
	}
	fmt.Fprintf(out, "wrote %s: %s, %d bytes\n", path, engine.Count(len(all), "exercise"), len(data))
	return nil
}

// find looks at games until there are enough exercises, none of them in the old set.
func (c *exercisesCommand) find(ctx context.Context, out io.Writer, old []exercise.Exercise) ([]candidate, error) {
	game, factory, err := gameAndBot(c.Game)
	if err != nil {
		return nil, err
	}
	rules, err := engine.ParseSettings(c.Rules)
	if err != nil {
		return nil, err
	}
	s := seeker{game: game, rules: rules, bot: factory.New(), weak: factory.New(), nodes: c.Nodes, stop: ctx.Err}
	var found []candidate
	known := map[string]bool{}
	for _, e := range old {
		known[e.ID] = true
	}
	for n := uint64(0); int(n) < c.Games && len(found) < c.Count; n++ {
		if ctx.Err() != nil {
			return nil, errors.New("interrupted; nothing was written")
		}
		e, ok, err := s.seek(rand.New(rand.NewPCG(c.Seed, n)))
		if err != nil {
			return nil, err
		}
		if !ok || known[e.ID] || e.Plies == 1 && count(found, func(c candidate) bool { return c.Plies == 1 }) >= c.Count/10 ||
			e.Aim == exercise.Draw && count(found, func(c candidate) bool { return c.Aim == exercise.Draw }) >= c.Count/3 {
			continue
		}
		known[e.ID] = true
		found = append(found, e)
		fmt.Fprintf(out, "game %d: %d of %d: %s by %s of %s, plies %d, missed by %.0f%%\n",
			n, len(found), c.Count, e.Aim, strings.Join(e.Turns, " "), engine.Count(e.legal, "turn"), e.Plies, 100*e.missed)
	}
	if len(found) == 0 {
		return nil, errors.New("no exercise was found")
	}
	return found, nil
}

// count counts the exercises of a kind.
func count(list []candidate, is func(candidate) bool) (n int) {
	for _, c := range list {
		if is(c) {
			n++
		}
	}
	return n
}

// grade orders exercises by how hard they are and grades them.
func grade(found []candidate) (list []exercise.Exercise) {
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.missed, b.missed), cmp.Compare(a.Plies, b.Plies), cmp.Compare(a.legal, b.legal))
	})
	for i, c := range found {
		c.Grade = 1 + i*exercise.Grades/len(found)
		list = append(list, c.Exercise)
	}
	return list
}

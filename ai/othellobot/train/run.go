package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// runCommand makes weights from nothing.
type runCommand struct {
	Dir   string  `arg:"" type:"path" help:"Folder for games and weights; what is there is not done again."`
	Share float64 `default:"1" help:"Share of the games of every generation, for a trial."`
}

// generation is a round of games and the fit that follows.
type generation struct {
	games int
	rules rulesOfPlay
	fit   fitting
	from  int // the first generation whose games are learned from
}

// plan is how the embedded weights came about. The first generations are short:
// they only have to play better than the rules of thumb.
func plan() []generation {
	first := fitting{Steps: 25, Trust: 1, Shrink: 30, Smooth: 30, Keep: 20}
	second := fitting{Steps: 25, Trust: 0.85, Shrink: 40, Smooth: 60, Keep: 20}
	third := fitting{Steps: 20, Trust: 0.75, Shrink: 40, Smooth: 60, Keep: 20}
	rules := rulesOfPlay{Depth: 4, Shortest: 6, Longest: 22, Noise: 25, Solve: 12}
	list := []generation{
		{games: 10000, rules: rules, fit: first},
		{games: 10000, rules: rules, fit: second, from: 1},
		{games: 16470, rules: rules, fit: third, from: 1},
	}
	list[0].rules.Noise = 0
	for i := range list {
		list[i].rules.Seed = uint64(i + 1)
	}
	return list
}

// Run plays and fits generation after generation.
func (c *runCommand) Run() error {
	if !(c.Share > 0 && c.Share <= 1) {
		return errors.New("the share is above 0 and at most 1")
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return err
	}
	return c.follow(plan())
}

func (c *runCommand) follow(plan []generation) error {
	before := ""
	for i, g := range plan {
		weights := c.file(i, "bin")
		if _, err := os.Stat(weights); err == nil {
			before = weights
			continue
		}
		games := max(1, int(float64(g.games)*c.Share))
		if err := g.rules.playTo(c.file(i, "games"), before, games); err != nil {
			return err
		}
		fit := fitCommand{Out: weights, fitting: g.fit}
		for j := g.from; j <= i; j++ {
			fit.Games = append(fit.Games, c.file(j, "games"))
		}
		if err := fit.Run(); err != nil {
			return err
		}
		before = weights
	}
	return nil
}

func (c *runCommand) file(generation int, kind string) string {
	return filepath.Join(c.Dir, fmt.Sprintf("gen%d.%s", generation, kind))
}

package othello

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"quadrille/cmd/train/numbered"
)

// runCommand makes weights from nothing.
type runCommand struct {
	Dir   string  `arg:"" type:"path" help:"Folder for games and weights; what is there is not done again."`
	Share float64 `default:"1" help:"Share of the games of every generation, for a trial."`
	numbered.Flags
}

// generation is a round of games, and the fit that may follow.
type generation struct {
	games int
	rules rulesOfPlay
	by    int      // the generation whose weights play; -1 for none
	fit   *fitting // nil for none
	from  int      // the first generation whose games are learned from
}

// plan is how the embedded weights came about, but for what changed in this
// command meanwhile: see docs/search-othello.md. The first generations are
// short, for they only have to play better than the rules of thumb. Later ones
// have balanced openings and, near the end, many turns by lot: where openings
// are wild and turns good, the weights learn little of the choice between turns.
func plan() []generation {
	final := fitting{Steps: 40, Trust: 0.6, Shrink: 4, Shared: 2, Smooth: 8, Keep: 20}
	first := final
	first.Trust = 1
	deep := rulesOfPlay{Depth: 4, Shortest: 6, Longest: 22, Solve: 12}
	noisy := rulesOfPlay{Depth: 4, Shortest: 6, Longest: 22, Solve: 12, Noise: 25}
	quick := rulesOfPlay{Depth: 3, Shortest: 6, Longest: 22, Solve: 14, Noise: 8}
	balanced := rulesOfPlay{Depth: 3, Shortest: 6, Longest: 20, Solve: 14, Noise: 10, Balance: 6}
	late := rulesOfPlay{Depth: 3, Shortest: 6, Longest: 20, Solve: 14, Noise: 10, Balance: 6, Late: 3}
	deeper := rulesOfPlay{Depth: 5, Shortest: 6, Longest: 20, Solve: 16, Noise: 10, Balance: 6, Late: 3}
	more := rulesOfPlay{Depth: 4, Shortest: 6, Longest: 20, Solve: 14, Noise: 10, Balance: 6, Late: 3}
	list := []generation{
		{games: 10000, rules: deep, by: -1, fit: &first},
		{games: 10000, rules: noisy, by: 0, fit: &final, from: 1},
		{games: 16470, rules: noisy, by: 1, fit: &final, from: 1},
		{games: 21157, rules: quick, by: 2, fit: &final, from: 1},
		{games: 16616, rules: quick, by: 3},
		{games: 5427, rules: balanced, by: 3},
		{games: 5081, rules: late, by: 3, fit: &final, from: 2},
		{games: 27977, rules: late, by: 6, fit: &final, from: 2},
		{games: 19931, rules: late, by: 7, fit: &final, from: 2},
		{games: 100000, rules: deeper, by: 8, fit: &final, from: 9},
		{games: 141000, rules: more, by: 9, fit: &final, from: 9},
	}
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
	for i, g := range plan {
		by := ""
		if g.by >= 0 {
			by = c.file(g.by, "bin")
		}
		games := max(1, int(float64(g.games)*c.Share))
		if err := g.rules.playTo(&c.Flags, c.file(i, "games"), by, games); err != nil {
			return err
		}
		if g.fit == nil {
			continue
		}
		fit := fitCommand{Out: c.file(i, "bin"), fitting: *g.fit}
		if _, err := os.Stat(fit.Out); err == nil {
			continue
		}
		for j := g.from; j <= i; j++ {
			fit.Games = append(fit.Games, c.file(j, "games"))
		}
		if err := fit.Run(); err != nil {
			return err
		}
	}
	return nil
}

func (c *runCommand) file(generation int, kind string) string {
	return filepath.Join(c.Dir, fmt.Sprintf("gen%d.%s", generation, kind))
}

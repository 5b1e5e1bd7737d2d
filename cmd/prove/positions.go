package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/ai"
	"quadrille/cmd/internal/cli"
	"quadrille/engine"
)

// positionsCommand measures how many positions of a game are proved within a
// time. The positions are of games in which level 3 and chance choose the turns
// by turns; the same command asks about the same ones.
type positionsCommand struct {
	Game     string        `arg:"" help:"Game, such as square4."`
	Rules    []string      `name:"rule" help:"Rule of the game, as slideback=false; pieces=4..16 draws a number for each position." placeholder:"KEY=VALUE"`
	Count    int           `default:"1000" help:"Positions to ask about."`
	MoveTime time.Duration `name:"movetime" default:"1s" help:"Time for each, of which the search keeps 10 ms back."`
	Seed     uint64        `default:"1" help:"Of the positions."`
	Scatter  bool          `help:"Lay the marbles at random, mostly as no game does (square4 only)."`
	Failed   bool          `help:"Also print the positions that are not proved."`
}

// Run asks, until it is interrupted, and prints what it has found.
func (c *positionsCommand) Run(out io.Writer) error {
	ctx, cancel := cli.UntilSignal()
	defer cancel()
	return c.run(ctx, out)
}

func (c *positionsCommand) run(ctx context.Context, out io.Writer) error {
	game, factory, err := gameAndBot(c.Game)
	if err != nil {
		return err
	}
	if c.Scatter && c.Game != "square4" {
		return fmt.Errorf("--scatter knows square4 only, not %s", c.Game)
	}
	if c.Count < 1 || c.MoveTime < time.Millisecond {
		return errors.New("--count is at least 1, and --movetime at least 1ms")
	}
	m := &measure{}
	asker := factory.New()
	s := seeker{game: game, weak: factory.New(), stop: ctx.Err}
	for n := range c.Count {
		pos, part, err := c.position(&s, rand.New(rand.NewPCG(c.Seed, uint64(n))))
		if err != nil {
			return err
		}
		proof, took := c.prove(ctx, asker, pos)
		if ctx.Err() != nil {
			fmt.Fprintf(out, "interrupted after %s\n", engine.Count(n, "position"))
			break
		}
		m.all.add(proof, took)
		m.byQuarter[part].add(proof, took)
		if c.Failed && proof == ai.NotProved {
			fmt.Fprintln(out, "not proved:", pos.FEN())
		}
		if (n+1)%100 == 0 {
			fmt.Fprintf(out, "%d of %d, %d proved\n", n+1, c.Count, m.all.proved())
		}
	}
	m.print(out)
	return nil
}

// position draws the rules, plays a game and takes a position of it; part is how much
// of the game went before, in quarters.
func (c *positionsCommand) position(s *seeker, r *rand.Rand) (pos engine.Position, part int, err error) {
	words := slices.Clone(c.Rules)
	for i, rule := range words {
		if words[i], err = draw(rule, r); err != nil {
			return nil, 0, err
		}
	}
	if s.rules, err = engine.ParseSettings(words); err != nil {
		return nil, 0, err
	}
	if c.Scatter {
		pos, turns, of, err := scattered(s.rules, r)
		return pos, 4 * turns / max(1, of), err
	}
	met, err := s.mixed(r)
	if err != nil {
		return nil, 0, err
	}
	at := r.IntN(len(met))
	return met[at], 4 * at / len(met), nil
}

// draw puts a number in place of a range such as 4..16.
func draw(rule string, r *rand.Rand) (string, error) {
	key, value, _ := strings.Cut(rule, "=")
	from, to, isRange := strings.Cut(value, "..")
	if !isRange {
		return rule, nil
	}
	low, err1 := strconv.Atoi(from)
	high, err2 := strconv.Atoi(to)
	if err1 != nil || err2 != nil || low > high || high-low > 1000 {
		return "", fmt.Errorf("%q has no range of at most 1,000 numbers, the least first, such as pieces=4..16", rule)
	}
	return fmt.Sprintf("%s=%d", key, low+r.IntN(high-low+1)), nil
}

// mixed plays a game in which a player of level 3 and chance choose the turns, each as
// often as not, and returns all positions but the last.
func (s *seeker) mixed(r *rand.Rand) ([]engine.Position, error) {
	pos, err := s.game.New(s.rules, r.Uint64()|1)
	if err != nil {
		return nil, err
	}
	return s.follow(pos, r, 100, func(int, engine.Position) int {
		if r.IntN(2) == 0 {
			return 3
		}
		return byChance
	})
}

// prove asks a bot for the value of a position, until the context ends, and says how
// long that took by the search's clock: of processor time with the tag cputime.
func (c *positionsCommand) prove(ctx context.Context, bot ai.Bot, pos engine.Position) (ai.Proof, time.Duration) {
	bot.Reset()
	limits := ai.Limits{Exact: true, MoveTime: c.MoveTime}
	control, proof := ai.NewControl(limits), ai.NotProved
	defer context.AfterFunc(ctx, control.Stop)()
	bot.Search(control, pos, limits, ai.FullStrength(), func(i ai.Info) {
		if i.Proof != ai.NotProved {
			proof = i.Proof
		}
	})
	return proof, control.Elapsed()
}

// answers are what was found of some positions.
type answers struct {
	proofs map[ai.Proof]int
	times  []time.Duration
}

func (a *answers) add(p ai.Proof, took time.Duration) {
	if a.proofs == nil {
		a.proofs = map[ai.Proof]int{}
	}
	a.proofs[p]++
	a.times = append(a.times, took)
}

func (a *answers) proved() int { return len(a.times) - a.proofs[ai.NotProved] }

// quantile is the time that a share of the positions takes at most.
func (a *answers) quantile(share float64) time.Duration {
	slices.Sort(a.times)
	return a.times[min(int(share*float64(len(a.times))), len(a.times)-1)].Round(time.Millisecond)
}

// measure has all answers, and those of each quarter of the games.
type measure struct {
	all       answers
	byQuarter [4]answers
}

func (m *measure) print(out io.Writer) {
	row := func(name string, a *answers) {
		if len(a.times) > 0 {
			fmt.Fprintf(out, "%-15s %9d %7d  %5.1f%% %5d %6d %6d %9v %9v\n", name, len(a.times), a.proved(), 100*float64(a.proved())/float64(len(a.times)),
				a.proofs[ai.ProvedWin], a.proofs[ai.ProvedDraw], a.proofs[ai.ProvedLoss], a.quantile(0.5), a.quantile(0.99))
		}
	}
	fmt.Fprintf(out, "%-15s %9s %7s %7s %5s %6s %6s %9s %9s\n", "of the game", "positions", "proved", "", "wins", "draws", "losses", "half", "99 %")
	for i, name := range []string{"first quarter", "second quarter", "third quarter", "last quarter"} {
		row(name, &m.byQuarter[i])
	}
	row("all", &m.all)
}

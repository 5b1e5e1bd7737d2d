package main

import (
	"fmt"
	"io"
	"math/bits"
	"os"
	"runtime/pprof"
	"strings"
	"time"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/ffo"
	"quadrille/ai/othellobot/midgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	"quadrille/cmd/internal/outfile"
	"quadrille/engine"
	"quadrille/engine/othello"
)

// ffoCommand solves the end games of the FFO test suite as "go exact" does, says what
// it took, and fails if an answer differs from the known one. It is run from the root
// of the repository.
type ffoCommand struct {
	Files   []string `arg:"" optional:"" help:"Files of end games, by default those in testdata/othello."`
	From    int      `help:"First number." default:"40"`
	To      int      `help:"Last number." default:"44"`
	Hash    int      `help:"Size of the table in MiB." default:"256"`
	Threads int      `help:"Goroutines that search." default:"1"`
	Profile string   `placeholder:"FILE" help:"File for a profile of the processor's time."`
	WLD     bool     `name:"wld" help:"Only tell won, drawn and lost games apart."`
}

// cost is what searches took.
type cost struct {
	nodes     uint64
	cpu, wall time.Duration
}

func (c *cost) add(d cost) {
	c.nodes, c.cpu, c.wall = c.nodes+d.nodes, c.cpu+d.cpu, c.wall+d.wall
}

func (c cost) String() string {
	return fmt.Sprintf("%12d %7.2f %7.2f %10.1f", c.nodes, c.cpu.Seconds(), c.wall.Seconds(), float64(c.nodes)/c.cpu.Seconds()/1e6)
}

// Run solves and prints a line for each problem.
func (c *ffoCommand) Run(out io.Writer) error {
	problems, err := c.read()
	switch {
	case err != nil:
		return err
	case len(problems) == 0:
		return fmt.Errorf("no end game of %s has a number from %d to %d", strings.Join(c.Files, " or "), c.From, c.To)
	}
	if err := outfile.CheckDistinct(outfile.File{By: "--profile", Path: c.Profile}, outfile.Files("the end games", c.Files)...); err != nil {
		return err
	}
	if c.Profile != "" {
		f, err := os.Create(c.Profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	fmt.Fprintln(out, "  no  empties  margin        nodes   cpu s  wall s  M nodes/s  line")
	table := &tt.Table[endgame.Entry]{}
	table.Ready(c.Hash) // the system hands its memory out, which takes longer than an easy problem
	searcher := midgame.New(pattern.Default(), table)
	var all cost
	wrong := 0
	for i := range problems {
		p := &problems[i]
		table.Clear()
		a, took, err := c.solve(searcher, p)
		if err != nil {
			return err
		}
		all.add(took)
		remark := ""
		if !c.right(p, &a) {
			remark, wrong = fmt.Sprintf("  WRONG, %+d", p.Best), wrong+1
		}
		line := strings.Trim(fmt.Sprint(a.line), "[]")
		fmt.Fprintf(out, "%4d %8d %+7d %v  %s%s\n", p.Number, bits.OnesCount64(p.State.Empty()), a.margin, took, line, remark)
	}
	fmt.Fprintf(out, "%4s %8s %7s %v\n", "all", "", "", all)
	if wrong > 0 {
		return fmt.Errorf("%s wrong", engine.Count(wrong, "answer"))
	}
	return nil
}

// answer is what a search says of a problem.
type answer struct {
	margin int
	line   []othello.Turn
	proved bool // with WLD never
}

// solve solves a problem and says what that took.
func (c *ffoCommand) solve(searcher *midgame.Searcher, p *ffo.EndGame) (a answer, took cost, err error) {
	cpu, err := ai.CPUTime()
	if err != nil {
		return a, took, err
	}
	wall := time.Now()
	r := searcher.RunAll(p.State, midgame.Options{WLD: c.WLD, Options: alphabeta.Options{Threads: c.Threads}})
	took = cost{nodes: r.Nodes, wall: time.Since(wall)}
	ended, err := ai.CPUTime()
	took.cpu = ended - cpu
	best := r.Lines[0]
	a = answer{margin: best.Value / 100, proved: best.Solved}
	for _, m := range best.Moves {
		a.line = append(a.line, othello.Turn(m))
	}
	return a, took, err
}

// right says whether an answer is what is known.
func (c *ffoCommand) right(p *ffo.EndGame, a *answer) bool {
	if c.WLD {
		return min(max(a.margin, -1), 1) == min(max(p.Best, -1), 1)
	}
	margin, known := p.Margins[a.line[0].String()]
	return a.proved && a.margin == p.Best && (!known || margin == p.Best)
}

// read reads the problems that are asked for.
func (c *ffoCommand) read() (problems []ffo.EndGame, err error) {
	named := len(c.Files) > 0
	if !named {
		c.Files = []string{"testdata/othello/ffo.txt", "testdata/othello/ffo-long.txt"}
	}
	for _, name := range c.Files {
		if err := checkPlace(name, named, "name files of end games"); err != nil {
			return nil, err
		}
		all, err := ffo.Read(name)
		if err != nil {
			return nil, err
		}
		for _, p := range all {
			if p.Number >= c.From && p.Number <= c.To {
				problems = append(problems, p)
			}
		}
	}
	return problems, nil
}

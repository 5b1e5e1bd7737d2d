// Command ffo solves the end games of the FFO test suite, says what it took,
// and fails if an answer differs from the known one. It is run from the root
// of the repository.
package main

import (
	"fmt"
	"math/bits"
	"os"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

// options are what the command line says.
type options struct {
	Files   []string `arg:"" optional:"" help:"Files of end games, by default those in testdata/othello."`
	From    int      `help:"First number." default:"40"`
	To      int      `help:"Last number." default:"44"`
	Hash    int      `help:"Size of the table in MiB." default:"256"`
	Threads int      `help:"Goroutines that search." default:"1"`
	Plain   bool     `help:"Search without the evaluation."`
	Profile string   `help:"File for a profile of the processor's time."`
	WLD     bool     `name:"wld" help:"Only tell won, drawn and lost games apart."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Description("Solve the FFO end games."))
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "ffo:", err)
		os.Exit(1)
	}
}

// problem is an end game and what is known about it.
type problem struct {
	number   int
	own, opp uint64
	margins  map[string]int // behind turns
	best     int
}

func (o *options) run() error {
	problems, err := o.read()
	if err != nil {
		return err
	}
	if o.Profile != "" {
		f, err := os.Create(o.Profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	fmt.Println("  no  empties  margin        nodes   cpu s  wall s  M nodes/s  line")
	solver, table := o.solver()
	var nodes uint64
	var cpu, wall time.Duration
	wrong := 0
	for i := range problems {
		p := &problems[i]
		cpuBefore, before := cpuTime(), time.Now()
		table.Clear()
		r := solver.Solve(o.query(p))
		c, w := cpuTime()-cpuBefore, time.Since(before)
		nodes, cpu, wall = nodes+r.Nodes, cpu+c, wall+w
		remark := ""
		if !o.right(p, &r) {
			remark, wrong = fmt.Sprintf("  WRONG, %+d", p.best), wrong+1
		}
		fmt.Printf("%4d %8d %+7d %12d %7.2f %7.2f %10.1f  %s%s\n", p.number, 64-bits.OnesCount64(p.own|p.opp),
			r.Margin, r.Nodes, c.Seconds(), w.Seconds(), float64(r.Nodes)/c.Seconds()/1e6, line(r.Line), remark)
	}
	fmt.Printf("%4s %8s %7s %12d %7.2f %7.2f %10.1f\n", "all", "", "", nodes, cpu.Seconds(), wall.Seconds(), float64(nodes)/cpu.Seconds()/1e6)
	if wrong > 0 {
		return fmt.Errorf("%d answers are wrong", wrong)
	}
	return nil
}

// solver returns a solver for all problems and its table, whose memory the
// system has handed out: that takes longer than an easy problem.
func (o *options) solver() (*endgame.Solver, *endgame.Table) {
	table := endgame.NewTable(o.Hash)
	table.Clear()
	if o.Plain {
		return endgame.New(table, nil), table
	}
	return endgame.New(table, pattern.Default()), table
}

func (o *options) query(p *problem) endgame.Query {
	q := endgame.Query{Own: p.own, Opp: p.opp, Threads: o.Threads}
	if o.WLD {
		q.Alpha, q.Beta = -1, 1
	}
	return q
}

// right says whether a result is what is known.
func (o *options) right(p *problem, r *endgame.Result) bool {
	if o.WLD {
		return min(max(r.Margin, -1), 1) == min(max(p.best, -1), 1) && r.Done
	}
	margin, known := p.margins[r.Turn.String()]
	return r.Done && r.Margin == p.best && (!known || margin == p.best)
}

func line(turns []othello.Turn) string {
	words := make([]string, len(turns))
	for i, t := range turns {
		words[i] = t.String()
	}
	return strings.Join(words, " ")
}

// read reads the problems that are asked for.
func (o *options) read() (problems []problem, err error) {
	if len(o.Files) == 0 {
		o.Files = []string{"testdata/othello/ffo.txt", "testdata/othello/ffo-long.txt"}
	}
	for _, name := range o.Files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for l := range strings.Lines(string(text)) {
			if strings.HasPrefix(l, "#") {
				continue
			}
			p, err := parse(l)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if p.number >= o.From && p.number <= o.To {
				problems = append(problems, p)
			}
		}
	}
	return problems, nil
}

// parse reads a line: name, FEN and margins, with bars in between.
func parse(l string) (p problem, err error) {
	parts := strings.Split(strings.TrimSpace(l), " | ")
	if len(parts) != 3 {
		return p, fmt.Errorf("%q has not three parts", l)
	}
	if p.number, err = strconv.Atoi(strings.TrimPrefix(parts[0], "ffo#")); err != nil {
		return p, err
	}
	pos, err := othello.Game{}.ParseFEN(parts[1], nil)
	if err != nil {
		return p, err
	}
	s := pos.(*othello.Position).SearchState()
	p.own, p.opp, p.margins, p.best = s.Own, s.Opp, map[string]int{}, -endgame.MaxMargin
	for _, word := range strings.Fields(parts[2]) {
		token, number, _ := strings.Cut(word, ":")
		margin, err := strconv.Atoi(number)
		if err != nil {
			return p, err
		}
		p.margins[token], p.best = margin, max(p.best, margin)
	}
	return p, nil
}

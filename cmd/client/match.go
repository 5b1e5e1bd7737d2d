package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/match/stats"
	"quadrille/cmd/internal/cli"
	"quadrille/cmd/internal/outfile"
	"quadrille/protocol/record"
)

// matchCommand is `client match`.
type matchCommand struct {
	Engine  []string `short:"e" sep:"none" placeholder:"SPEC" help:"An engine: words KEY=VALUE with a shell's quotes, or a command line. Keys: name cmd args file dir env proto games level option.NAME depth nodes movetime tc follow. Without cmd it is this program itself. May be repeated."`
	Engines string   `placeholder:"FILE" help:"File with an engine a line, written as after --engine."`
	Levels  string   `placeholder:"A-B" help:"The levels A to B of this program, or of the one engine named, against each other; level 0 is a beginner, and A-B/0.5 goes in half steps. Limits are for level 10, which has none of its own."`
	Vary    []string `sep:"none" placeholder:"NAME=V,V" help:"Draw a value of the parameter for each pair of games, and tell what each does; the engine that has {NAME} in its description is told it. May be repeated."`
	Referee string   `placeholder:"CMD" help:"Command line of the engine that knows the rules; by default this program itself."`

	Game     string   `short:"g" placeholder:"GAME" help:"Game to play; by default the referee's first."`
	Rule     []string `short:"r" sep:"none" placeholder:"KEY=VALUE" help:"Rule of the game; may be repeated."`
	Format   string   `placeholder:"FORMAT" help:"Who meets whom: roundrobin (all, the default), gauntlet (the first engine against the others), swiss, or neighbours (each against the next), which --levels has by default."`
	Rounds   int      `short:"n" default:"1" help:"Rounds; in each every encounter is played in every seating."`
	Pairs    int      `default:"1" help:"Openings that an encounter plays in a round."`
	Seatings string   `enum:"rotations,all" default:"rotations" help:"Seatings of each opening: rotations of the table, or all orders."`

	Openings string `placeholder:"FILE" help:"Openings, one a line: turns, or a FEN that 'moves' and turns may follow."`
	Shuffle  bool   `help:"Take the openings of the file in an order drawn from the seed."`
	Random   *int   `placeholder:"N" help:"Begin with N random turns, the same in every seating; by default 2 where --levels has no other openings."`
	Seed     int64  `placeholder:"N" help:"Seed of everything random, the engines' Seed among it; 0 draws one, which the journal keeps."`

	Depth    int    `placeholder:"N" help:"Plies to search."`
	Nodes    uint64 `placeholder:"N" help:"Nodes to search."`
	Movetime string `placeholder:"MS" help:"Time for each turn, in milliseconds or as 2s."`
	Tc       string `placeholder:"[M/]S[+S]" help:"Clock: seconds for the game, or for every M turns, and an increment a turn."`
	CPU      bool   `name:"cpu" help:"Charge processor time instead of the time that passes (Linux only)."`
	Margin   string `default:"20ms" help:"How far a turn may overrun before it loses."`
	Stall    string `default:"10s" help:"How long after its time, or in all without one, an engine is given up."`
	MaxPlies int    `placeholder:"N" help:"Turns after which a game is a draw."`
	Restart  bool   `help:"Restart every engine for each game."`
	Draw     string `placeholder:"PLIES,SCORE[,AFTER]" help:"A draw when the engines' scores, in hundredths, are within SCORE of 0 for so many turns, not before turn AFTER."`
	Win      string `placeholder:"PLIES,SCORE[,AFTER]" help:"A win when both engines see at least SCORE for so many turns."`
	Sprt     string `placeholder:"E0,E1[,A,B]" help:"End when it is decided whether the first engine is E0 or E1 Elo stronger, with the risks A and B (0.05)."`

	Concurrency int    `short:"c" placeholder:"N" help:"Games at a time; by default one a core."`
	NoPin       bool   `help:"Do not bind engines to cores."`
	Journal     string `placeholder:"FILE" help:"Where the games are written; by default a new file match-DATE.db here."`
	Resume      string `placeholder:"FILE" help:"Continue the match of a journal."`
	Report      string `placeholder:"FILE" help:"Show the match of a journal; play nothing."`
	Records     string `placeholder:"DIR" help:"In the end write every game as a text file that 'client play --load' reads."`
	JSON        bool   `name:"json" help:"Write JSON lines."`
	Every       int    `placeholder:"N" help:"Write the table after every N games, where there is no terminal."`
	Quiet       bool   `short:"q" help:"Write no lines for games."`
	traceFlag

	awayFlags
}

// guardCommand is the process that ends engines when a match is gone.
type guardCommand struct{}

// Run guards until the input ends.
func (c *guardCommand) Run(s *streams) error {
	match.ServeGuard(s.in)
	return nil
}

// Run plays a match, goes on with one or shows one.
func (c *matchCommand) Run(s *streams, line *kong.Context) error {
	ctx, stop := cli.UntilSignal()
	defer stop()
	if err := errors.Join(c.check(), c.checkOld(line), match.CheckPlayers("concurrency", c.Concurrency)); err != nil {
		return err
	}
	if c.Watch {
		return ended(ctx, c.watch(ctx, s))
	}
	// Every game waits for its engines with one of Go's processors in hand, and
	// one is for the rest.
	runtime.GOMAXPROCS(max(runtime.NumCPU(), c.Concurrency) + 1)
	options, closeTrace, err := c.options(s)
	if err != nil {
		return err
	}
	defer closeTrace()
	if c.Records != "" {
		if err := match.CheckExport(c.Records); err != nil {
			return err
		}
	}
	done := func(error) {}
	if c.Report == "" {
		if done, err = c.away(&options); err != nil {
			return err
		}
	}
	spec, j, err := c.open(ctx, options)
	if err != nil {
		done(err)
		if ctx.Err() != nil {
			return &exitError{cli.ExitSignal(ctx), errors.New("interrupted before the match began")}
		}
		return err
	}
	defer j.Close()
	if c.Report != "" {
		err = match.Show(ctx, spec, j, options)
	} else {
		err = match.Run(ctx, spec, j, options)
	}
	done(err)
	if c.Records != "" {
		err = errors.Join(err, match.Export(context.WithoutCancel(ctx), spec, j, c.Records))
	}
	return ended(ctx, err)
}

// The flags that do not describe a match, which its journal does: how its games are
// played, how it is shown, and where it runs. No other can be said of a match that
// was begun.
var (
	flagsOfView  = []string{"records", "json", "every", "quiet"}
	flagsOfNATS  = []string{"nats", "nats-creds", "nats-nkey", "nats-ca", "nats-cert", "nats-key"}
	flagsOfPlay  = []string{"concurrency", "no-pin", "trace", "speeds", "speed", "replay", "metrics"}
	flagsOfWatch = []string{"watch-match"}
)

// checkOld refuses to go on with a match, or to show one, as another than it was
// begun as.
func (c *matchCommand) checkOld(line *kong.Context) error {
	var by, does string
	var beside []string
	switch {
	case c.Watch:
		by, does, beside = "watch", "shows a match as it was begun elsewhere, and plays nothing", slices.Concat(flagsOfWatch, flagsOfNATS)
	case c.Resume != "" && c.Report != "":
		return errors.New("--resume and --report exclude each other")
	case c.Resume != "":
		by, does, beside = "resume", "goes on with a match as it was begun and its journal says", slices.Concat(flagsOfPlay, flagsOfNATS, flagsOfView)
	case c.Report != "":
		by, does, beside = "report", "shows a match as it was begun and its journal says, and plays nothing", flagsOfView
	default:
		return nil
	}
	for _, word := range line.Path { // unlike line.Flags, these have no defaults among them
		if word.Flag != nil && word.Flag.Name != by && !slices.Contains(beside, word.Flag.Name) {
			return fmt.Errorf("--%s %s; leave out --%s", by, does, word.Flag.Name)
		}
	}
	return nil
}

// ended turns the end of a match into that of the program.
func ended(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return &exitError{cli.ExitSignal(ctx), nil}
	case err != nil:
		return &exitError{exitEngine, err}
	}
	return nil
}

// options are what does not go into the journal.
func (c *matchCommand) options(s *streams) (match.Options, func(), error) {
	o := match.Options{Concurrency: c.Concurrency, NoPin: c.NoPin, Reporter: c.reporter(s), Serve: s.serve}
	if c.Every < 0 {
		return o, nil, errors.New("--every is not negative")
	}
	trace, done, err := c.traceFlag.open(s, outfile.File{By: "--journal", Path: c.Journal}, outfile.File{By: "--resume", Path: c.Resume},
		outfile.File{By: "--engines", Path: c.Engines}, outfile.File{By: "--openings", Path: c.Openings})
	o.Trace = trace
	return o, done, err
}

func (c *matchCommand) reporter(s *streams) match.Reporter {
	switch {
	case c.JSON:
		return &match.JSONReporter{Out: s.out}
	case obeys(s.file()):
		return &match.LiveReporter{Screen: s.screen(), Now: time.Now}
	}
	return &match.TextReporter{Out: s.out, Every: c.Every, Quiet: c.Quiet, Now: time.Now}
}

// screen is the standard output as a terminal.
func (s *streams) screen() match.Screen {
	return match.Screen{Out: s.out, Size: func() (columns, rows int) { return size(s.file()) }}
}

// open opens the journal of an old match, or begins a new one.
func (c *matchCommand) open(ctx context.Context, o match.Options) (*match.Spec, *match.Journal, error) {
	if path := c.Resume + c.Report; path != "" {
		j, text, err := match.OpenJournal(path)
		if err != nil {
			return nil, nil, err
		}
		spec := &match.Spec{}
		if err := json.Unmarshal(text, spec); err != nil {
			j.Close()
			return nil, nil, fmt.Errorf("journal %s: %w", path, err)
		}
		return spec, j, nil
	}
	spec, lines, err := c.spec()
	if err != nil {
		return nil, nil, err
	}
	j, err := match.Begin(ctx, spec, lines, c.Journal, o)
	return spec, j, err
}

// spec makes the specification of a new match, and the lines of its opening
// file.
func (c *matchCommand) spec() (*match.Spec, []string, error) {
	spec := &match.Spec{
		Referee: c.Referee, Game: c.Game, Rules: strings.Join(c.Rule, " "), Format: match.Format(c.Format),
		Rounds: c.Rounds, Pairs: c.Pairs, Seatings: match.Seatings(c.Seatings), Seed: c.Seed,
		CPU: c.CPU, MaxPlies: c.MaxPlies, Restart: c.Restart,
	}
	switch {
	case c.Format == "" && c.Levels == "":
		spec.Format = match.RoundRobin
	case c.Format == "":
		spec.Format = match.Neighbours
	}
	switch {
	case c.Random != nil:
		spec.Random = *c.Random
	case c.Levels != "" && c.Openings == "":
		spec.Random = 2
	}
	if spec.Seed == 0 {
		spec.Seed = rand.Int64N(1<<31-1) + 1
	}
	if err := c.engines(spec); err != nil {
		return nil, nil, err
	}
	if err := c.settings(spec); err != nil {
		return nil, nil, err
	}
	lines, err := c.lines(spec.Seed)
	return spec, lines, err
}

func (c *matchCommand) engines(spec *match.Spec) error {
	texts := c.Engine
	if c.Engines != "" {
		data, err := os.ReadFile(c.Engines)
		if err != nil {
			return err
		}
		for _, line := range linesOf(data) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				texts = append(texts, line)
			}
		}
	}
	for _, text := range texts {
		e, err := match.ParseEngine(text)
		if err != nil {
			return err
		}
		spec.Engines = append(spec.Engines, e)
	}
	return nil
}

// settings reads the flags that are texts, in the order in which they depend on
// each other. Those that are empty are left out.
func (c *matchCommand) settings(spec *match.Spec) error {
	limit := func(key string) func(string) error {
		return func(text string) error { return match.SetLimit(&spec.Limits, key, text) }
	}
	for _, flag := range []struct {
		name, text string
		set        func(text string) error
	}{
		{"", number(c.Depth), limit("depth")},
		{"", number(c.Nodes), limit("nodes")},
		{"", c.Movetime, limit("movetime")},
		{"", c.Tc, limit("tc")},
		{"margin: ", c.Margin, to(&spec.Margin, margin)},
		{"stall: ", c.Stall, to(&spec.Stall, func(text string) (time.Duration, error) { return match.ParseTime(text, time.Second) })},
		{"draw: ", c.Draw, to(&spec.DrawRule, adjudgeRule)},
		{"win: ", c.Win, to(&spec.WinRule, adjudgeRule)},
		{"sprt: ", c.Sprt, to(&spec.SPRT, sprt)},
		{"levels: ", c.Levels, func(text string) error { return match.SetLevels(spec, text) }},
	} {
		if flag.text == "" {
			continue
		}
		if err := flag.set(flag.text); err != nil {
			return fmt.Errorf("--%s%w", flag.name, err)
		}
	}
	for _, text := range c.Vary {
		p, err := match.ParseParameter(text)
		if err != nil {
			return fmt.Errorf("--vary: %w", err)
		}
		spec.Vary = append(spec.Vary, p)
	}
	return nil
}

// to sets a variable to what is read.
func to[T any](variable *T, read func(string) (T, error)) func(string) error {
	return func(text string) (err error) {
		*variable, err = read(text)
		return err
	}
}

// number writes a flag that was given.
func number[N int | uint64](n N) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func margin(text string) (time.Duration, error) {
	if text == "0" {
		return 0, nil
	}
	return match.ParseTime(text, time.Millisecond)
}

func adjudgeRule(text string) (r arena.AdjudgeRule, err error) {
	parts := strings.Split(text, ",")
	to := []*int{&r.Plies, &r.Score, &r.After}
	if len(parts) < 2 || len(parts) > 3 {
		return r, fmt.Errorf("%q is not PLIES,SCORE[,AFTER]", text)
	}
	for i, p := range parts {
		if *to[i], err = strconv.Atoi(p); err != nil || *to[i] < 0 {
			return r, fmt.Errorf("%q is not PLIES,SCORE[,AFTER]", text)
		}
	}
	if r.Plies < 2 {
		return r, errors.New("both engines are heard, so PLIES is at least 2")
	}
	return r, nil
}

func sprt(text string) (*stats.SPRT, error) {
	t := &stats.SPRT{Alpha: 0.05, Beta: 0.05}
	parts := strings.Split(text, ",")
	if len(parts) != 2 && len(parts) != 4 {
		return nil, fmt.Errorf("%q is not ELO0,ELO1[,ALPHA,BETA]", text)
	}
	for i, p := range parts {
		var err error
		if *[]*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}[i], err = strconv.ParseFloat(p, 64); err != nil {
			return nil, fmt.Errorf("%q is not a number", p)
		}
	}
	return t, nil
}

// linesOf are the lines of a text file, which may end as on any system.
func linesOf(data []byte) []string {
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(record.UTF8Of(data))), "\n")
}

// lines reads the opening file; nil without one.
func (c *matchCommand) lines(seed int64) ([]string, error) {
	if c.Openings == "" {
		return nil, nil
	}
	data, err := os.ReadFile(c.Openings)
	if err != nil {
		return nil, err
	}
	if c.Random != nil && *c.Random > 0 {
		return nil, errors.New("--openings and --random exclude each other")
	}
	lines := linesOf(data)
	if c.Shuffle {
		match.Shuffle(lines, seed)
	}
	return lines, nil
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/adrg/xdg"
	"github.com/peterh/liner"
	"golang.org/x/term"

	"quadrille/cmd/client/repl"
	"quadrille/cmd/client/saves"
	"quadrille/cmd/client/terminal"
	"quadrille/cmd/internal/cli"
	"quadrille/cmd/internal/outfile"
	"quadrille/engine"
	"quadrille/protocol/driver"
)

// playCommand is `client play`.
type playCommand struct {
	engineFlag

	Game string   `short:"g" placeholder:"GAME" help:"Game to play, such as square4; by default the engine's first."`
	Rule []string `short:"r" sep:"none" placeholder:"KEY=VALUE" help:"Rule of the game, such as pieces=16; may be repeated."`
	Side string   `short:"s" placeholder:"SEATS" help:"Seats that you play: by their names in the game, such as white, or p1 to p4, several joined by commas, all, none or random; p1 by default, or as a loaded game says."`
	P1   string   `name:"p1" placeholder:"WHO" help:"Who plays the first seat: human, engine or engine:LEVEL. Overrides --side."`
	P2   string   `name:"p2" placeholder:"WHO" help:"The same for the second seat."`
	P3   string   `name:"p3" placeholder:"WHO" help:"The same for the third seat."`
	P4   string   `name:"p4" placeholder:"WHO" help:"The same for the fourth seat."`

	Level level `short:"l" default:"5" placeholder:"LEVEL" help:"Strength: from 1 to 9 in tenths, or 10; 5 by default."`
	searchFlags

	Load       string `placeholder:"FILE" help:"Continue the saved game."`
	Resume     bool   `help:"Continue the last unfinished game."`
	NoColor    bool   `help:"Write no colours. The environment variable NO_COLOR does the same."`
	NoAutosave bool   `help:"Do not keep unfinished games and what was typed."`
	traceFlag
}

// Run plays until the person or the script has had enough.
func (c *playCommand) Run(s *streams) error {
	if err := c.check(); err != nil {
		return err
	}
	trace, closeTrace, err := c.traceFlag.open(s, outfile.File{By: "--load", Path: c.Load})
	if err != nil {
		return err
	}
	defer closeTrace()
	command, err := c.command()
	if err != nil {
		return err
	}
	ctx := context.Background()
	game, err := repl.Open(ctx, func(ctx context.Context) (*driver.Engine, error) {
		return driver.Open(ctx, driver.Config{Command: command, Trace: trace})
	})
	if err != nil {
		return &exitError{exitEngine, err}
	}
	defer game.Close()
	if err := c.begin(ctx, game); err != nil {
		return err
	}
	return c.converse(s, game)
}

// level is a level as a flag has it.
type level engine.Level

// UnmarshalText reads a level as it is read everywhere, so that a wrong one is told
// what would be right.
func (l *level) UnmarshalText(text []byte) error {
	n, err := engine.ParseLevel(string(text))
	*l = level(n)
	return err
}

// check refuses what needs no engine to be refused.
func (c *playCommand) check() error {
	if c.Load != "" && c.Resume {
		return errors.New("--load and --resume cannot be combined")
	}
	return c.searchFlags.check()
}

// begin sets the options and the game that were named.
func (c *playCommand) begin(ctx context.Context, game *repl.Session) error {
	if err := c.apply(game.SetOption); err != nil {
		return err
	}
	if c.Game == "" && len(c.Rule) == 0 && c.Seed == 0 {
		return nil
	}
	var words []string
	if c.Game != "" {
		words = append(words, c.Game)
	}
	for _, r := range c.Rule {
		if !strings.Contains(r, "=") || strings.ContainsAny(r, " \t\r\n") {
			return fmt.Errorf("--rule %q is not of the form KEY=VALUE", r)
		}
		words = append(words, r)
	}
	return game.NewGame(ctx, words...)
}

// seats reads --side and --p1 to --p4.
func (c *playCommand) seats(st driver.State) (repl.Seating, error) {
	random := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	if c.Seed != 0 {
		random = rand.New(rand.NewPCG(uint64(c.Seed), 0))
	}
	seats, err := repl.ParseSide(cmp.Or(c.Side, "p1"), st, engine.Level(c.Level), random)
	if err != nil {
		return nil, fmt.Errorf("--side: %w", err)
	}
	for i, who := range []string{c.P1, c.P2, c.P3, c.P4} {
		if who == "" {
			continue
		}
		seat := fmt.Sprint("p", i+1)
		if seats[seat], err = repl.ParsePlayer(who, engine.Level(c.Level)); err != nil {
			return nil, fmt.Errorf("--%s: %w", seat, err)
		}
	}
	return seats, nil
}

// converse runs the conversation on the standard files.
func (c *playCommand) converse(s *streams, game *repl.Session) error {
	seats, err := c.seats(game.State())
	if err != nil {
		return err
	}
	typed := term.IsTerminal(int(s.in.Fd()))
	out := s.file()
	seen := out != nil && term.IsTerminal(int(out.Fd()))
	config := repl.Config{
		Session:     game,
		Out:         s.out,
		Errs:        s.errs,
		Status:      statusOn(out),
		Interactive: typed,
		Now:         time.Now,
		Seats:       seats,
		Level:       engine.Level(c.Level),
		Limits:      c.limits(0),
	}
	config.Painter.Color = obeys(out) && !c.NoColor && os.Getenv("NO_COLOR") == ""
	if seen {
		config.Width = func() int { return width(out) }
	}
	if typed && !c.NoAutosave {
		config.Autosaves = saves.NewAutosaves(filepath.Join(xdg.StateHome, "quadrille", "unfinished"))
	}
	r := repl.New(config)
	if err := c.load(r); err != nil {
		return err
	}
	source := c.source(s, r, typed && seen)
	defer source.Close()
	defer watchSignals(r, source, game, typed)()
	return c.ended(r.Run(source))
}

// obeys says whether a file, which may be nil, is a terminal that does more than
// write one line below another.
func obeys(f *os.File) bool {
	return f != nil && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// statusLine is one on the standard error.
func (s *streams) statusLine() *terminal.Status {
	f, _ := s.errs.(*os.File)
	return statusOn(f)
}

// statusOn is a line that is written over on a file, if that is a terminal that
// can.
func statusOn(f *os.File) *terminal.Status {
	if !obeys(f) {
		return new(terminal.Status)
	}
	return terminal.NewStatus(f, func() int { return width(f) })
}

// width is the number of columns of a terminal.
func width(f *os.File) int {
	columns, _ := size(f)
	return columns
}

// told is the number of columns that a terminal tells; 0 is none.
func told(f *os.File) int {
	columns, _, _ := term.GetSize(int(f.Fd()))
	return columns
}

// size is the number of columns and rows of a terminal, or the usual ones where it
// does not tell.
func size(f *os.File) (columns, rows int) {
	columns, rows, err := term.GetSize(int(f.Fd()))
	if err != nil || columns <= 0 {
		columns = 80
	}
	if err != nil || rows <= 0 {
		rows = 24
	}
	return columns, rows
}

// load does what --load and --resume ask, or greets the person.
func (c *playCommand) load(r *repl.REPL) error {
	switch {
	case c.Load != "":
		return r.Load(c.Load, !c.seated())
	case c.Resume:
		return r.Resume(!c.seated())
	}
	r.Welcome()
	return nil
}

// seated says whether the command line chose who plays.
func (c *playCommand) seated() bool {
	return cmp.Or(c.Side, c.P1, c.P2, c.P3, c.P4) != ""
}

// source edits lines where both ends are a terminal that can, and reads plain
// lines elsewhere.
func (c *playCommand) source(s *streams, r *repl.REPL, terminals bool) terminal.Source {
	out := s.file()
	if terminals && liner.TerminalSupported() && told(out) >= terminal.NarrowestEdited {
		history := filepath.Join(xdg.StateHome, "quadrille", "history")
		if c.NoAutosave {
			history = ""
		}
		return terminal.NewEditor(func() int { return told(out) }, history, r.Complete, r.Status.Redraw)
	}
	if term.IsTerminal(int(s.in.Fd())) {
		return terminal.NewTyped(s.in, s.out)
	}
	return terminal.NewPlain(s.in)
}

// ended turns the end of the conversation into that of the program.
func (c *playCommand) ended(err error) error {
	var lost *repl.Lost
	switch {
	case errors.Is(err, repl.ErrFailed):
		return &exitError{exitFailed, nil}
	case errors.As(err, &lost):
		return &exitError{exitEngine, err}
	case err != nil:
		return &exitError{exitFailed, err}
	}
	return nil
}

// watchSignals makes Ctrl-C stop a search, and a signal that ends the program
// do so tidily: the terminal is restored and the engine ended. The game is
// saved already. The function it returns ends the watching.
func watchSignals(r *repl.REPL, source terminal.Source, game *repl.Session, typed bool) (stop func()) {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, cli.Signals()...)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case sig := <-signals:
				if sig == os.Interrupt && typed && (r.Interrupt() || source.Interrupt()) {
					continue
				}
				source.Close()
				game.Engine().Process().Kill()
				os.Exit(128 + int(sig.(syscall.Signal)))
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}

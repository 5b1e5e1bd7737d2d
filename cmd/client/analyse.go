package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"quadrille/cmd/client/analyse"
	"quadrille/cmd/client/judge"
	"quadrille/cmd/client/saves"
	"quadrille/cmd/internal/cli"
	"quadrille/cmd/internal/outfile"
	"quadrille/engine"
	"quadrille/protocol/driver"
)

// analyseCommand is `client analyse`.
type analyseCommand struct {
	engineFlag
	Source []string `arg:"" name:"file|position" help:"Saved game, - for the standard input, or a position: startpos or a FEN, then perhaps moves and turns."`
	Number *int     `placeholder:"N" help:"Which game of a file with several, from 1."`
	Game   string   `short:"g" placeholder:"GAME" help:"Game of a position; by default the engine's first."`
	Rule   []string `short:"r" sep:"none" placeholder:"KEY=VALUE" help:"Rule of the game of a position; may be repeated."`

	searchFlags
	Nodes int64 `placeholder:"N" help:"Search N nodes for each turn. Without any limit a turn takes 500 ms."`
	Lines int   `default:"5" placeholder:"N" help:"How many turns of a single position are shown."`

	By    string  `enum:"chance,score" default:"chance" help:"What marks are given by: chance to win or score."`
	Marks string  `placeholder:"A,B,C" help:"From which loss on a turn is marked ?!, ? and ??: percent of a win (5,10,20) or units of the game (1,2,4)."`
	Scale float64 `placeholder:"UNITS" help:"Score that counts as a chance of 73 percent; by default derived from the game."`

	JSON string `name:"json" placeholder:"FILE" help:"Write the analysis as JSON; - for the standard output."`
	HTML string `name:"html" placeholder:"FILE" help:"Write one page with the board and a graph; - for the standard output."`
}

// Run analyses one game or position. Ctrl-C ends it with what is done.
func (c *analyseCommand) Run(s *streams) error {
	if err := c.checkFiles(); err != nil {
		return err
	}
	for _, path := range []string{c.JSON, c.HTML} {
		if path == "-" {
			continue
		}
		if err := outfile.Check(path); err != nil {
			return &exitError{exitFailed, err}
		}
	}
	source, err := c.source(s)
	if err != nil {
		return err
	}
	config, err := c.config()
	if err != nil {
		return err
	}
	status := s.statusLine()
	config.Progress = func(done, total int) { status.Show(fmt.Sprintf("%d of %s", done, engine.Count(total, "turn"))) }
	engine, err := c.open()
	if err != nil {
		return &exitError{exitEngine, err}
	}
	defer engine.Close()
	if err := c.apply(engine.SetOption); err != nil {
		return err
	}
	ctx, stop := cli.UntilSignal()
	defer stop()
	report, err := analyse.Run(ctx, engine, source, config)
	status.Clear()
	var refusal *driver.Refusal
	switch {
	case errors.As(err, &refusal):
		return err
	case err != nil && engine.Err() != nil:
		return &exitError{exitEngine, err}
	case err != nil:
		return &exitError{exitFailed, err}
	}
	if err := c.write(s, report); err != nil {
		return &exitError{exitFailed, err}
	}
	if ctx.Err() != nil {
		return &exitError{cli.ExitSignal(ctx), nil}
	}
	return nil
}

// checkFiles refuses to write one file over another or over the saved game.
func (c *analyseCommand) checkFiles() error {
	source := strings.Join(c.Source, " ")
	if source == "-" || !saves.Exists(source) { // else it is a position
		source = ""
	}
	game, data, page := outfile.File{By: "the game", Path: source}, outfile.File{By: "--json", Path: c.JSON}, outfile.File{By: "--html", Path: c.HTML}
	if err := outfile.CheckDistinct(data, game); err != nil {
		return err
	}
	return outfile.CheckDistinct(page, game, data)
}

// source finds the game: a file, or a position on the command line.
func (c *analyseCommand) source(s *streams) (analyse.Source, error) {
	words := strings.Join(c.Source, " ")
	data, err := s.read(words)
	if errors.Is(err, os.ErrNotExist) && (strings.Contains(words, " ") || words == "startpos") || isNameTooLong(err) {
		s, err := analyse.ParsePosition(words)
		s.Game, s.Rules = c.Game, strings.Join(c.Rule, " ")
		return s, err
	}
	var source analyse.Source
	switch {
	case err != nil:
	case c.Game != "" || len(c.Rule) > 0:
		return source, errors.New("--game and --rule are for positions; a saved game names its own")
	default:
		source, err = c.game(s, words, data)
	}
	if err != nil {
		return source, fmt.Errorf("%s: %w", words, err)
	}
	return source, nil
}

// game reads the game of a file, or the one that is asked for.
func (c *analyseCommand) game(s *streams, path string, data []byte) (analyse.Source, error) {
	number, err := gameNumber(c.Number)
	if err != nil {
		return analyse.Source{}, err
	}
	source, notes, err := analyse.ParseGame(path, data, number)
	tell(s, path, notes)
	return source, err
}

// gameNumber is the value of a flag --number, 0 without the flag.
func gameNumber(flag *int) (int, error) {
	switch {
	case flag == nil:
		return 0, nil
	case *flag < 1:
		return 0, errors.New("--number counts games from 1")
	}
	return *flag, nil
}

// isNameTooLong says whether a text cannot be the name of a file because of its
// length.
func isNameTooLong(err error) bool { return errors.Is(err, syscall.ENAMETOOLONG) }

func (c *analyseCommand) config() (analyse.Config, error) {
	if c.searchFlags.check() != nil || c.Nodes < 0 || c.Lines < 1 || !(c.Scale >= 0) {
		return analyse.Config{}, errors.New("limits, --lines and --scale are positive numbers")
	}
	marks, err := judge.ParseMarks(c.By, c.Marks)
	config := analyse.Config{Limits: cmp.Or(c.limits(c.Nodes), analyse.DefaultLimits),
		Config: judge.Config{By: c.By, Marks: marks, Scale: 100 * c.Scale, Lines: c.Lines}}
	return config, err
}

func (c *analyseCommand) open() (*driver.Engine, error) {
	command, err := c.command()
	if err != nil {
		return nil, err
	}
	return driver.Open(context.Background(), driver.Config{Command: command})
}

// write writes the forms that were asked for, and the text unless another goes
// to the standard output.
func (c *analyseCommand) write(s *streams, r *analyse.Report) error {
	var failed []error
	if c.JSON != "" {
		failed = append(failed, writeTo(s, c.JSON, func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			return e.Encode(r)
		}))
	}
	if c.HTML != "" {
		failed = append(failed, writeTo(s, c.HTML, r.WriteHTML))
	}
	if c.JSON != "-" && c.HTML != "-" {
		failed = append(failed, r.WriteText(s.out))
	}
	return errors.Join(failed...)
}

// writeTo writes to a file, or to the standard output.
func writeTo(s *streams, name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if name == "-" {
		_, err := s.out.Write(b.Bytes())
		return err
	}
	return outfile.Write(name, b.Bytes())
}

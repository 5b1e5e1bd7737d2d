package main

import (
	"fmt"
	"strings"

	"quadrille/cmd/client/saves"
	"quadrille/protocol/record"
	"quadrille/protocol/record/formats"
)

// convertCommand is `client convert`.
type convertCommand struct {
	In     string `arg:"" help:"File with games, or - for the standard input."`
	Out    string `arg:"" help:"File to write, or - for the standard output."`
	From   string `placeholder:"FORMAT" help:"Format of the file with games: record, transcript, ggf, wthor or blksgf; by default by its name and contents."`
	To     string `placeholder:"FORMAT" help:"Format to write; by default by the name: .record, .txt, .ggf, .wtb or .blksgf."`
	Number int    `placeholder:"N" help:"Take only the game with this number, from 1."`
	Force  bool   `short:"f" help:"Replace the file to write if it exists."`
}

// Run converts all games, or writes nothing.
func (c *convertCommand) Run(s *streams) error {
	to, err := c.to()
	if err != nil {
		return err
	}
	if c.Out != "-" && !c.Force && saves.Exists(c.Out) {
		return fmt.Errorf("%s already exists; --force replaces it", c.Out)
	}
	games, err := c.games(s)
	if err != nil {
		return fmt.Errorf("%s: %w", c.In, err)
	}
	data, err := to.Print(games)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Out, err)
	}
	if c.Out == "-" {
		_, err = s.out.Write(data)
	} else {
		err = saves.WriteFile(c.Out, data)
	}
	if err != nil {
		return &exitError{exitFailed, err}
	}
	return nil
}

// to is the form to write.
func (c *convertCommand) to() (record.Format, error) {
	if c.To != "" {
		return formats.ByName(c.To)
	}
	if f, ok := formats.ByFile(c.Out); ok {
		return f, nil
	}
	return record.Format{}, fmt.Errorf("the name %s does not say which format to write; --to does: %s", c.Out, strings.Join(formats.Names(), " "))
}

// games reads the games and tells of what is not in them.
func (c *convertCommand) games(s *streams) ([]*record.Record, error) {
	data, err := s.read(c.In)
	if err != nil {
		return nil, err
	}
	games, notes, err := formats.Parse(c.From, c.In, data)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		fmt.Fprintf(s.errs, "client: %s: %s\n", c.In, note)
	}
	if c.Number == 0 {
		return games, nil
	}
	game, err := formats.Numbered(games, c.Number)
	return []*record.Record{game}, err
}

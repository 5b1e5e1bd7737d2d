package main

import (
	"cmp"
	"fmt"
	"strings"

	"quadrille/cmd/client/saves"
	"quadrille/cmd/internal/outfile"
	"quadrille/engine"
	"quadrille/protocol/record"
	"quadrille/protocol/record/formats"
)

// convertCommand is `client convert`.
type convertCommand struct {
	In     string `arg:"" help:"File with games, or - for the standard input."`
	Out    string `arg:"" help:"File to write, or - for the standard output."`
	From   string `placeholder:"FORMAT" help:"Format of the file with games: record, ggf, wthor, blksgf, fen or transcript; by default by its contents and name."`
	To     string `placeholder:"FORMAT" help:"Format to write; by default by the name: .record, .txt, .ggf, .wtb, .blksgf or .fen."`
	Number *int   `placeholder:"N" help:"Take only the game with this number, from 1."`
	Force  bool   `short:"f" help:"Replace the file to write if it exists."`
}

// Run converts the games that can be read and written, and tells of the others.
// It writes nothing when there is none.
func (c *convertCommand) Run(s *streams) error {
	if err := c.check(); err != nil {
		return err
	}
	games, err := c.games(s)
	if err != nil {
		return fmt.Errorf("%s: %w", c.In, err)
	}
	to, err := c.to(games)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Out, err)
	}
	status := s.statusLine()
	status.Show(fmt.Sprintf("writing %s", engine.Count(len(games.Records), "game")))
	data, refused := to.Print(games.Records)
	status.Clear()
	for _, r := range refused {
		r.Number = games.Numbers[r.Number-1]
	}
	left, written := len(games.Refused)+len(refused), len(games.Records)-len(refused)
	if left == 1 && written == 0 {
		return only(c.In, games.Refused, c.Out, refused)
	}
	tell(s, c.In, games.Refused)
	tell(s, c.Out, refused)
	if left > 0 && written == 0 {
		return fmt.Errorf("%s: none of the %d games can be converted", c.In, left)
	}
	if c.Out == "-" {
		_, err = s.out.Write(data)
	} else {
		err = outfile.Write(c.Out, data)
	}
	if err == nil && left > 0 {
		err = fmt.Errorf("%s: %d of %d games left out", c.In, left, left+written)
	}
	if err != nil {
		return &exitError{exitFailed, err}
	}
	return nil
}

// tell prints what is to be said about a file.
func tell[T any](s *streams, path string, what []T) {
	for _, w := range what {
		fmt.Fprintf(s.errs, "client: %s: %v\n", path, w)
	}
}

// only is the error of the one game that there is.
func only(in string, read []*record.Refusal, out string, written []*record.Refusal) error {
	if len(read) > 0 {
		return fmt.Errorf("%s: %w", in, read[0].Err)
	}
	return fmt.Errorf("%s: %w", out, written[0].Err)
}

// check refuses what is wrong with the file to write before the games are read.
func (c *convertCommand) check() error {
	if c.To != "" {
		if _, err := formats.ByName(c.To); err != nil {
			return err
		}
	} else if len(formats.ByExtension(c.Out)) == 0 {
		return fmt.Errorf("the name %s does not say which format to write; --to does: %s", c.Out, strings.Join(formats.Names(), " "))
	}
	switch {
	case c.Out == "-":
		return nil
	case !c.Force && saves.Exists(c.Out):
		return fmt.Errorf("%s already exists; --force replaces it", c.Out)
	}
	if err := outfile.Check(c.Out); err != nil {
		return &exitError{exitFailed, err}
	}
	return nil
}

// to is the form to write.
func (c *convertCommand) to(games record.Reading) (record.Format, error) {
	if c.To != "" || len(games.Records) == 0 {
		return formats.ByName(cmp.Or(c.To, record.Native().Name))
	}
	forms, err := formats.ToWrite(c.Out, games.Records[0].Tag(record.GameTag))
	if err != nil {
		return record.Format{}, err
	}
	return forms[0], nil
}

// games reads the games, or the one that is asked for, and tells of what is not
// in them.
func (c *convertCommand) games(s *streams) (all record.Reading, err error) {
	number, err := gameNumber(c.Number)
	if err != nil {
		return all, err
	}
	data, err := s.read(c.In)
	if err != nil {
		return all, err
	}
	file, err := formats.Open(c.From, c.In, data)
	if err != nil {
		return all, err
	}
	if number == 0 {
		status := s.statusLine()
		all = file.All(func(done int) { status.Show(fmt.Sprintf("%d of %s read", done, engine.Count(len(file.Games), "game"))) })
		status.Clear()
	} else {
		var game *record.Record
		game, all.Notes, err = file.Game(number)
		all.Records, all.Numbers = []*record.Record{game}, []int{number}
	}
	tell(s, c.In, all.Notes)
	return all, err
}

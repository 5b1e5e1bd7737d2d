package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"quadrille/ai/teekosolve"
	"quadrille/cmd/internal/cli"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

// teekoCommand solves a board of Teeko and puts the table where the player finds
// it, in the user's cache folder. It takes some seconds. If it is interrupted
// nothing is left behind; start it again. A table that is there already, and
// whole, is only described, unless --again is given.
type teekoCommand struct {
	Size     int    `default:"5" help:"Rows and columns, 4 or 5."`
	Advanced bool   `help:"Squares of every size win (needs --size 5)."`
	Dir      string `default:"${cache}" type:"path" help:"Folder of the tables."`
	Threads  int    `default:"${cpus}" help:"Threads."`
	Again    bool   `help:"Build the table even if it is there."`
}

// Run loads or builds the table and describes it.
func (c *teekoCommand) Run(out io.Writer) error {
	ctx, cancel := cli.UntilSignal()
	defer cancel()
	return c.run(ctx, out)
}

func (c *teekoCommand) board() (teeko.Board, error) {
	switch {
	case c.Size == 5 && c.Advanced:
		return teeko.Advanced, nil
	case c.Size == 5:
		return teeko.Scarne, nil
	case c.Size == 4 && !c.Advanced:
		return teeko.Small, nil
	}
	return 0, errors.New("there are --size 4, --size 5, and --size 5 --advanced")
}

func (c *teekoCommand) run(ctx context.Context, w io.Writer) error {
	board, err := c.board()
	if err != nil {
		return err
	}
	store := teekosolve.Store{Dir: c.Dir}
	table, origin, err := store.Load(board)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintln(w, err)
	}
	if err != nil || c.Again {
		if table, origin, err = c.build(ctx, w, board); err == nil {
			err = store.Save(table, origin)
		}
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "file      %s\norigin    %s\n", store.Path(board), origin)
	describe(w, table)
	return nil
}

func (c *teekoCommand) build(ctx context.Context, w io.Writer, board teeko.Board) (*teekosolve.Table, string, error) {
	begin, threads := time.Now(), max(1, c.Threads)
	b := teekosolve.NewBuilder(board)
	stop := func() bool { return ctx.Err() != nil }
	told := ""
	if !b.Run(threads, stop, func(p teekosolve.Progress) {
		if p.String() != told {
			told = p.String()
			fmt.Fprintf(w, "%6.1f s   %s\n", time.Since(begin).Seconds(), told)
		}
	}) {
		return nil, "", errors.New("interrupted; nothing was written")
	}
	return b.Table(), teekosolve.Origin(board, threads, time.Since(begin)), nil
}

// describe prints what the table says of the game.
func describe(w io.Writer, t *teekosolve.Table) {
	const allMarks = 2 * teeko.Marks
	for marks := allMarks; marks > 0; marks-- {
		c := t.Count(marks)
		fmt.Fprintf(w, "%-7s   won %d, lost %d, drawn %d, over %d for the side to move, longest %s\n",
			engine.Count(marks, "mark"), c.Win, c.Loss, c.Draw, c.Over, engine.Count(int(c.Longest), "ply"))
	}
	start := teeko.State{Board: t.Board()}
	fmt.Fprintf(w, "start     %s\n", t.Value(start))
	for _, turn := range start.Turns(nil) {
		if v := t.Value(start.Play(turn)); v.Result != teekosolve.Draw {
			fmt.Fprintf(w, "after %s  %s\n", t.Board().Token(turn), v)
		}
	}
}

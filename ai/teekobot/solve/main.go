// Command solve solves a board of Teeko and puts the table where the player
// finds it, in the user's cache folder.
//
//	go run ./ai/teekobot/solve -size 5 -advanced
//
// It takes some seconds. If it is interrupted nothing is left behind; start it
// again. A table that is there already, and whole, is only described, unless
// -again is given.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"time"

	"github.com/adrg/xdg"

	"quadrille/ai/teekosolve"
	"quadrille/engine/teeko"
)

func main() {
	var j job
	size := flag.Int("size", 5, "rows and columns, 4 or 5")
	advanced := flag.Bool("advanced", false, "squares of every size win (needs -size 5)")
	flag.StringVar(&j.shelf.Dir, "dir", filepath.Join(xdg.CacheHome, "quadrille"), "folder of the tables")
	flag.IntVar(&j.threads, "threads", runtime.NumCPU(), "threads")
	flag.BoolVar(&j.again, "again", false, "build the table even if it is there")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	err := j.choose(*size, *advanced)
	if err == nil {
		err = j.run(ctx, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "solve:", err)
		os.Exit(1)
	}
}

// job is what is to be done.
type job struct {
	board   teeko.Board
	shelf   teekosolve.Shelf
	threads int
	again   bool
}

func (j *job) choose(size int, advanced bool) error {
	switch {
	case size == 5 && advanced:
		j.board = teeko.Advanced
	case size == 5:
		j.board = teeko.Scarne
	case size == 4 && !advanced:
		j.board = teeko.Small
	default:
		return errors.New("there are -size 4, -size 5, and -size 5 -advanced")
	}
	return nil
}

// run loads or builds the table and describes it.
func (j *job) run(ctx context.Context, w io.Writer) error {
	table, origin, err := j.shelf.Load(j.board)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintln(w, err)
	}
	if err != nil || j.again {
		if table, origin, err = j.build(ctx, w); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "file      %s\norigin    %s\n", j.shelf.Path(j.board), origin)
	describe(w, table)
	return nil
}

func (j *job) build(ctx context.Context, w io.Writer) (*teekosolve.Table, string, error) {
	begin := time.Now()
	b := teekosolve.NewBuilder(j.board)
	stop := func() bool { return ctx.Err() != nil }
	if !b.Run(j.threads, stop, func(p teekosolve.Progress) {
		fmt.Fprintf(w, "%6.1f s   %s\n", time.Since(begin).Seconds(), p)
	}) {
		return nil, "", errors.New("interrupted; nothing was written")
	}
	origin := teekosolve.Origin(j.board, j.threads, time.Since(begin))
	return b.Table(), origin, j.shelf.Save(b.Table(), origin)
}

// describe prints what the table says of the game.
func describe(w io.Writer, t *teekosolve.Table) {
	const allMarks = 2 * teeko.Marks
	for marks := allMarks; marks > 0; marks-- {
		c := t.Count(marks)
		fmt.Fprintf(w, "%d marks   won %d, lost %d, drawn %d, over %d for the side to move, longest %d plies\n",
			marks, c.Win, c.Loss, c.Draw, c.Over, c.Longest)
	}
	start := teeko.State{Board: t.Board()}
	fmt.Fprintf(w, "start     %s\n", t.Value(start))
	for _, turn := range start.Turns(nil) {
		if v := t.Value(start.Play(turn)); v.Result != teekosolve.Draw {
			fmt.Fprintf(w, "after %s  %s\n", t.Board().Token(turn), v)
		}
	}
}

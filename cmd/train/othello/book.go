package othello

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"quadrille/ai/alphabeta"
	"quadrille/ai/othellobot/book"
	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/midgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	"quadrille/cmd/internal/outfile"
	"quadrille/cmd/train/linefile"
	"quadrille/engine/othello"
)

// bookCommand grows the opening book by searching, one after the other, the
// positions at the ends of its best lines, each with a fixed number of nodes;
// its best turns come into the book. The file is written every now and then,
// and a run goes on with what is in it.
type bookCommand struct {
	File      string `arg:"" help:"The book's file."`
	Positions int    `default:"500" help:"Positions to search."`
	Nodes     uint64 `default:"1000000" help:"Nodes for each of them."`
	Turns     int    `default:"4" help:"Turns to keep of each of them."`
	Loss      int    `default:"300" help:"By how much a turn may be worse than the best, in hundredths of a disk."`
	Disks     int    `default:"22" help:"Disks on the board up to which positions are searched."`
}

// writeEvery is how many positions are searched between two writings.
const writeEvery = 50

// Run searches and writes.
func (c *bookCommand) Run(out io.Writer) error {
	if err := outfile.Check(c.File); err != nil {
		return err
	}
	b, err := loadBook(c.File)
	if err != nil {
		return err
	}
	searcher := midgame.New(pattern.Default(), tt.New[endgame.Entry](64))
	progress := linefile.Begin(os.Stderr, c.File, 0, c.Positions)
	for n := range c.Positions {
		s, ok := b.Next(c.Disks)
		if !ok {
			break
		}
		c.search(b, searcher, s)
		progress.Made(n + 1)
		if n%writeEvery == writeEvery-1 {
			if err := saveBook(c.File, b); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(out, b.Len(), "positions in the book")
	return saveBook(c.File, b)
}

// search adds what the best turns of a position lead to.
func (c *bookCommand) search(b *book.Book, searcher *midgame.Searcher, s othello.State) {
	r := searcher.RunAll(s, midgame.Options{Options: alphabeta.Options{Nodes: c.Nodes, MultiPV: c.Turns}})
	for _, l := range r.Lines {
		if l.Value >= r.Lines[0].Value-c.Loss {
			b.Add(s.Play(othello.Turn(l.Moves[0])), -l.Value)
		}
	}
}

func loadBook(name string) (*book.Book, error) {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return book.Read(bytes.NewReader(text))
}

func saveBook(name string, b *book.Book) error {
	var text bytes.Buffer
	if _, err := b.WriteTo(&text); err != nil {
		return err
	}
	return outfile.Write(name, text.Bytes())
}

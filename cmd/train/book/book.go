// Package book has the commands that grow the opening books of all games and
// write them to the files that the searches read.
//
// What was found is a journal: a line of JSON that says how it is found, and then
// a line for each search, written when it is done. A run that is interrupted, or
// killed, goes on behind the last whole line, with the same result as without the
// interruption. A journal is continued only in the way in which it was begun; with
// more positions the book becomes larger.
package book

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	blokusbook "quadrille/ai/blokusbot/book"
	"quadrille/ai/opening"
	othellobook "quadrille/ai/othellobot/book"
	"quadrille/cmd/internal/outfile"
	"quadrille/cmd/train/linefile"
	"quadrille/engine"
)

// Commands are the subcommands of "train book".
type Commands struct {
	Grow  growCommand  `cmd:"" help:"Search positions and append what is found to a journal; those that it has count."`
	Write writeCommand `cmd:"" help:"Write a journal as the file of a book."`
}

// bookNames are the books, for kong.
const bookNames = othellobook.Name + "," + blokusbook.Duo + "," + blokusbook.Classic + "," + blokusbook.Free

// growCommand searches positions until the book has as many as are wanted or ends
// everywhere.
type growCommand struct {
	Book      string `arg:"" enum:"${books}" help:"The book: ${enum}."`
	Journal   string `arg:"" help:"File of searches; one that exists is continued."`
	Positions int    `default:"1000" help:"Positions that the book is to have in the end."`
	Nodes     uint64 `placeholder:"N" help:"Nodes, or simulations, of each search; by default the book's own number."`
	Turns     int    `default:"4" help:"Turns to keep of each search at most."`
	Plies     int    `placeholder:"N" help:"Turns from the start at which the book ends; by default the book's own number."`
	Batch     int    `default:"8" help:"Searches between two looks at what is worth searching; the book depends on it."`
	Seed      uint64 `default:"1" help:"Seed of the searches that draw lots."`
	Threads   int    `default:"1" help:"Searches at the same time; the book does not depend on it."`
}

// Vars are what kong's tags need.
func Vars() map[string]string { return map[string]string{"books": bookNames} }

// head is the first line of a journal.
type head struct {
	Book       string
	Evaluation string
	Nodes      uint64
	Turns      int
	Loss, Ply  int
	Plies      int
	Batch      int
	Seed       uint64
}

// Run grows the book.
func (c *growCommand) Run(out io.Writer) error {
	if c.Positions < 1 || c.Threads < 1 || c.Batch < 1 || c.Turns < 1 || c.Plies < 0 {
		return errors.New("--positions, --threads, --batch and --turns are at least 1, and --plies is not negative")
	}
	b, err := bookNamed(c.Book)
	if err != nil {
		return err
	}
	return b.grow(c, out)
}

// writeCommand writes a journal as a book.
type writeCommand struct {
	Journal string    `arg:"" type:"existingfile" help:"File of searches."`
	Out     string    `short:"o" required:"" placeholder:"FILE" help:"File of the book to write."`
	Date    time.Time `format:"2006-01-02" placeholder:"YYYY-MM-DD" help:"Day that the file says it was made; today if it is not given."`
}

// Run writes the book.
func (c *writeCommand) Run(out io.Writer) error {
	if err := errors.Join(outfile.CheckDistinct(outfile.File{By: "--out", Path: c.Out}, outfile.File{By: "the journal", Path: c.Journal}), outfile.Check(c.Out)); err != nil {
		return err
	}
	var h head
	records, err := linefile.Read(c.Journal, &h, parseRecord)
	if err != nil {
		return err
	}
	b, err := bookNamed(h.Book)
	if err != nil {
		return err
	}
	if c.Date.IsZero() {
		c.Date = time.Now().UTC()
	}
	file, about, err := b.write(h, records, c.Date)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s, %d of them explored, %d bytes\n", engine.Count(about.Positions, "position"), about.Explored, len(file))
	return outfile.Write(c.Out, file)
}

// growing is a book as the commands see it, whatever its game is.
type growing interface {
	grow(c *growCommand, out io.Writer) error
	write(h head, records []record, date time.Time) ([]byte, opening.About, error)
}

// kind is a book whose positions are of type S.
type kind[S any] struct {
	game       opening.Game[S]
	evaluation string
	nodes      uint64 // of a search
	plies      int
	loss, ply  int // see head; in the unit of values
	unit       int // to which a file rounds values
	trust      int // see opening.About
	// searcher returns what searches a position, among some of its turns, and returns
	// those turns that it knows the value of, the best first and at most so many. Each
	// goroutine has its own.
	searcher func() search[S]
}

type search[S any] func(s S, among []opening.Turn, most int, nodes, seed uint64) []opening.Line

// bookNamed returns a book by its name.
func bookNamed(name string) (growing, error) {
	if name == othellobook.Name {
		return othello(), nil
	}
	return blokus(name)
}

// head is that of a journal that a command begins.
func (k *kind[S]) head(c *growCommand) head {
	h := head{Book: c.Book, Evaluation: k.evaluation, Nodes: c.Nodes, Turns: c.Turns, Loss: k.loss, Ply: k.ply, Plies: c.Plies, Batch: c.Batch, Seed: c.Seed}
	if h.Nodes == 0 {
		h.Nodes = k.nodes
	}
	if h.Plies == 0 {
		h.Plies = k.plies
	}
	return h
}

// grow continues a journal.
func (k *kind[S]) grow(c *growCommand, out io.Writer) error {
	g := grower[S]{kind: k, head: k.head(c), graph: opening.NewGraph(k.game)}
	file, records, err := linefile.Continue(c.Journal, g.head, parseRecord)
	if err != nil {
		return err
	}
	defer file.Close()
	progress := linefile.Begin(os.Stderr, c.Journal, 0, c.Positions)
	for range c.Threads {
		g.searchers = append(g.searchers, k.searcher())
	}
	searches, err := g.run(records, c.Positions, func(r record) error {
		err := file.Append(r.String())
		progress.Made(g.graph.Len())
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s, %s in this run\n", engine.Count(g.graph.Len(), "position"), engine.Count(searches, "search"))
	return file.Sync()
}

// write writes records as a book.
func (k *kind[S]) write(h head, records []record, date time.Time) ([]byte, opening.About, error) {
	g := grower[S]{kind: k, head: h, graph: opening.NewGraph(k.game)}
	for _, r := range records {
		if err := g.enter(r); err != nil {
			return nil, opening.About{}, err
		}
	}
	file, err := g.graph.Append(nil, opening.About{Book: h.Book, Nodes: h.Nodes, Evaluation: h.Evaluation,
		Date: date.Format(time.DateOnly), Unit: k.unit, Trust: k.trust})
	if err != nil {
		return nil, opening.About{}, err
	}
	b, err := opening.Read(k.game, h.Book, file)
	if err != nil {
		return nil, opening.About{}, fmt.Errorf("what was written cannot be read: %w", err)
	}
	return file, b.About, nil
}

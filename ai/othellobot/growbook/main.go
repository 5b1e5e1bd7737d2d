// Command growbook grows Othello's opening book by searching, one after the
// other, the positions at the ends of its best lines.
//
//	go run ./ai/othellobot/growbook -positions 500 ai/othellobot/book/book.txt
//
// Each position is searched with a fixed number of nodes; its best turns come
// into the book. The file is written every now and then, and a run goes on with
// what is in it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"

	"quadrille/ai"
	"quadrille/ai/othellobot/book"
	"quadrille/ai/othellobot/midgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

func main() {
	var g growth
	flag.IntVar(&g.positions, "positions", 500, "positions to search")
	flag.Uint64Var(&g.nodes, "nodes", 1_000_000, "nodes for each of them")
	flag.IntVar(&g.turns, "turns", 4, "turns to keep of each of them")
	flag.IntVar(&g.loss, "loss", 300, "by how much a turn may be worse than the best, in hundredths of a disk")
	flag.IntVar(&g.disks, "disks", 22, "disks on the board up to which positions are searched")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "growbook: give it the book's file")
		os.Exit(2)
	}
	if err := g.run(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "growbook:", err)
		os.Exit(1)
	}
}

// growth is what the command is asked for.
type growth struct {
	positions, turns, loss, disks int
	nodes                         uint64
}

// writeEvery is how many positions are searched between two writings.
const writeEvery = 50

func (g *growth) run(name string) error {
	b, err := load(name)
	if err != nil {
		return err
	}
	var table midgame.Table
	table.Resize(64)
	searcher := midgame.New(pattern.Default(), &table)
	for n := range g.positions {
		s, ok := b.Next(g.disks)
		if !ok {
			break
		}
		g.search(b, searcher, s)
		if n%writeEvery == writeEvery-1 {
			if err := save(name, b); err != nil {
				return err
			}
		}
	}
	fmt.Println(b.Len(), "positions in the book")
	return save(name, b)
}

// search adds what the best turns of a position lead to.
func (g *growth) search(b *book.Book, searcher *midgame.Searcher, s othello.State) {
	turns := s.Turns(nil)
	r := searcher.Run(s, midgame.Options{
		Control: ai.NewControl(ai.Limits{}), Nodes: g.nodes, MultiPV: g.turns, Roots: turns,
	})
	for _, l := range r.Lines {
		if l.Value >= r.Lines[0].Value-g.loss {
			b.Add(s.Play(l.Turns[0]), -l.Value)
		}
	}
}

func load(name string) (*book.Book, error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return book.New(), nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return book.Read(file)
}

// save replaces the file in one step, so that an interruption leaves one or
// the other.
func save(name string, b *book.Book) error {
	file, err := os.Create(name + ".new")
	if err != nil {
		return err
	}
	_, err = b.WriteTo(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

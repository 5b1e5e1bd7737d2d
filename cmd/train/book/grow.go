package book

import (
	"sync"

	"quadrille/ai/opening"
)

// grower lets a book grow. It alternates between choosing a batch of positions
// and searching them; a batch depends on the searches before it alone, so the
// searches of one may be made in any order, by any number of goroutines.
type grower[S any] struct {
	*kind[S]
	head      head
	graph     *opening.Graph[S]
	searchers []search[S]
}

// run repeats the records and goes on until the book has so many positions. It
// gives each new record to save. The last batch of the records may be unfinished.
func (g *grower[S]) run(records []record, positions int, save func(record) error) (searches int, err error) {
	for g.graph.Len() < positions || len(records) > 0 {
		batch := g.graph.Next(opening.Costs{Ply: g.head.Ply, Plies: g.head.Plies}, g.head.Batch)
		if len(batch) == 0 {
			break
		}
		have := min(len(records), len(batch))
		done := records[:have]
		records = records[have:]
		units := make([]unit[S], len(batch))
		for i, n := range batch {
			units[i] = unit[S]{number: n, state: g.graph.Position(n), among: g.graph.Unlinked(n)}
		}
		for i, r := range done {
			if r.Number != units[i].number {
				return searches, errOther(r.Number, units[i].number)
			}
			if err := g.enter(r); err != nil {
				return searches, err
			}
		}
		fresh := g.search(units[have:])
		for r := range fresh {
			searches++
			if err == nil {
				err = g.enter(r)
			}
			if err == nil {
				err = save(r)
			}
		}
		if err != nil {
			return searches, err
		}
	}
	return searches, nil
}

// unit is the work of one search.
type unit[S any] struct {
	number int
	state  S
	among  []opening.Turn
}

// search searches units and returns the records in the order of the units, each
// when it and those before it are done.
func (g *grower[S]) search(units []unit[S]) <-chan record {
	results := make([]chan record, len(units))
	for i := range results {
		results[i] = make(chan record, 1)
	}
	next := make(chan int)
	var group sync.WaitGroup
	for _, look := range g.searchers {
		group.Go(func() {
			for i := range next {
				results[i] <- g.look(look, units[i])
			}
		})
	}
	ordered := make(chan record)
	go func() {
		for i := range units {
			next <- i
		}
		close(next)
	}()
	go func() {
		for i := range units {
			ordered <- <-results[i]
		}
		group.Wait()
		close(ordered)
	}()
	return ordered
}

// look makes one search.
func (g *grower[S]) look(search search[S], u unit[S]) record {
	r := record{Number: u.number}
	most := g.head.Turns
	lines := search(u.state, u.among, most+1, g.head.Nodes, g.head.Seed+uint64(u.number))
	for i, l := range lines {
		if i == most || int(lines[0].Value[0]-l.Value[0]) > g.head.Loss {
			r.Rest = &lines[i]
			break
		}
		r.Lines = append(r.Lines, l)
	}
	return r
}

// enter takes a record into the graph.
func (g *grower[S]) enter(r record) error {
	complete := func(l opening.Line) opening.Line {
		first := make([]int, g.game.Seats()-1)
		for i := range first {
			first[i] = int(l.Value[i])
		}
		return opening.Line{Turn: l.Turn, Value: opening.Complete(g.game, first)}
	}
	lines := make([]opening.Line, len(r.Lines))
	for i, l := range r.Lines {
		lines[i] = complete(l)
	}
	rest := r.Rest
	if rest != nil {
		whole := complete(*rest)
		rest = &whole
	}
	return g.graph.Explore(r.Number, lines, rest)
}
